import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialog } from 'electron'
import type { Reply } from '../preload/contract.ts'
import { done, failed } from './rules/reply.ts'
import type { PreferenceFile } from './preferences/file.ts'

/** A folder that the GM may choose. */
export interface ChosenFolder {
  where(): { readonly folder: string; readonly isUsual: boolean }
  /** Asks the GM for another folder, which must be one that can be written; `null` when they thought better of it. */
  choose(): Promise<Reply<string | null>>
  /** Goes back to the usual folder. */
  reset(): Reply<null>
}

/** @param lost what would happen in a folder that can't be written, in words. */
export function createChosenFolder(preferences: PreferenceFile, key: 'backups' | 'campaigns', usual: string, lost: string): ChosenFolder {
  const where = () => {
    const chosen = preferences.get()[key]
    return { folder: chosen === '' ? usual : chosen, isUsual: chosen === '' }
  }
  return {
    where,
    async choose() {
      const { canceled, filePaths } = await dialog.showOpenDialog({ defaultPath: where().folder, properties: ['openDirectory', 'createDirectory'] })
      const [folder] = filePaths
      if (canceled || folder === undefined) return done(null)
      if (!canBeWritten(folder)) return failed('refused', `"${folder}" can't be written, so ${lost} Choose another folder, or allow writing to this one.`)
      const kept = preferences.set({ [key]: folder })
      return kept.ok ? done(folder) : kept
    },
    reset: () => preferences.set({ [key]: '' }),
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
