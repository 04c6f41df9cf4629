import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { app, dialog } from 'electron'
import type { Reply } from '../preload/contract.ts'
import { diskFailure } from './db/failure.ts'
import { done } from './rules/reply.ts'

/** Asks the GM where and saves a text there. */
export async function saveText(name: string, text: string): Promise<Reply<string | null>> {
  const safe = name.replace(/[<>:"/\\|?*\p{Cc}]/gu, ' ').trim()
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('documents'), safe) })
  if (canceled || filePath === '') return done(null)
  try {
    writeFileSync(filePath, text)
    return done(filePath)
  } catch (error) {
    return diskFailure(error, basename(filePath)) ?? Promise.reject(error)
  }
}
