import { createHash } from 'node:crypto'
import type { ReadFile } from './archive.ts'
import { contentFiles, contentLimits, countContent, readContent, type ContentCounts, type ReadContent } from './content.ts'
import { openFiles, openZip, rulesLimitBytes, toPackage } from './load.ts'
import { isPack, manifestLimitBytes, parseManifest, type Manifest } from './manifest.ts'
import { readSignature, signatureLimitBytes } from './signature.ts'

/** A whole package in memory, each of its files read and found harmless. */
export interface Bundle {
  readonly manifest: Manifest
  /** The bytes of its files by name. */
  readonly parts: ReadonlyMap<string, Uint8Array>
  /** What it is known by: of `digestText` of its parts, in hex. */
  readonly sha256: string
  /** The key that signed it, in base64; absent where nobody did. */
  readonly signer?: string
  /** How much it brings along. */
  readonly counts: ContentCounts
}

export type ReadBundle = { readonly ok: true; readonly bundle: Bundle } | { readonly ok: false; readonly message: string }

/** Where a package comes from: a folder or a file on the disk, or the bytes of such a file. */
export type BundleSource = { readonly path: string } | { readonly bytes: Uint8Array }

const kilobyte = 1024

/** The files that a package may hold, with the most bytes of each. Whatever else lies beside them is left there. */
export const partLimits: Readonly<Record<string, number>> = {
  'manifest.json': manifestLimitBytes,
  'rules.js': rulesLimitBytes,
  [contentFiles.characters]: contentLimits.bytes,
  [contentFiles.creatures]: contentLimits.bytes,
  [contentFiles.tables]: contentLimits.bytes,
  [contentFiles.conditions]: contentLimits.bytes,
  'golden.json': 8 * kilobyte * kilobyte,
  'README.md': kilobyte * kilobyte,
  'icon.png': kilobyte * kilobyte,
  LICENSE: 256 * kilobyte,
  'signature.json': signatureLimitBytes,
}

/** Reads a package and checks all of it that can be checked without running it. */
export async function readBundle(source: BundleSource): Promise<ReadBundle> {
  const opened = 'path' in source ? await openFiles(source.path) : await openZip(Buffer.from(source.bytes))
  if (!opened.ok) return opened
  const parts = new Map<string, Uint8Array>()
  for (const [name, limitBytes] of Object.entries(partLimits)) {
    const file = await opened.read(name, limitBytes)
    if (file.ok) parts.set(name, file.bytes)
    else if (name === 'manifest.json' || !file.missing) return file
  }
  return toBundle(parts)
}

/** Puts the files of a package together, however they were come by. */
export async function toBundle(parts: ReadonlyMap<string, Uint8Array>): Promise<ReadBundle> {
  const manifest = parseManifest(parts.get('manifest.json') ?? new Uint8Array())
  if (!manifest.ok) return manifest
  const digest = digestText(parts)
  const signature = parts.get('signature.json')
  const signed = signature && readSignature(signature, digest)
  if (signed && !signed.ok) return signed
  const icon = parts.get('icon.png')
  if (icon && !isPng(icon)) return refuse('icon.png is no PNG picture.')
  const files = { manifest: manifest.manifest, parts }
  const opened = isPack(manifest.manifest) ? await openPack(files) : await openBundle(files)
  if (!opened.ok) return opened
  const { content } = 'package' in opened ? opened.package : opened
  return { ok: true, bundle: { ...files, sha256: createHash('sha256').update(digest).digest('hex'), ...(signed && { signer: signed.key }), counts: countContent(content) } }
}

type Files = Pick<Bundle, 'manifest' | 'parts'>

/** The rules and the content of a system in memory. */
export async function openBundle({ manifest, parts }: Files): ReturnType<typeof toPackage> {
  if (isPack(manifest)) return refuse(`${manifest.name} is a content pack: it has no rules to play with.`)
  const rules = parts.get('rules.js')
  return rules ? toPackage(manifest, rules, (name) => Promise.resolve(partOf(parts, name))) : refuse('rules.js is missing.')
}

/** The content of a package in memory. */
export const openContent = ({ parts }: Files): Promise<ReadContent> => readContent((name) => Promise.resolve(partOf(parts, name)))

async function openPack(files: Files): Promise<ReadContent> {
  if (files.parts.has('rules.js')) return refuse('manifest.json names a "system" that this is content for, and a content pack holds no rules.js. One of the two has to go.')
  const read = await openContent(files)
  const isEmpty = read.ok && Object.values(countContent(read.content)).every((count) => count === 0)
  return isEmpty ? refuse(`It brings nothing: a content pack holds one at least of ${Object.values(contentFiles).join(', ')}.`) : read
}

/** One line for each file but the signature, as `sha256sum` writes them, by name: what a package's hash is of and what is signed. */
export const digestText = (parts: ReadonlyMap<string, Uint8Array>): string =>
  [...parts]
    .filter(([name]) => name !== 'signature.json')
    .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
    .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1))
    .join('')

function partOf(parts: ReadonlyMap<string, Uint8Array>, name: string): ReadFile {
  const bytes = parts.get(name)
  return bytes ? { ok: true, bytes } : { ok: false, message: `${name} is missing.`, missing: true }
}

const refuse = (message: string) => ({ ok: false, message }) as const

const isPng = (bytes: Uint8Array): boolean => [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => bytes[index] === byte)
