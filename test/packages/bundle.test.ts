import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { digestText, readBundle, type BundleSource } from '../../main/packages/bundle.ts'
import { createBundleReader } from '../../main/packages/reader.ts'
import { spawnBundleReader } from '../../main/packages/spawn.ts'
import { tempFolder } from '../support/files.ts'
import { packageFiles, packFiles, writeFiles, zipped } from '../support/package.ts'

const read = async (source: BundleSource) => {
  const found = await readBundle(source)
  if (!found.ok) throw new Error(found.message)
  return found.bundle
}
const refusal = async (files: ReturnType<typeof packageFiles>) => {
  const found = await readBundle({ bytes: zipped(files) })
  return found.ok ? undefined : found.message
}

describe('reading a whole package', () => {
  it('gives the same from a folder, a file and the bytes of one', async () => {
    const files = packageFiles({}, { 'README.md': '# Lantern', 'content/creatures.json': '[]' })
    const folder = writeFiles(tempFolder(), files)
    const file = join(tempFolder(), 'lantern.tollkeeper-plugin')
    writeFileSync(file, zipped(files))
    const [fromFolder, fromFile, fromBytes] = await Promise.all([read({ path: folder }), read({ path: file }), read({ bytes: zipped(files) })])
    expect([...fromFolder.parts.keys()].toSorted()).toEqual(Object.keys(files).toSorted())
    expect(fromFile.sha256).toBe(fromFolder.sha256)
    expect(fromBytes.sha256).toBe(fromFolder.sha256)
  })

  it('takes the files of a package alone, whatever lies beside them', async () => {
    const bundle = await read({ bytes: zipped(packageFiles({}, { 'index.ts': 'x', 'content/more.json': '{', 'icon.svg': '<svg onload="alert(1)"/>' })) })
    expect([...bundle.parts.keys()]).toEqual(['manifest.json', 'rules.js'])
  })

  it('knows a package by each byte of each of its files', async () => {
    const { sha256 } = await read({ bytes: zipped(packageFiles()) })
    for (const more of [{ 'README.md': '' }, { LICENSE: '' }, { 'rules.js': ' ' }, { 'manifest.json': `${packageFiles()['manifest.json']} ` }])
      expect((await read({ bytes: zipped(packageFiles({}, more)) })).sha256).not.toBe(sha256)
  })

  it('has a hash that anybody can work out with sha256sum', () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const parts = new Map([['rules.js', Buffer.from('b')], ['manifest.json', Buffer.from('a')]])
    expect(digestText(parts)).toBe(`${hash('a')}  manifest.json\n${hash('b')}  rules.js\n`)
  })

  it.each([
    ['wrong content', { 'content/creatures.json': '{}' }, 'content/creatures.json'],
    ['a picture that is none', { 'icon.png': '<svg onload="alert(1)"/>' }, 'icon.png is no PNG picture.'],
    ['rules that are no text', { 'rules.js': Buffer.from([0xff, 0xfe]) }, 'rules.js is no valid UTF-8.'],
    ['a readme that is too long', { 'README.md': randomBytes(1_100_000) }, 'README.md is 1100000 bytes long; at most 1048576 are read.'],
  ])('is refused with %s', async (_, more, message) => {
    expect(await refusal(packageFiles({}, more))).toContain(message)
  })
})

describe('reading a content pack', () => {
  it('needs no rules, and counts what it brings', async () => {
    const bundle = await read({ bytes: zipped(packFiles()) })
    expect(bundle.manifest).toMatchObject({ id: 'marsh-folk', system: { id: 'coin' } })
    expect(bundle.counts).toEqual({ creatures: 2, characters: 1, tables: 2, conditions: 1 })
  })

  it.each([
    ['rules', { ...packFiles(), 'rules.js': 'x' }, 'a content pack holds no rules.js'],
    ['nothing in it', packFiles({}, {}), 'It brings nothing'],
    ['empty files alone', packFiles({}, { creatures: [], tables: [] }), 'It brings nothing'],
    ['a wrong row', packFiles({}, { conditions: [{}] }), 'content/conditions.json: row 1'],
  ])('is refused with %s', async (_, files, message) => {
    expect(await refusal(files)).toContain(message)
  })

  it('of nothing but a manifest is neither', async () => {
    expect(await refusal({ 'manifest.json': String(packageFiles()['manifest.json']) })).toBe('rules.js is missing.')
  })
})

describe('the reading thread', () => {
  const reader = createBundleReader(spawnBundleReader)

  it('gives what reading gives, whole or refused', async () => {
    const bytes = zipped(packageFiles())
    expect(await reader({ bytes })).toEqual({ ok: true, bundle: expect.objectContaining({ sha256: (await read({ bytes })).sha256 }) })
    expect(await reader({ path: join(tempFolder(), 'nothing') })).toEqual({ ok: false, message: expect.stringContaining('There is nothing at') })
  })

  it('is given up when it takes too long', async () => {
    expect(await createBundleReader(spawnBundleReader, 0)({ bytes: zipped(packageFiles()) })).toEqual({ ok: false, message: 'It takes longer than 0 seconds to read.' })
  })
})
