import { stat } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import type { Loaded } from '../packages/load.ts'
import { folderReader, loadPackage, readPackageFile, toPackage } from '../packages/load.ts'
import { parseManifest } from '../packages/manifest.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { createSandbox } from '../sandbox/host.ts'
import { spawnWorker } from '../sandbox/spawn.ts'

export type Opened =
  | (Extract<Loaded, { ok: true }> & {
      /** Turns lines of rules.js in a message into those of the sources, where there are any. */
      locate(message: string): string
    })
  | Extract<Loaded, { ok: false }>

/** Loads a package for an author: a source folder (with an index.ts) is built in memory first. */
export async function openPackage(path: string): Promise<Opened> {
  if (!(await isFile(join(path, 'index.ts')))) {
    const loaded = await loadPackage(path)
    return loaded.ok ? { ...loaded, locate: (message) => message } : loaded
  }
  if (!(await isFile(join(path, 'manifest.json')))) return { ok: false, message: `manifest.json is missing in ${path}.` }
  // Only here is the bundler needed: a built package is used as it is.
  const { buildSystem } = await import('../../plugins/build.ts')
  try {
    const { manifest, source, map } = await buildSystem(path)
    const parsed = parseManifest(manifest)
    if (!parsed.ok) return parsed
    const loaded = await toPackage(parsed.manifest, Buffer.from(source), folderReader(path))
    return loaded.ok ? { ...loaded, locate: locator(map) } : loaded
  } catch (error) {
    return { ok: false, message: `The sources can’t be built: ${inWords(firstLineOf(error))}` }
  }
}

/**
 * Loads rules.js with the app's limit on a call's own work, but with patience for the machine: nobody
 * waits at a table, and a busy computer must not look like a mistake in a system.
 */
export const openSandbox = (source: string): Promise<Answer<Sandbox>> => createSandbox({ source, spawn: spawnWorker, limits: { hardMs: 2_000, totalMs: 4_100 } })

function locator(map: string): (message: string) => string {
  const sources = new SourceMap(JSON.parse(map))
  return (message) =>
    message.replace(/rules\.js:(\d+)/g, (found, line) => {
      // The engine gives no column: the last piece of the line says which line it comes from.
      const entry = sources.findEntry(Number(line) - 1, 1_000_000)
      return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : found
    })
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

/** Two mistakes that the bundler names in its own terms. */
function inWords(message: string): string {
  if (/No matching export in "index\.ts" for import "default"/.test(message)) {
    return 'index.ts exports nothing by default, expected `export default defineSystem({ … })`.'
  }
  const [, place = '', name] = /^(.*?)ERROR: Could not resolve "([^."][^"]*)"/.exec(message) ?? []
  return name === undefined ? message : `${place}found an import of "${name}", expected files of the system’s own or ../api/index.ts alone.`
}
