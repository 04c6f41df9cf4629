import type { CharacterId, FightId, Reply } from '../../../preload/contract.ts'
import type { Fight, HeldCondition, TurnRecord } from '../../rules/fight.ts'
import { failed } from '../../rules/reply.ts'
import { noteDeed } from '../deeds.ts'
import type { RosterDesk } from '../roster.ts'

/** What the fight's use cases stand on. */
export type FightDesk = RosterDesk

/** Parts of the order that the system declares, the first acting first. */
export const slotsOf = ({ declarations }: FightDesk): readonly string[] => (declarations.initiative?.slots ?? []).map(({ id }) => id)

/** Runs something on a fight that is there. */
export function onFight<T>(desk: FightDesk, id: FightId, run: (fight: Fight) => T): T | Reply<never> {
  const fight = loadFight(desk, id)
  return fight ? run(fight) : failed('missing', 'That fight is not there any more. Undo brings an ended one back.')
}

/** A fight with all conditions that its turns may end. */
export function loadFight({ records }: FightDesk, id: FightId): Fight | undefined {
  const record = records.fights.load(id)
  return record && { ...record, conditions: records.conditions.inFight(id) }
}

/** Writes what is different; the transaction is the caller's. Copies of templates go with whoever they fought as. */
export function saveFight({ records }: FightDesk, before: Fight, after: Fight): void {
  records.fights.save(before, after)
  records.conditions.save(before.conditions, after.conditions)
  const left = new Set(after.combatants.flatMap(({ character }) => character ?? []))
  for (const { character } of before.combatants) if (character !== undefined && !left.has(character)) deleteCopy({ records }, character)
}

/** Writes a step from turn to turn: the fight, how to take it back, and what ended. */
export function saveStep(desk: FightDesk, before: Fight, after: Fight, record: TurnRecord, ended: readonly HeldCondition[], at: number): void {
  noteEnds(desk, ended, at, 'ends')
  saveFight(desk, before, after)
  // Before the first turn there is none to go back to.
  if (record.from.turn > 0) desk.records.fights.addTurn(after.id, record)
  desk.records.fights.startTurnClock(after.id, at, record.from.turn === 0)
}

/** Puts into the log that conditions ended or are back. */
export function noteEnds(desk: FightDesk, conditions: readonly HeldCondition[], at: number, what: 'ends' | 'is back'): void {
  for (const { character, label } of conditions) {
    const name = desk.records.characters.get(character)?.name
    if (name !== undefined) noteDeed(desk, at, `${label} ${what}`, [], name)
  }
}

function deleteCopy({ records }: Pick<FightDesk, 'records'>, id: CharacterId): void {
  if (records.characters.get(id)?.role === 'copy') records.characters.delete(id)
}
