import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loaded } from '../packages/load.ts'
import { folderReader, loadPackage, readPackageFile, toPackage } from '../packages/load.ts'
import { parseManifest } from '../packages/manifest.ts'

/** Loads a package for an author: a source folder (with an index.ts) is built in memory first. */
export async function openPackage(path: string): Promise<Loaded> {
  if (!(await isFile(join(path, 'index.ts')))) return loadPackage(path)
  if (!(await isFile(join(path, 'manifest.json')))) return { ok: false, message: `manifest.json is missing in ${path}.` }
  // Only here is the bundler needed: a built package is used as it is.
  const { buildSystem } = await import('../../plugins/build.ts')
  try {
    const { manifest, source } = await buildSystem(path)
    const parsed = parseManifest(manifest)
    return parsed.ok ? await toPackage(parsed.manifest, Buffer.from(source), folderReader(path)) : parsed
  } catch (error) {
    return { ok: false, message: `The sources can’t be built: ${firstLineOf(error)}` }
  }
}

/** The package's own golden rows, or undefined when it has none. */
export async function ownGolden(path: string): Promise<string | undefined> {
  const file = await readPackageFile(path, 'golden.json', goldenLimitBytes)
  return file.ok ? Buffer.from(file.bytes).toString('utf8') : undefined
}

const goldenLimitBytes = 8 * 1024 * 1024

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false

/** The bundler puts the first mistake, with file and line, after a line that only counts them. */
function firstLineOf(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n')
  return (lines.find((line) => line.includes('ERROR:')) ?? lines[0] ?? '').trim()
}
