import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PreferenceFile } from './file.ts'

/** Drops the arrangements of campaigns whose files are gone from their folder, and from where they are put aside. One that can't be read says nothing about them. */
export function forgetGone(preferences: PreferenceFile, folder: string): void {
  let files: readonly string[]
  try {
    const aside = join(folder, 'archive')
    files = [...readdirSync(folder), ...(existsSync(aside) ? readdirSync(aside) : [])]
  } catch {
    return
  }
  const { layouts } = preferences.get()
  const kept = Object.entries(layouts).filter(([file]) => files.includes(file))
  if (kept.length < Object.keys(layouts).length) preferences.set({ layouts: Object.fromEntries(kept) })
}
