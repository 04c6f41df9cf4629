import { createHash } from 'node:crypto'
import type { PackageCard, PackageOutcome, PackagePreview, PackFacts, Reply } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import { archiveLimits } from '../packages/archive.ts'
import type { Bundle, BundleSource } from '../packages/bundle.ts'
import { titleOf, whyRefused, type Entry } from '../packages/catalogue.ts'
import type { ContentCounts } from '../packages/content.ts'
import { changeOf, differences, signedBy, type Known } from '../packages/change.ts'
import { addressProblem, download } from '../packages/download.ts'
import { readIndex } from '../packages/index-file.ts'
import type { Brought } from '../packages/load.ts'
import { isPack, type Manifest, type PackManifest } from '../packages/manifest.ts'
import type { BundleReader } from '../packages/reader.ts'
import { partsOfFolder, type PackageStore, type Use } from '../packages/store.ts'
import { done, failed } from '../rules/reply.ts'
import type { Announce } from './campaign.ts'
import type { Library } from './library.ts'
import type { Destination } from './move.ts'
import { moveBack, moveCampaigns, type MovesOptions, type Playing } from './moves.ts'
import { createProver, type ProverOptions } from './prove.ts'
import { createQueue } from './queue.ts'

export { archiveLimits }

/** Systems and content packs from others: looked at, installed, updated, taken back and removed. */
export interface Packages {
  /** Every package that is there, by name, with what is wrong where something is. */
  list(): Promise<readonly PackageCard[]>
  /** Reads a package and tells what it is; it waits to be installed. `name` is what a refusal calls it. */
  preview(source: BundleSource, name: string): Promise<Reply<PackagePreview>>
  /** Fetches a package, or the newest one that an index lists and that fits, and looks at it; `null` where that was ended. */
  fetch(address: string): Promise<Reply<PackagePreview | null>>
  /** Ends what is being fetched. */
  cancel(): void
  /** Installs the package that was looked at, by its hash, and moves the campaigns that play with it. */
  install(sha256: string): Promise<Reply<PackageOutcome>>
  /** Moves campaigns that play with another version of a system to the one that is there, after a backup of each. */
  bringAlong(folder: string): Promise<Reply<PackageOutcome>>
  /** Goes back to the version before, with the data of the campaigns that were moved. */
  rollBack(id: string): Promise<Reply<PackageOutcome>>
  /** Takes a system away; its campaigns play on with the copy that they keep. */
  remove(folder: string): Promise<Reply<null>>
  disable(folder: string, disabled: boolean): Promise<Reply<null>>
  /** What the package in a folder brings along besides rules. */
  content(folder: string): Promise<Reply<Brought>>
}

export interface PackagesOptions extends MovesOptions, ProverOptions {
  readonly store: PackageStore
  readonly read: BundleReader
  readonly library: Pick<Library, 'playing' | 'apart'>
  readonly announce: Announce
}

const zipSign = Buffer.from('PK')
/** How often it is told how far a download is. */
const progressEveryMs = 100

export function createPackages({ store, read, catalogue, library, loadSandbox, announce, ...moves }: PackagesOptions): Packages {
  const inTurn = createQueue()
  /** The last one that was looked at. */
  let waiting: Bundle | undefined
  let fetching: AbortController | undefined
  const { load, prove, tried } = createProver({ catalogue, loadSandbox })

  /** A system that is about to be used, loaded: what keeps it from that has changed nothing. */
  const loadForUse = async (bundle: Bundle): Promise<Reply<Destination>> => {
    const { name, version } = bundle.manifest
    const loaded = await load(bundle)
    return loaded.ok ? loaded : failed(loaded.error.code, `${name} ${version} could not be loaded: ${loaded.error.message} Nothing was changed. Try once more.`)
  }

  /** Runs a change of the store; what the disk refuses is told. */
  const onDisk = async <T>(name: string, run: () => Promise<Reply<T>>): Promise<Reply<T>> => {
    try {
      return await inTurn(run)
    } catch (error) {
      return diskFailure(error, name) ?? Promise.reject(error)
    } finally {
      announce('packages.changed', null)
    }
  }

  const previewNow = async (source: BundleSource, name: string): Promise<Reply<PackagePreview>> => {
    waiting = undefined
    const refuse = (why: string) => failed('refused', `"${name}" can't be installed. ${why} Nothing was changed. Its author can mend it, or may have a version that fits.`)
    const found = await read(source)
    if (!found.ok) return refuse(found.message)
    const { bundle } = found
    const { manifest, sha256 } = bundle
    const entries = await catalogue.entries()
    const own = entries.find((entry) => entry.from === 'installed' && entry.folder === manifest.id)
    const why = whyRefused(manifest, entries.flatMap((entry) => (entry === own ? [] : (entry.manifest ?? []))))
    if (why !== undefined) return refuse(why)
    // Its versions would come to lie in that folder, among somebody's own files.
    if (entries.some(({ from, folder }) => from === 'by hand' && folder === manifest.id)) return refuse(`A folder "${manifest.id}" was put among the packages by hand. Take it out there first.`)
    if (own?.manifest && own.manifest.system?.id !== manifest.system?.id) return refuse(`${own.manifest.name}, which is installed under the id "${manifest.id}", is ${kindOf(own.manifest)}, and this is ${kindOf(manifest)}. Remove that one first.`)
    const proved = await prove(bundle)
    if (!proved.ok) return refuse(proved.error.message)
    waiting = bundle
    const { id, version, authors, license, description, homepage, compatibility } = manifest
    const installed = own && (await installedOf(own, manifest))
    return done({
      sha256,
      id,
      name: manifest.name,
      version,
      authors,
      license,
      description,
      ...(homepage !== undefined && { homepage }),
      compatibility,
      ...(isPack(manifest) && { pack: packFacts(manifest, bundle.counts, entries) }),
      change: changeOf(bundle, installed),
      signed: signedBy(bundle, installed),
      ...(bundle.signer !== undefined && { signer: bundle.signer }),
      ...(installed && { installed: installed.manifest.version, differences: differences(bundle, installed) }),
      campaigns: proved.value === undefined ? [] : behind(library.playing(), bundle, proved.value).map((each) => each.name),
    })
  }

  /** What is installed; its folder tells as much as is needed where it is damaged. */
  const installedOf = async ({ folder, manifest, sha256, signer }: Entry, next: Manifest): Promise<Known | undefined> => {
    const use = await store.use(folder)
    const kept = use && partsOfFolder(use.current)
    return kept && { manifest: manifest ?? { ...next, version: kept.version }, sha256: sha256 ?? kept.sha256, signer }
  }

  const fetchNow = async (address: string, signal: AbortSignal): Promise<Reply<PackagePreview>> => {
    let told = performance.now()
    const get = (from: string) =>
      download(from, {
        limitBytes: archiveLimits.zip,
        signal,
        told(ended, of) {
          const at = performance.now()
          if (at - told < progressEveryMs) return
          told = at
          announce('packages.progressed', { ended, ...(of !== undefined && { of }) })
        },
      })
    const refuse = (why: string) => failed('refused', `"${address}" can't be installed. ${why} Nothing was changed. Check the address, or ask the author.`)
    const first = await get(address)
    if (!first.ok) return refuse(first.message)
    if (zipSign.equals(first.bytes.subarray(0, 2))) return previewNow({ bytes: first.bytes }, address)
    const index = readIndex(first.bytes)
    if (!index.ok) return refuse(index.message)
    const { id, version, sha256 } = index.listed
    if (!URL.canParse(index.listed.address, first.address)) return refuse('The address of its package is none.')
    const from = new URL(index.listed.address, first.address).href
    // A stranger's index may not lead to this computer.
    const problem = addressProblem(from, addressProblem(first.address, true) === undefined)
    if (problem !== undefined) return refuse(problem)
    const found = await get(from)
    if (!found.ok) return refuse(found.message)
    if (createHash('sha256').update(found.bytes).digest('hex') !== sha256) return refuse('The package is not the one that its index lists: its SHA-256 is another.')
    const seen = await previewNow({ bytes: found.bytes }, from)
    if (!seen.ok || (seen.value.id === id && seen.value.version === version)) return seen
    waiting = undefined
    return refuse(`Its index lists ${id} ${version}, and the package is ${seen.value.id} ${seen.value.version}.`)
  }

  const installNow = async (bundle: Bundle): Promise<Reply<PackageOutcome>> => {
    const { id } = bundle.manifest
    const loaded = isPack(bundle.manifest) ? undefined : await loadForUse(bundle)
    if (loaded?.ok === false) return loaded
    let before: Use | undefined
    let settled = false
    try {
      before = await store.use(id)
      const current = await store.add(bundle)
      const previous = before?.current === current ? before.previous : before?.current
      const settle = async (): Promise<void> => {
        await store.setUse(id, { current, previous })
        settled = true
      }
      if (!loaded) {
        await settle()
        return done(nobodyMoved)
      }
      const playing = behind(library.playing(), bundle, loaded.value.package.sha256)
      return await library.apart(playing.map(({ file }) => file), () => moveCampaigns(moves, playing, loaded.value, settle))
    } finally {
      await loaded?.value.sandbox.close()
      // What was written for nothing goes again.
      if (!settled) await (before ? store.setUse(id, before) : store.remove(id))
      waiting = undefined
    }
  }

  const bringAlongNow = async (folder: string): Promise<Reply<PackageOutcome>> => {
    const entry = (await catalogue.entries()).find((each) => each.folder === folder && each.manifest && each.problem === undefined)
    const found = entry?.manifest && !isPack(entry.manifest) ? await catalogue.load(entry.manifest.id) : undefined
    if (!found?.ok) return failed('missing', `${found?.message ?? 'That system can’t be used.'} Nothing was changed.`)
    const sandbox = await loadSandbox(found.package.source)
    if (!sandbox.ok) return failed('fault', `${found.package.manifest.name} could not be loaded: ${sandbox.fault.message} Nothing was changed.`)
    try {
      const playing = behind(library.playing(), found.package, found.package.sha256)
      const to = { package: found.package, sandbox: sandbox.value }
      return await library.apart(playing.map(({ file }) => file), () => moveCampaigns(moves, playing, to, async () => undefined))
    } finally {
      await sandbox.value.close()
    }
  }

  const rollBackNow = async (id: string, use: Use, previous: string): Promise<Reply<PackageOutcome>> => {
    const { version, sha256 } = partsOfFolder(previous)
    const stay = (why: string) => failed('refused', `There is no way back to ${version} of "${id}": ${why} Nothing was changed. Install it from its file, where you have that.`)
    const found = await read({ path: store.pathOf(id, previous) })
    if (!found.ok) return stay(found.message)
    if (found.bundle.sha256 !== sha256) return stay('it was changed on the disk.')
    const why = whyRefused(found.bundle.manifest, (await catalogue.entries()).flatMap(({ manifest }) => (manifest && manifest.id !== id ? [manifest] : [])))
    if (why !== undefined) return stay(why)
    const settle = () => store.setUse(id, { ...use, current: previous, previous: use.current })
    if (isPack(found.bundle.manifest)) {
      await settle()
      return done(nobodyMoved)
    }
    const loaded = await loadForUse(found.bundle)
    if (!loaded.ok) return loaded
    try {
      const playing = behind(library.playing(), found.bundle, loaded.value.package.sha256)
      return await library.apart(playing.map(({ file }) => file), () => moveBack(moves, playing, loaded.value, settle))
    } finally {
      await loaded.value.sandbox.close()
    }
  }

  return {
    async list() {
      const playing = library.playing()
      const cards: PackageCard[] = []
      const entries = await catalogue.entries()
      for (const entry of entries) cards.push(toCard(await tried(entry, entries), playing, entries))
      return cards
    },
    async content(folder) {
      const found = await catalogue.content(folder)
      return found.ok ? done(found.brought) : failed('missing', `${found.message} Nothing was added.`)
    },
    preview: (source, name) => inTurn(() => previewNow(source, name)),
    fetch: (address) => {
      fetching?.abort()
      fetching = new AbortController()
      const { signal } = fetching
      return inTurn(async () => {
        const seen = await fetchNow(address, signal)
        if (!signal.aborted) return seen
        // What was ended waits for nobody, however far it was.
        waiting = undefined
        return done(null)
      })
    },
    cancel: () => fetching?.abort(),
    install: (sha256) =>
      onDisk('packages', async () => {
        if (waiting?.sha256 !== sha256) return failed('missing', 'That package is not waiting any more. Nothing was installed. Choose it again.')
        return installNow(waiting)
      }),
    bringAlong: (folder) => onDisk(folder, () => bringAlongNow(folder)),
    rollBack: (id) =>
      onDisk(id, async () => {
        const use = await store.use(id)
        return use?.previous === undefined ? failed('missing', 'There is no version before this one.') : rollBackNow(id, use, use.previous)
      }),
    remove: (folder) =>
      onDisk(folder, async () => {
        const entry = (await catalogue.entries()).find((each) => each.from === 'installed' && each.folder === folder)
        if (!entry) return failed('missing', 'That system is not installed.')
        await store.remove(folder)
        return done(null)
      }),
    disable: (folder, disabled) =>
      onDisk(folder, async () => {
        const entry = (await catalogue.entries()).find((each) => (each.from === 'installed' || each.from === 'by hand') && each.folder === folder)
        if (!entry) return failed('missing', 'That system is not installed.')
        await store.disable(folder, disabled)
        return done(null)
      }),
  }
}

/** Campaigns that play with another version of this system. */
const behind = (playing: readonly Playing[], { manifest }: Pick<Bundle, 'manifest'>, rules: string): readonly Playing[] =>
  playing.filter((each) => each.manifest.id === manifest.id && (each.rules !== rules || each.manifest.version !== manifest.version))

/** Content packs move no campaigns: what was added from them is theirs. */
const nobodyMoved: PackageOutcome = { moved: [], stayed: [] }

const kindOf = ({ system }: Manifest): string => (system ? `content for "${system.id}"` : 'a system')

function packFacts({ system: { id, ...versions } }: PackManifest, counts: ContentCounts, entries: readonly Entry[]): PackFacts {
  const system = entries.find(({ manifest }) => manifest?.id === id)?.manifest
  return { system: system?.name ?? id, versions, counts }
}

function toCard(entry: Entry, all: readonly Playing[], entries: readonly Entry[]): PackageCard {
  const { from, developed, folder, manifest, sha256, signer, rules, counts, sample, problem, disabled, previous } = entry
  const playing = manifest && !isPack(manifest) ? all.filter((each) => each.manifest.id === manifest.id) : []
  return {
    from,
    ...(developed && { developed }),
    folder,
    name: titleOf(entry),
    ...(manifest && { id: manifest.id, version: manifest.version, authors: manifest.authors, license: manifest.license, description: manifest.description, compatibility: manifest.compatibility }),
    ...(manifest?.homepage !== undefined && { homepage: manifest.homepage }),
    ...(manifest && isPack(manifest) && counts && { pack: packFacts(manifest, counts, entries) }),
    ...(manifest && sample && problem === undefined && !disabled && { contentFor: manifest.system?.id ?? manifest.id }),
    ...(sha256 !== undefined && { sha256 }),
    ...(signer !== undefined && { signer }),
    ...(problem !== undefined && { problem }),
    disabled,
    ...(previous !== undefined && { previous }),
    campaigns: playing.map((each) => ({ name: each.name, version: each.manifest.version, isBehind: each.manifest.version !== manifest?.version || (rules !== undefined && each.rules !== rules) })),
  }
}
