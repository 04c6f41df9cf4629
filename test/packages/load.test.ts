import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import yazl from 'yazl'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { loadPackage, readPackageFile, rulesLimitBytes } from '../../main/packages/load.ts'

const rules = 'defineSystem({ stats: [], counters: [], settings: [], checks: {} })'

const manifest = (over: Record<string, unknown> = {}) => ({
  id: 'game',
  name: 'Game',
  version: '1.0.0',
  api: 1,
  compatibility: { minimum: '0.1.0', verified: '0.1.0' },
  license: 'MIT',
  authors: ['Somebody'],
  description: 'A game.',
  dataVersion: 1,
  ...over,
})

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'packages-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function folder(path: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(join(home, path), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path, name)), { recursive: true })
    await writeFile(join(home, path, name), text)
  }
  return join(home, path)
}

async function zipped(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const zip = new yazl.ZipFile()
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  await writeFile(join(home, name), Buffer.concat(chunks))
  return join(home, name)
}

const files = { 'manifest.json': JSON.stringify(manifest()), 'rules.js': rules }
const noContent = { characters: [], creatures: [], tables: [], conditions: [] }
const loaded = {
  ok: true,
  package: { manifest: manifest(), source: rules, sha256: createHash('sha256').update(rules).digest('hex'), content: noContent },
}
const creatures = JSON.stringify([{ name: 'Clock crow', kind: 'npc', stats: { level: 2 } }])

describe('loading a package', () => {
  it('works from a folder', async () => {
    expect(await loadPackage(await folder('game', files))).toEqual(loaded)
  })

  it('works from a zip of what is in the folder, and of the folder', async () => {
    expect(await loadPackage(await zipped('a.tollkeeper-plugin', files))).toEqual(loaded)
    const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`game/${name}`, text]))
    expect(await loadPackage(await zipped('b.tollkeeper-plugin', inFolder))).toEqual(loaded)
  })

  it.each([
    ['there is nothing', {}, 'manifest.json is missing'],
    ['the rules are missing', { 'manifest.json': files['manifest.json'] }, 'rules.js is missing'],
    ['the manifest is wrong', { ...files, 'manifest.json': '{}' }, 'manifest.json: "id"'],
    ['the rules are huge', { ...files, 'rules.js': ' '.repeat(rulesLimitBytes + 1) }, `at most ${rulesLimitBytes} are read`],
    ['the manifest is huge', { ...files, 'manifest.json': ' '.repeat(70_000) }, 'at most 65536 are read'],
  ])('is refused when %s', async (_, found: Readonly<Record<string, string>>, why) => {
    expect(await loadPackage(await folder('game', found))).toMatchObject({ ok: false, message: expect.stringContaining(why) })
  })

  it('is refused when there is nothing at the path, or no package', async () => {
    expect(await loadPackage(join(home, 'nowhere'))).toMatchObject({ ok: false, message: expect.stringContaining('There is nothing at') })
    await writeFile(join(home, 'note.txt'), 'hello')
    expect(await loadPackage(join(home, 'note.txt'))).toMatchObject({ ok: false, message: expect.stringContaining('can’t be read') })
  })

  it('is refused when the rules are a link to another file', async () => {
    const path = await folder('game', { 'manifest.json': files['manifest.json'] })
    await writeFile(join(home, 'secret'), rules)
    await symlink(join(home, 'secret'), join(path, 'rules.js'))
    expect(await loadPackage(path)).toEqual({ ok: false, message: 'rules.js is no plain file.' })
  })

  it('brings its content, from a folder and from a zip', async () => {
    const whole = { ...files, 'content/creatures.json': creatures }
    const withContent = { ok: true, package: { ...loaded.package, content: { ...noContent, creatures: [{ name: 'Clock crow', kind: 'npc', stats: { level: 2 } }] } } }
    expect(await loadPackage(await folder('game', whole))).toEqual(withContent)
    expect(await loadPackage(await zipped('a.tollkeeper-plugin', whole))).toEqual(withContent)
  })

  it('is refused when its content is wrong, or lies behind a link', async () => {
    const path = await folder('game', { ...files, 'content/creatures.json': '[{}]' })
    expect(await loadPackage(path)).toEqual({ ok: false, message: 'content/creatures.json: row 1: "name" must be a text.' })
    await rm(join(path, 'content'), { recursive: true })
    await folder('elsewhere', { 'creatures.json': creatures })
    await symlink(join(home, 'elsewhere'), join(path, 'content'))
    expect(await loadPackage(path)).toEqual({ ok: false, message: 'content is no plain folder.' })
  })

  it('is refused when the rules are no text', async () => {
    const path = await folder('game', files)
    await writeFile(join(path, 'rules.js'), Buffer.from([0xff, 0xfe, 0x00]))
    expect(await loadPackage(path)).toEqual({ ok: false, message: 'rules.js is no valid UTF-8.' })
  })

  it('gives other files of a package, and says when there are none', async () => {
    const path = await zipped('a.zip', { ...files, 'golden.json': '[]' })
    expect(await readPackageFile(path, 'golden.json', 10)).toEqual({ ok: true, bytes: Buffer.from('[]') })
    expect(await readPackageFile(path, 'README.md', 10)).toEqual({ ok: false, message: 'README.md is missing.', missing: true })
  })
})

describe('the catalogue', () => {
  const withId = (id: string, name: string) => ({ ...files, 'manifest.json': JSON.stringify(manifest({ id, name })) })

  it('lists manifests by name, without those that can’t be used', async () => {
    await folder('built-in/zeta', withId('zeta', 'Alpha'))
    await folder('built-in/alpha', withId('alpha', 'Zeta'))
    await folder('built-in/broken', { 'manifest.json': '{' })
    await folder('built-in/empty', {})
    await writeFile(join(home, 'built-in/note.txt'), '')
    const catalogue = createCatalogue([join(home, 'built-in'), join(home, 'missing')])
    expect((await catalogue.list()).map(({ id }) => id)).toEqual(['zeta', 'alpha'])
  })

  it('reads no rules until one is loaded', async () => {
    await folder('built-in/game', { 'manifest.json': files['manifest.json'] })
    const catalogue = createCatalogue([join(home, 'built-in')])
    expect(await catalogue.list()).toEqual([{ ...manifest(), sample: false }])
    expect(await catalogue.load('game')).toMatchObject({ ok: false, message: expect.stringContaining('rules.js is missing') })
  })

  it('tells who brings content, without reading it', async () => {
    await folder('built-in/bare', withId('bare', 'Bare'))
    await folder('built-in/full', { ...withId('full', 'Full'), 'content/creatures.json': 'not even JSON' })
    const cards = await createCatalogue([join(home, 'built-in')]).list()
    expect(cards.map(({ id, sample }) => [id, sample])).toEqual([
      ['bare', false],
      ['full', true],
    ])
  })

  it('loads by id, whatever the folder is called', async () => {
    await folder('built-in/some-folder', files)
    expect(await createCatalogue([join(home, 'built-in')]).load('game')).toEqual(loaded)
  })

  it('lets no later folder take the id of an earlier one', async () => {
    await folder('built-in/game', files)
    await folder('installed/game', withId('game', 'Impostor'))
    const catalogue = createCatalogue([join(home, 'built-in'), join(home, 'installed')])
    expect((await catalogue.list()).map(({ name }) => name)).toEqual(['Game'])
    expect(await catalogue.load('game')).toEqual(loaded)
  })

  it('says when a system isn’t installed', async () => {
    expect(await createCatalogue([home]).load('game')).toEqual({ ok: false, message: 'No system "game" is installed.' })
  })
})
