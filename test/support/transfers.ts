import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { createTransfers, type TransfersOptions } from '../../main/campaign/transfers.ts'
import { createTransferrer } from '../../main/transfer/jobs.ts'
import { spawnTransfer } from '../../main/transfer/spawn.ts'
import type { createWorld } from './campaign.ts'

/** Real transfers beside a world's library. */
export const transfersOf = ({ campaigns, library, backups, events }: Pick<ReturnType<typeof createWorld>, 'campaigns' | 'backups' | 'events'> & Pick<TransfersOptions, 'library'>) =>
  createTransfers({
    folder: () => campaigns,
    jobs: createTransferrer(spawnTransfer),
    backups,
    library,
    announce: (name, payload) => void events.push({ name, payload }),
    now: () => 5_000,
    uuid: randomUUID,
  })

/** All that a campaign file holds, whatever the order of its rows: the journal, sums and the highest ids too. */
export function everythingIn(path: string): Readonly<Record<string, readonly string[]>> {
  if (!existsSync(path)) throw new Error(`There is no ${path}`)
  const db = new Sqlite(path, { readonly: true })
  const tables = (db.pragma('table_list') as { schema: string; name: string; type: string }[]).filter(({ schema, type, name }) => schema === 'main' && type === 'table' && name !== 'sqlite_schema')
  const all = Object.fromEntries(tables.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all().map((row) => JSON.stringify(row)).toSorted()]))
  const version = db.pragma('user_version', { simple: true }) as number
  db.close()
  return { ...all, version: [String(version)] }
}
