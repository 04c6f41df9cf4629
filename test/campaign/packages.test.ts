import { existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, describe, vi } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { RollId } from '../../preload/contract.ts'
import { createPackages } from '../../main/campaign/packages.ts'
import { readBundle } from '../../main/packages/bundle.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { createWorld, valueOf } from '../support/campaign.ts'
import { packageFiles, writeFiles, zipped } from '../support/package.ts'
import { testSystem } from '../support/system.ts'

type Files = ReturnType<typeof packageFiles>

/** The test system in its second version, whose sheets call vigour otherwise and whose settings are more. */
const second = (migrate: string): Files =>
  packageFiles(
    { version: '2.0.0', dataVersion: 2 },
    {
      'rules.js': testSystem
        .replace(`settings: [{`, `settings: [{ id: 'mist', label: 'Mist', type: 'number', default: 3 }, {`)
        .replace(`migrate: { 2: (record) => ({ ...record, data: { ...record.data, moved: 1 } }) },`, `migrate: { 2: (record) => { ${migrate} } },`),
    },
  )
const doubling = `
  const { kind, data } = record
  if (kind === 'stats') return { kind, data: { ...data, vigourMax: data.vigourMax * 2 } }
  return kind === 'counters' ? { kind, data: { ...data, ...(data.doom !== undefined && { doom: data.doom + 10 }) } } : record`

/** A world in which the first version of a system can be installed, and played in a campaign. */
function createShop() {
  const world = createWorld()
  const { installer } = world
  const look = async (files: Files) => valueOf(await installer.preview({ bytes: zipped(files) }, 'lantern.tollkeeper-plugin'))
  const install = async (files: Files = packageFiles()) => valueOf(await installer.install((await look(files)).sha256))
  const refusal = async (files: Files | Buffer) => {
    const reply = await installer.preview({ bytes: Buffer.isBuffer(files) ? files : zipped(files) }, 'lantern.tollkeeper-plugin')
    return reply.ok ? undefined : reply.error.message
  }
  const play = async (name = 'The Ninth Ferry'): Promise<Campaign> => {
    valueOf(await world.library.create(name, 'lantern'))
    return world.library.current() as Campaign
  }
  const current = () => world.library.current() as Campaign
  const card = async (folder = 'lantern') => (await installer.list()).find((each) => each.folder === folder)
  /** Every file of the store. */
  const installed = () => (existsSync(join(world.folder, 'installed')) ? readdirSync(join(world.folder, 'installed'), { recursive: true }).toSorted() : [])
  return { ...world, look, install, refusal, play, current, card, installed }
}

async function rollHeap(campaign: Campaign): Promise<RollId> {
  const made = valueOf(await campaign.makeRoll({ check: 'heap', sides: [{ picks: {}, input: {} }], typed: [['2', '5']] }))
  if (made.kind !== 'rolled') throw new Error(made.kind)
  return made.roll.id
}

describe('looking at a package', () => {
  it('tells all about it and installs nothing', async () => {
    const { look, installed } = createShop()
    expect(await look(packageFiles())).toMatchObject({
      id: 'lantern', name: 'Lantern', version: '1.0.0', authors: ['Tollkeeper authors'], license: 'MIT', change: 'new', campaigns: [],
      compatibility: { minimum: '0.1.0', verified: '0.1.0' }, sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(installed()).toEqual([])
  })

  it.each([
    ['is no package', Buffer.from('hello'), 'The zip can’t be read'],
    ['needs a newer app', packageFiles({ compatibility: { minimum: '3.0.0', verified: '3.0.0' } }), 'Lantern needs Tollkeeper 3.0.0 or later; this is 0.1.0.'],
    ['has a built-in system’s id', packageFiles({ id: 'coin' }), 'Its id "coin" is taken by Coin 1.0.0.'],
    ['looks like a built-in system', packageFiles({ id: 'c0in' }), 'could be taken for "coin"'],
    ['has rules that throw', packageFiles({}, { 'rules.js': 'throw new Error("no")' }), 'The script threw Error: no'],
    ['has rules that define nothing', packageFiles({}, { 'rules.js': '1' }), 'never called defineSystem'],
  ])('refuses one that %s, says why and what to do', async (_, files, why) => {
    const { refusal, installed } = createShop()
    const message = await refusal(files)
    expect(message).toContain('"lantern.tollkeeper-plugin" can\'t be installed. ')
    expect(message).toContain(why)
    expect(message).toContain('Nothing was changed. Its author can mend it, or may have a version that fits.')
    expect(installed()).toEqual([])
  })

  it('refuses the id of a folder that was put there by hand', async () => {
    const { refusal, folder } = createShop()
    writeFiles(join(folder, 'installed/mine'), packageFiles())
    expect(await refusal(packageFiles({ version: '2.0.0' }))).toContain('Its id "lantern" is taken by Lantern 1.0.0.')
  })

  it('refuses one whose folder would be one that was put there by hand, and leaves that alone', async () => {
    const { refusal, folder } = createShop()
    const home = writeFiles(join(folder, 'installed/lantern'), packageFiles({ id: 'ember', name: 'Ember' }, { 'my notes.txt': 'x' }))
    expect(await refusal(packageFiles())).toContain('A folder "lantern" was put among the packages by hand.')
    expect(readdirSync(home).toSorted()).toEqual(['manifest.json', 'my notes.txt', 'rules.js'])
  })

  it('tells a newer one from an older one, the same and another under the same version', async () => {
    const { look, install } = createShop()
    await install(packageFiles({ version: '1.5.0' }))
    expect(await look(packageFiles({ version: '1.10.0', license: 'GPL-3.0' }))).toMatchObject({ change: 'update', installed: '1.5.0', differences: ['Licence: MIT before, GPL-3.0 now'] })
    expect((await look(packageFiles({ version: '1.4.0' }))).change).toBe('downgrade')
    expect((await look(packageFiles({ version: '1.5.0' }))).change).toBe('same')
    expect((await look(packageFiles({ version: '1.5.0' }, { LICENSE: 'mine' }))).change).toBe('replaced')
  })
})

describe('installing a package', () => {
  it('makes it a system that campaigns can be made with', async () => {
    const { install, play, card, events } = createShop()
    expect(await install()).toEqual({ moved: [], stayed: [] })
    expect((await play()).view().system).toEqual({ id: 'lantern', name: 'Lantern', version: '1.0.0' })
    expect(await card()).toMatchObject({ from: 'installed', version: '1.0.0', disabled: false, campaigns: [{ name: 'The Ninth Ferry', version: '1.0.0', isBehind: false }] })
    expect(events.map(({ name }) => name)).toContain('packages.changed')
  })

  it('takes only the one that was looked at last', async () => {
    const { look, installer, installed } = createShop()
    const { sha256 } = await look(packageFiles())
    await look(packageFiles({ version: '1.1.0' }))
    expect(await installer.install(sha256)).toMatchObject({ ok: false, error: { code: 'missing', message: expect.stringContaining('Nothing was installed.') } })
    expect(installed()).toEqual([])
  })
})

describe('updating a system', () => {
  it('moves its campaigns, the open one too, with their data, after a backup of each', async () => {
    const { install, play, current, look, backups, library, campaigns } = createShop()
    await install()
    await play('Left alone')
    const campaign = await play()
    const hob = valueOf(campaign.createCharacter({ kind: 'pc', name: 'Hob', stats: { vigourMax: 9 } }))
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 2 }))
    expect((await look(second(doubling))).campaigns.toSorted()).toEqual(['Left alone', 'The Ninth Ferry'])
    expect(await install(second(doubling))).toEqual({ moved: ['Left alone', 'The Ninth Ferry'], stayed: [] })
    const view = current().view()
    expect(view.system.version).toBe('2.0.0')
    expect(view.characters.find(({ id }) => id === hob)?.stats.vigourMax).toBe(18)
    expect(view.gm.doom?.value).toBe(13)
    expect(view.settings).toEqual({ kind: true, mist: 3 })
    expect(view.history).toEqual({})
    for (const file of ['Left alone.campaign', 'The Ninth Ferry.campaign'])
      expect(valueOf(backups.list({ path: join(campaigns, file) })).map(({ reason }) => reason)).toContain('update')
    expect(valueOf(library.list())).toHaveLength(2)
  })

  it('keeps the rolls of before replayable with the rules they were made with', async () => {
    const { install, play, current } = createShop()
    await install()
    const roll = await rollHeap(await play())
    await install(second(doubling))
    expect(valueOf(await current().checkReplay(roll)).same).toBe(true)
  })

  it.each([
    ['throws halfway', `if (record.kind === 'counters' && record.data.vigour !== undefined) throw new Error('no'); ${doubling}`, 'Error: no'],
    ['never ends', `for (;;);`, 'took longer'],
    ['makes a sheet that can’t be', `return record.kind === 'stats' ? { ...record, data: { vigourMax: 999 } } : record`, 'The stats of Hob'],
    ['changes the kind', `return { ...record, kind: 'stats' }`, 'settings'],
  ])('leaves data and version as they were where its migration %s', async (_, migrate, why) => {
    const { install, play, look, installer, current, installed } = createShop()
    await install()
    await play('Another')
    const campaign = await play()
    valueOf(campaign.createCharacter({ kind: 'pc', name: 'Hob', stats: {} }))
    const before = { view: campaign.view(), installed: installed() }
    const reply = await installer.install((await look(second(migrate))).sha256)
    expect(reply).toMatchObject({ ok: false, error: { code: 'fault', message: expect.stringContaining(why) } })
    expect(!reply.ok && reply.error.message).toContain('Nothing was changed: the version before stays in use.')
    expect(current().view()).toEqual(before.view)
    expect(installed()).toEqual(before.installed)
  })

  it('changes nothing when the backup can’t be made', async () => {
    const { install, play, look, installer, backups, current, installed } = createShop()
    await install()
    await play()
    const before = installed()
    vi.spyOn(backups, 'make').mockResolvedValue({ ok: false, error: { code: 'disk', message: 'The disk is full.' } })
    expect(await installer.install((await look(second(doubling))).sha256)).toMatchObject({ ok: false, error: { message: expect.stringContaining('only after a backup. The disk is full.') } })
    expect(current().view().system.version).toBe('1.0.0')
    expect(installed()).toEqual(before)
  })

  it('leaves a campaign that can’t be read with what it has, says so, and moves the others', async () => {
    const { install, play, library, campaigns } = createShop()
    await install()
    await play('Broken')
    await play()
    await library.closeCampaign()
    truncateSync(join(campaigns, 'Broken.campaign'), 5_000)
    expect(await install(second(doubling))).toMatchObject({ moved: ['The Ninth Ferry'] })
  })

  it('leaves campaigns of a newer version with what they have when an older one is installed', async () => {
    const { install, play, current } = createShop()
    await install(second(doubling))
    await play()
    expect(await install()).toEqual({ moved: [], stayed: [{ name: 'The Ninth Ferry', why: expect.stringContaining('which 1.0.0 is too old for') }] })
    expect(current().view().system.version).toBe('2.0.0')
  })
})

describe('going back to the version before', () => {
  it('brings back package and data together, and keeps what was played since as a backup', async () => {
    const { install, play, current, installer, card, backups, campaigns } = createShop()
    await install()
    valueOf((await play()).createCharacter({ kind: 'pc', name: 'Hob', stats: { vigourMax: 9 } }))
    const before = current().view()
    await install(second(doubling))
    valueOf(current().createCharacter({ kind: 'pc', name: 'Nell', stats: {} }))
    expect((await card())?.previous).toBe('1.0.0')
    expect(valueOf(await installer.rollBack('lantern'))).toEqual({ moved: ['The Ninth Ferry'], stayed: [] })
    expect(current().view()).toEqual(before)
    expect(await card()).toMatchObject({ version: '1.0.0', previous: '2.0.0' })
    const [newest] = valueOf(backups.list({ path: join(campaigns, 'The Ninth Ferry.campaign') }))
    expect(newest).toMatchObject({ reason: 'restore', holds: { characters: 2 } })
  })

  it('loses nothing that was played since where the data is of the same kind', async () => {
    const { install, play, current, installer } = createShop()
    await install()
    await play()
    await install(packageFiles({ version: '1.1.0' }, { 'rules.js': `${testSystem}\n// mended` }))
    valueOf(current().createCharacter({ kind: 'pc', name: 'Nell', stats: {} }))
    expect(valueOf(await installer.rollBack('lantern'))).toEqual({ moved: ['The Ninth Ferry'], stayed: [] })
    expect(current().view().system.version).toBe('1.0.0')
    expect(current().view().characters.map(({ name }) => name)).toEqual(['Nell'])
  })

  it('leaves a campaign that was made since with its own version', async () => {
    const { install, play, current, installer } = createShop()
    await install()
    await install(second(doubling))
    await play()
    expect(valueOf(await installer.rollBack('lantern'))).toEqual({ moved: [], stayed: [{ name: 'The Ninth Ferry', why: expect.stringContaining('no backup from before') }] })
    expect(current().view().system.version).toBe('2.0.0')
  })

  it('is refused where there is none, or where it is damaged', async () => {
    const { install, installer, folder } = createShop()
    await install()
    expect(await installer.rollBack('lantern')).toMatchObject({ ok: false, error: { code: 'missing' } })
    await install(packageFiles({ version: '1.1.0' }))
    const first = readdirSync(join(folder, 'installed/lantern')).find((name) => name.startsWith('1.0.0')) as string
    truncateSync(join(folder, 'installed/lantern', first, 'rules.js'), 20)
    expect(await installer.rollBack('lantern')).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringMatching(/^There is no way back to 1\.0\.0 of "lantern": .*Nothing was changed\./) } })
  })
})

it('going back is held to what installing is: a name that came since is not taken again', async () => {
  const { install, installer, folder, card } = createShop()
  await install(packageFiles({ name: 'Candle' }))
  await install(packageFiles({ version: '1.1.0' }))
  writeFiles(join(folder, 'installed/placed'), packageFiles({ id: 'wick', name: 'Candle' }))
  expect(await installer.rollBack('lantern')).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('as another system does') } })
  expect((await card())?.version).toBe('1.1.0')
})

it('what is installed and damaged is known by its folder, so that the same or an older one is said to be so', async () => {
  const { install, look, folder, card } = createShop()
  await install(packageFiles({ version: '1.1.0' }))
  const [home = ''] = readdirSync(join(folder, 'installed/lantern')).filter((name) => name.startsWith('1.1.0'))
  truncateSync(join(folder, 'installed/lantern', home, 'manifest.json'), 20)
  expect(await card()).toMatchObject({ problem: expect.anything() })
  expect(await look(packageFiles({ version: '1.1.0' }))).toMatchObject({ change: 'same', installed: '1.1.0' })
  expect(await look(packageFiles({ version: '1.0.0' }))).toMatchObject({ change: 'downgrade' })
  expect(await install(packageFiles({ version: '1.1.0' }))).toEqual({ moved: [], stayed: [] })
  expect((await card())?.problem).toBeUndefined()
})

it('one that doesn’t load when it is installed after all changes nothing, and says so', async () => {
  const world = createWorld()
  let isBusy = false
  const loadSandbox = (source: string) => (isBusy ? Promise.resolve({ ok: false, fault: { kind: 'timeout', message: 'The script was stopped.' } } as const) : createSandbox({ source, spawn: spawnWorker }))
  const packages = createPackages({ ...world, folder: () => world.campaigns, read: readBundle, announce: () => undefined, loadSandbox })
  const { sha256 } = valueOf(await packages.preview({ bytes: zipped(packageFiles()) }, 'lantern'))
  isBusy = true
  expect(await packages.install(sha256)).toMatchObject({ ok: false, error: { code: 'fault', message: 'Lantern 1.0.0 could not be loaded: The script was stopped. Nothing was changed. Try once more.' } })
  expect(existsSync(join(world.folder, 'installed'))).toBe(false)
  isBusy = false
  expect(await packages.install(sha256)).toMatchObject({ ok: true })
})

it('one that can’t be loaded is tried once, however often it is asked for', async () => {
  const world = createWorld()
  writeFiles(join(world.folder, 'installed/placed'), packageFiles({}, { 'rules.js': 'throw new Error("no")' }))
  const loadSandbox = vi.fn((source: string) => createSandbox({ source, spawn: spawnWorker }))
  const packages = createPackages({ ...world, folder: () => world.campaigns, read: readBundle, announce: () => undefined, loadSandbox })
  const problem = async () => (await packages.list()).find(({ folder }) => folder === 'placed')?.problem
  expect(await Promise.all([problem(), problem()])).toEqual(Array(2).fill('The script threw Error: no (rules.js:1).'))
  expect(await problem()).toContain('Error: no')
  expect(loadSandbox).toHaveBeenCalledTimes(1)
  writeFiles(join(world.folder, 'installed/placed'), packageFiles())
  expect(await problem()).toBeUndefined()
})

it('one that the disk has no room for leaves nothing running and nothing written', async () => {
  const world = createWorld()
  let running = 0
  const loadSandbox = async (source: string) => {
    const loaded = await createSandbox({ source, spawn: spawnWorker })
    if (!loaded.ok) return loaded
    running += 1
    const { close } = loaded.value
    return { ok: true, value: { ...loaded.value, close: () => close().finally(() => (running -= 1)) } } as const
  }
  const packages = createPackages({ ...world, folder: () => world.campaigns, read: readBundle, announce: () => undefined, loadSandbox })
  const { sha256 } = valueOf(await packages.preview({ bytes: zipped(packageFiles()) }, 'lantern'))
  vi.spyOn(world.store, 'add').mockRejectedValueOnce(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  expect(await packages.install(sha256)).toMatchObject({ ok: false, error: { code: 'disk' } })
  expect(running).toBe(0)
  expect(existsSync(join(world.folder, 'installed/lantern'))).toBe(false)
})

describe('bringing campaigns along', () => {
  it('moves those that play with another version of a system to the one that is there, also of a folder put there by hand', async () => {
    const { installer, folder, play, card, current } = createShop()
    const home = writeFiles(join(folder, 'installed/placed'), packageFiles())
    await play()
    expect(await card('placed')).toMatchObject({ campaigns: [{ isBehind: false }] })
    writeFiles(home, second(doubling))
    expect(await card('placed')).toMatchObject({ campaigns: [{ version: '1.0.0', isBehind: true }] })
    expect(valueOf(await installer.bringAlong('placed'))).toEqual({ moved: ['The Ninth Ferry'], stayed: [] })
    expect(current().view().system.version).toBe('2.0.0')
    expect(current().view().gm.doom?.value).toBe(11)
    writeFiles(home, { 'rules.js': `${second(doubling)['rules.js'] as string}\n// mended` })
    expect(await card('placed')).toMatchObject({ campaigns: [{ version: '2.0.0', isBehind: true }] })
  })

  it.each([
    ['throws', 'throw new Error("no")', 'The script threw Error: no'],
    ['never ends', 'for (;;);', 'The script was stopped: it took longer than'],
  ])('is listed with the reason where its rules are such that loading %s, until they are mended', async (_, rules, why) => {
    const { folder, card } = createShop()
    const home = writeFiles(join(folder, 'installed/placed'), packageFiles({}, { 'rules.js': rules }))
    expect((await card('placed'))?.problem).toContain(why)
    expect(await card('coin')).not.toHaveProperty('problem')
    writeFiles(home, packageFiles())
    expect(await card('placed')).not.toHaveProperty('problem')
  })

  it('is refused where the system can’t be used, and changes nothing', async () => {
    const { installer, folder, play, current } = createShop()
    const home = writeFiles(join(folder, 'installed/placed'), packageFiles())
    await play()
    writeFiles(home, packageFiles({ version: '2.0.0' }, { 'rules.js': 'throw new Error("no")' }))
    expect(await installer.bringAlong('placed')).toMatchObject({ ok: false, error: { code: 'fault', message: expect.stringContaining('Nothing was changed.') } })
    writeFiles(home, { 'manifest.json': '{' })
    expect(await installer.bringAlong('placed')).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(await installer.bringAlong('nobody')).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(current().view().system.version).toBe('1.0.0')
  })
})

describe('removing a system', () => {
  it('leaves its campaigns playable from their own copy, and it comes back whole', async () => {
    const { install, play, installer, library, card, campaigns } = createShop()
    await install()
    const campaign = await play()
    const roll = await rollHeap(campaign)
    await library.closeCampaign()
    const before = readFileSync(join(campaigns, 'The Ninth Ferry.campaign'))
    valueOf(await installer.remove('lantern'))
    expect(await card()).toBeUndefined()
    expect(readFileSync(join(campaigns, 'The Ninth Ferry.campaign'))).toEqual(before)
    valueOf(await library.open('The Ninth Ferry.campaign'))
    const open = library.current() as Campaign
    expect(valueOf(await open.checkReplay(roll)).same).toBe(true)
    expect(await rollHeap(open)).not.toBe(roll)
    await install()
    expect(await card()).toMatchObject({ version: '1.0.0', campaigns: [{ name: 'The Ninth Ferry', version: '1.0.0', isBehind: false }] })
  })

  it('takes no built-in system away, nor one that isn’t there', async () => {
    const { installer, card } = createShop()
    for (const name of ['coin', 'nobody', '..']) {
      expect(await installer.remove(name)).toMatchObject({ ok: false, error: { code: 'missing' } })
      expect(await installer.disable(name, true)).toMatchObject({ ok: false, error: { code: 'missing' } })
    }
    expect(await card('coin')).toMatchObject({ from: 'built in' })
  })

  it('can be turned off instead', async () => {
    const { install, installer, card, library } = createShop()
    await install()
    valueOf(await installer.disable('lantern', true))
    expect(await card()).toMatchObject({ disabled: true })
    expect((await library.systems()).map(({ id }) => id)).toEqual(['coin'])
  })
})

it('a damaged package is listed with its reason, and the campaigns of it open all the same', async () => {
  const { install, play, library, card, folder } = createShop()
  await install()
  await play()
  await library.closeCampaign()
  const [version = ''] = readdirSync(join(folder, 'installed/lantern')).filter((name) => name.startsWith('1'))
  truncateSync(join(folder, 'installed/lantern', version, 'manifest.json'), 4)
  const fresh = createWorld(folder)
  expect((await fresh.installer.list()).find((each) => each.folder === 'lantern')).toMatchObject({ name: 'lantern', problem: expect.stringContaining('manifest.json') })
  expect(await fresh.library.open('The Ninth Ferry.campaign')).toMatchObject({ ok: true })
  expect(await card('coin')).toMatchObject({ from: 'built in' })
})

it('a moved campaign is a whole file', async () => {
  const { install, play, library, campaigns } = createShop()
  await install()
  await play()
  await install(second(doubling))
  await library.closeCampaign()
  const db = new Sqlite(join(campaigns, 'The Ninth Ferry.campaign'), { readonly: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(db.prepare('SELECT count(*) FROM package').pluck().get()).toBe(2)
  db.close()
})
