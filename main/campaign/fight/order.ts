import type { CombatantId, FightId, PlaceId, Reply, Requests } from '../../../preload/contract.ts'
import { membersOf, withCombatants, type Fight } from '../../rules/fight.ts'
import { joinCombatants, movePlace, nudgePlace, setNumber, splitCombatant } from '../../rules/order.ts'
import { done, failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { onFight, saveFight, slotsOf, type FightDesk } from './desk.ts'
import { namesOf } from './names.ts'

export function setPlaceNumber(desk: FightDesk, door: Door, id: FightId, place: PlaceId, number: number | undefined): Reply<null> {
  return edit(desk, door, id, place, (who) => `initiative of ${who}`, (fight) => setNumber(fight, place, number, slotsOf(desk)))
}

/** Types numbers for some places in one step, one after the other. */
export function setPlaceNumbers(desk: FightDesk, door: Door, id: FightId, numbers: Requests['fight.numbers']['input']['numbers']): Reply<null> {
  return onFight(desk, id, (fight) => {
    const there = numbers.filter(({ place }) => membersOf(fight, place).length > 0)
    if (there.length === 0) return failed('missing', 'They are not in this fight any more.')
    return door.act(`initiative for ${there.length === 1 ? namesOf(desk, membersOf(fight, there[0]?.place as PlaceId)) : `${there.length} places`}`, () => {
      saveFight(desk, fight, there.reduce((work, { place, number }) => setNumber(work, place, number ?? undefined, slotsOf(desk)), fight))
      return null
    })
  })
}

export function moveInOrder(desk: FightDesk, door: Door, id: FightId, place: PlaceId, before: PlaceId | undefined, slot?: string): Reply<null> {
  if (slot !== undefined && !slotsOf(desk).includes(slot)) return failed('refused', 'The order has no such part. Nothing was moved.')
  return edit(desk, door, id, place, (who) => `moving ${who}`, (fight) => movePlace(fight, place, before, slot))
}

export function nudgeInOrder(desk: FightDesk, door: Door, id: FightId, place: PlaceId, by: 1 | -1): Reply<null> {
  return edit(desk, door, id, place, (who) => `moving ${who}`, (fight) => nudgePlace(fight, place, by, slotsOf(desk)))
}

/** Marks that a GM sets on combatants. */
export interface Marks {
  readonly hidden?: boolean
  readonly defeated?: boolean
  readonly done?: boolean
}

export function markCombatants(desk: FightDesk, door: Door, id: FightId, combatants: readonly CombatantId[], marks: Marks): Reply<null> {
  return onFight(desk, id, (fight) => {
    const marked = fight.combatants.filter((each) => combatants.includes(each.id) && !each.gone)
    if (marked.length === 0) return failed('missing', 'They are not in this fight any more.')
    return door.act(`${namesOf(desk, marked)} ${wordOf(marks)}`, () => {
      saveFight(desk, fight, withCombatants(fight, marked.map((each) => each.id), (each) => ({ ...each, ...marks })))
      return null
    })
  })
}

export function joinInFight(desk: FightDesk, door: Door, id: FightId, combatants: readonly CombatantId[]): Reply<null> {
  return onFight(desk, id, (fight) => {
    const joined = fight.combatants.filter((each) => combatants.includes(each.id) && !each.gone)
    if (joined.length < 2) return failed('refused', 'A group needs at least two: select them first.')
    return door.act(`grouping ${namesOf(desk, joined)}`, () => {
      saveFight(desk, fight, joinCombatants(fight, combatants))
      return null
    })
  })
}

export function splitInFight(desk: FightDesk, door: Door, id: FightId, combatants: readonly CombatantId[]): Reply<null> {
  return onFight(desk, id, (fight) => {
    const grouped = fight.combatants.filter((each) => combatants.includes(each.id) && !each.gone && membersOf(fight, each.place).length > 1)
    if (grouped.length === 0) return failed('refused', 'They are in no group.')
    // The last first: each lands right after its group, so that they stand there in their order.
    const after = grouped.toReversed().reduce((work, each) => splitCombatant(work, each.id, desk.records.fights.newId() as PlaceId), fight)
    return door.act(`splitting off ${namesOf(desk, grouped)}`, () => {
      saveFight(desk, fight, after)
      return null
    })
  })
}

function edit(desk: FightDesk, door: Door, id: FightId, place: PlaceId, label: (who: string) => string, change: (fight: Fight) => Fight): Reply<null> {
  return onFight(desk, id, (fight) => {
    const members = membersOf(fight, place)
    if (members.length === 0) return failed('missing', 'That combatant is not in this fight any more.')
    const after = change(fight)
    if (after === fight) return done(null)
    return door.act(label(namesOf(desk, members)), () => {
      saveFight(desk, fight, after)
      return null
    })
  })
}

function wordOf({ hidden, defeated, done: finished }: Marks): string {
  if (defeated !== undefined) return defeated ? 'defeated' : 'back in the fight'
  if (hidden !== undefined) return hidden ? 'hidden from players' : 'shown to players'
  return finished ? 'done' : 'not done yet'
}
