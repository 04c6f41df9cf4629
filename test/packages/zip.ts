import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip; everything that a hostile one may lie about can be set. */
export interface ZipEntry {
  readonly name: string | Buffer
  readonly data?: Buffer | string
  readonly stored?: boolean
  readonly statedSize?: number
  readonly crc?: number
  readonly flags?: number
  readonly method?: number
  /** Unix mode, as `ls` shows it. */
  readonly mode?: number
  /** The name in front of the bytes, where it differs from the one in the list. */
  readonly localName?: string
  /** Points the list at the bytes of the entry with this index. */
  readonly sharesBytesOf?: number
}

const unixMadeBy = (3 << 8) | 20
const utf8Names = 0x800

/** Writes a zip by hand, lies included. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const starts: number[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string)
    const localName = Buffer.from(entry.localName ?? name)
    const data = Buffer.from(entry.data ?? '')
    const packed = entry.stored ? data : deflateRawSync(data)
    const shared = entry.sharesBytesOf === undefined ? undefined : starts[entry.sharesBytesOf]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? utf8Names, 2)
    common.writeUInt16LE(entry.method ?? (entry.stored ? 0 : 8), 4)
    common.writeUInt32LE(entry.crc ?? crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.statedSize ?? data.length, 18)
    common.writeUInt16LE(localName.length, 22)
    const start = shared ?? at
    starts.push(start)
    if (shared === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, localName, packed])
      locals.push(local)
      at += local.length
    }
    const inList = Buffer.from(common)
    inList.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6)
    rest.writeUInt32LE(start, 10)
    const madeBy = Buffer.alloc(2)
    madeBy.writeUInt16LE(unixMadeBy)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, inList, rest, name]))
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
