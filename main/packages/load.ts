import { createHash } from 'node:crypto'
import { lstat, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadFile } from './archive.ts'
import { archiveLimits, openArchive } from './archive.ts'
import type { Content } from './content.ts'
import { contentFiles, readContent } from './content.ts'
import type { Manifest, ParsedManifest } from './manifest.ts'
import { isPack, manifestLimitBytes, parseManifest } from './manifest.ts'

/** What a package brings along, whether it has rules of its own or is a content pack. */
export interface Brought {
  readonly manifest: Manifest
  readonly content: Content
}

/** A system as it is played: what it says of itself, its rules, and what it brings along. */
export interface Package extends Brought {
  /** The text of rules.js. */
  readonly source: string
  /** Of rules.js, in hex. */
  readonly sha256: string
}

export type Loaded = { readonly ok: true; readonly package: Package } | { readonly ok: false; readonly message: string }

/** The largest rules.js that is taken, in bytes. */
export const rulesLimitBytes = 2 * 1024 * 1024

/** Loads a package from its folder (manifest.json and rules.js) or from the same folder zipped. */
export async function loadPackage(path: string): Promise<Loaded> {
  const opened = await openFiles(path)
  if (!opened.ok) return opened
  const manifest = await readManifest(opened.read)
  if (!manifest.ok) return manifest
  if (isPack(manifest.manifest)) return refuse(`${manifest.manifest.name} is a content pack: it has no rules to play with.`)
  const rules = await opened.read('rules.js', rulesLimitBytes)
  return rules.ok ? toPackage(manifest.manifest, rules.bytes, opened.read) : rules
}

/** The manifest alone of a package: its rules are not looked at. */
export async function loadManifest(path: string): Promise<ParsedManifest> {
  const opened = await openFiles(path)
  return opened.ok ? readManifest(opened.read) : opened
}

/** Whether the package folder at `path` brings any content. It is not looked at. */
export async function hasContent(path: string): Promise<boolean> {
  const found = await Promise.all(Object.values(contentFiles).map((file) => lstat(join(path, file)).catch(() => undefined)))
  return found.some((file) => file?.isFile())
}

/** Another file of the package at `path`, at most `limitBytes` of it. */
export async function readPackageFile(path: string, name: string, limitBytes: number): Promise<ReadFile> {
  const opened = await openFiles(path)
  return opened.ok ? opened.read(name, limitBytes) : opened
}

/** Puts a checked manifest, the bytes of rules.js and the content that `read` finds together. */
export async function toPackage(manifest: Manifest, rules: Uint8Array, read: Read): Promise<Loaded> {
  const found = await readContent(read)
  if (!found.ok) return found
  try {
    const source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rules)
    const sha256 = createHash('sha256').update(rules).digest('hex')
    return { ok: true, package: { manifest, source, sha256, content: found.content } }
  } catch {
    return refuse('rules.js is no valid UTF-8.')
  }
}

/** Reads one file of a package, at most `limitBytes` of it. */
export type Read = (name: string, limitBytes: number) => Promise<ReadFile>

async function readManifest(read: Read): Promise<ParsedManifest> {
  const file = await read('manifest.json', manifestLimitBytes)
  return file.ok ? parseManifest(file.bytes) : file
}

type Opened = { readonly ok: true; readonly read: Read } | { readonly ok: false; readonly message: string }

/** Opens a package folder, or the same folder zipped, without reading any of its files yet. */
export async function openFiles(path: string): Promise<Opened> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return refuse(`There is nothing at ${path}.`)
  if (found.isDirectory()) return { ok: true, read: folderReader(path) }
  if (!found.isFile()) return refuse(`${path} is neither a folder nor a file.`)
  if (found.size > archiveLimits.zip) return refuse(`${path} is ${found.size} bytes long; at most ${archiveLimits.zip} are read.`)
  return openZip(await readFile(path))
}

/** Opens a zipped package that is in memory already. */
export async function openZip(bytes: Buffer): Promise<Opened> {
  const opened = await openArchive(bytes)
  if (!opened.ok) return opened
  const { archive } = opened
  const home = homeOf(archive.names)
  return { ok: true, read: (name, limitBytes) => archive.read(home + name, limitBytes) }
}

/** People zip a folder or what is in it: the package may lie in the one folder that the zip holds. */
function homeOf(names: readonly string[]): string {
  const [first = ''] = names
  const folder = first.slice(0, first.indexOf('/') + 1)
  return names.every((name) => name.startsWith(folder)) ? folder : ''
}

/** Reads the files of the package folder `folder`. */
export const folderReader =
  (folder: string): Read =>
  async (name, limitBytes) => {
    const path = join(folder, name)
    try {
      // A link could show any file of this machine as a part of the package.
      for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
        if (!(await lstat(join(folder, name.slice(0, at)))).isDirectory()) return refuse(`${name.slice(0, at)} is no plain folder.`)
      }
      const found = await lstat(path)
      if (!found.isFile()) return refuse(`${name} is no plain file.`)
      if (found.size > limitBytes) return refuse(`${name} is ${found.size} bytes long; at most ${limitBytes} are read.`)
      return { ok: true, bytes: await readFile(path) }
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      return missing ? { ...refuse(`${name} is missing in ${folder}.`), missing } : refuse(`${name} in ${folder} can’t be read.`)
    }
  }

const refuse = (message: string) => ({ ok: false, message }) as const
