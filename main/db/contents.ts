import type { Database } from 'better-sqlite3'
import type { BackupContents } from '../../preload/contract.ts'
import { DamagedFile } from './failure.ts'

/** What a campaign file of any version holds, in a few figures. */
export function contentsOf(db: Database): BackupContents {
  const name = db.prepare<[], string>('SELECT name FROM campaign').pluck().get()
  if (name === undefined) throw new DamagedFile('A campaign file without its campaign row')
  const count = (table: string, where = 'true'): number => (columnsOf(db, table).length === 0 ? 0 : (db.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck().get() ?? 0))
  const hasCopies = columnsOf(db, 'character').includes('role')
  const lastRollAt = db.prepare<[], number>('SELECT at FROM roll ORDER BY id DESC LIMIT 1').pluck().get()
  return { name, sessions: count('session'), characters: count('character', hasCopies ? "role <> 'copy'" : 'true'), ...(lastRollAt !== undefined && { lastRollAt }) }
}

/** The names of a table's columns; none where there is no such table. */
export const columnsOf = (db: Database, table: string): readonly string[] => (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
