import { statSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { nameKey, nameProblem } from './entry-name.ts'

/** A zip whose list of files was found harmless. Nothing is unpacked until it is read. */
export interface Archive {
  readonly names: readonly string[]
  /** The bytes of one file, at most `limitBytes`. */
  read(name: string, limitBytes: number): Promise<ReadFile>
  /** One file piece by piece; throws `BrokenEntry` where it is missing, or turns out to be damaged. */
  stream(name: string): AsyncIterable<Buffer>
  /** Lets go of the file that it reads from. */
  close(): void
}

/** Says in words why a file of a zip can't be read. */
export class BrokenEntry extends Error {}

export type OpenedArchive =
  | { readonly ok: true; readonly archive: Archive }
  | { readonly ok: false; readonly message: string }

/** `missing` tells a file that isn't there from one that can't be read. */
export type ReadFile =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string; readonly missing?: true }

/** What a zip may weigh. Sizes in bytes. */
export interface ArchiveLimits {
  readonly zip: number
  readonly entries: number
  readonly file: number
  readonly unpacked: number
  /** Unpacked against packed, for files over 64 kB. */
  readonly ratio: number
}

/** What a package may weigh. */
export const archiveLimits: ArchiveLimits = {
  zip: 16 * 1024 * 1024,
  entries: 500,
  file: 8 * 1024 * 1024,
  unpacked: 32 * 1024 * 1024,
  ratio: 100,
}

const ratioFloor = 64 * 1024

/**
 * Opens a zip held in memory, or a file by its path, and judges its whole list of files before any of
 * them is read: names, kinds, sizes, and that no two lie on the same bytes.
 */
export async function openArchive(from: Buffer | string, limits: ArchiveLimits = archiveLimits): Promise<OpenedArchive> {
  const size = typeof from === 'string' ? statSync(from).size : from.length
  if (size > limits.zip) return refuse(`The zip is ${size} bytes long; at most ${limits.zip} are read.`)
  let zip: ZipFile | undefined
  const refuseIt = (message: string) => {
    zip?.close()
    return refuse(message)
  }
  const entries: Entry[] = []
  try {
    const options = { strictFileNames: true, autoClose: false }
    zip = await (typeof from === 'string' ? yauzl.openPromise(from, options) : yauzl.fromBufferPromise(from, options))
    if (zip.entryCount > limits.entries) {
      return refuseIt(`The zip holds ${zip.entryCount} files; at most ${limits.entries} were expected.`)
    }
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    return refuseIt(`The zip can’t be read: ${reason(error)}.`)
  }
  const problem = entries.map((entry) => problemOf(entry, limits)).find((found) => found !== undefined) ?? problemOfAll(entries, size, limits)
  return problem === undefined ? { ok: true, archive: toArchive(zip, entries) } : refuseIt(problem)
}

function toArchive(zip: ZipFile, entries: readonly Entry[]): Archive {
  const files = new Map(entries.filter((entry) => !isFolder(entry)).map((entry) => [entry.fileName, entry]))
  return {
    names: [...files.keys()],
    async read(name, limitBytes) {
      const entry = files.get(name)
      if (!entry) return { ...refuse(`${name} is missing.`), missing: true }
      if (entry.uncompressedSize > limitBytes) {
        return refuse(`${name} is ${entry.uncompressedSize} bytes long; at most ${limitBytes} are read.`)
      }
      try {
        const bytes = await readAll(zip, entry)
        return crc32(bytes) === entry.crc32 ? { ok: true, bytes } : refuse(`${name} is damaged: its checksum is wrong.`)
      } catch (error) {
        return refuse(`${name} can’t be unpacked: ${reason(error)}.`)
      }
    },
    async *stream(name) {
      const entry = files.get(name)
      if (!entry) throw new BrokenEntry(`${name} is missing.`)
      let sum = 0
      const chunks = unpack(zip, entry)
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          throw new BrokenEntry(`${name} can’t be unpacked: ${reason(error)}.`)
        })
        if (next.done) break
        sum = crc32(next.value, sum)
        yield next.value
      }
      if (sum !== entry.crc32) throw new BrokenEntry(`${name} is damaged: its checksum is wrong.`)
    },
    close: () => zip.close(),
  }
}

async function readAll(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of unpack(zip, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Stops by itself at the stated size: a file that unpacks to more or less is an error of the stream. */
async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer, void> {
  const header = await zip.readLocalFileHeaderPromise(entry)
  if (!header.fileName.equals(entry.fileNameRaw)) throw new Error('it has two different names in the zip')
  for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
}

/** Why one entry of a zip isn't taken, or undefined when it is. */
function problemOf(entry: Entry, limits: ArchiveLimits): string | undefined {
  const { fileName, compressedSize, uncompressedSize } = entry
  const shown = JSON.stringify(fileName.slice(0, 80))
  const name = nameProblem(fileName)
  if (name !== undefined) return `The zip holds a file whose name ${name}: ${shown}.`
  if (entry.isEncrypted()) return `${shown} is encrypted; a plain zip was expected.`
  if (!isPlain(entry)) return `${shown} is a link or a device; only plain files and folders were expected.`
  if (isFolder(entry)) return uncompressedSize > 0 ? `${shown} is a folder with bytes of its own.` : undefined
  if (!entry.canDecodeFileData()) return `${shown} is packed in a way that isn’t known here; plain zip was expected.`
  if (uncompressedSize > limits.file) {
    return `${shown} unpacks to ${uncompressedSize} bytes; at most ${limits.file} were expected.`
  }
  if (uncompressedSize > ratioFloor && uncompressedSize > compressedSize * limits.ratio) {
    return `${shown} unpacks to more than ${limits.ratio} times its size.`
  }
  return undefined
}

/** What is wrong with all entries together, or undefined when nothing is. */
function problemOfAll(entries: readonly Entry[], zipBytes: number, limits: ArchiveLimits): string | undefined {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > limits.unpacked) return `The zip unpacks to ${unpacked} bytes; at most ${limits.unpacked} were expected.`
  const taken = new Map<string, Entry>()
  for (const entry of entries) {
    const key = nameKey(entry.fileName)
    const other = taken.get(key)
    if (other) return `The zip holds the same name twice: ${JSON.stringify(other.fileName)} and ${JSON.stringify(entry.fileName)}.`
    taken.set(key, entry)
  }
  for (const { fileName } of entries) {
    for (let at = fileName.indexOf('/'); at > 0 && at < fileName.length - 1; at = fileName.indexOf('/', at + 1)) {
      const parent = taken.get(nameKey(fileName.slice(0, at)))
      if (parent && !isFolder(parent)) return `${JSON.stringify(parent.fileName)} is a file and a folder at once.`
    }
  }
  return overlap(entries, zipBytes)
}

/** Entries whose bytes overlap make a small zip unpack to a huge one. */
function overlap(entries: readonly Entry[], zipBytes: number): string | undefined {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let free = 0
  for (const { fileName, relativeOffsetOfLocalHeader: start, fileNameRaw, compressedSize } of inOrder) {
    const end = start + localHeaderBytes + fileNameRaw.length + compressedSize
    if (start < free || end > zipBytes) return `${JSON.stringify(fileName)} lies on the bytes of another file in the zip.`
    free = end
  }
  return undefined
}

const localHeaderBytes = 30
const unix = 3
const kindMask = 0o170000
const [plainFile, folder] = [0o100000, 0o040000]

const isFolder = ({ fileName }: Entry) => fileName.endsWith('/')

/** Zips made on Unix say what kind of file each is; links and devices are kinds of their own. */
function isPlain(entry: Entry): boolean {
  if (entry.versionMadeBy >>> 8 !== unix) return true
  const kind = (entry.externalFileAttributes >>> 16) & kindMask
  return kind === 0 || kind === (isFolder(entry) ? folder : plainFile)
}

const refuse = (message: string) => ({ ok: false, message }) as const

/** Without the full stop that some of them end with. */
const reason = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
