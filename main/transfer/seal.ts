/** Encryption with a passphrase: scrypt makes the key, AES-256-GCM keeps the file secret and whole. */
import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, fstatSync, openSync, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { RefusedFile } from './format.ts'

const magic = 'TOLLKEEPER SEALED 1\n'
const tagBytes = 16
const headBytes = 1_024
/** What making a key may cost whoever reads: more is refused, lest a file eat all memory. */
const most = { N: 2 ** 20, r: 8, p: 4 } as const
const usual = { N: 2 ** 17, r: 8, p: 1 } as const

const headShape = z.strictObject({
  kdf: z.literal('scrypt'),
  N: z.int().min(2).max(most.N),
  r: z.int().min(1).max(most.r),
  p: z.int().min(1).max(most.p),
  salt: z.base64().max(64),
  iv: z.base64().length(16),
  /** Tells a wrong passphrase from a damaged file. */
  check: z.base64().max(64),
})

type Head = z.infer<typeof headShape>

/** Writes a stream to a new file, encrypted. */
export async function writeSealed(from: Readable, path: string, passphrase: string): Promise<void> {
  const parts = { kdf: 'scrypt', ...usual, salt: randomBytes(16).toString('base64'), iv: randomBytes(12).toString('base64') } as const
  const { key, check } = toKey(passphrase, parts)
  const head = Buffer.from(`${magic}${JSON.stringify({ ...parts, check } satisfies Head)}\n`)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(parts.iv, 'base64')).setAAD(head)
  const out = createWriteStream(path, { flags: 'wx' })
  out.write(head)
  await pipeline(from, cipher, async function* (chunks: AsyncIterable<Buffer>) {
    yield* chunks
    yield cipher.getAuthTag()
  }, out)
}

/** Whether a file is one that was encrypted. */
export function isSealed(path: string): boolean {
  return readHead(path).subarray(0, magic.length).toString('latin1') === magic
}

/** Decrypts a file to a new one. What is in that is to be trusted only once this has ended well. */
export async function unseal(path: string, to: string, passphrase: string): Promise<void> {
  const start = readHead(path)
  const end = start.indexOf('\n', magic.length) + 1
  const parsed = end > 0 ? headShape.safeParse(parse(start.subarray(magic.length, end).toString())) : undefined
  if (!parsed?.success) throw new RefusedFile('Its encryption is of a kind that is not known here. It may be damaged, or from a newer Tollkeeper.')
  const { key, check } = toKey(passphrase, parsed.data)
  if (check !== parsed.data.check) throw new RefusedFile('The passphrase is not the right one.', true)
  const { size, tag } = readTag(path)
  if (size < end + tagBytes) throw broken()
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(parsed.data.iv, 'base64')).setAAD(start.subarray(0, end)).setAuthTag(tag)
  try {
    await pipeline(createReadStream(path, { start: end, end: size - tagBytes - 1 }), decipher, createWriteStream(to, { flags: 'wx' }))
  } catch (error) {
    // Only the check at the end fails without a code of its own.
    throw (error as { code?: unknown }).code === undefined ? broken() : error
  }
}

const broken = (): RefusedFile => new RefusedFile('It is damaged: a part of it was changed or cut off since it was encrypted.')

function toKey(passphrase: string, { salt, N, r, p }: Pick<Head, 'salt' | 'N' | 'r' | 'p'>): { readonly key: Buffer; readonly check: string } {
  const made = scryptSync(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 64, { N, r, p, maxmem: 256 * N * r })
  return { key: made.subarray(0, 32), check: createHash('sha256').update(made.subarray(32)).digest().subarray(0, 12).toString('base64') }
}

function readHead(path: string): Buffer {
  return withFile(path, (handle) => {
    const bytes = Buffer.alloc(headBytes)
    return bytes.subarray(0, readSync(handle, bytes, 0, headBytes, 0))
  })
}

function readTag(path: string): { readonly size: number; readonly tag: Buffer } {
  return withFile(path, (handle) => {
    const { size } = fstatSync(handle)
    const tag = Buffer.alloc(tagBytes)
    readSync(handle, tag, 0, tagBytes, Math.max(0, size - tagBytes))
    return { size, tag }
  })
}

function withFile<T>(path: string, read: (handle: number) => T): T {
  const handle = openSync(path, 'r')
  try {
    return read(handle)
  } finally {
    closeSync(handle)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
