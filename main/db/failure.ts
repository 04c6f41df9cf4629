import type { Reply } from '../../preload/contract.ts'
import { failed } from '../rules/reply.ts'

/** A file that opens but lacks what every campaign has. */
export class DamagedFile extends Error {}

/**
 * What an error of the disk or of SQLite means to a GM, or undefined when it is a bug. SQLite has
 * rolled back by then, so what was saved before is safe.
 */
export function diskFailure(error: unknown, name: string): Reply<never> | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return failed('disk', `The disk with "${name}" is full. Nothing was changed, and everything before is saved. Free some space and try again.`)
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return failed('disk', `"${name}" or its folder can't be written. Nothing was changed. Check that the folder isn't read-only and try again.`)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return failed('locked', `"${name}" is being used by another program. Nothing was changed. Close that program and try again.`)
  if (error instanceof DamagedFile || code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB'))
    return failed('damaged', `"${name}" is damaged. Nothing was changed. Restore it from a backup.`)
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN') || code === 'EIO' || code === 'ENOTDIR' || code === 'EEXIST' || code === 'EISDIR' || code === 'ENOENT')
    return failed('disk', `"${name}" can't be reached. Nothing was changed, and everything before is saved. Check that its disk is connected and try again.`)
  return undefined
}
