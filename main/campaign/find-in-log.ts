import type { LogFound, Reply } from '../../preload/contract.ts'
import { done } from '../rules/reply.ts'
import type { CounterDesk } from './counters.ts'
import { readPlaces } from './log.ts'

/** How long a part of the search keeps everything else waiting, and how many entries of each kind are looked at in between. */
const partMs = 12
const slice = 250
/** A word that hardly ever fell is given up after this. */
const mostMs = 2_000

/**
 * The newest entries of the log that say something, sought from the newest back in parts, so that play
 * goes on meanwhile. `isOver` ends it: the GM wrote on.
 */
export async function findInLog(desk: CounterDesk, text: string, limit: number, isOver: () => boolean): Promise<Reply<LogFound>> {
  const { log } = desk.records
  const began = performance.now()
  let cursor = log.ends()
  const places: ReturnType<typeof log.findIn>['places'][number][] = []
  let part = began
  while (cursor.roll > 0 || cursor.deed > 0) {
    const found = log.findIn(text, cursor, slice)
    places.push(...found.places)
    cursor = found.next
    // What is found in a slice is no older than anything after it of its own kind.
    if (places.filter(({ kind }) => kind === 'roll').length >= limit) cursor = { ...cursor, roll: 0 }
    if (places.filter(({ kind }) => kind === 'deed').length >= limit) cursor = { ...cursor, deed: 0 }
    const at = performance.now()
    if (isOver() || at - began > mostMs) break
    if (at - part < partMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    part = performance.now()
  }
  const newest = places.toSorted((a, b) => b.at - a.at || b.id - a.id).slice(0, limit)
  return done({ entries: readPlaces(desk, newest), whole: cursor.roll === 0 && cursor.deed === 0 })
}
