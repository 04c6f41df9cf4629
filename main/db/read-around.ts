import type { Database } from 'better-sqlite3'
import { troubleOf } from './failure.ts'

/** What a table gives: each row's values in the order of its columns, and the stretches that can't be read. */
export interface ReadAround {
  /** Whether the row makes sense. */
  row(values: readonly unknown[]): boolean
  /** From which row id to which, both inclusive; to the end without the second, of unknown ones without both. */
  lost(first?: number, last?: number): void
}

/** Larger than any row id of ours. */
const beyondAll = 2 ** 50

/**
 * Reads a table in the order of its row ids, and past what is damaged: after a row that can't be
 * reached it looks for the nearest later one that can.
 */
export function readAround(db: Database, table: string, columns: readonly string[], isKeyed: boolean, { row, lost }: ReadAround): void {
  const list = columns.join(', ')
  if (isKeyed) {
    // Without row ids there is no way past a damaged page.
    const isWhole = reads(() => {
      for (const values of db.prepare<[], unknown[]>(`SELECT ${list} FROM ${table}`).raw().iterate()) if (!row(values)) lost()
    })
    if (!isWhole) lost()
    return
  }
  const onwards = db.prepare<[number], [number, ...unknown[]]>(`SELECT rowid, ${list} FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`).raw()
  const one = db.prepare<[number], [number, ...unknown[]]>(`SELECT rowid, ${list} FROM ${table} NOT INDEXED WHERE rowid = ?`).raw()
  const seek = db.prepare<[number], number>(`SELECT rowid FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1`).pluck()
  let next = 0
  const take = ([id, ...values]: [number, ...unknown[]]): void => {
    if (!row(values)) lost(id, id)
    next = id + 1
  }
  for (;;) {
    if (reads(() => { for (const found of onwards.iterate(next)) take(found) })) return
    const reached = nearest(seek, next)
    if (reached === undefined) return
    const { from, id } = reached
    if (id === undefined) return from > next ? lost(next) : undefined
    if (id > next && from > next) lost(next, id - 1)
    // A row that is found may still be unreadable, where the rest of it lies on a damaged page.
    const isRead = reads(() => {
      const found = one.get(id)
      if (found) take(found)
    })
    if (!isRead || next <= id) {
      if (!isRead) lost(id, id)
      next = id + 1
    }
  }
}

/** From which row id on the table can be entered again, and what stands there; no row where it is the end. */
function nearest(seek: { get(from: number): number | undefined }, next: number): { readonly from: number; readonly id: number | undefined } | undefined {
  let found: number | undefined
  const works = (from: number): boolean => reads(() => void (found = seek.get(from)))
  if (works(next)) return { from: next, id: found }
  let fails = next
  let gap = 1
  while (!works(next + gap)) {
    fails = next + gap
    if (fails > beyondAll) return { from: fails, id: undefined }
    gap *= 2
  }
  let working = { from: next + gap, id: found }
  while (working.from - fails > 1) {
    const middle = Math.floor((fails + working.from) / 2)
    if (works(middle)) working = { from: middle, id: found }
    else fails = middle
  }
  return working
}

function reads(run: () => void): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (troubleOf(error) === 'damaged' || troubleOf(error) === 'unreachable') return false
    throw error
  }
}
