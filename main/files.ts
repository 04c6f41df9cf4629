import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { app, dialog } from 'electron'
import type { Reply } from '../preload/contract.ts'
import { writeTogether } from './campaign/write-files.ts'
import { diskFailure } from './db/failure.ts'
import { safeFileName } from './rules/file-name.ts'
import { done, failed } from './rules/reply.ts'

/** Asks the GM where a file shall be written; its path, or `null`. */
export async function chooseTarget(name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), safeFileName(name)) })
  return canceled || filePath === '' ? null : filePath
}

/** Asks the GM for a file; its path, or `null`. */
export async function chooseSource(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks the GM for a folder; its path, or `null`. */
export async function chooseFolder(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'] })
  return canceled ? null : (filePaths[0] ?? null)
}

/** Asks the GM where and saves a text there. */
export const saveText = (name: string, text: string): Promise<Reply<string | null>> => saveFiles(name, (fileName) => done([{ name: fileName, text }]))

/** Asks the GM where and saves there what is made for the name that was chosen: a text, and what goes beside it. */
export async function saveFiles(name: string, make: (fileName: string) => Reply<readonly { readonly name: string; readonly text: string }[]>): Promise<Reply<string | null>> {
  const filePath = await chooseTarget(name)
  if (filePath === null) return done(null)
  const files = make(basename(filePath))
  return files.ok ? writeTogether(filePath, files.value) : files
}

/** More than any import takes; it says by itself how much less that is. */
const mostBytes = 200 * 1024 * 1024

/** Asks the GM for a file to import and reads it. */
export async function chooseFile(): Promise<Reply<{ readonly name: string; readonly bytes: Uint8Array } | null>> {
  const path = await chooseSource()
  if (path === null) return done(null)
  const name = basename(path)
  try {
    if (statSync(path).size > mostBytes) return failed('refused', `"${name}" is far too large to be imported. Nothing was changed. Split it into smaller files.`)
    return done({ name, bytes: readFileSync(path) })
  } catch (error) {
    return diskFailure(error, name) ?? failed('disk', `"${name}" can't be read. Nothing was changed. Check that it is a file and may be read.`)
  }
}
