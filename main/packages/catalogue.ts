import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openBundle, openContent, partLimits, type Bundle } from './bundle.ts'
import type { Developed } from '../../preload/contract.ts'
import { countContent, type ContentCounts } from './content.ts'
import { whyAlike } from './likeness.ts'
import type { Brought, Loaded, Package } from './load.ts'
import { hasContent, loadManifest, loadPackage } from './load.ts'
import { isPack, whyNotFor, type Manifest } from './manifest.ts'
import type { BundleReader } from './reader.ts'
import { partsOfFolder, type PackageStore, type Shelf } from './store.ts'

/** A system that can be played. */
export interface Card extends Manifest {
  /** Whether it brings sample characters or creatures. */
  readonly sample: boolean
}

/** A system or a content pack that is there, whether it can be used or not. */
export interface Entry {
  readonly from: 'built in' | 'installed' | 'by hand' | 'in development'
  /** Of the one in development. */
  readonly developed?: Developed
  /** The name of its folder, by which it is turned off and removed. */
  readonly folder: string
  /** Absent where even that can't be read. */
  readonly manifest?: Manifest
  readonly sha256?: string
  readonly signer?: string
  /** The hash of its rules, where all of it was read. */
  readonly rules?: string
  /** How much a content pack brings. */
  readonly counts?: ContentCounts
  readonly sample: boolean
  /** Why it can't be used. */
  readonly problem?: string
  readonly disabled: boolean
  /** The version before, to which one can go back. */
  readonly previous?: string
}

export type FoundContent = { readonly ok: true; readonly brought: Brought } | { readonly ok: false; readonly message: string }

/** The systems and content packs that are there. */
export interface Catalogue {
  /** Systems by name. Those that can't be used, or are turned off, are left out. */
  list(): Promise<readonly Card[]>
  /** Every package, by name, with what is wrong where something is. */
  entries(): Promise<readonly Entry[]>
  /** A system by its id. */
  load(id: string): Promise<Loaded>
  /** What the package in `folder` brings along. */
  content(folder: string): Promise<FoundContent>
}

/** What is kept in mind of a package that was read. */
interface Summary {
  readonly manifest: Manifest
  readonly sha256: string
  readonly signer?: string
  readonly rules?: string
  readonly counts: ContentCounts
}

type Summarized = Partial<Summary> & { readonly problem?: string }

/** Installed packages and what reads them. */
export interface Shelves {
  readonly store: PackageStore
  readonly read: BundleReader
}

/** What its author works on: how that stands, and the last build that could be used. */
export interface InWork {
  readonly state: Developed
  readonly build?: Package
}

/**
 * A catalogue of the package folders in `folders`, built in, of what is in development, and of what is installed;
 * where two have the same id, the earlier one counts.
 */
export function createCatalogue(folders: readonly string[], installed?: Shelves, inWork: () => InWork | undefined = () => undefined): Catalogue {
  /** What was read of each shelf, and how its files looked then: it is read whole again only when they look otherwise. */
  const known = new Map<string, { readonly look: string; readonly summary: Promise<Summarized> }>()

  const readShelf = async ({ path, use }: Shelf): Promise<{ readonly bundle: Bundle } | { readonly problem: string; readonly manifest?: Manifest }> => {
    const read = await installed?.read({ path })
    if (!read?.ok) return { problem: read?.message ?? 'It can’t be read.' }
    const { manifest, sha256 } = read.bundle
    return use && sha256 !== partsOfFolder(use.current).sha256 ? { manifest, problem: `${manifest.name} was changed on the disk since it was installed. Install it again.` } : read
  }

  const summarize = async (shelf: Shelf): Promise<Summarized> => {
    const look = await lookOf(shelf.path)
    const found = known.get(shelf.path)
    if (found?.look === look) return found.summary
    const summary = readShelf(shelf).then((read): Summarized => {
      if ('problem' in read) return read
      const { manifest, sha256, signer, parts, counts } = read.bundle
      const rules = parts.get('rules.js')
      return { manifest, sha256, ...(signer !== undefined && { signer }), ...(rules && { rules: createHash('sha256').update(rules).digest('hex') }), counts }
    })
    known.set(shelf.path, { look, summary })
    return summary
  }

  const builtIn = async (): Promise<ReadonlyMap<string, { readonly path: string; readonly manifest: Manifest }>> => {
    const found = new Map<string, { path: string; manifest: Manifest }>()
    for (const path of await packageFolders(folders)) {
      const parsed = await loadManifest(path)
      if (parsed.ok && !isPack(parsed.manifest) && !found.has(parsed.manifest.id)) found.set(parsed.manifest.id, { path, manifest: parsed.manifest })
    }
    return found
  }

  const entries = async (): Promise<readonly Entry[]> => {
    const own: Entry[] = []
    for (const { path, manifest } of (await builtIn()).values()) own.push({ from: 'built in', folder: manifest.id, manifest, sample: await hasContent(path), disabled: false })
    const worked = inWork()
    if (worked) own.push(toEntry(worked))
    const shelves = (await installed?.store.shelves()) ?? []
    const read = await Promise.all(shelves.map(async (shelf) => ({ shelf, ...(await summarize(shelf)) })))
    const taken: Manifest[] = own.flatMap(({ manifest }) => manifest ?? [])
    // Systems first: what a pack is for has to be there.
    const others = read.toSorted((a, b) => Number(a.manifest !== undefined && isPack(a.manifest)) - Number(b.manifest !== undefined && isPack(b.manifest))).map(({ shelf, manifest, sha256, signer, rules, counts, problem }): Entry => {
      const wrong = problem ?? (manifest && whyRefused(manifest, taken))
      if (manifest && wrong === undefined) taken.push(manifest)
      return {
        from: shelf.use ? 'installed' : 'by hand',
        folder: shelf.name,
        ...(manifest && { manifest }),
        ...(sha256 !== undefined && { sha256 }),
        ...(signer !== undefined && { signer }),
        ...(rules !== undefined && { rules }),
        ...(manifest && isPack(manifest) && counts && { counts }),
        sample: counts !== undefined && sum(counts) > 0,
        ...(wrong !== undefined && { problem: wrong }),
        disabled: shelf.disabled,
        ...(shelf.use?.previous !== undefined && { previous: partsOfFolder(shelf.use.previous).version }),
      }
    })
    return [...own, ...others].sort((a, b) => compare(titleOf(a), titleOf(b)) || compare(a.folder, b.folder))
  }

  return {
    list: async () => (await entries()).flatMap(({ manifest, problem, disabled, sample }) => (manifest && !isPack(manifest) && problem === undefined && !disabled ? [{ ...manifest, sample }] : [])),
    entries,
    async load(id) {
      const own = (await builtIn()).get(id)
      if (own) return loadPackage(own.path)
      const build = inWork()?.build
      if (build?.manifest.id === id) return { ok: true, package: build }
      const there = (await entries()).filter(({ manifest }) => manifest?.id === id && !isPack(manifest))
      const entry = there.find(({ problem, disabled }) => problem === undefined && !disabled)
      const shelf = entry && (await installed?.store.shelves())?.find(({ name }) => name === entry.folder)
      const [first] = there
      if (!shelf) return { ok: false, message: !first ? `No system "${id}" is installed.` : first.disabled ? `${titleOf(first)} is turned off. Turn it on first.` : (first.problem ?? `${titleOf(first)} is not there any more.`) }
      // Read afresh: what is about to be played is what was installed.
      const read = await readShelf(shelf)
      return 'bundle' in read ? openBundle(read.bundle) : { ok: false, message: read.problem }
    },
    async content(folder) {
      const entry = (await entries()).find((each) => each.folder === folder && each.manifest && each.problem === undefined && !each.disabled)
      const id = entry?.manifest?.id
      if (entry === undefined || id === undefined) return { ok: false, message: 'That package is not there, is turned off or can’t be used.' }
      if (entry.from === 'built in' || entry.from === 'in development') {
        const loaded = await this.load(id)
        return loaded.ok ? { ok: true, brought: loaded.package } : loaded
      }
      const shelf = (await installed?.store.shelves())?.find(({ name }) => name === folder)
      const read: Awaited<ReturnType<typeof readShelf>> = shelf ? await readShelf(shelf) : { problem: 'That package is not there any more.' }
      if (!('bundle' in read)) return { ok: false, message: read.problem }
      const content = await openContent(read.bundle)
      return content.ok ? { ok: true, brought: { manifest: read.bundle.manifest, content: content.content } } : content
    },
  }
}

const sum = (counts: ContentCounts): number => Object.values(counts).reduce((all, count) => all + count, 0)

/** While it has a build that can be used, what is wrong with the newer one is told beside. */
const toEntry = ({ state, build }: InWork): Entry => ({
  from: 'in development',
  developed: state,
  folder: basename(state.folder),
  ...(build && { manifest: build.manifest, rules: build.sha256 }),
  sample: build !== undefined && sum(countContent(build.content)) > 0,
  ...(!build && { problem: state.problem ?? 'It is being built.' }),
  disabled: false,
})

/** Why a package may not stand beside those that are there, or undefined when it may. What a content pack is for has to be there. */
export function whyRefused(manifest: Manifest, there: readonly Manifest[]): string | undefined {
  const same = there.find(({ id }) => id === manifest.id)
  if (same) return `Its id "${manifest.id}" is taken by ${same.name} ${same.version}.`
  const alike = whyAlike(manifest, there)
  if (alike !== undefined || !isPack(manifest)) return alike
  const system = there.find((each) => each.id === manifest.system.id && !isPack(each))
  return system ? whyNotFor(manifest, system) : `It is content for the system "${manifest.system.id}", which isn’t there. Install that first.`
}

/** What an entry is called on the screen. */
export const titleOf = ({ manifest, folder }: Entry): string => manifest?.name ?? folder

/** When each file that a package may hold was last changed, and how long it is. */
async function lookOf(path: string): Promise<string> {
  const files = await Promise.all(Object.keys(partLimits).map((name) => lstat(join(path, name)).catch(() => undefined)))
  return files.map((file) => (file ? `${file.ctimeMs} ${file.size}` : '')).join(',')
}

async function packageFolders(folders: readonly string[]): Promise<readonly string[]> {
  const listed = folders.map(async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name))
      .sort()
  })
  return (await Promise.all(listed)).flat()
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
