import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Preferences, Reply } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import { done } from '../rules/reply.ts'

/** What the GM prefers on this computer, kept in one small file. */
export interface PreferenceFile {
  get(): Preferences
  /** Changes some of them and answers when they are on the disk. */
  set(change: Partial<Preferences>): Reply<null>
}

const atMost = (limit: number) => (entries: object) => Object.keys(entries).length <= limit

/** The shape of the file. An entry that can't be read takes its default. */
export const preferenceShape = z.strictObject({
  theme: z.enum(['system', 'dark', 'light', 'contrast']),
  textSize: z.int().min(100).max(200),
  reducedMotion: z.boolean(),
  keys: z.record(z.string().regex(/^[a-z][A-Za-z.-]{0,63}$/), z.string().max(40)).refine(atMost(300)),
  layouts: z.record(z.string().min(1).max(300), z.string().max(4_000)).refine(atMost(1_000)),
  backups: z.string().max(4_096),
  campaigns: z.string().max(4_096),
  developed: z.string().max(4_096),
  backupMegabytes: z.int().min(100).max(1_000_000),
  undoSteps: z.int().min(100).max(1_000_000),
  undoMegabytes: z.int().min(1).max(10_000),
})

const defaults: Preferences = { theme: 'system', textSize: 100, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64 }

export function createPreferenceFile(path: string, announce: (preferences: Preferences) => void): PreferenceFile {
  let current = read(path)
  return {
    get: () => current,
    set(change) {
      const next = { ...current, ...change }
      try {
        write(path, next)
      } catch (error) {
        const failure = diskFailure(error, 'preferences.json')
        if (failure) return failure
        throw error
      }
      current = next
      announce(current)
      return done(null)
    },
  }
}

function read(path: string): Preferences {
  let found: unknown
  try {
    found = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Not there yet, or not readable: the next change writes a whole file again.
    return defaults
  }
  if (typeof found !== 'object' || found === null) return defaults
  const entries = Object.entries(preferenceShape.shape).flatMap(([name, shape]) => {
    const parsed = shape.safeParse((found as Record<string, unknown>)[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { ...defaults, ...Object.fromEntries(entries) }
}

/** The old file or the new one is there at any moment, never half of one. */
function write(path: string, preferences: Preferences): void {
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.new`
  const handle = openSync(unfinished, 'w')
  try {
    writeSync(handle, `${JSON.stringify(preferences, null, 2)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(unfinished, path)
}
