import { accessSync, closeSync, constants, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import type { Reply } from '../../preload/contract.ts'
import { done, failed } from '../rules/reply.ts'
import { heldElsewhere, takeLock, type Lock } from './lock.ts'
import { applicationId, migrate, migrations, schemaVersion } from './migrate.ts'
import { diskFailure, troubleOf } from './failure.ts'

/** An open campaign file that this process may write. */
export interface CampaignFile {
  readonly path: string
  readonly db: Database
  /** Whether the file still lies where it was opened. One that was moved, deleted or replaced under an open database goes on taking what is written, for nobody. */
  isThere(): boolean
  close(): void
}

export interface OpenOptions {
  /** The native part of better-sqlite3, where the runtime can't load the one in its package. */
  readonly nativeBinding?: string | undefined
  /** Keeps a copy of an older file before it is brought forward. What can't be kept stays as it is, and closed. */
  readonly backUp?: (() => Promise<Reply<null>>) | undefined
}

/**
 * Creates a campaign file with what `fill` writes into it. It gets its name only when it is whole,
 * so that a crash in between leaves no half campaign in the list.
 */
export function createFile(path: string, fill: (db: Database) => void, options: OpenOptions = {}): Reply<null> {
  return guarded(path, () => {
    const unfinished = `${path}.new`
    rmSync(unfinished, { force: true })
    try {
      // SQLite doesn't tell a folder that may not be written from one that is gone.
      closeSync(openSync(unfinished, 'wx'))
      const db = new Sqlite(unfinished, binding(options))
      try {
        migrate(db)
        db.transaction(() => fill(db))()
        keepLog(db)
        db.pragma('wal_checkpoint(TRUNCATE)')
      } finally {
        db.close()
      }
      renameSync(unfinished, path)
    } catch (error) {
      for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + ending, { force: true })
      throw error
    }
    return done(null)
  })
}

/**
 * Opens a campaign file for writing, and refuses with the file untouched when it is no campaign,
 * damaged, from a newer version, or open elsewhere.
 */
export async function openFile(path: string, options: OpenOptions = {}): Promise<Reply<CampaignFile>> {
  try {
    return inspect(path) ?? (await openForWriting(path, options))
  } catch (error) {
    return toFailure(error, path)
  }
}

/** Whether a file looks like a campaign that is all there. */
export function isWholeFile(path: string): boolean {
  try {
    return inspect(path) === undefined
  } catch {
    return false
  }
}

/** A campaign file that is only read. */
export interface ReadFile {
  readonly db: Database
  close(): void
}

/** Opens a campaign file for reading alone, whoever else has it open. */
export function openForReading(path: string, options: OpenOptions = {}): Reply<ReadFile> {
  return guarded(path, () => {
    const refused = inspect(path)
    if (refused) return refused
    const { db, close } = openReadOnly(path, options)
    try {
      const newer = newerThanUs(db)
      if (!newer) return done({ db, close })
      close()
      return newer
    } catch (error) {
      close()
      throw error
    }
  })
}

/**
 * A read-only connection leaves an empty log beside the file that it may not remove. So a file that
 * nobody has open is locked for the moment and opened in full, with writing forbidden. Where that
 * can't be written either, SQLite opens nothing or leaves a log that it can't remove: its bytes are read.
 */
function openReadOnly(path: string, options: OpenOptions): ReadFile {
  if (!hasLog(path) && !canBeWritten(path) && statSync(path).size <= mostInMemory) return openBytes(path, options)
  const lock = hasLog(path) ? undefined : tryLock(path)
  if (!lock) {
    const db = new Sqlite(path, { readonly: true, fileMustExist: true, ...binding(options) })
    return { db, close: () => void db.close() }
  }
  try {
    const db = new Sqlite(path, { fileMustExist: true, ...binding(options) })
    db.pragma('query_only = ON')
    return {
      db,
      close() {
        db.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const mostInMemory = 256 * 1024 * 1024

function openBytes(path: string, options: OpenOptions): ReadFile {
  const bytes = readFileSync(path)
  // The header says that there is a log; in memory there is none.
  bytes.fill(1, 18, 20)
  const db = new Sqlite(bytes, binding(options))
  db.pragma('query_only = ON')
  return { db, close: () => void db.close() }
}

/** Undefined where somebody has it, or the folder can't be written. */
function tryLock(path: string): Lock | undefined {
  try {
    const taken = takeLock(path)
    return 'lock' in taken ? taken.lock : undefined
  } catch {
    return undefined
  }
}

/** Whether a file and its folder may be written. */
export function canBeWritten(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a write-ahead log holds something that isn't in the file yet. */
export const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

async function openForWriting(path: string, options: OpenOptions): Promise<Reply<CampaignFile>> {
  const taken = takeLock(path)
  if ('heldBy' in taken) return heldElsewhere(taken.heldBy, basename(path))
  let db: Database | undefined
  try {
    // SQLite would open a file that may not be written all the same, and leave a log beside it.
    closeSync(openSync(path, 'r+'))
    db = new Sqlite(path, { fileMustExist: true, ...binding(options) })
    const refused = newerThanUs(db) ?? (await keepOlder(db, path, options))
    if (refused) {
      db.close()
      taken.lock.release()
      return refused
    }
    setUp(db)
    const failure = bringForward(db, path)
    if (failure) {
      db.close()
      taken.lock.release()
      return failure
    }
    keepLog(db)
  } catch (error) {
    db?.close()
    taken.lock.release()
    throw error
  }
  const opened = db
  const keeper = writeLogWhenIdle(opened)
  const mark = markOf(path)
  return done({
    path,
    db: opened,
    isThere: () => mark === markOf(path),
    close() {
      clearInterval(keeper)
      // The file alone shall be the whole campaign once it is closed. On a full disk its log stays
      // beside it and holds the rest, so nothing is lost.
      try {
        opened.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        if (!diskFailure(error, path)) throw error
      } finally {
        opened.close()
        taken.lock.release()
      }
    },
  })
}

/** Which file lies there; undefined where none can be reached. */
function markOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

/** The one setting that a file keeps. Where a log can't be shared, as on network folders, there is none. */
function keepLog(db: Database): void {
  if (db.pragma('journal_mode = WAL', { simple: true }) !== 'wal') db.pragma('journal_mode = DELETE')
  // Going over to a log sets it anew.
  db.pragma('synchronous = FULL')
}

/** A log of 16 MB goes into the file with the action that made it so long, if nobody paused before. */
const logPages = 4096

/**
 * Brings the log into the file in the first pause of about a second, since an action that must do so
 * takes several times as long. On a disk that is full or gone the log keeps everything.
 */
function writeLogWhenIdle(db: Database): NodeJS.Timeout {
  db.pragma(`wal_autocheckpoint = ${logPages}`)
  const count = db.prepare<[], number>('SELECT total_changes()').pluck()
  let seen = 0
  let written = 0
  const tidy = (): void => {
    const changes = count.get() ?? 0
    const isIdle = changes === seen
    seen = changes
    if (!isIdle || changes === written) return
    written = changes
    try {
      db.pragma('wal_checkpoint(PASSIVE)')
    } catch (error) {
      if (!troubleOf(error)) throw error
    }
  }
  return setInterval(tidy, 1_000).unref()
}

/** The settings that every connection needs, since SQLite forgets them. */
function setUp(db: Database): void {
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('busy_timeout = 2000')
}

function newerThanUs(db: Database): Reply<never> | undefined {
  const version = schemaVersion(db)
  if (version <= migrations.length) return undefined
  return failed(
    'newer',
    `This campaign was saved by a newer Tollkeeper (file version ${version}; this one knows up to ${migrations.length}). Nothing was changed. Update Tollkeeper to open it.`,
  )
}

/** Looks at the header without opening the file as a database, which could touch it. */
function inspect(path: string): Reply<never> | undefined {
  const header = Buffer.alloc(100)
  let handle: number
  try {
    handle = openSync(path, 'r')
  } catch (error) {
    // A folder that may not be read is another matter.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return failed('missing', `There is no campaign file "${basename(path)}" any more. It may have been moved or renamed outside Tollkeeper.`)
  }
  const length = readSync(handle, header, 0, 100, 0)
  closeSync(handle)
  const isSqlite = length === 100 && header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  if (!isSqlite || header.readUInt32BE(68) !== applicationId)
    return failed('foreign', `"${basename(path)}" is not a Tollkeeper campaign: another program made it, or its beginning is gone. Nothing was changed. Restore it from a backup, or open it with that other program.`)
  const declaredPageSize = header.readUInt16BE(16)
  const pageSize = declaredPageSize === 1 ? 65_536 : declaredPageSize
  const isWhole = statSync(path).size >= pageSize * header.readUInt32BE(28)
  // Pages that are still in the write-ahead log may be missing from the file itself.
  if (isWhole || hasLog(path)) return undefined
  return failed('damaged', `"${basename(path)}" is shorter than it should be: a copy was cut off or the disk lost a part. Nothing was changed. Restore it from a backup, or salvage what can be read.`)
}

async function keepOlder(db: Database, path: string, { backUp }: OpenOptions): Promise<Reply<never> | undefined> {
  if (schemaVersion(db) >= migrations.length) return undefined
  if (!backUp) throw new Error('An older file is brought forward only after a backup')
  const kept = await backUp()
  if (kept.ok) return undefined
  return failed(kept.error.code, `"${basename(path)}" was saved by an older Tollkeeper, and is brought forward only after a backup. ${kept.error.message}`)
}

/** What can't be brought forward stays as it was: a step that fails takes the others back. */
function bringForward(db: Database, path: string): Reply<never> | undefined {
  const version = schemaVersion(db)
  try {
    migrate(db)
    return undefined
  } catch (error) {
    if (troubleOf(error)) throw error
    return failed('damaged', `"${basename(path)}" could not be brought from file version ${version} to ${migrations.length}: ${(error as Error).message}. Nothing was changed, and it was backed up before. Restore a backup, or salvage what can be read.`)
  }
}

const binding = ({ nativeBinding }: OpenOptions): { nativeBinding?: string } => (nativeBinding === undefined ? {} : { nativeBinding })

function guarded<T>(path: string, run: () => Reply<T>): Reply<T> {
  try {
    return run()
  } catch (error) {
    return toFailure(error, path)
  }
}

function toFailure(error: unknown, path: string): Reply<never> {
  const failure = diskFailure(error, basename(path))
  if (failure) return failure
  throw error
}
