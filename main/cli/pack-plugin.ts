import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestText, partLimits, readBundle, toBundle, type Bundle, type ReadBundle } from '../packages/bundle.ts'
import { folderReader } from '../packages/load.ts'
import { writeSignature } from '../packages/signature.ts'

export type Packed = { readonly ok: true; readonly lines: readonly string[] } | { readonly ok: false; readonly message: string }

/**
 * Writes the package of a source folder, a package folder or a zip as `<id>-<version>.tollkeeper-plugin`
 * into `to`, signed where there is a key. The same files always give the same bytes.
 */
export async function packPlugin(path: string, to: string, keyFile?: string): Promise<Packed> {
  const read = await readSources(path)
  if (!read.ok) return read
  const { bundle } = read
  const key = keyFile === undefined ? undefined : await readKey(keyFile)
  if (typeof key === 'string') return refuse(key)
  const { id, name, version } = bundle.manifest
  const file = join(to, `${id}-${version}.tollkeeper-plugin`)
  const bytes = await zip(bundle, key)
  await writeFile(file, bytes)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { ok: true, lines: [`${name} ${version} is packed${key ? ' and signed' : ''}: ${file}`, `SHA-256 of its contents, as the window shows it: ${bundle.sha256}`, `SHA-256 of the file, for an index: ${hash}`] }
}

/** A source folder is built in memory first. */
async function readSources(path: string): Promise<ReadBundle> {
  if (!(await stat(join(path, 'index.ts')).catch(() => undefined))?.isFile()) return readBundle({ path })
  const { buildSystem } = await import('../../plugins/bundle.ts')
  const parts = new Map<string, Uint8Array>()
  const read = folderReader(path)
  for (const [name, limitBytes] of Object.entries(partLimits)) {
    const found = await read(name, limitBytes)
    if (found.ok) parts.set(name, found.bytes)
    else if (!found.missing) return found
  }
  try {
    parts.set('rules.js', Buffer.from((await buildSystem(path)).source))
  } catch (error) {
    return refuse(`The sources can’t be built: ${error instanceof Error ? error.message : String(error)}`)
  }
  return toBundle(parts)
}

async function readKey(file: string): Promise<KeyObject | string> {
  try {
    const key = createPrivateKey(await readFile(file))
    return key.asymmetricKeyType === 'ed25519' ? key : `${file} is no ed25519 key. Make one with: openssl genpkey -algorithm ed25519 -out ${file}`
  } catch {
    return `${file} is no private key in PEM. Make one with: openssl genpkey -algorithm ed25519 -out ${file}`
  }
}

/** Stored, not packed: how well a zip packs differs from one machine to another. */
async function zip({ parts }: Bundle, key: KeyObject | undefined): Promise<Buffer> {
  const { default: yazl } = await import('yazl')
  const file = new yazl.ZipFile()
  const signature: readonly (readonly [string, Uint8Array])[] = key ? [['signature.json', Buffer.from(writeSignature(digestText(parts), key))]] : []
  for (const [name, bytes] of [...[...parts].filter(([part]) => part !== 'signature.json'), ...signature].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    file.addBuffer(Buffer.from(bytes), name, { compress: false, mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true })
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const refuse = (message: string) => ({ ok: false, message }) as const
