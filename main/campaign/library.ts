import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Backup, CampaignCard, CampaignFileName, CampaignView, DiceEverywhere, LostCampaign, Reply, Salvaged, SystemCard } from '../../preload/contract.ts'
import type { Sandbox } from '../sandbox/host.ts'
import type { FaceReader } from '../db/face-reader.ts'
import type { FacesAnswer } from '../db/faces.ts'
import { diskFailure, troubleOf } from '../db/failure.ts'
import type { Copier } from '../db/copier.ts'
import { createFile, openFile, type OpenOptions } from '../db/open.ts'
import type { Catalogue } from '../packages/catalogue.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import { countTogether } from './all-dice.ts'
import type { Backups } from './backups.ts'
import { createCampaign, type Campaign, type CampaignOptions } from './campaign.ts'
import { toCard } from './cards.ts'
import { readyContent, writeContent } from './content.ts'
import { startCounters } from './counters.ts'
import { ending, freeName } from './file-names.ts'
import { readPlaying, type Playing } from './moves.ts'
import { createRecords } from './records.ts'
import { createQueue } from './queue.ts'
import { binCampaign, duplicateCampaign, moveCampaign, renameCampaign } from './shelf.ts'

/** The folder of campaigns, and the one that is open. The folder is the list: no index to go stale. */
export interface Library {
  list(): Reply<readonly CampaignCard[]>
  systems(): Promise<readonly SystemCard[]>
  /** `sample` adds the sample characters and creatures that the system brings. */
  create(name: string, system: string, sample?: boolean): Promise<Reply<CampaignView>>
  open(file: string): Promise<Reply<CampaignView>>
  current(): Campaign | undefined
  closeCampaign(): Promise<void>
  /** How the dice of every campaign in the folder fell. */
  diceEverywhere(): Promise<Reply<DiceEverywhere>>
  /** The backups of a campaign: by its file, or by the id of a lost one. */
  backupsOf(of: string): Reply<readonly Backup[]>
  lostCampaigns(): Reply<readonly LostCampaign[]>
  /** Every campaign with what it plays with; those that can't be read are left out. */
  playing(): readonly Playing[]
  /** Runs while none of these campaigns is open; the one that was is opened again after it. */
  apart<T>(files: readonly string[], run: () => Promise<T>): Promise<T>
  /** Closes the campaign that is open, puts a backup in the place of a file, and opens that. */
  restore(backup: string, file?: string): Promise<Reply<CampaignView>>
  /** What is done with files that aren't open. */
  rename(of: CampaignFileName, name: string): Promise<Reply<null>>
  /** Gives the copy's file. */
  duplicate(of: CampaignFileName): Promise<Reply<string>>
  /** Puts a campaign aside, or back among the others. Gives its file. */
  archive(of: CampaignFileName, aside: boolean): Promise<Reply<string>>
  bin(of: CampaignFileName, bin: (path: string) => Promise<void>): Promise<Reply<null>>
  pathOf(of: CampaignFileName): string | undefined
  /** Reads what can be read of a damaged file into a new campaign beside it. */
  salvage(file: string): Promise<Reply<Salvaged>>
}

export interface LibraryOptions extends Omit<CampaignOptions, 'file' | 'fileName' | 'backUp'>, Pick<OpenOptions, 'nativeBinding'> {
  /** The campaigns folder. One that isn't there may be on a disk that isn't connected, so it is never made here. */
  readonly folder: () => string
  readonly copier: Copier
  readonly catalogue: Catalogue
  readonly backups: Backups
  readonly readFaces: FaceReader
}

const progressAfterMs = 300
const noSuchCampaign = failed('missing', 'There is no such campaign.')

/** Names a file in the folder itself, and nothing outside of it. */
const isFileName = (file: string): boolean => basename(file) === file && file.endsWith(ending)

export function createLibrary({ folder, copier, catalogue, nativeBinding, backups, readFaces, ...options }: LibraryOptions): Library {
  const { announce, loadSandbox, now, uuid } = options
  let current: Campaign | undefined
  // Opening and closing take turns, so that two clicks never race.
  const inTurn = createQueue()

  const closeNow = async (): Promise<void> => {
    const closing = current
    current = undefined
    if (!closing) return
    try {
      await backups.cancel()
      await closing.close()
    } finally {
      announce('campaign.closed', null)
    }
  }

  /** `loaded` is the file's system where it is loaded already; it is closed with the campaign, or here. */
  const openNow = async (file: string, loaded?: Sandbox): Promise<Reply<CampaignView>> => {
    if (current?.file === file) return done(current.view())
    if (!isFileName(file)) return noSuchCampaign
    const path = join(folder(), file)
    const opened = await openFile(path, { nativeBinding, backUp: () => backups.make(path, 'migration') })
    if (!opened.ok) return opened
    let campaign: Campaign | undefined
    let view: CampaignView
    try {
      let first = loaded
      const load: typeof loadSandbox = async (source) => {
        if (!first) return loadSandbox(source)
        const value = first
        first = undefined
        return { ok: true, value }
      }
      campaign = await createCampaign({ ...options, loadSandbox: load, file: opened.value, fileName: file, backUp: (reason) => backups.make(path, reason) })
      view = campaign.view()
    } catch (error) {
      await (campaign?.close() ?? opened.value.close())
      return diskFailure(error, file) ?? Promise.reject(error)
    }
    await closeNow()
    current = campaign
    announce('campaign.opened', view)
    // A campaign that was just made holds nothing to lose yet.
    if (!loaded) void backups.makeDaily(path)
    return done(view)
  }

  const createNow = async (name: string, system: string, sample: boolean): Promise<Reply<CampaignView>> => {
    const trimmed = name.trim()
    if (trimmed === '') return failed('refused', 'A campaign needs a name.', [{ side: 0, field: 'name', message: 'A name is needed.' }])
    const loaded = await catalogue.load(system)
    if (!loaded.ok) return failed('missing', `This system can't be used: ${loaded.message} No campaign was made.`)
    const { manifest, source, sha256 } = loaded.package
    const sandbox = await loadSandbox(source)
    if (!sandbox.ok) return failed('fault', `${manifest.name} could not be loaded: ${sandbox.fault.message} No campaign was made.`)
    const { declarations } = sandbox.value
    const settings = parseForm(declarations.settings, {}).input
    const samples = sample ? await readyContent(sandbox.value, settings, loaded.package) : undefined
    if (samples?.ok === false) {
      await sandbox.value.close()
      return failed(samples.error.code, `${samples.error.message} No campaign was made. Make one without what the system brings along.`)
    }
    try {
      const file = freeName(folder(), trimmed)
      const created = createFile(
        join(folder(), file),
        (db) => {
          const records = createRecords(db)
          const row = records.packages.keep({ sha256, manifest: JSON.stringify(manifest), declarations: JSON.stringify(declarations), source })
          records.campaigns.create({ uuid: uuid(), name: trimmed, package: row, settings }, now())
          startCounters({ declarations, records }, 'gm', 'gm')
          startCounters({ declarations, records }, 'table', 'table')
          if (samples) writeContent({ declarations, records, uuid }, samples.value, false, now())
        },
        { nativeBinding },
      )
      const opened = created.ok ? await openNow(file, sandbox.value) : created
      if (!opened.ok) await sandbox.value.close()
      return opened
    } catch (error) {
      await sandbox.value.close()
      return unreadFolder(error)
    }
  }

  const filesIn = (): readonly string[] => readdirSync(folder()).filter((file) => file.endsWith(ending))

  /** Those of the folder, and of the one in it where the others are put aside. */
  const cardsIn = (): readonly CampaignCard[] => {
    const options = { nativeBinding, backedUpAt: backups.lastAt }
    const aside = existsSync(archive()) ? readdirSync(archive()).filter((file) => file.endsWith(ending)) : []
    return [...filesIn().map((file) => toCard(folder(), file, false, options)), ...aside.map((file) => toCard(archive(), file, true, options))]
  }

  const archive = (): string => join(folder(), 'archive')

  const unreadFolder = (error: unknown): Reply<never> => {
    const safe = 'Your campaigns are untouched.'
    if (troubleOf(error) === 'unreachable') return failed('disk', `The campaigns folder "${folder()}" isn't there. ${safe} Connect its disk and try again, or choose another folder in Settings.`)
    return troubleOf(error) ? failed('disk', `The campaigns folder "${folder()}" can't be read. ${safe} Check that you may read it, or choose another folder in Settings.`) : raise(error)
  }

  /** Does something with a file that isn't open. */
  const withClosed = async <T>({ file, archived }: CampaignFileName, run: (path: string) => Promise<Reply<T>>): Promise<Reply<T>> => {
    if (!isFileName(file)) return noSuchCampaign
    if (!archived && file === current?.file) return failed('refused', 'This campaign is open. Nothing was changed. Close it first.')
    return run(join(archived ? archive() : folder(), file))
  }

  const restoreNow = async (backup: string, file: string | undefined): Promise<Reply<CampaignView>> => {
    if (file !== undefined && !isFileName(file)) return noSuchCampaign
    const before = current?.file
    await closeNow()
    const restored = await backups.restore(backup, file === undefined ? undefined : join(folder(), file), (name) => join(folder(), freeName(folder(), basename(name, ending))))
    if (restored.ok) return openNow(basename(restored.value))
    if (before !== undefined) await openNow(before)
    return restored
  }

  const diceNow = async (): Promise<Reply<DiceEverywhere>> => {
    try {
      const others = filesIn().filter((file) => file !== current?.file).map((file) => join(folder(), file))
      const began = now()
      const answers = await readFaces(others, (ended, of) => {
        if (now() - began >= progressAfterMs) announce('dice.progressed', { ended, of })
      })
      const own = current && [{ path: join(folder(), current.file), answer: done(current.faces()) }]
      return done(countTogether([...(own ?? []), ...others.map((path, index) => ({ path, answer: answers[index] as FacesAnswer }))]))
    } catch (error) {
      return unreadFolder(error)
    }
  }

  return {
    list() {
      try {
        return done(cardsIn().toSorted((a, b) => b.changedAt - a.changedAt))
      } catch (error) {
        return unreadFolder(error)
      }
    },
    systems: async () =>
      (await catalogue.list()).map(({ id, name, version, description, sample }) => ({ id, name, version, description, sample })),
    create: (name, system, sample = false) => inTurn(() => createNow(name, system, sample)),
    open: (file) => inTurn(() => openNow(file)),
    current: () => current,
    closeCampaign() {
      // Whoever waits for a backup hears that it was not made, so nobody waits for the end.
      void backups.cancel()
      return inTurn(closeNow)
    },
    backupsOf: (of) => (of.endsWith(ending) ? (isFileName(of) ? backups.list({ path: join(folder(), of) }) : noSuchCampaign) : backups.list({ id: of })),
    lostCampaigns() {
      try {
        return backups.lost(cardsIn().map(({ file, archived }) => join(archived ? archive() : folder(), file)))
      } catch (error) {
        return unreadFolder(error)
      }
    },
    // In turn, since a file that is being read can't be opened for that moment.
    diceEverywhere: () => inTurn(diceNow),
    playing: () => (existsSync(folder()) ? filesIn().flatMap((file) => readPlaying(join(folder(), file), { nativeBinding }) ?? []) : []),
    apart: (files, run) =>
      inTurn(async () => {
        const before = current?.file
        if (before === undefined || !files.includes(before)) return run()
        await closeNow()
        try {
          return await run()
        } finally {
          await openNow(before)
        }
      }),
    restore: (backup, file) => inTurn(() => restoreNow(backup, file)),
    rename: (of, name) => inTurn(() => withClosed(of, (path) => renameCampaign(path, name, { nativeBinding }))),
    duplicate: (of) => inTurn(() => withClosed(of, (path) => duplicateCampaign(path, uuid(), copier, { nativeBinding }))),
    archive: (of, aside) => inTurn(() => withClosed(of, (path) => moveCampaign(path, aside ? archive() : folder()))),
    bin: (of, bin) => inTurn(() => withClosed(of, (path) => binCampaign(path, bin))),
    pathOf: ({ file, archived }) => (isFileName(file) ? join(archived ? archive() : folder(), file) : undefined),
    salvage: (file) =>
      inTurn(async () => {
        if (!isFileName(file) || file === current?.file || !existsSync(join(folder(), file))) return noSuchCampaign
        return backups.salvage(join(folder(), file), join(folder(), freeName(folder(), `${basename(file, ending)} salvaged`)))
      }),
  }
}

function raise(error: unknown): never {
  throw error
}
