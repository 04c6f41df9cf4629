import { basename } from 'node:path'
import type { BackupReason, Developed, Reply } from '../../preload/contract.ts'
import { whyRefused, type Catalogue, type InWork } from '../packages/catalogue.ts'
import type { Package } from '../packages/load.ts'
import { openPackage } from '../packages/sources.ts'
import { watchFolder } from '../packages/watch.ts'
import { done } from '../rules/reply.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import type { Announce } from './campaign.ts'
import type { Library } from './library.ts'
import { moveCampaigns, type MovesOptions } from './moves.ts'
import { createQueue } from './queue.ts'

/** A system that its author works on: loaded from its folder, and loaded anew whenever something in it changes. */
export interface Development {
  /** How it stands; undefined where nothing is developed. */
  inWork(): InWork | undefined
  /** Builds what is in a folder and follows it from now on, in place of the one before. Answers when the first build has ended. */
  begin(folder: string): Promise<Developed>
  end(): void
  /** What turns lines of a script in a message into those of the sources, where it was built here. */
  locate(source: string): ((message: string) => string) | undefined
}

export interface DevelopmentOptions extends MovesOptions {
  /** Every system that is there; read only after this was made. */
  readonly catalogue: () => Catalogue
  readonly library: () => Pick<Library, 'current' | 'playing' | 'apart'>
  readonly loadSandbox: (source: string) => Promise<Answer<Sandbox>>
  readonly announce: Announce
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How often its folder is looked at. */
  readonly everyMs?: number
}

export function createDevelopment({ catalogue, library, loadSandbox, announce, now, everyMs = 250, ...moves }: DevelopmentOptions): Development {
  const inTurn = createQueue()
  const locators = new Map<string, (message: string) => string>()
  let folder: string | undefined
  let state: Developed | undefined
  let build: Package | undefined
  let unwatch: (() => void) | undefined
  /** Campaigns that were backed up before they took the first build. */
  const safe = new Set<string>()

  /** One backup is enough for a day's work: the campaign moves with every save. */
  const backups = {
    ...moves.backups,
    async make(path: string, reason: BackupReason): Promise<Reply<null>> {
      if (safe.has(path)) return done(null)
      const made = await moves.backups.make(path, reason)
      if (made.ok) safe.add(path)
      return made
    },
  }

  /** Moves the open campaign to a build, where it plays that system. What keeps it from that is given in words. */
  const bringOpen = async (to: Package, sandbox: Sandbox): Promise<string | undefined> => {
    const file = library().current()?.file
    const playing = library().playing().filter((each) => each.file === file && each.manifest.id === to.manifest.id && (each.rules !== to.sha256 || each.manifest.version !== to.manifest.version))
    if (file === undefined || playing.length === 0) return undefined
    const moved = await library().apart([file], () => moveCampaigns({ ...moves, backups }, playing, { package: to, sandbox }, async () => undefined))
    const [stayed] = moved.ok ? moved.value.stayed : []
    return moved.ok ? stayed && `${stayed.name} stays with the build that it has. ${stayed.why}` : moved.error.message
  }

  const rebuild = async (of: string): Promise<void> => {
    if (folder !== of) return
    const opened = await openPackage(of)
    const problem = opened.ok ? await take(opened.package, opened.locate) : opened.message
    if (folder !== of) return
    state = { folder: of, name: build?.manifest.name ?? basename(of), ...(state?.builtAt !== undefined && { builtAt: state.builtAt }), ...(problem !== undefined && { problem }) }
    if (opened.ok && build === opened.package) state = { ...state, builtAt: now() }
    announce('packages.built', state)
    announce('packages.changed', null)
  }

  /** Puts a build to use where it can be; else gives why not. */
  const take = async (next: Package, locate: (message: string) => string): Promise<string | undefined> => {
    const others = (await catalogue().entries()).filter(({ from, manifest }) => from === 'built in' || (from !== 'in development' && manifest?.id !== next.manifest.id))
    const refused = whyRefused(next.manifest, others.flatMap(({ manifest }) => manifest ?? []))
    if (refused !== undefined) return refused
    for (const known of [...locators.keys()]) if (known !== build?.source) locators.delete(known)
    locators.set(next.source, locate)
    const loaded = await loadSandbox(next.source)
    if (!loaded.ok) return loaded.fault.message
    try {
      build = next
      return await bringOpen(next, loaded.value)
    } finally {
      await loaded.value.close()
    }
  }

  const end = (): void => {
    unwatch?.()
    folder = state = build = undefined
    safe.clear()
    announce('packages.changed', null)
  }

  return {
    inWork: () => state && { state, ...(build && { build }) },
    async begin(path) {
      end()
      folder = path
      state = { folder: path, name: basename(path) }
      const ends = await watchFolder(path, everyMs, () => void inTurn(() => rebuild(path)))
      if (folder === path) unwatch = ends
      else ends()
      await inTurn(() => rebuild(path))
      return state ?? { folder: path, name: basename(path) }
    },
    end,
    locate: (source) => locators.get(source),
  }
}
