import type { Database } from 'better-sqlite3'
import { campaign } from './migrations/0001-campaign.ts'
import { sessions } from './migrations/0002-sessions.ts'
import { fights } from './migrations/0003-fights.ts'
import { roster } from './migrations/0004-roster.ts'
import { tables } from './migrations/0005-tables.ts'
import { notes } from './migrations/0006-notes.ts'
import { economy } from './migrations/0007-economy.ts'
import { counterSums } from './migrations/0008-counter-sums.ts'
import { causes } from './migrations/0009-causes.ts'
import { figures } from './migrations/0010-figures.ts'
import { content } from './migrations/0011-content.ts'

/** Marks a SQLite file as a campaign: "Toll" in ASCII. */
export const applicationId = 0x546f6c6c

/** Every change of the schema, the first at index 0 making version 1. Only ever appended to. */
export const migrations: readonly string[] = [campaign, sessions, fights, roster, tables, notes, economy, counterSums, causes, figures, content]

/** The version of the schema that a campaign file has. */
export const schemaVersion = (db: Database): number => db.pragma('user_version', { simple: true }) as number

/** Ends the journal: what is undone from now on was done after this, which stands there as a barrier. */
export function beginAnew(db: Database, label: string): void {
  db.exec('DELETE FROM journal')
  db.prepare("INSERT INTO journal (at, label, changes) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), ?, 'null')").run(label)
}

/**
 * Brings a file up to the newest schema in one transaction. The journal ends there: its steps are
 * about the tables as they were.
 */
export function migrate(db: Database, list: readonly string[] = migrations): void {
  const version = schemaVersion(db)
  if (version >= list.length) return
  db.transaction(() => {
    for (const step of list.slice(version)) db.exec(step)
    if (version > 0) beginAnew(db, 'updating the file for this Tollkeeper')
    db.pragma(`application_id = ${applicationId}`)
    db.pragma(`user_version = ${list.length}`)
  }).immediate()
}
