import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Backup, BackupReason, LostCampaign, Reply, Salvaged } from '../../preload/contract.ts'
import { backupName, parseBackupName } from '../db/backup-name.ts'
import { CancelledCopy, type Copier } from '../db/copier.ts'
import { contentsOf } from '../db/contents.ts'
import { diskFailure, troubleOf } from '../db/failure.ts'
import { isWholeFile, openForReading, type OpenOptions } from '../db/open.ts'
import { replaceFile } from '../db/replace.ts'
import { NothingToSalvage } from '../db/salvage.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { createPackageStore } from '../db/stores/packages.ts'
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
  /** Those of a campaign, the newest first, with what is in each: by its file's path, or by the id of one that is lost. */
  list(of: { readonly path: string } | { readonly id: string }): Reply<readonly Backup[]>
  /** Campaigns of which nothing but backups is left, given the paths of those that are there. */
  lost(paths: readonly string[]): Reply<readonly LostCampaign[]>
  /** Puts a backup in the place of a file, keeping what is there as another backup. Without a path it goes where `pathFor` says, given the file's old name. */
  restore(backup: string, path: string | undefined, pathFor: (file: string) => string): Promise<Reply<string>>
  /** Reads what can be read of a damaged file into a new one, with the help of its backups. */
  salvage(path: string, to: string): Promise<Reply<Salvaged>>
  /** The newest backup that was made before an update of the system, in which the campaign still plays with these rules. */
  beforeUpdate(path: string, rules: string): string | undefined
  /** When the campaign of that id was last backed up, as the names of its backups say. */
  lastAt(id: string): number | undefined
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

  /** Every campaign's folder with its backups. */
  const folders = () => {
    const all = folder()
    return existsSync(all) ? readdirSync(all, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && isId(entry.name) ? [{ id: entry.name, marks: marksIn(join(all, entry.name)) }] : [])) : []
  }

  const foldersOf = (of: { readonly path: string } | { readonly id: string }) => {
    if ('id' in of) return folders().filter(({ id }) => id === of.id)
    const id = existsSync(of.path) ? idOf(of.path, { nativeBinding }) : undefined
    if (id?.ok) return folders().filter((each) => each.id === id.value)
    const file = basename(of.path)
    return folders().map((each) => ({ ...each, marks: each.marks.filter(({ campaignFile }) => campaignFile === file) }))
  }

  const notReached = (error: unknown): Reply<never> =>
    troubleOf(error) ? failed('disk', `The backups in "${folder()}" can't be read. Nothing was changed. Connect that disk, or choose another folder for backups in Settings.`) : raise(error)

  const list: Backups['list'] = (of) => {
    try {
      return done(foldersOf(of).flatMap(({ id, marks }) => marks.map((mark) => toBackup(id, mark, { nativeBinding }))).toSorted((a, b) => b.at - a.at))
    } catch (error) {
      return notReached(error)
    }
  }

  return {
    make,
    async makeDaily(path) {
      try {
        const id = idOf(path, { nativeBinding })
        if (!id.ok || now() - lastAt(join(folder(), id.value), basename(path)) < dayMs) return
        const made = await make(path, 'daily')
        if (!made.ok && made.error.code !== 'refused') announce('backup.failed', made.error.message)
      } catch (error) {
        // Nobody waits for this one, so nobody else would hear of it.
        logBug(error, 'the daily backup')
      }
    },
    list,
    lost(paths) {
      try {
        const present = paths.map((path) => ({ file: basename(path), id: idOf(path, { nativeBinding }) }))
        return done(
          folders().flatMap(({ id, marks }) => {
            const [newest] = marks.toSorted((a, b) => b.at - a.at)
            // A file that can't be read any more finds its backups by its name.
            if (!newest || present.some((each) => (each.id.ok ? each.id.value === id : each.file === newest.campaignFile))) return []
            return [{ id, name: newest.campaignFile.replace(/\.campaign$/, ''), at: newest.at }]
          }),
        )
      } catch (error) {
        return notReached(error)
      }
    },
    async restore(backup, path, pathFor) {
      const [id = '', name = ''] = backup.split('/')
      const parsed = parseBackupName(name)
      const home = join(folder(), id)
      const from = join(home, name)
      if (!isId(id) || basename(name) !== name || !parsed || !existsSync(from)) return failed('missing', 'That backup is not there any more. Nothing was changed.')
      const readable = openForReading(from, { nativeBinding })
      if (!readable.ok) return readable
      readable.value.close()
      const to = path ?? pathFor(parsed.campaignFile)
      const file = basename(to)
      try {
        const at = now()
        const replaced = await inTurn(() => replaceFile(to, from, { whole: freePath(home, file, at, 'restore'), broken: freePath(home, file, at, 'broken') }, copier))
        return replaced.ok ? done(to) : replaced
      } catch (error) {
        if (error instanceof CancelledCopy) return failed('refused', `"${file}" was not restored. Nothing was changed.`)
        if (troubleOf(error) === 'damaged') return failed('damaged', `This backup of "${parsed.campaignFile}" is damaged. Nothing was changed. Restore another one.`)
        return diskFailure(error, file) ?? Promise.reject(error)
      }
    },
    async salvage(path, to) {
      const file = basename(path)
      const known = list({ path })
      const spares = known.ok ? known.value.flatMap(({ id, holds }) => (holds ? [join(folder(), id)] : [])) : []
      try {
        return done({ file: basename(to), ...(await inTurn(() => copier.salvage(path, to, spares))) })
      } catch (error) {
        if (error instanceof NothingToSalvage) return failed('damaged', `${error.message} Nothing was changed.`)
        if (error instanceof CancelledCopy || troubleOf(error) === 'damaged') return failed('damaged', `Nothing could be read of "${file}". Nothing was changed. Restore it from a backup.`)
        return diskFailure(error, file) ?? Promise.reject(error)
      }
    },
    beforeUpdate(path, rules) {
      const found = foldersOf({ path })
        .flatMap(({ id, marks }) => marks.filter(({ reason }) => reason === 'update').map((mark) => ({ id, ...mark })))
        .toSorted((a, b) => b.at - a.at)
        .find((mark) => rulesOf(mark.path, { nativeBinding }) === rules)
      return found && `${found.id}/${basename(found.path)}`
    },
    lastAt(id) {
      const at = lastAt(join(folder(), id))
      return at > 0 ? at : undefined
    },
    cancel: () => copier.cancel(),
  }
}

function raise(error: unknown): never {
  throw error
}

const isId = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

function toBackup(id: string, { path, campaignFile, at, reason, bytes }: ReturnType<typeof marksIn>[number], options: OpenOptions): Backup {
  const backup = { id: `${id}/${basename(path)}`, file: campaignFile, at, reason, bytes }
  const opened = openForReading(path, options)
  if (!opened.ok) return { ...backup, problem: opened.error.code === 'damaged' ? 'Damaged.' : opened.error.message }
  try {
    return { ...backup, holds: contentsOf(opened.value.db) }
  } catch (error) {
    if (!troubleOf(error)) throw error
    return { ...backup, problem: 'Damaged.' }
  } finally {
    opened.value.close()
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
    return failed('damaged', `"${basename(path)}" is damaged, so it can't be backed up. Nothing was changed, and its older backups are untouched. Restore one of them, or salvage what can be read.`)
  } finally {
    close()
  }
}

/** The hash of the rules that a campaign plays with; undefined where its file can't be read. */
function rulesOf(path: string, options: OpenOptions): string | undefined {
  const opened = openForReading(path, options)
  if (!opened.ok) return undefined
  const { db, close } = opened.value
  try {
    return createPackageStore(db).get(createCampaignStore(db).get().package)?.sha256
  } catch {
    return undefined
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

/** Of a file alone where it is given: copies that were made by hand have one id, and a folder together. */
function lastAt(home: string, campaignFile?: string): number {
  try {
    return Math.max(...marksIn(home).flatMap(({ at, broken, ...mark }) => (broken || (campaignFile !== undefined && mark.campaignFile !== campaignFile) ? [] : [at])))
  } catch {
    return -Infinity
  }
}

function tidy(home: string, rule: Parameters<typeof chooseKept>[1]): void {
  const marks = marksIn(home)
  // Each file by itself: the backups of one copy never drop those of another.
  const kept = new Set([...Map.groupBy(marks, ({ campaignFile }) => campaignFile).values()].flatMap((each) => [...chooseKept(each, rule)]))
  for (const mark of marks) if (!kept.has(mark)) for (const ending of ['', '-wal', '-shm']) rmSync(mark.path + ending, { force: true })
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
