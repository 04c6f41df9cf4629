import type { Reply } from '../../preload/contract.ts'
import { failed } from '../rules/reply.ts'

/** A file that opens but lacks what every campaign has. */
export class DamagedFile extends Error {}

/** What is the matter with a disk or a file; undefined when it is a bug. */
export function troubleOf(error: unknown): 'full' | 'unwritable' | 'busy' | 'damaged' | 'unreachable' | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return 'full'
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'unwritable'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'busy'
  if (error instanceof DamagedFile || code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB')) return 'damaged'
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN') || code === 'EIO' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR' || code === 'ENOENT') return 'unreachable'
  return undefined
}

/**
 * What an error of the disk or of SQLite means to a GM, or undefined when it is a bug. SQLite has
 * rolled back by then, so what was saved before is safe.
 */
export function diskFailure(error: unknown, name: string): Reply<never> | undefined {
  switch (troubleOf(error)) {
    case 'full':
      return failed('disk', `The disk with "${name}" is full. Nothing was changed, and everything before is saved. Free some space and try again.`)
    case 'unwritable':
      return failed('disk', `"${name}" or its folder can't be read or written. Nothing was changed. Check that you may, and that neither is read-only, or copy the file to a folder that can be written.`)
    case 'busy':
      return failed('locked', `"${name}" is being used by another program. Nothing was changed. Close that program and try again.`)
    case 'damaged':
      return failed('damaged', `"${name}" is damaged. Nothing was changed. Restore it from a backup, or salvage what can be read.`)
    case 'unreachable':
      return failed('disk', `"${name}" can't be reached. Nothing was changed, and everything before is saved. Check that its disk is connected and try again.`)
    case undefined:
      return undefined
  }
}
