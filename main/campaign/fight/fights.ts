import type { FightId, FightPlace, FightRules, FightView, Reply } from '../../../preload/contract.ts'
import { livingPlaces, noCursor, type Fight } from '../../rules/fight.ts'
import { done, failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { noteDeed } from '../deeds.ts'
import { loadFight, onFight, saveFight, type FightDesk } from './desk.ts'
import { over, summaryOf } from './summary.ts'

/** Makes a fight and opens it; the one that was open is paused as it is. */
export function createFight(desk: FightDesk, door: Door, name?: string): Reply<FightId> {
  return door.act(`starting ${nameFor(desk, name)}`, (at) => startFight(desk, name, at))
}

/** Writes a new fight and opens it; the transaction is the caller's. */
export function startFight(desk: FightDesk, name: string | undefined, at: number): FightId {
  const { fights } = desk.records
  const id = fights.create({ uuid: desk.uuid(), name: nameFor(desk, name) }, at)
  fights.setOpen(id)
  return id
}

function nameFor({ records }: FightDesk, name: string | undefined): string {
  const given = name?.trim()
  return given === undefined || given === '' ? `Fight ${records.fights.list().length + 1}` : given
}

/** Goes on with a fight exactly where it was paused. */
export function openFight(desk: FightDesk, door: Door, id: FightId): Reply<null> {
  const { fights } = desk.records
  const name = fights.nameOf(id)
  if (name === undefined) return failed('missing', 'That fight is not there any more. Undo brings an ended one back.')
  if (fights.open() === id) return done(null)
  return door.act(`going on with ${name}`, () => {
    fights.setOpen(id)
    return null
  })
}

export function renameFight(desk: FightDesk, door: Door, id: FightId, name: string): Reply<null> {
  const called = name.trim()
  if (called === '') return failed('refused', 'A fight needs a name.', [{ side: 0, field: 'name', message: 'A name is needed.' }])
  return onFight(desk, id, () =>
    door.act(`naming ${called}`, () => {
      desk.records.fights.rename(id, called)
      return null
    }),
  )
}

/** Ends a fight: what happened goes into the log, copies of templates and what its turns would have ended go with it. */
export function endFight(desk: FightDesk, door: Door, id: FightId, now: () => number): Reply<{ readonly summary: readonly string[] }> {
  const { fights } = desk.records
  return onFight(desk, id, (fight) => {
    const name = fights.nameOf(id) ?? ''
    const summary = summaryOf(desk, fight, fights.clock(id, now()).elapsedMs)
    return door.act(`ending ${name}`, (at) => {
      noteDeed(desk, at, `${name}${over}`, summary, undefined)
      empty(desk, fight)
      fights.delete(id)
      return { summary }
    })
  })
}

/** Takes everybody out and goes back before the first round. */
export function clearFight(desk: FightDesk, door: Door, id: FightId): Reply<null> {
  const { fights } = desk.records
  return onFight(desk, id, (fight) =>
    door.act(`clearing ${fights.nameOf(id)}`, () => {
      empty(desk, fight)
      for (const { id: turn } of fights.turns(id)) fights.dropTurn(turn)
      return null
    }),
  )
}

export function setFightRules({ records }: FightDesk, door: Door, changed: Partial<FightRules>): Reply<null> {
  return door.act('how fights go', () => {
    records.fights.setRules({ ...records.fights.rules(), ...changed })
    return null
  })
}

/** The open fight as the screen shows it. */
export function viewFight(desk: FightDesk, now: number): FightView | undefined {
  const { fights } = desk.records
  const id = fights.open()
  const fight = id === undefined ? undefined : loadFight(desk, id)
  if (!fight) return undefined
  const { round, turn, active, extra, upNext } = fight.cursor
  const { elapsedMs, turnAt } = fights.clock(fight.id, now)
  return {
    id: fight.id,
    name: fights.nameOf(fight.id) ?? '',
    round,
    turn,
    ...(active !== undefined && { active }),
    extra,
    upNext,
    places: livingPlaces(fight).map(
      ({ id: place, number, slot, explain, waiting }): FightPlace => ({
        id: place,
        explain,
        ...(number !== undefined && { number }),
        ...(slot !== undefined && { slot }),
        ...(waiting !== undefined && { waiting }),
      }),
    ),
    combatants: fight.combatants.flatMap(({ id: combatant, place, character, hidden, defeated, done: finished }) =>
      character === undefined ? [] : [{ id: combatant, place, character, hidden, defeated, done: finished }],
    ),
    canGoBack: fights.hasTurns(fight.id),
    elapsedMs,
    clockAt: now,
    turnAt,
  }
}

function empty(desk: FightDesk, fight: Fight): void {
  saveFight(desk, fight, { ...fight, cursor: noCursor, places: [], combatants: [], conditions: fight.conditions.filter(({ until }) => until?.fight !== fight.id) })
}
