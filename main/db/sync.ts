import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Puts what was written to a file on the disk. */
export const syncFile = (path: string): void => sync(path, 'r+')

/** Puts what was renamed in a folder on the disk, where the system lets one. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
