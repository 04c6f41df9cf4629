import { stat } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { folderReader, loadPackage, toPackage, type Loaded } from './load.ts'
import { parseManifest } from './manifest.ts'

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
  try {
    // Only here is the bundler needed: a built package is used as it is.
    const { buildSystem } = await import('../../plugins/bundle.ts')
    const { manifest, source, map } = await buildSystem(path)
    const parsed = parseManifest(manifest)
    if (!parsed.ok) return parsed
    const loaded = await toPackage(parsed.manifest, Buffer.from(source), folderReader(path))
    return loaded.ok ? { ...loaded, locate: locator(map) } : loaded
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      return { ok: false, message: 'This Tollkeeper has no bundler, so that sources can’t be built: start it from its own sources (npm start), or choose a folder with manifest.json and a built rules.js.' }
    return { ok: false, message: `The sources can’t be built: ${inWords(firstLineOf(error))}` }
  }
}

function locator(map: string): (message: string) => string {
  const sources = new SourceMap(JSON.parse(map))
  return (message) =>
    message.replace(/rules\.js:(\d+)/g, (found, line) => {
      // The engine gives no column: the last piece of the line says which line it comes from.
      const entry = sources.findEntry(Number(line) - 1, 1_000_000)
      return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : found
    })
}

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
