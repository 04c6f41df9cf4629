import { chmodSync, closeSync, copyFileSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { DamagedFile } from './failure.ts'
import { canBeWritten, hasLog } from './open.ts'
import { syncFile, syncFolder } from './sync.ts'

/** What a copying worker is given. */
export interface CopyJob {
  readonly from: string
  readonly to: string
  readonly nativeBinding?: string | undefined
}

const pagesPerStep = 1_000
const pagesPerFlush = 3 * pagesPerStep

/**
 * Copies a campaign file as it is at one moment, whoever writes to it meanwhile, checks the copy and
 * only then gives it its name. Whatever fails leaves nothing under that name.
 */
export async function copySound(job: CopyJob, told: (ended: number, of: number) => void): Promise<void> {
  const unfinished = `${job.to}.part`
  rmSync(unfinished, { force: true })
  try {
    await copyMoment({ ...job, to: unfinished }, told)
    finishFile(new Sqlite(unfinished, binding(job)), unfinished, job.to)
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
    throw error
  }
}

/** Copies a file as it is at one moment, whoever writes to it meanwhile, and checks nothing. */
export async function copyMoment(job: CopyJob, told: (ended: number, of: number) => void): Promise<void> {
  // SQLite doesn't tell a file that may not be read from one that is gone.
  closeSync(openSync(job.from, 'r'))
  if (!canBeWritten(job.from) && !hasLog(job.from)) {
    // Nor can it read one without a log of its own. Nobody writes to it meanwhile.
    copyFileSync(job.from, job.to)
    chmodSync(job.to, 0o644)
    return
  }
  const source = new Sqlite(job.from, { fileMustExist: true, ...binding(job) })
  try {
    source.pragma('query_only = ON')
    source.pragma('busy_timeout = 2000')
    // A reader of a write-ahead log keeps its moment and holds up nobody. Elsewhere it would, so there a change begins the copy anew.
    if (source.pragma('journal_mode', { simple: true }) === 'wal') {
      source.exec('BEGIN')
      source.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
    await source.backup(job.to, {
      progress({ totalPages, remainingPages }) {
        told(totalPages - remainingPages, totalPages)
        // Flushed bit by bit: all at the end would keep the disk from whoever plays meanwhile.
        if (existsSync(job.to) && (totalPages - remainingPages) % pagesPerFlush === 0) syncFile(job.to)
        return pagesPerStep
      },
    })
  } finally {
    source.close()
  }
}

const binding = ({ nativeBinding }: CopyJob): { nativeBinding?: string } => (nativeBinding === undefined ? {} : { nativeBinding })

/** Checks a file that was written, closes it, and gives it its name once it is on the disk. */
export function finishFile(db: Database, unfinished: string, to: string): void {
  try {
    // Without a log of its own it is one file, also while it is looked at.
    db.pragma('journal_mode = DELETE')
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DamagedFile('The copy is not sound')
  } finally {
    db.close()
  }
  syncFile(unfinished)
  renameSync(unfinished, to)
  syncFolder(dirname(to))
}
