import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import semver from 'semver'
import { z } from 'zod'
import type { Bundle } from './bundle.ts'

/** Which of the versions on the disk is used. */
export interface Use {
  /** A version's folder, called `<version>-<sha256>`. */
  readonly current: string
  /** The one before, to which one can go back. */
  readonly previous?: string | undefined
  readonly disabled?: boolean | undefined
}

/** A folder of the store: an installed system with its versions, or a package that somebody put there by hand. */
export interface Shelf {
  /** The folder's name, which for an installed system is its id. */
  readonly name: string
  /** The folder of the package that is used. */
  readonly path: string
  /** Absent where it was put there by hand. */
  readonly use?: Use
  readonly disabled: boolean
}

/** Installed packages: `<id>/<version>-<sha256>/`, never changed once it is there. */
export interface PackageStore {
  shelves(): Promise<readonly Shelf[]>
  /** What is used of an installed system. */
  use(id: string): Promise<Use | undefined>
  /** Writes a package beside the others of its id, unused as yet, and gives the name of its folder. */
  add(bundle: Bundle): Promise<string>
  /** Says what is used from now on; versions that are neither used nor the one before are dropped. */
  setUse(id: string, use: Use): Promise<void>
  /** Takes one shelf away with everything on it. */
  remove(name: string): Promise<void>
  /** Turns a shelf off or on. */
  disable(name: string, disabled: boolean): Promise<void>
  pathOf(id: string, version: string): string
}

const useFile = 'use.json'
const unfinishedMark = '.new-'

/** The version and the hash that a folder's name tells. */
export const partsOfFolder = (name: string): { readonly version: string; readonly sha256: string } => ({ version: name.slice(0, -65), sha256: name.slice(-64) })

/** Whether a folder is called as that of a version is. Such a name leads nowhere else. */
const isVersion = (name: string): boolean => /-[0-9a-f]{64}$/.test(name) && semver.valid(partsOfFolder(name).version) !== null

/** 1.10.0 comes after 1.9.0, and a release after what came before it. */
const byVersion = (a: string, b: string): number => semver.compare(partsOfFolder(a).version, partsOfFolder(b).version)

const useShape = z.strictObject({ current: z.string().refine(isVersion), previous: z.string().refine(isVersion).optional(), disabled: z.boolean().optional() })
const handShape = z.strictObject({ disabled: z.boolean().optional() })

/** The folder that a version of a package has. */
export const folderOf = ({ manifest, sha256 }: Bundle): string => `${manifest.version}-${sha256}`

/** The store in `folder`, which is made when the first package comes. */
export function createPackageStore(folder: string): PackageStore {
  const shelf = async (name: string): Promise<Shelf | undefined> => {
    const home = join(folder, name)
    const entries = await readdir(home, { withFileTypes: true }).catch(() => [])
    const note = await readJson(join(home, useFile))
    const byHand: Shelf = { name, path: home, disabled: handShape.safeParse(note).data?.disabled ?? false }
    if (entries.some((entry) => entry.name === 'manifest.json')) return byHand
    const versions = entries.filter((entry) => entry.isDirectory() && isVersion(entry.name)).map((entry) => entry.name)
    // Without its note, the newest version is used: a copied folder still works.
    const use = useShape.safeParse(note).data ?? (versions.length > 0 ? { current: versions.toSorted(byVersion).at(-1) as string } : undefined)
    if (use) return { name, path: join(home, use.current), use, disabled: use.disabled ?? false }
    // Half of a package that was put there by hand is shown with what it lacks.
    return entries.some((entry) => entry.name !== useFile && !entry.name.startsWith('.')) ? byHand : undefined
  }

  const write = async (name: string, value: object): Promise<void> => {
    const path = join(folder, name, useFile)
    await writeSynced(`${path}.new`, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
    await rename(`${path}.new`, path)
  }

  return {
    async shelves() {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
      return (await Promise.all(names.sort().map(shelf))).filter((found) => found !== undefined)
    },
    use: async (id) => (await shelf(id))?.use,
    async add(bundle) {
      const name = folderOf(bundle)
      const home = join(folder, bundle.manifest.id)
      const unfinished = join(home, unfinishedMark + randomUUID())
      try {
        for (const [part, bytes] of bundle.parts) {
          await mkdir(dirname(join(unfinished, part)), { recursive: true })
          await writeSynced(join(unfinished, part), bytes)
        }
        // What is there already under this hash may be damaged, and is the same where it isn't.
        await rm(join(home, name), { recursive: true, force: true })
        await rename(unfinished, join(home, name))
      } finally {
        await rm(unfinished, { recursive: true, force: true })
      }
      return name
    },
    async setUse(id, use) {
      await write(id, use)
      const kept: readonly (string | undefined)[] = [use.current, use.previous]
      for (const entry of await readdir(join(folder, id))) {
        // One that can't be dropped now goes with the next update.
        if ((isVersion(entry) || entry.startsWith(unfinishedMark)) && !kept.includes(entry)) await rm(join(folder, id, entry), { recursive: true, force: true }).catch(() => undefined)
      }
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async disable(name, disabled) {
      const use = (await shelf(name))?.use
      await write(name, { ...use, disabled: disabled || undefined })
    },
    pathOf: (id, version) => join(folder, id, version),
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Unreadable JSON is as good as none. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}
