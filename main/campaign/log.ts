import type { LogEntry, LogFilter, LogPage } from '../../preload/contract.ts'
import type { LogPlace, LogSearch } from '../db/stores/log.ts'
import type { CounterDesk } from './counters.ts'
import { getDeed } from './deeds.ts'
import { getRolls } from './roll.ts'

/** A part of the log, newest first, from where an earlier part ended. */
export function readLog(desk: CounterDesk, filter: LogFilter, from: string | undefined, limit: number): LogPage {
  const places = desk.records.log.read(toSearch(filter), from === undefined ? undefined : textToPlace(from), limit)
  const entries = readPlaces(desk, places)
  const last = places.length === limit ? places.at(-1) : undefined
  return { entries, ...(last && { next: placeToText(last) }) }
}

/** The entries of those places, in their order. */
export function readPlaces(desk: CounterDesk, places: readonly LogPlace[]): readonly LogEntry[] {
  const rolls = new Map(getRolls(desk, places.filter(({ kind }) => kind === 'roll').map(({ id }) => id)).map((roll) => [roll.id as number, roll]))
  return places.flatMap(({ kind, id }): readonly LogEntry[] => {
    if (kind === 'roll') {
      const roll = rolls.get(id)
      return roll ? [{ kind, roll }] : []
    }
    const deed = getDeed(desk, id)
    return deed ? [{ kind, deed }] : []
  })
}

const toSearch = ({ session, who, check, outcome, dice, undone, text }: LogFilter): LogSearch => ({
  session: session ?? null,
  who: who ?? null,
  check: check ?? null,
  success: outcome === undefined ? null : outcome === 'success' ? 1 : 0,
  typed: dice === undefined ? null : dice === 'typed' ? 1 : 0,
  undone: undone === undefined ? null : 0,
  text: text ?? null,
})

const placeToText = ({ at, kind, id }: LogPlace): string => `${at}:${kind}:${id}`

/** Undefined, which begins at the newest, for a text that is no place. */
function textToPlace(text: string): LogPlace | undefined {
  const [, at, kind, id] = /^(\d{1,16}):(roll|deed):(\d{1,15})$/.exec(text) ?? []
  return kind === undefined ? undefined : { at: Number(at), kind: kind as LogPlace['kind'], id: Number(id) }
}
