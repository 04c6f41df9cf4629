import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Reply } from '../../preload/contract.ts'
import { done } from '../rules/reply.ts'
import type { Copier } from './copier.ts'
import { troubleOf } from './failure.ts'
import { heldElsewhere, takeLock } from './lock.ts'
import { hasLog } from './open.ts'
import { syncFolder } from './sync.ts'

/** Where the file that is replaced is kept: whole where it can be read, else byte by byte as it is. */
export interface KeptPresent {
  readonly whole: string
  readonly broken: string
}

/**
 * Puts a checked copy of `from` in the place of a campaign file, or where none is. What is there now
 * is kept first. At any moment the old file or the new one has the name, never half of one.
 */
export async function replaceFile(path: string, from: string, keep: KeptPresent, copier: Copier): Promise<Reply<null>> {
  const taken = takeLock(path)
  if ('heldBy' in taken) return heldElsewhere(taken.heldBy, basename(path))
  const restored = `${path}.restored`
  try {
    if (existsSync(path)) await keepPresent(path, keep, copier)
    await copier.copy(from, restored)
    // A log that is left belongs to a broken file, which was kept with it; on the new one it would do harm.
    for (const ending of ['-wal', '-shm', '-journal']) rmSync(path + ending, { force: true })
    renameSync(restored, path)
    syncFolder(dirname(path))
    return done(null)
  } finally {
    rmSync(restored, { force: true })
    taken.lock.release()
  }
}

async function keepPresent(path: string, { whole, broken }: KeptPresent, copier: Copier): Promise<void> {
  mkdirSync(dirname(whole), { recursive: true })
  // Reading a file takes its log in, so both are kept first where there may be harm in that.
  const bytes = hasLog(path) && keepBytes(path, broken)
  try {
    await copier.copy(path, whole)
    if (bytes) for (const ending of logged) rmSync(broken + ending, { force: true })
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error
    if (!bytes) keepBytes(path, broken)
  }
}

const logged = ['-wal', ''] as const

function keepBytes(path: string, to: string): true {
  for (const ending of logged) if (existsSync(path + ending)) copyFileSync(path + ending, to + ending)
  syncFolder(dirname(to))
  return true
}
