import { describe, expect, it } from 'vitest'
import { archiveLimits, openArchive } from '../../main/packages/archive.ts'
import { nameProblem } from '../../main/packages/entry-name.ts'
import type { ZipEntry } from './zip.ts'
import { zip } from './zip.ts'

const fine: ZipEntry = { name: 'rules.js', data: 'defineSystem({})' }

const open = async (entries: readonly ZipEntry[]) => {
  const opened = await openArchive(zip(entries))
  if (!opened.ok) throw new Error(opened.message)
  return opened.archive
}
const refusal = async (bytes: Buffer) => {
  const opened = await openArchive(bytes)
  return opened.ok ? undefined : opened.message
}

describe('a zip', () => {
  it('gives the bytes of its files, packed or stored', async () => {
    const archive = await open([fine, { name: 'content/', mode: 0o40755 }, { name: 'content/a.json', data: '[]', stored: true, mode: 0o100644 }])
    expect(archive.names).toEqual(['rules.js', 'content/a.json'])
    for (const [name, text] of [['rules.js', fine.data], ['content/a.json', '[]']] as const) {
      expect(await archive.read(name, 100)).toEqual({ ok: true, bytes: Buffer.from(text as string) })
    }
  })

  it('may hold several files in a folder that it does not list', async () => {
    expect((await open([{ name: 'A/b.json', data: '1' }, { name: 'A/c.json', data: '2' }])).names).toHaveLength(2)
  })

  it('reads no file over the limit that the reader sets', async () => {
    expect(await (await open([fine])).read('rules.js', 15)).toEqual({ ok: false, message: 'rules.js is 16 bytes long; at most 15 are read.' })
  })

  it('says when a file is missing', async () => {
    expect(await (await open([fine])).read('manifest.json', 15)).toEqual({ ok: false, message: 'manifest.json is missing.', missing: true })
  })
})

describe('a zip is refused', () => {
  it.each([
    ['../evil.js', 'out of the package'],
    ['a/../../evil.js', 'out of the package'],
    ['/etc/passwd', 'absolute'],
    ['C:/evil.js', 'drive letter'],
    ['C:evil.js', 'drive letter'],
    ['rules.js:stream', 'drive letter'],
    ['a\\b.js', 'backslash'],
    ['..\\evil.js', 'backslash'],
    ['rules.js\u0000.png', 'control or invisible'],
    ['rules\u202e.js', 'control or invisible'],
    ['rules.js.', 'dot or space'],
    ['rules.js ', 'dot or space'],
    ['folder./rules.js', 'dot or space'],
    ['./rules.js', 'out of the package'],
    ['a//b.js', 'empty part'],
    ['', 'empty part'],
    ['CON', 'reserved'],
    ['content/aux.json', 'reserved'],
    ['nul.tar.gz', 'reserved'],
    ['COM¹', 'reserved'],
    ['x'.repeat(201), 'longer than 200'],
  ])('with a file named %j', async (name, why) => {
    expect(nameProblem(name)).toContain(why)
    expect(await refusal(zip([fine, { name, data: 'x' }]))).toBeTypeOf('string')
  })

  it('with ordinary names it is not', () => {
    for (const name of ['rules.js', 'content/creatures.json', 'content/', 'Ünïcode.json', 'console.js', 'a.b.c'])
      expect(nameProblem(name), name).toBeUndefined()
  })

  it.each([
    ['a symbolic link', [fine, { name: 'x', data: '/etc/passwd', mode: 0o120777 }], 'link or a device'],
    ['a device', [fine, { name: 'x', mode: 0o20666 }], 'link or a device'],
    ['a link in the place of a folder', [{ name: 'x/', mode: 0o120777 }], 'link or a device'],
    ['a folder with bytes', [{ name: 'x/', data: 'abc' }], 'folder with bytes'],
    ['the same name twice', [fine, fine], 'the same name twice'],
    ['names that differ in case alone', [fine, { name: 'Rules.JS' }], 'the same name twice'],
    ['names that differ in composition alone', [{ name: 'caf\u00e9' }, { name: 'cafe\u0301' }], 'the same name twice'],
    ['a file that is a folder too', [{ name: 'a', data: 'x' }, { name: 'a/b', data: 'y' }], 'a file and a folder'],
    ['an encrypted file', [{ ...fine, flags: 0x801 }], 'encrypted'],
    ['an unknown way of packing', [{ ...fine, method: 12 }], 'packed in a way'],
    ['a bomb by ratio', [{ name: 'x', data: Buffer.alloc(1_000_000) }], 'more than 100 times'],
    ['a file over the limit', [{ name: 'x', stored: true, data: Buffer.alloc(archiveLimits.file + 1) }], 'at most 8388608'],
    ['two files on the same bytes', [fine, { ...fine, name: 'b.js', sharesBytesOf: 0 }], 'on the bytes of another'],
    ['a stored file of a lying size', [{ ...fine, stored: true, statedSize: 5 }], 'can’t be read'],
  ] satisfies readonly (readonly [string, readonly ZipEntry[], string])[])('with %s', async (_, entries, why) => {
    expect(await refusal(zip(entries))).toContain(why)
  })

  it('with too many files', async () => {
    const many = Array.from({ length: archiveLimits.entries + 1 }, (_, index) => ({ name: `${index}` }))
    expect(await refusal(zip(many))).toBe('The zip holds 501 files; at most 500 were expected.')
  })

  it('with too much in all', async () => {
    const claims = Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, data: Buffer.from(noise(80_000)), statedSize: 7_900_000 }))
    expect(await refusal(zip(claims))).toContain('unpacks to 39500000 bytes')
  })

  it('when it is too long', async () => {
    expect(await refusal(Buffer.alloc(archiveLimits.zip + 1))).toContain('at most 16777216 are read')
  })

  it('when it is cut off anywhere', async () => {
    const whole = zip([fine, { name: 'manifest.json', data: '{}' }])
    for (let length = 0; length < whole.length; length += 7) {
      expect(await refusal(whole.subarray(0, length)), `${length}`).toContain('can’t be read')
    }
  })

  it('when it is no zip', async () => {
    expect(await refusal(Buffer.from('hello'))).toMatch(/^The zip can’t be read: .*[^.]\.$/)
  })
})

describe('reading a file of a zip is refused', () => {
  const read = async (entry: ZipEntry) => (await open([entry])).read('rules.js', 1_000_000)

  it('when it unpacks to more than it says', async () => {
    expect(await read({ ...fine, statedSize: 5 })).toMatchObject({ ok: false, message: expect.stringContaining('can’t be unpacked') })
  })

  it('when it unpacks to less than it says', async () => {
    expect(await read({ ...fine, statedSize: 50 })).toMatchObject({ ok: false, message: expect.stringContaining('can’t be unpacked') })
  })

  it('when its checksum is wrong', async () => {
    expect(await read({ ...fine, crc: 1 })).toEqual({ ok: false, message: 'rules.js is damaged: its checksum is wrong.' })
  })

  it('when it has another name in front of its bytes', async () => {
    expect(await read({ ...fine, localName: 'evil.js!' })).toMatchObject({ ok: false, message: expect.stringContaining('two different names') })
  })
})

/** Bytes that don't pack. */
function noise(length: number): Uint8Array {
  let seed = 1
  return Uint8Array.from({ length }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255)
}
