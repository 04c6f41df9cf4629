import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialog } from 'electron'
import type { Reply, Requests } from '../preload/contract.ts'
import { done, failed } from './rules/reply.ts'
import type { PreferenceFile } from './preferences/file.ts'

/** Where backups go. */
export interface BackupFolder {
  where(): Requests['backups.where']['result']
  /** Asks the GM for another folder, which must be one that can be written; `null` when they thought better of it. */
  choose(): Promise<Reply<string | null>>
  /** Goes back to the usual folder. */
  reset(): Reply<null>
}

export function createBackupFolder(preferences: PreferenceFile, usual: string): BackupFolder {
  const where = () => {
    const { backups } = preferences.get()
    return { folder: backups === '' ? usual : backups, isUsual: backups === '' }
  }
  return {
    where,
    async choose() {
      const { canceled, filePaths } = await dialog.showOpenDialog({ defaultPath: where().folder, properties: ['openDirectory', 'createDirectory'] })
      const [folder] = filePaths
      if (canceled || folder === undefined) return done(null)
      if (!canBeWritten(folder)) return failed('refused', `"${folder}" can't be written, so backups would be lost there. They go where they went before. Choose another folder, or allow writing to this one.`)
      const kept = preferences.set({ backups: folder })
      return kept.ok ? done(folder) : kept
    },
    reset: () => preferences.set({ backups: '' }),
  }
}

/** Tried, not read off its permissions, which don't tell it all. */
function canBeWritten(folder: string): boolean {
  const trial = join(folder, `.tollkeeper-${randomUUID()}`)
  try {
    writeFileSync(trial, '', { flag: 'wx' })
    rmSync(trial)
    return true
  } catch {
    return false
  }
}
