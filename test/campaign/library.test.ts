import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { Declarations } from '../../plugins/api/index.ts'
import { createPlay, createWorld, sha256, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'
import { testSystem } from '../support/system.ts'

describe('the campaigns folder', () => {
  it('starts empty and lists what is made, the newest first', async () => {
    const { library } = createWorld()
    expect(valueOf(library.list())).toEqual([])
    valueOf(await library.create('One', 'coin'))
    valueOf(await library.create('Two', 'coin'))
    const cards = valueOf(library.list())
    expect(cards.map(({ name, system, problem }) => ({ name, system, problem })).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'One', system: 'Coin', problem: undefined },
      { name: 'Two', system: 'Coin', problem: undefined },
    ])
    expect(cards.every(({ bytes, changedAt }) => bytes > 0 && changedAt > 0)).toBe(true)
  })

  it('gives every name a file that any system can hold, and keeps the name as it was typed', async () => {
    const { library, campaigns } = createWorld()
    for (const name of ['../../etc/passwd', 'CON', 'a/b:c*?', '...', 'Zwölf Fähren 🛶', 'same', 'Same', 'x'.repeat(200)]) {
      expect(valueOf(await library.create(name, 'coin')).name).toBe(name)
    }
    await library.closeCampaign()
    const files = readdirSync(campaigns)
    expect(files).toHaveLength(8)
    expect(files.every((file) => /^[^<>:"/\\|?*\u0000-\u001f]{1,80}\.campaign$/u.test(file) && !file.startsWith('.'))).toBe(true)
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(8)
  })

  it('refuses an empty name and a system that is not there', async () => {
    const { library, campaigns } = createWorld()
    expect(await library.create('  ', 'coin')).toMatchObject({ error: { code: 'refused', problems: [{ field: 'name' }] } })
    expect(await library.create('One', 'none')).toMatchObject({ error: { code: 'missing' } })
    expect(readdirSync(campaigns)).toEqual([])
  })

  it('never opens a file outside itself', async () => {
    const { library } = createWorld()
    for (const file of ['../one.campaign', '/etc/passwd', 'one', '..'])
      expect(await library.open(file)).toMatchObject({ ok: false, error: { code: 'missing' } })
  })

  it('shows a damaged file with its problem among the others', async () => {
    const { library, campaigns } = createWorld()
    valueOf(await library.create('One', 'coin'))
    writeFileSync(join(campaigns, 'torn.campaign'), 'not a database')
    const torn = valueOf(library.list()).find(({ name }) => name === 'torn')
    expect(torn?.problem).toContain('not a Tollkeeper campaign')
    expect(await library.open('torn.campaign')).toMatchObject({ error: { code: 'foreign' } })
    expect(library.current()?.view().name).toBe('One')
  })

  it('keeps a copy of the package, so that a campaign opens and rolls without it installed', async () => {
    const { library, campaign, folder, path, side, hob } = await createPlay()
    await library.closeCampaign()
    rmSync(join(folder, 'packages/coin/rules.js'))
    rmSync(join(folder, 'packages/coin/manifest.json'))
    valueOf(await library.open(campaign.file))
    expect((await (library.current() as Campaign).makeRoll({ check: 'toss', sides: [side(hob)], typed: [null] })).ok).toBe(true)
    const db = new Sqlite(path, { readonly: true })
    expect(db.prepare('SELECT sha256 FROM package').pluck().all()).toEqual([sha256(testSystem)])
    expect(db.prepare('SELECT package FROM roll').pluck().all()).toEqual([sha256(testSystem)])
    db.close()
  })

  it('opens a campaign whose package copy is older than conditions', async () => {
    const { library, campaign, path } = await createPlay()
    await library.closeCampaign()
    const db = new Sqlite(path)
    const kept = JSON.parse(inflateRawSync(db.prepare<[], Buffer>('SELECT declarations FROM package').pluck().get() as Buffer).toString()) as Declarations
    db.prepare('UPDATE package SET declarations = ?').run(deflateRawSync(JSON.stringify({ ...kept, conditions: undefined })))
    db.close()
    expect(valueOf(await library.open(campaign.file)).declarations).toEqual({ ...kept, conditions: [] })
  })

  it('opens a campaign whose package no longer loads: readable, editable, paused', async () => {
    const { library, campaign, path, hob } = await createPlay()
    await library.closeCampaign()
    const db = new Sqlite(path)
    db.prepare('UPDATE package SET source = ?').run(Buffer.from('03000000', 'hex'))
    db.close()
    expect(await library.open(campaign.file)).toMatchObject({ ok: true, value: { paused: expect.stringContaining('could not be loaded') } })
    valueOf((library.current() as Campaign).deleteCharacter(hob))
  })

  it('opens one campaign at a time and announces each', async () => {
    const { library, events } = createWorld()
    const one = valueOf(await library.create('One', 'coin'))
    valueOf(await library.create('Two', 'coin'))
    expect(valueOf(await library.open(one.file)).name).toBe('One')
    expect(events.map(({ name }) => name)).toEqual(['campaign.opened', 'campaign.closed', 'campaign.opened', 'campaign.closed', 'campaign.opened'])
    const opens = await Promise.all([library.open(one.file), library.open(one.file), library.open(one.file)])
    expect(opens.every(({ ok }) => ok)).toBe(true)
  })

  it('keeps two campaigns of one system apart', async () => {
    const { library, campaign, hob } = await createPlay()
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 5 }))
    valueOf(await library.create('Other', 'coin'))
    expect(library.current()?.view()).toMatchObject({ characters: [], rolls: [], history: {} })
  })

  it('has everything again after it was closed', async () => {
    const { library, campaign, roll, side, hob } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob, { price: 1 })))
    const view = campaign.view()
    await library.closeCampaign()
    expect(valueOf(await library.open(campaign.file))).toEqual(view)
  })
})

describe('a damaged campaign', () => {
  it.each(['campaign', 'journal', 'character', 'counter', 'roll', 'session'])('with a broken table "%s" is refused again and again, and the open one stays open', async (table) => {
    const { library, campaign, path, roll, side, hob } = await createPlay()
    valueOf(await roll('toss', [null], side(hob)))
    const { file } = campaign
    valueOf(await library.create('Other', 'coin'))
    const db = new Sqlite(path)
    const page = db.prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table) ?? 0
    const size = db.pragma('page_size', { simple: true }) as number
    db.close()
    const handle = openSync(path, 'r+')
    writeSync(handle, Buffer.alloc(size, 0x55), 0, size, (page - 1) * size)
    closeSync(handle)
    for (let round = 0; round < 2; round += 1) expect(await library.open(file)).toMatchObject({ ok: false, error: { code: 'damaged' } })
    expect(library.current()?.view().name).toBe('Other')
    expect(valueOf(library.list())).toHaveLength(2)
  })
})

describe('an announcement that fails', () => {
  it('takes nothing back and calls nothing undone', async () => {
    const folder = tempFolder()
    const world = createWorld(folder, (name) => {
      if (name === 'character.changed') throw Object.assign(new Error('no window'), { code: 'EIO' })
    })
    valueOf(await world.library.create('One', 'coin'))
    const campaign = world.library.current() as Campaign
    valueOf(campaign.createCharacter({ kind: 'pc', name: 'Hob', stats: {} }))
    expect(campaign.view().characters).toHaveLength(1)
    expect(world.bugs).toHaveLength(1)
  })
})

describe('sample content', () => {
  const bring = (folder: string, file: string, samples: unknown): void => {
    mkdirSync(join(folder, 'packages/coin/content'), { recursive: true })
    writeFileSync(join(folder, 'packages/coin/content', file), JSON.stringify(samples))
  }

  it('fills a new campaign where it is wanted: sheets as written, creatures as built', async () => {
    const { library, folder } = createWorld()
    expect(await library.systems()).toMatchObject([{ id: 'coin', sample: false }])
    bring(folder, 'characters.json', [{ name: 'Wren', kind: 'pc', stats: { vigourMax: 12 } }])
    bring(folder, 'creatures.json', [{ name: 'Bog wolf', kind: 'npc', build: { level: 4 }, stats: { diceMax: 1 } }])
    expect(await library.systems()).toMatchObject([{ id: 'coin', sample: true }])
    expect(valueOf(await library.create('With', 'coin', true)).characters).toMatchObject([
      { name: 'Bog wolf', kind: 'npc', stats: { vigourMax: 12, diceMax: 1, skills: [{ name: 'Bite', value: 4 }] }, counters: { grit: { value: 4 } } },
      { name: 'Wren', kind: 'pc', stats: { vigourMax: 12 }, counters: { vigour: { value: 12 } } },
    ])
    expect(valueOf(await library.create('Without', 'coin')).characters).toEqual([])
  })

  it('that does not fit its system is named, and no campaign is made', async () => {
    const { library, folder } = createWorld()
    bring(folder, 'characters.json', [{ name: 'Wren', kind: 'pc', stats: { vigourMax: 999 } }])
    expect(await library.create('With', 'coin', true)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/Wren.+Vigour/) } })
    expect(valueOf(library.list())).toEqual([])
  })
})

describe('a disk that fails', () => {
  it('because its folder is really a file says so', () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'campaigns'), 'in the way')
    const { library } = createWorld(folder)
    expect(library.list()).toMatchObject({ ok: false, error: { code: 'disk' } })
  })
})

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a full disk', () => {
  it('refuses the action with nothing lost', async () => {
    const folder = tempFolder()
    const campaigns = join(folder, 'campaigns')
    mkdirSync(campaigns)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', campaigns])
    onTestFinished(() => void execFileSync('umount', ['-l', campaigns]))
    const { campaign, dump, library } = await createPlay(folder)
    const skills = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(1500), value: 3 }))
    let last = dump()
    let refused: unknown
    for (let number = 0; number < 20 && !refused; number += 1) {
      const reply = campaign.createCharacter({ kind: 'npc', name: `Crowd ${number}`, stats: { skills } })
      if (reply.ok) last = dump()
      else refused = reply.error
    }
    expect(refused).toMatchObject({ code: 'disk', message: expect.stringContaining('full') })
    expect(dump()).toEqual(last)
    expect(await library.create('Another', 'coin')).toMatchObject({ ok: false, error: { code: 'disk' } })
    expect(valueOf(library.list())).toHaveLength(1)
  })
})
