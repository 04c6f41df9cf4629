import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BackupReason, Reply } from '../../preload/contract.ts'
import { backupName, parseBackupName } from '../db/backup-name.ts'
import { CancelledCopy, type Copier } from '../db/copier.ts'
import { troubleOf } from '../db/failure.ts'
import { isWholeFile, openForReading, type OpenOptions } from '../db/open.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { chooseKept } from '../rules/backups.ts'
import { done, failed } from '../rules/reply.ts'
import type { Announce } from './campaign.ts'
import { createQueue } from './queue.ts'

/** The backups of all campaigns: one folder each, called by the campaign's own id. */
export interface Backups {
  /** Makes one and answers when it is whole, checked and on the disk; then drops what the rule no longer keeps. */
  make(path: string, reason: BackupReason): Promise<Reply<null>>
  /** Makes today's while play goes on, where the last one is older than a day. What fails is told, and stops nothing. */
  makeDaily(path: string): Promise<void>
  /** Ends what is being made. */
  cancel(): Promise<void>
}

export interface BackupsOptions extends Pick<OpenOptions, 'nativeBinding'> {
  readonly folder: () => string
  /** What one campaign's backups may take together. */
  readonly limitBytes: () => number
  readonly copier: Copier
  readonly announce: Announce
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly logBug: (error: unknown, where: string) => string
}

const dayMs = 86_400_000
/** A backup that takes longer tells how far it is, and how often. */
const progressAfterMs = 300
const progressEveryMs = 100

export function createBackups({ folder, limitBytes, copier, announce, now, nativeBinding, logBug }: BackupsOptions): Backups {
  const inTurn = createQueue()

  const makeNow = async (path: string, reason: BackupReason): Promise<Reply<null>> => {
    const named = basename(path)
    const id = idOf(path, { nativeBinding })
    if (!id.ok) return id
    const home = join(folder(), id.value)
    const began = performance.now()
    let told = began
    try {
      mkdirSync(home, { recursive: true })
      await copier.copy(path, freePath(home, named, now(), reason), (ended, of) => {
        const at = performance.now()
        if (at - began < progressAfterMs || at - told < progressEveryMs) return
        told = at
        announce('backup.progressed', { ended, of })
      })
    } catch (error) {
      return notKept(error, named, home, logBug)
    } finally {
      if (told !== began) announce('backup.ended', null)
    }
    try {
      tidy(home, { now: now(), limitBytes: limitBytes(), offsetMs: -new Date(now()).getTimezoneOffset() * 60_000 })
    } catch (error) {
      // The new one is there; what should have gone is seen to after the next.
      if (!troubleOf(error)) logBug(error, 'tidying backups')
    }
    return done(null)
  }

  const make = (path: string, reason: BackupReason): Promise<Reply<null>> => inTurn(() => makeNow(path, reason))

  return {
    make,
    async makeDaily(path) {
      const id = idOf(path, { nativeBinding })
      if (!id.ok || now() - lastAt(join(folder(), id.value)) < dayMs) return
      const made = await make(path, 'daily')
      if (!made.ok && made.error.code !== 'refused') announce('backup.failed', made.error.message)
    },
    cancel: () => copier.cancel(),
  }
}

/** The id by which a campaign is known whatever it is called. */
function idOf(path: string, options: OpenOptions): Reply<string> {
  const opened = openForReading(path, options)
  if (!opened.ok) return opened
  const { db, close } = opened.value
  try {
    return done(createCampaignStore(db).id())
  } catch (error) {
    if (troubleOf(error) !== 'damaged') throw error
    return failed('damaged', `"${basename(path)}" is damaged, so it can't be backed up. Nothing was changed, and its older backups are untouched. Restore one of them.`)
  } finally {
    close()
  }
}

/** Names tell no less than a second apart. */
function freePath(home: string, campaignFile: string, at: number, reason: BackupReason): string {
  const path = join(home, backupName(campaignFile, at, reason))
  return existsSync(path) ? freePath(home, campaignFile, at + 1_000, reason) : path
}

/** Every backup in a campaign's folder, as its name and size tell. */
function marksIn(home: string) {
  return readdirSync(home).flatMap((name) => {
    const parsed = parseBackupName(name)
    const path = join(home, name)
    return parsed ? [{ ...parsed, path, bytes: statSync(path).size, broken: parsed.reason === 'broken' || !isWholeFile(path) }] : []
  })
}

function lastAt(home: string): number {
  try {
    return Math.max(...marksIn(home).flatMap(({ at, broken }) => (broken ? [] : [at])))
  } catch {
    return -Infinity
  }
}

function tidy(home: string, rule: Parameters<typeof chooseKept>[1]): void {
  const marks = marksIn(home)
  const kept = chooseKept(marks, rule)
  for (const mark of marks) if (!kept.has(mark)) rmSync(mark.path)
  for (const name of readdirSync(home)) {
    // Left by an app that was killed; one that is being made now is younger.
    const path = join(home, name)
    if (/\.part(-journal)?$/.test(name) && Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path)
  }
}

function notKept(error: unknown, named: string, home: string, logBug: BackupsOptions['logBug']): Reply<never> {
  if (error instanceof CancelledCopy) return failed('refused', `The backup of "${named}" was not finished. The campaign and its older backups are untouched.`)
  const safe = 'The campaign and its older backups are untouched.'
  const elsewhere = 'choose another folder for backups in Settings'
  switch (troubleOf(error)) {
    case 'full':
      return failed('disk', `"${named}" could not be backed up: the disk with "${home}" is full. ${safe} Make room there, or ${elsewhere}.`)
    case 'unwritable':
      return failed('disk', `"${named}" could not be backed up: "${home}" can't be written. ${safe} Allow writing there, or ${elsewhere}.`)
    case 'unreachable':
    case 'busy':
      return failed('disk', `"${named}" could not be backed up: "${home}" can't be reached. ${safe} Connect its disk, or ${elsewhere}.`)
    case 'damaged':
      return failed('damaged', `"${named}" has a damaged part, so its backup was not kept. ${safe} Close the campaign and restore an older backup, or salvage what can be read.`)
    case undefined:
      return failed('bug', `"${named}" could not be backed up. ${safe} Details are in the log under ${logBug(error, 'backup')}.`)
  }
}
