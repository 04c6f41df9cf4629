import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readBundle } from '../../main/packages/bundle.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createPackageStore, folderOf } from '../../main/packages/store.ts'
import { tempFolder } from '../support/files.ts'
import { packageFiles, writeFiles, zipped } from '../support/package.ts'

const bundleOf = async (manifest: Parameters<typeof packageFiles>[0] = {}) => {
  const read = await readBundle({ bytes: zipped(packageFiles(manifest, { 'content/creatures.json': '[{"name":"Crow","kind":"npc"}]' })) })
  if (!read.ok) throw new Error(read.message)
  return read.bundle
}

/** A store in a folder of its own with one package built in, read without a thread. */
function shop() {
  const folder = tempFolder()
  const builtIn = tempFolder()
  writeFiles(join(builtIn, 'coin'), packageFiles({ id: 'coin', name: 'Coin' }))
  const store = createPackageStore(folder)
  const catalogue = createCatalogue([builtIn], { store, read: readBundle })
  const install = async (manifest: Parameters<typeof packageFiles>[0] = {}) => {
    const bundle = await bundleOf(manifest)
    const current = await store.add(bundle)
    const before = await store.use(bundle.manifest.id)
    await store.setUse(bundle.manifest.id, { current, previous: before?.current === current ? before.previous : before?.current })
    return current
  }
  return { folder, store, catalogue, install }
}

describe('the store of packages', () => {
  it('keeps each version in a folder of its own, whole', async () => {
    const { folder, install, catalogue } = shop()
    const name = await install()
    expect(name).toBe(folderOf(await bundleOf()))
    expect(readdirSync(join(folder, 'lantern', name)).toSorted()).toEqual(['content', 'manifest.json', 'rules.js'])
    expect((await catalogue.list()).map(({ id, sample }) => [id, sample])).toEqual([['coin', false], ['lantern', true]])
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true, package: { manifest: { id: 'lantern' } } })
  })

  it('keeps the version before beside the one that is used, and no others', async () => {
    const { folder, install, catalogue } = shop()
    await install()
    const second = await install({ version: '1.1.0' })
    const third = await install({ version: '1.2.0' })
    expect(readdirSync(join(folder, 'lantern')).toSorted()).toEqual([second, third, 'use.json'].toSorted())
    expect((await catalogue.entries()).find(({ folder: name }) => name === 'lantern')).toMatchObject({ manifest: { version: '1.2.0' }, previous: '1.1.0' })
  })

  it('drops nothing that it didn’t put there', async () => {
    const { folder, install } = shop()
    await install()
    writeFileSync(join(folder, 'lantern/notes.txt'), 'mine')
    await install({ version: '1.1.0' })
    expect(existsSync(join(folder, 'lantern/notes.txt'))).toBe(true)
  })

  it.each([
    ['1.10.0', '1.9.0'],
    ['2.0.0', '2.0.0-rc.1'],
  ])('takes %s before %s where its note is lost', async (newer, older) => {
    const { folder, install, store } = shop()
    const newest = await install({ version: newer })
    await install({ version: older })
    mkdirSync(join(folder, `lantern/mine-${'0'.repeat(64)}`))
    rmSync(join(folder, 'lantern/use.json'))
    expect((await store.use('lantern'))?.current).toBe(newest)
  })

  it('works without its note, with the version that is the last by name', async () => {
    const { folder, install, catalogue } = shop()
    await install()
    rmSync(join(folder, 'lantern/use.json'))
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true })
    writeFileSync(join(folder, 'lantern/use.json'), '{"current":"../../etc"}')
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true })
  })

  it('looks into no folder outside of its own, and takes none for a version that isn’t called like one', async () => {
    const { folder, store } = shop()
    const hash = 'a'.repeat(64)
    writeFiles(join(folder, `outside/x-${hash}`), packageFiles())
    writeFiles(join(folder, 'lantern'), { 'use.json': JSON.stringify({ current: `../outside/x-${hash}` }) })
    writeFiles(join(folder, `lamp/latest-${hash}`), packageFiles({ id: 'lamp' }))
    expect(await store.use('lantern')).toBeUndefined()
    expect(await store.use('lamp')).toBeUndefined()
  })

  it('writes a damaged package afresh when it is added again', async () => {
    const { folder, install, catalogue } = shop()
    const name = await install()
    truncateSync(join(folder, 'lantern', name, 'rules.js'), 10)
    await install()
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true })
  })

  it('takes one away with everything on its shelf', async () => {
    const { folder, store, install, catalogue } = shop()
    await install()
    await store.remove('lantern')
    expect(existsSync(join(folder, 'lantern'))).toBe(false)
    expect(await catalogue.load('lantern')).toEqual({ ok: false, message: 'No system "lantern" is installed.' })
  })

  it('turns one off and on again, without touching it', async () => {
    const { store, install, catalogue } = shop()
    const current = await install()
    await store.disable('lantern', true)
    expect((await catalogue.list()).map(({ id }) => id)).toEqual(['coin'])
    expect(await catalogue.load('lantern')).toMatchObject({ ok: false })
    await store.disable('lantern', false)
    expect(await store.use('lantern')).toEqual({ current })
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true })
  })
})

it('a package is read whole again only when its files look otherwise', async () => {
  const folder = tempFolder()
  const read = vi.fn(readBundle)
  const catalogue = createCatalogue([], { store: createPackageStore(folder), read })
  writeFiles(join(folder, 'placed'), packageFiles())
  writeFiles(join(folder, 'broken'), packageFiles({ api: 2, id: 'broken' }))
  const names = async () => (await catalogue.entries()).map(({ manifest, problem }) => manifest?.name ?? problem)
  await Promise.all([names(), names(), names()])
  expect(read).toHaveBeenCalledTimes(2)
  writeFiles(join(folder, 'placed'), packageFiles({ name: 'Lamp' }))
  writeFiles(join(folder, 'broken'), packageFiles({ id: 'broken', name: 'Mended' }))
  expect(await names()).toEqual(['Lamp', 'Mended'])
  expect(read).toHaveBeenCalledTimes(4)
})

describe('a package that can’t be used is listed with its reason and keeps nobody else from working', () => {
  const problemOf = async ({ catalogue }: ReturnType<typeof shop>, name: string) => {
    const entry = (await catalogue.entries()).find(({ folder }) => folder === name)
    expect((await catalogue.list()).map(({ id }) => id)).toContain('coin')
    expect((await catalogue.list()).map(({ id }) => id)).not.toContain(name)
    return entry?.problem
  }

  it.each([
    ['cut short', (path: string) => truncateSync(join(path, 'rules.js'), 10), 'Lantern was changed on the disk since it was installed. Install it again.'],
    ['changed by one byte', (path: string) => writeFileSync(join(path, 'content/creatures.json'), '[ ]'), 'Lantern was changed on the disk'],
    ['without its rules', (path: string) => rmSync(join(path, 'rules.js')), 'rules.js is missing'],
    ['without its manifest', (path: string) => rmSync(join(path, 'manifest.json')), 'manifest.json is missing'],
    ['gone', (path: string) => rmSync(path, { recursive: true }), 'There is nothing at'],
  ])('when it is %s', async (_, spoil, why) => {
    const world = shop()
    const name = await world.install()
    spoil(join(world.folder, 'lantern', name))
    expect(await problemOf(world, 'lantern')).toContain(why)
  })

  it.each([
    ['needs a newer app', { compatibility: { minimum: '9.1.0', verified: '9.1.0' } }, 'Lantern needs Tollkeeper 9.1.0 or later; this is 0.1.0.'],
    ['needs another API', { api: 2 }, '"api" is 2; this app offers plugin API 1 alone'],
    ['has the id of a built-in system', { id: 'coin' }, 'Its id "coin" is taken by Coin 1.0.0.'],
    ['looks like a built-in system', { id: 'c0in' }, 'could be taken for "coin"'],
    ['is called like a built-in system', { name: 'COIN' }, 'as another system does'],
  ])('when a folder was put there by hand that %s', async (_, manifest, why) => {
    const world = shop()
    writeFiles(join(world.folder, 'placed'), packageFiles(manifest))
    expect(await problemOf(world, 'placed')).toContain(why)
  })

  it('when half of it was put there by hand, but not where nothing was', async () => {
    const world = shop()
    writeFiles(join(world.folder, 'placed'), { 'rules.js': 'x' })
    mkdirSync(join(world.folder, 'empty'))
    expect(await problemOf(world, 'placed')).toContain('manifest.json is missing')
    writeFiles(join(world.folder, 'lantern'), { '.new-1/manifest.json': '{}', 'use.json': '{}' })
    writeFiles(join(world.folder, '.Trash-1000'), packageFiles())
    expect((await world.store.shelves()).map(({ name }) => name)).toEqual(['placed'])
    await world.store.disable('placed', true)
    expect((await world.catalogue.entries()).find(({ folder }) => folder === 'placed')).toMatchObject({ from: 'by hand', disabled: true })
  })

  it('and a folder put there by hand that is in order is played, and can be turned off', async () => {
    const { folder, store, catalogue } = shop()
    writeFiles(join(folder, 'placed'), packageFiles())
    expect(await catalogue.load('lantern')).toMatchObject({ ok: true })
    await store.disable('placed', true)
    expect((await catalogue.entries()).find((entry) => entry.folder === 'placed')).toMatchObject({ from: 'by hand', disabled: true })
    expect(await catalogue.load('lantern')).toMatchObject({ ok: false })
  })
})
