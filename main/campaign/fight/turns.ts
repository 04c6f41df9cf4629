import type { CharacterId, CombatantId, FightId, PlaceId, Reply } from '../../../preload/contract.ts'
import { membersOf, type Fight } from '../../rules/fight.ts'
import { done, failed } from '../../rules/reply.ts'
import { actNow, nextTurn, previousTurn, removeCombatants, waitTurn, type Stepped } from '../../rules/turns.ts'
import type { Door } from '../act.ts'
import { loadFight, noteEnds, onFight, saveFight, saveStep, type FightDesk } from './desk.ts'
import { namesOf } from './names.ts'

/** Which turn a step is taken from: the one that the GM saw. Another one running means that it was taken already. */
export interface FromTurn {
  readonly fight: FightId
  readonly turn: number
}

export const goToNextTurn = (desk: FightDesk, door: Door, from: FromTurn): Reply<null> => takeStep(desk, door, from, 'next turn', (fight) => nextTurn(fight, desk.records.fights.rules()))

export function waitWithTurn(desk: FightDesk, door: Door, { note = '', ...from }: FromTurn & { readonly note?: string }): Reply<null> {
  return takeStep(desk, door, from, 'waiting', (fight) => waitTurn(fight, desk.records.fights.rules(), note.trim()))
}

export function goToPreviousTurn(desk: FightDesk, door: Door, { fight: id, turn }: FromTurn): Reply<null> {
  return onFight(desk, id, (fight) => {
    if (fight.cursor.turn !== turn) return done(null)
    const { fights } = desk.records
    const taken: number[] = []
    const records = function* () {
      for (const each of fights.turns(id)) {
        taken.push(each.id)
        yield each.record
      }
    }
    const back = previousTurn(fight, records(), fights.rules())
    if (!back) return failed('refused', 'There is no earlier turn to go back to. Undo takes back anything else.')
    return door.act('previous turn', (at) => {
      saveFight(desk, fight, back.fight)
      for (const record of taken.slice(0, back.taken)) fights.dropTurn(record)
      fights.startTurnClock(id, at, false)
      noteEnds(desk, back.back, at, 'is back')
      return null
    })
  })
}

export function letActNow(desk: FightDesk, door: Door, id: FightId, place: PlaceId): Reply<null> {
  return onFight(desk, id, (fight) => {
    const after = actNow(fight, place)
    if (!after) return failed('refused', 'Only somebody who waits can act now.')
    return door.act(`${namesOf(desk, membersOf(fight, place))} acting now`, () => {
      saveFight(desk, fight, after)
      return null
    })
  })
}

/** Takes combatants out; where the running turn was theirs, the next one begins in the same step. */
export function removeFromFight(desk: FightDesk, door: Door, id: FightId, combatants: readonly CombatantId[]): Reply<null> {
  return onFight(desk, id, (fight) => {
    const leaving = fight.combatants.filter((each) => combatants.includes(each.id) && !each.gone)
    if (leaving.length === 0) return failed('missing', 'They are not in this fight any more.')
    return door.act(`taking out ${namesOf(desk, leaving)}`, (at) => {
      takeOut(desk, fight, leaving.map((each) => each.id), at)
      return null
    })
  })
}

/** Takes a character out of every fight that it is in; the transaction is the caller's. */
export function leaveFights(desk: FightDesk, character: CharacterId, at: number): void {
  for (const { fight: id, combatant } of desk.records.fights.withCharacter(character)) {
    const fight = loadFight(desk, id)
    if (fight) takeOut(desk, fight, [combatant], at)
  }
}

function takeOut(desk: FightDesk, fight: Fight, combatants: readonly CombatantId[], at: number): void {
  const { fight: after, record, ended } = removeCombatants(fight, combatants, desk.records.fights.rules())
  if (record) saveStep(desk, fight, after, record, ended, at)
  else saveFight(desk, fight, after)
}

function takeStep(desk: FightDesk, door: Door, { fight: id, turn }: FromTurn, label: string, step: (fight: Fight) => Stepped): Reply<null> {
  return onFight(desk, id, (fight) => {
    if (fight.cursor.turn !== turn) return done(null)
    const stepped = step(fight)
    if (!stepped.ok) return failed('refused', stepped.message)
    return door.act(label, (at) => {
      saveStep(desk, fight, stepped.fight, stepped.record, stepped.ended, at)
      return null
    })
  })
}
