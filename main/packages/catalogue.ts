import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loaded } from './load.ts'
import { hasContent, loadManifest, loadPackage } from './load.ts'
import type { Manifest } from './manifest.ts'

/** An installed system. */
export interface Card extends Manifest {
  /** Whether it brings sample characters or creatures. */
  readonly sample: boolean
}

/** The installed systems. */
export interface Catalogue {
  /** By name. Packages that can't be used are left out; neither rules nor content are read. */
  list(): Promise<readonly Card[]>
  load(id: string): Promise<Loaded>
}

/** A catalogue of the package folders in `folders`; where two have the same id, the earlier folder’s counts. */
export function createCatalogue(folders: readonly string[]): Catalogue {
  async function find(): Promise<ReadonlyMap<string, { readonly path: string; readonly manifest: Manifest }>> {
    const found = new Map<string, { path: string; manifest: Manifest }>()
    for (const path of await packageFolders(folders)) {
      const parsed = await loadManifest(path)
      if (parsed.ok && !found.has(parsed.manifest.id)) found.set(parsed.manifest.id, { path, manifest: parsed.manifest })
    }
    return found
  }

  return {
    async list() {
      const found = [...(await find()).values()]
      const cards = await Promise.all(found.map(async ({ path, manifest }) => ({ ...manifest, sample: await hasContent(path) })))
      return cards.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
    },
    async load(id) {
      const entry = (await find()).get(id)
      return entry ? loadPackage(entry.path) : { ok: false, message: `No system "${id}" is installed.` }
    },
  }
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
