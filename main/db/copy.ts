import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { DamagedFile } from './failure.ts'

/** What a copying worker is given. */
export interface CopyJob {
  readonly from: string
  readonly to: string
  readonly nativeBinding?: string | undefined
}

/** What it answers: how many of how many pages, and at last that the copy is whole, or why it isn't. */
export type CopyAnswer =
  | { readonly kind: 'progress'; readonly ended: number; readonly of: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string; readonly damaged: boolean }

const pagesPerStep = 1_000

/**
 * Copies a campaign file as it is at one moment, whoever writes to it meanwhile, checks the copy and
 * only then gives it its name. Whatever fails leaves nothing under that name.
 */
export async function copySound({ from, to, nativeBinding }: CopyJob, told: (ended: number, of: number) => void): Promise<void> {
  const options = nativeBinding === undefined ? {} : { nativeBinding }
  const unfinished = `${to}.part`
  rmSync(unfinished, { force: true })
  try {
    const source = new Sqlite(from, { fileMustExist: true, ...options })
    try {
      source.pragma('query_only = ON')
      source.pragma('busy_timeout = 2000')
      // A reader of a write-ahead log keeps its moment and holds up nobody. Elsewhere it would, so there a change begins the copy anew.
      if (source.pragma('journal_mode', { simple: true }) === 'wal') {
        source.exec('BEGIN')
        source.prepare('SELECT count(*) FROM sqlite_schema').get()
      }
      await source.backup(unfinished, {
        progress({ totalPages, remainingPages }) {
          told(totalPages - remainingPages, totalPages)
          return pagesPerStep
        },
      })
    } finally {
      source.close()
    }
    const copy = new Sqlite(unfinished, options)
    try {
      // Without a log of its own a backup is one file, also while it is looked at.
      copy.pragma('journal_mode = DELETE')
      if (copy.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new DamagedFile('The copy is not sound')
    } finally {
      copy.close()
    }
    sync(unfinished)
    renameSync(unfinished, to)
    syncFolder(dirname(to))
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + ending, { force: true })
    throw error
  }
}

/** Puts what was renamed in a folder on the disk, where the system lets one. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder)
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
