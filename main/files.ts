import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { app, dialog } from 'electron'
import type { Reply } from '../preload/contract.ts'
import { diskFailure } from './db/failure.ts'
import { safeFileName } from './rules/file-name.ts'
import { done, failed } from './rules/reply.ts'

/** Asks the GM where and saves a text there. */
export async function saveText(name: string, text: string): Promise<Reply<string | null>> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), safeFileName(name)) })
  if (canceled || filePath === '') return done(null)
  try {
    writeFileSync(filePath, text)
    return done(filePath)
  } catch (error) {
    return diskFailure(error, basename(filePath)) ?? Promise.reject(error)
  }
}

/** More than any import takes; it says by itself how much less that is. */
const mostBytes = 200 * 1024 * 1024

/** Asks the GM for a file to import and reads it. */
export async function chooseFile(): Promise<Reply<{ readonly name: string; readonly bytes: Uint8Array } | null>> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
  const [path] = filePaths
  if (canceled || path === undefined) return done(null)
  const name = basename(path)
  try {
    if (statSync(path).size > mostBytes) return failed('refused', `"${name}" is far too large to be imported. Nothing was changed. Split it into smaller files.`)
    return done({ name, bytes: readFileSync(path) })
  } catch (error) {
    return diskFailure(error, name) ?? failed('disk', `"${name}" can't be read. Nothing was changed. Check that it is a file and may be read.`)
  }
}
