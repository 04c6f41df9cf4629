import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { CampaignCard } from '../../preload/contract.ts'
import { columnsOf } from '../db/contents.ts'
import { diskFailure } from '../db/failure.ts'
import { holderOf } from '../db/lock.ts'
import { canBeWritten, openForReading, type OpenOptions } from '../db/open.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { createPackageStore } from '../db/stores/packages.ts'
import type { Manifest } from '../packages/manifest.ts'
import { ending } from './file-names.ts'

export interface CardOptions extends OpenOptions {
  /** When the campaign of that id was last backed up. */
  readonly backedUpAt: (id: string) => number | undefined
}

/** A campaign file as the list shows it, read without changing it, whoever has it open. */
export function toCard(folder: string, file: string, archived: boolean, { backedUpAt, ...options }: CardOptions): CampaignCard {
  const path = join(folder, file)
  const stats = statSync(path, { throwIfNoEntry: false })
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  const bytes = (stats?.size ?? 0) + (wal?.size ?? 0)
  const changedAt = Math.max(stats?.mtimeMs ?? 0, wal && wal.size > 0 ? wal.mtimeMs : 0)
  const heldBy = holderOf(path)
  const card = { file, name: basename(file, ending), changedAt, bytes, ...(archived && { archived }), ...(heldBy && { heldBy: { host: heldBy.host, pid: heldBy.pid, ...(heldBy.since !== undefined && { since: heldBy.since }) } }), ...(!canBeWritten(path) && { readOnly: true as const }) }
  const opened = openForReading(path, options)
  if (!opened.ok) return { ...card, problem: opened.error.message }
  const { db, close } = opened.value
  try {
    const { uuid, name, package: row } = createCampaignStore(db).get()
    const copy = createPackageStore(db).get(row)
    const backup = backedUpAt(uuid)
    return { ...card, name, ...playedIn(db), ...(backup !== undefined && { backedUpAt: backup }), ...(copy && { system: (JSON.parse(copy.manifest) as Manifest).name }) }
  } catch (error) {
    const failure = diskFailure(error, file)
    return { ...card, problem: failure && !failure.ok ? failure.error.message : `"${file}" can't be read. Nothing was changed. Restore it from a backup.` }
  } finally {
    close()
  }
}

/** How many sessions there were, and when anything was last played; from the ends of the tables alone. */
function playedIn(db: Database): Pick<CampaignCard, 'sessions' | 'playedAt'> {
  const lacks = (table: string): boolean => columnsOf(db, table).length === 0
  const last = (table: string, column: string): number => (lacks(table) ? 0 : (db.prepare<[], number>(`SELECT ${column} FROM ${table} ORDER BY id DESC LIMIT 1`).pluck().get() ?? 0))
  const playedAt = Math.max(last('roll', 'at'), last('deed', 'at'), last('session', 'started_at'))
  const sessions = lacks('session') ? 0 : (db.prepare<[], number>('SELECT count(*) FROM session').pluck().get() ?? 0)
  return { sessions, ...(playedAt > 0 && { playedAt }) }
}
