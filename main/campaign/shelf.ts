/** What is done with campaign files that aren't open: each is locked for the moment, and keeps its name or gets a whole one. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Reply } from '../../preload/contract.ts'
import type { Copier } from '../db/copier.ts'
import { syncFolder } from '../db/sync.ts'
import { diskFailure } from '../db/failure.ts'
import { heldElsewhere, takeLock } from '../db/lock.ts'
import { openForReading, type OpenOptions } from '../db/open.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { done, failed } from '../rules/reply.ts'
import { freeName } from './file-names.ts'

export type ShelfOptions = Pick<OpenOptions, 'nativeBinding'>

/** Gives a campaign another name. Its file keeps the one it has, by which layouts and backups know it. */
export const renameCampaign = (path: string, name: string, options: ShelfOptions): Promise<Reply<null>> =>
  locked(path, async () => {
    const called = name.trim()
    if (called === '') return failed('refused', 'A campaign needs a name.')
    const refused = refusalOf(path, options)
    if (refused) return refused
    write(path, options, 'UPDATE campaign SET name = ?', called)
    return done(null)
  })

/** Makes a copy that is a campaign of its own, and gives its file. */
export async function duplicateCampaign(path: string, uuid: string, copier: Copier, options: ShelfOptions): Promise<Reply<string>> {
  const folder = dirname(path)
  const opened = openForReading(path, options)
  if (!opened.ok) return opened
  const { db, close } = opened.value
  let name: string
  try {
    name = `${createCampaignStore(db).get().name} copy`
  } finally {
    close()
  }
  const made = join(folder, `copy-${uuid}.incoming`)
  try {
    await copier.copy(path, made)
    write(made, options, 'UPDATE campaign SET name = ?, uuid = ?', name, uuid)
    const file = freeName(folder, name)
    renameSync(made, join(folder, file))
    return done(file)
  } catch (error) {
    rmSync(made, { force: true })
    return diskFailure(error, basename(path)) ?? Promise.reject(error)
  }
}

/** Moves a campaign to another folder under a name that is free there. */
export const moveCampaign = (path: string, to: string): Promise<Reply<string>> =>
  locked(path, async () => {
    mkdirSync(to, { recursive: true })
    const file = existsSync(join(to, basename(path))) ? freeName(to, basename(path).replace(/\.campaign$/, '')) : basename(path)
    // A log that is left, of an app that was killed, belongs to the file.
    for (const part of ['-wal', '-shm']) if (existsSync(path + part)) renameSync(path + part, join(to, file) + part)
    renameSync(path, join(to, file))
    syncFolder(to)
    return done(file)
  })

/** Gives a campaign to `bin`, with its log where one is left. */
export const binCampaign = (path: string, bin: (path: string) => Promise<void>): Promise<Reply<null>> =>
  locked(path, async () => {
    try {
      await bin(path)
    } catch {
      return failed('disk', `"${basename(path)}" could not be moved to the bin. Nothing was deleted. Show it in its folder and delete it there.`)
    }
    for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true })
    return done(null)
  })

async function locked<T>(path: string, run: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const named = basename(path)
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return failed('missing', `There is no campaign file "${named}" any more. It may have been moved or renamed outside Tollkeeper.`)
    const taken = takeLock(path)
    if ('heldBy' in taken) return heldElsewhere(taken.heldBy, named)
    return await run().finally(() => taken.lock.release())
  } catch (error) {
    return diskFailure(error, named) ?? Promise.reject(error)
  }
}

/** Why a file is none that could be written. The lock is ours, so it is only looked at. */
function refusalOf(path: string, options: ShelfOptions): Reply<never> | undefined {
  const opened = openForReading(path, options)
  if (!opened.ok) return opened
  opened.value.close()
  return undefined
}

function write(path: string, { nativeBinding }: ShelfOptions, sql: string, ...values: readonly string[]): void {
  // SQLite would open a file that may not be written all the same, and leave a log beside it.
  closeSync(openSync(path, 'r+'))
  const db = new Sqlite(path, { fileMustExist: true, ...(nativeBinding !== undefined && { nativeBinding }) })
  try {
    db.pragma('synchronous = FULL')
    db.prepare(sql).run(...values)
  } finally {
    // Takes the log in; on a full disk it stays beside the file and holds what was written.
    db.close()
  }
}
