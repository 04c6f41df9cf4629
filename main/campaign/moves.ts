import { basename, join } from 'node:path'
import type { BackupReason, PackageOutcome, Reply } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import { openFile, openForReading, type CampaignFile, type OpenOptions } from '../db/open.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { createPackageStore } from '../db/stores/packages.ts'
import type { Manifest } from '../packages/manifest.ts'
import { done, failed } from '../rules/reply.ts'
import type { Backups } from './backups.ts'
import { planMove, type Destination } from './move.ts'

/** A campaign with the version of its system that it plays with. */
export interface Playing {
  readonly file: string
  readonly name: string
  readonly manifest: Manifest
  /** Of the rules that it keeps. */
  readonly rules: string
}

export interface MovesOptions extends Pick<OpenOptions, 'nativeBinding'> {
  /** The campaigns folder. */
  readonly folder: () => string
  readonly backups: Backups
}

/** What a campaign plays with; undefined where its file can't be read. */
export function readPlaying(path: string, options: OpenOptions): Playing | undefined {
  const opened = openForReading(path, options)
  if (!opened.ok) return undefined
  const { db, close } = opened.value
  try {
    const { name, package: row } = createCampaignStore(db).get()
    const copy = createPackageStore(db).get(row)
    return copy && { file: basename(path), name, manifest: JSON.parse(copy.manifest) as Manifest, rules: copy.sha256 }
  } catch {
    return undefined
  } finally {
    close()
  }
}

/**
 * Moves closed campaigns to another version of their system: all of it is worked out first, then each is
 * backed up, then `settle` runs, then they are written. Whatever goes wrong before `settle` leaves all as it was.
 */
export async function moveCampaigns({ folder, backups, nativeBinding }: MovesOptions, playing: readonly Playing[], to: Destination, settle: () => Promise<void>): Promise<Reply<PackageOutcome>> {
  const ready: { readonly name: string; readonly file: CampaignFile; readonly write: () => void }[] = []
  const stayed: { readonly name: string; readonly why: string }[] = []
  try {
    for (const { file: fileName, name } of playing) {
      const path = join(folder(), fileName)
      const backUp = (reason: BackupReason) => backups.make(path, reason)
      const opened = await openFile(path, { nativeBinding, backUp: () => backUp('migration') })
      if (!opened.ok) {
        stayed.push({ name, why: opened.error.message })
        continue
      }
      const file = opened.value
      const planned = await planMove(file.db, to).catch((error: unknown) => {
        file.close()
        throw error
      })
      if (planned.ok) ready.push({ name, file, write: planned.value })
      else {
        file.close()
        if (planned.error.code === 'fault') return failed('fault', `"${name}" can't be moved to ${titleOf(to)}. ${planned.error.message} Nothing was changed: the version before stays in use.`)
        stayed.push({ name, why: planned.error.message })
      }
    }
    for (const { file } of ready) {
      const kept = await backups.make(file.path, 'update')
      if (!kept.ok) return failed(kept.error.code, `Campaigns are moved to another version only after a backup. ${kept.error.message}`)
    }
    await settle()
    const moved: string[] = []
    for (const { name, write } of ready) {
      try {
        write()
        moved.push(name)
      } catch (error) {
        const failure = diskFailure(error, name)
        if (!failure || failure.ok) throw error
        stayed.push({ name, why: failure.error.message })
      }
    }
    return done({ moved, stayed })
  } finally {
    for (const { file } of ready) file.close()
  }
}

/**
 * Brings campaigns back to the version before, each after a backup: where its data is the same, by the package
 * alone; else from the backup that was made before it was moved.
 */
export async function moveBack(options: MovesOptions, playing: readonly Playing[], to: Destination, settle: () => Promise<void>): Promise<Reply<PackageOutcome>> {
  const { dataVersion } = to.package.manifest
  const plain = playing.filter(({ manifest }) => manifest.dataVersion <= dataVersion)
  const backupOf = ({ file }: Playing) => options.backups.beforeUpdate(join(options.folder(), file), to.package.sha256)
  const others = playing.filter((each) => !plain.includes(each)).map((each) => ({ ...each, backup: backupOf(each) }))
  const outcome = await moveCampaigns(options, plain, to, settle)
  if (!outcome.ok) return outcome
  const moved = [...outcome.value.moved]
  const stayed = [...outcome.value.stayed]
  for (const { file, name, backup } of others) {
    const path = join(options.folder(), file)
    const restored = backup === undefined ? undefined : await options.backups.restore(backup, path, () => path)
    if (restored?.ok) moved.push(name)
    else stayed.push({ name, why: restored?.error.message ?? `It has no backup from before ${titleOf(to)}, so it stays with the version that it has.` })
  }
  return done({ moved, stayed })
}

const titleOf = ({ package: { manifest } }: Destination): string => `${manifest.name} ${manifest.version}`
