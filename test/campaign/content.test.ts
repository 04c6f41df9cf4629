import { describe, expect, it } from 'vitest'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, ContentChoice } from '../../preload/contract.ts'
import { createWorld, valueOf } from '../support/campaign.ts'
import { packageFiles, packContent, packFiles, writeFiles, zipped } from '../support/package.ts'

type Files = ReturnType<typeof packageFiles>

/** A world with a campaign of the test system, into which packs are installed. */
async function createTable() {
  const world = createWorld()
  const { installer, library } = world
  const look = (files: Files) => installer.preview({ bytes: zipped(files) }, 'marsh-folk.tollkeeper-plugin')
  const refusal = async (files: Files) => {
    const reply = await look(files)
    return reply.ok ? undefined : reply.error.message
  }
  const install = async (files: Files = packFiles()) => valueOf(await installer.install(valueOf(await look(files)).sha256))
  valueOf(await library.create('The Ninth Ferry', 'coin'))
  const campaign = library.current() as Campaign
  const preview = async (folder = 'marsh-folk') => {
    const found = await installer.content(folder)
    return found.ok ? campaign.previewContent(found.value) : found
  }
  const add = async (choice: Partial<ContentChoice> = {}) => {
    valueOf(await preview())
    return valueOf(await campaign.addContent({ leave: [], refresh: false, ...choice }))
  }
  const names = () => campaign.view().characters.map(({ name, role }) => `${name} ${role}`).toSorted()
  const whole = () => {
    const { characters, tables, conditions } = campaign.view()
    return { characters: characters.map(({ name, stats, role }) => ({ name, stats, role })), tables: tables.map(({ name, text }) => ({ name, text })), conditions }
  }
  const card = async (folder = 'marsh-folk') => (await installer.list()).find((each) => each.folder === folder)
  return { ...world, look, refusal, install, campaign, preview, add, names, whole, card }
}

describe('a content pack', () => {
  it('is told before it is installed, with its system and what it brings', async () => {
    const { look } = await createTable()
    expect(valueOf(await look(packFiles()))).toMatchObject({ id: 'marsh-folk', change: 'new', campaigns: [], pack: { system: 'Coin', versions: { minimum: '1.0.0' }, counts: { creatures: 2, characters: 1, tables: 2, conditions: 1 } } })
  })

  it('is listed with its system, and can’t be played', async () => {
    const { install, card, library, catalogue } = await createTable()
    await install()
    expect(await card()).toMatchObject({ from: 'installed', version: '1.0.0', contentFor: 'coin', pack: { system: 'Coin' }, campaigns: [] })
    expect((await library.systems()).map(({ id }) => id)).toEqual(['coin'])
    expect(await catalogue.load('marsh-folk')).toMatchObject({ ok: false })
    expect(await library.create('No', 'marsh-folk')).toMatchObject({ ok: false, error: { message: expect.stringContaining('No campaign was made') } })
  })

  it.each([
    ['a system that isn’t there', { system: { id: 'dagger', minimum: '1.0.0', verified: '1.0.0' } }, 'It is content for the system "dagger", which isn’t there. Install that first.'],
    ['a newer version of its system', { system: { id: 'coin', minimum: '1.1.0', verified: '1.1.0' } }, 'Marsh Folk is for Coin 1.1.0 or later; this is 1.0.0.'],
    ['an older version of its system', { system: { id: 'coin', minimum: '0.1.0', verified: '0.2.0', maximum: '0.9.0' } }, 'Marsh Folk is for Coin 0.1.0 to 0.9.0; this is 1.0.0.'],
    ['other sheets', { dataVersion: 2 }, 'Marsh Folk holds sheets of data version 2; Coin 1.0.0 is at 1.'],
    ['the id of a system', { id: 'coin' }, 'Its id "coin" is taken by Coin 1.0.0.'],
    ['the name of a system', { name: 'COIN' }, 'as another system does'],
  ])('for %s is refused, and nothing is written', async (_, manifest, why) => {
    const { refusal, card } = await createTable()
    expect(await refusal(packFiles(manifest))).toContain(why)
    expect(await card()).toBeUndefined()
  })

  it('needs no sheets of its system where it brings none, and a system that is on', async () => {
    const { refusal, install, installer } = await createTable()
    const { tables } = packContent
    expect(await refusal(packFiles({ dataVersion: 2 }, { tables }))).toBeUndefined()
    await install(packageFiles())
    valueOf(await installer.disable('lantern', true))
    expect(await refusal(packFiles({ system: { id: 'lantern', minimum: '1.0.0', verified: '1.0.0' } }, { tables }))).toContain('Lantern is turned off. Turn it on first.')
  })

  it.each([
    ['a stat beyond its bounds', { creatures: [{ name: 'Mud eel', kind: 'npc', stats: { vigourMax: 400 } }] }, '"Mud eel" doesn\'t fit its system: '],
    ['a stat that the system has not', { creatures: [{ name: 'Mud eel', kind: 'npc', stats: { might: 4 } }] }, '"Mud eel" doesn\'t fit its system: '],
    ['input that the builder refuses', { creatures: [{ name: 'Mud eel', kind: 'npc', build: { level: 11 } }] }, '"Mud eel" could not be built: '],
    ['input that the builder doesn’t know', { creatures: [{ name: 'Mud eel', kind: 'npc', build: { level: 1, claws: 2 } }] }, '"Mud eel" could not be built: '],
  ])('with %s is refused by name', async (_, content, why) => {
    const { refusal } = await createTable()
    expect(await refusal(packFiles({}, content))).toContain(why)
  })

  it('placed on the disk by hand is held to the same', async () => {
    const { folder, card } = await createTable()
    writeFiles(join(folder, 'installed/by-hand'), packFiles())
    expect(await card('by-hand')).toMatchObject({ from: 'by hand', contentFor: 'coin' })
    writeFiles(join(folder, 'installed/by-hand'), packFiles({ system: { id: 'coin', minimum: '3.0.0', verified: '3.0.0' } }))
    expect(await card('by-hand')).toMatchObject({ problem: 'Marsh Folk is for Coin 3.0.0 or later; this is 1.0.0.' })
    expect((await card('by-hand'))?.contentFor).toBeUndefined()
    writeFiles(join(folder, 'installed/by-hand'), packFiles({}, { creatures: [{ name: 'Mud eel', kind: 'npc', stats: { vigourMax: 400 } }] }))
    expect(await card('by-hand')).toMatchObject({ problem: expect.stringContaining('"Mud eel" doesn\'t fit its system') })
  })

  it('is updated, taken back and removed without touching campaigns', async () => {
    const { install, installer, card, add, whole, look } = await createTable()
    await install()
    await add()
    const before = whole()
    const newer = packFiles({ version: '1.1.0' }, { creatures: [{ name: 'Bog wolf', kind: 'npc', stats: {} }] })
    expect(valueOf(await look(newer))).toMatchObject({ change: 'update', campaigns: [] })
    expect(await install(newer)).toEqual({ moved: [], stayed: [] })
    expect(await card()).toMatchObject({ version: '1.1.0', previous: '1.0.0', pack: { counts: { creatures: 1 } } })
    expect(valueOf(await installer.rollBack('marsh-folk'))).toEqual({ moved: [], stayed: [] })
    expect(await card()).toMatchObject({ version: '1.0.0', previous: '1.1.0' })
    valueOf(await installer.disable('marsh-folk', true))
    expect((await card())?.contentFor).toBeUndefined()
    expect(await installer.content('marsh-folk')).toMatchObject({ ok: false })
    valueOf(await installer.remove('marsh-folk'))
    expect(await card()).toBeUndefined()
    expect(whole()).toEqual(before)
  })

  it('never takes the place of a system, nor a system that of a pack', async () => {
    const { install, refusal, installer, library, card } = await createTable()
    await install()
    expect(await refusal(packageFiles({ id: 'marsh-folk', name: 'Marsh Folk', version: '2.0.0' }))).toContain('is content for "coin", and this is a system. Remove that one first.')
    await install(packageFiles())
    expect(await refusal(packFiles({ id: 'lantern', name: 'Lantern', version: '2.0.0' }))).toContain('is a system, and this is content for "coin"')
    // The campaign of a system that was removed doesn't move to a pack of its id.
    valueOf(await library.create('By lantern light', 'lantern'))
    valueOf(await installer.remove('lantern'))
    expect(await install(packFiles({ id: 'lantern', name: 'Lantern' }))).toEqual({ moved: [], stayed: [] })
    expect(await card('lantern')).toMatchObject({ campaigns: [] })
    expect(library.current()?.view().system).toMatchObject({ id: 'lantern', version: '1.0.0' })
  })

  it('can’t be used any more when its system is gone or has moved on', async () => {
    const { install, card, installer } = await createTable()
    await install(packageFiles())
    await install(packFiles({ system: { id: 'lantern', minimum: '1.0.0', verified: '1.0.0', maximum: '1.9.0' } }))
    expect(await card()).toMatchObject({ contentFor: 'lantern' })
    await install(packageFiles({ version: '2.0.0' }))
    expect(await card()).toMatchObject({ problem: 'Marsh Folk is for Lantern 1.0.0 to 1.9.0; this is 2.0.0.' })
    valueOf(await installer.remove('lantern'))
    expect(await card()).toMatchObject({ problem: expect.stringContaining('"lantern", which isn’t there'), pack: { system: 'lantern' } })
  })
})

describe('adding content', () => {
  it('shows what comes and writes nothing yet', async () => {
    const { install, preview, names } = await createTable()
    await install()
    expect(valueOf(await preview())).toEqual({
      name: 'Marsh Folk',
      version: '1.0.0',
      parts: [
        { part: 'creatures', items: [{ name: 'Reed heron', state: 'new' }, { name: 'Mud eel', state: 'new' }] },
        { part: 'characters', items: [{ name: 'Ferry Ann', state: 'new' }] },
        { part: 'tables', items: [{ name: 'Marsh weather', state: 'new' }, { name: 'Marsh omen', state: 'new' }] },
        { part: 'conditions', items: [{ name: 'Soaked', state: 'new' }] },
      ],
    })
    expect(names()).toEqual([])
  })

  it('builds creatures as templates and takes characters as themselves, in one step that can be undone', async () => {
    const { install, add, names, campaign, whole, events } = await createTable()
    await install()
    const before = whole()
    expect(await add()).toEqual({ created: 6, updated: 0, unchanged: 0, problems: [] })
    expect(names()).toEqual(['Ferry Ann self', 'Mud eel template', 'Reed heron template'])
    const after = whole()
    expect(after.characters.find(({ name }) => name === 'Reed heron')?.stats).toMatchObject({ vigourMax: 6, skills: [{ name: 'Bite', value: 2 }] })
    expect(after.conditions).toEqual(packContent.conditions)
    expect(campaign.view().history.undo).toBe('adding Marsh Folk')
    expect(events).toContainEqual({ name: 'conditions.changed', payload: packContent.conditions })
    valueOf(campaign.undo())
    expect(whole()).toEqual(before)
    valueOf(campaign.redo())
    expect(whole()).toEqual(after)
  })

  it('is rolled on and placed like what the system brings', async () => {
    const { install, add, campaign, library } = await createTable()
    await install()
    await add()
    const table = campaign.view().tables.find(({ name }) => name === 'Marsh weather')
    expect(['Fog', 'A light', 'A bell']).toContain(valueOf(campaign.rollOnTable(table?.id as never)).text)
    const ann = campaign.view().characters.find(({ name }) => name === 'Ferry Ann')?.id as CharacterId
    valueOf(campaign.addCondition({ characters: [ann], label: 'soaked', condition: 'soaked' }))
    const { file } = campaign
    await library.closeCampaign()
    const view = valueOf(await library.open(file))
    expect(view.conditions).toEqual(packContent.conditions)
    expect(view.characters.find(({ id }) => id === ann)?.conditions).toMatchObject([{ label: 'Soaked', condition: 'soaked' }])
  })

  it('adds nothing twice, keeps what was changed here, and brings it back when it is asked to', async () => {
    const { install, add, preview, campaign, whole } = await createTable()
    await install()
    await add()
    const eel = () => campaign.view().characters.find(({ name }) => name === 'Mud eel')
    const fresh = whole()
    expect(await add()).toEqual({ created: 0, updated: 0, unchanged: 6, problems: [] })
    expect(whole()).toEqual(fresh)
    const { id = 0, kind = 'npc', stats = {} } = eel() ?? {}
    valueOf(campaign.updateCharacter({ id: id as CharacterId, kind, name: 'Mud eel', notes: 'It knows the ferryman.', tags: ['deep'], stats }))
    expect(valueOf(await preview()).parts.flatMap(({ items }) => items).every(({ state }) => state === 'same')).toBe(true)
    valueOf(campaign.updateCharacter({ id: id as CharacterId, kind, name: 'Mud eel', stats: { ...stats, vigourMax: 9 } }))
    const omen = campaign.view().tables.find(({ name }) => name === 'Marsh omen')
    if (omen) valueOf(campaign.updateTable({ ...omen, text: 'A hand' }))
    expect(valueOf(await preview()).parts.flatMap(({ items }) => items).filter(({ state }) => state === 'different').map(({ name }) => name)).toEqual(['Mud eel', 'Marsh omen'])
    await add()
    expect(eel()?.stats.vigourMax).toBe(9)
    expect(await add({ refresh: true })).toEqual({ created: 0, updated: 2, unchanged: 4, problems: [] })
    expect(whole()).toEqual(fresh)
    expect(eel()).toMatchObject({ id, notes: 'It knows the ferryman.', tags: ['deep'] })
    valueOf(campaign.undo())
    expect(eel()?.stats.vigourMax).toBe(9)
  })

  it('shows a condition once when the system declares it by now', async () => {
    const { install, installer, library } = await createTable()
    await install(packageFiles())
    await install(packFiles({ system: { id: 'lantern', minimum: '1.0.0', verified: '1.0.0' } }))
    valueOf(await library.create('By lantern light', 'lantern'))
    const campaign = library.current() as Campaign
    valueOf(await campaign.previewContent(valueOf(await installer.content('marsh-folk'))))
    valueOf(await campaign.addContent({ leave: [], refresh: false }))
    expect(campaign.view().conditions).toEqual(packContent.conditions)
    await install(packageFiles({ version: '1.1.0' }, { 'rules.js': String(packageFiles()['rules.js']).replace("conditions: [", "conditions: [{ id: 'soaked', label: 'Drenched', tone: 'bane' }, ") }))
    const view = library.current()?.view()
    expect(view?.declarations.conditions.map(({ label }) => label)).toEqual(['Drenched', 'Dazed'])
    expect(view?.conditions).toEqual([])
  })

  it('never makes a template of somebody who fights as itself', async () => {
    const { install, add, campaign } = await createTable()
    await install()
    await add()
    const eel = () => campaign.view().characters.find(({ name }) => name === 'Mud eel')
    const { id = 0, kind = 'npc', stats = {} } = eel() ?? {}
    valueOf(campaign.updateCharacter({ id: id as CharacterId, kind, name: 'Mud eel', role: 'self', stats: { ...stats, vigourMax: 9 } }))
    valueOf(await campaign.addToFight({ name: 'Brawl', characters: [{ id: id as CharacterId, count: 1 }] }))
    expect(await add({ refresh: true })).toMatchObject({ updated: 1 })
    expect(eel()).toMatchObject({ role: 'self', stats: { vigourMax: 4 } })
  })

  it('leaves out what isn’t wanted', async () => {
    const { install, add, whole, names } = await createTable()
    await install()
    expect(await add({ leave: ['creatures', 'tables'] })).toMatchObject({ created: 2 })
    expect(names()).toEqual(['Ferry Ann self'])
    expect(whole()).toMatchObject({ tables: [], conditions: packContent.conditions })
  })

  it('refuses tables that would lead back to themselves by one that is here', async () => {
    const { install, preview, campaign, names } = await createTable()
    await install()
    valueOf(campaign.createTable({ name: 'Marsh weather', text: 'Rain' }))
    valueOf(campaign.createTable({ name: 'Marsh omen', text: '[[Marsh weather]]' }))
    valueOf(await preview())
    expect(await campaign.addContent({ leave: [], refresh: false })).toMatchObject({ ok: true, value: { created: 4, unchanged: 2 } })
    valueOf(campaign.undo())
    const weather = campaign.view().tables.find(({ name }) => name === 'Marsh weather')
    if (weather) valueOf(campaign.deleteTable(weather.id))
    valueOf(await preview())
    expect(await campaign.addContent({ leave: [], refresh: false })).toMatchObject({ ok: false, error: { message: expect.stringContaining('Marsh weather → Marsh omen → Marsh weather') } })
    expect(names()).toEqual([])
  })

  it('is refused where the campaign plays another version or another system, whatever is installed', async () => {
    const { install, preview, library, folder, campaign } = await createTable()
    await install()
    await install(packageFiles())
    expect(await preview('lantern')).toMatchObject({ ok: false })
    valueOf(await library.create('By lantern light', 'lantern'))
    const found = { manifest: { ...campaignManifest, id: 'marsh-folk', name: 'Marsh Folk', system: { id: 'coin', minimum: '1.0.0', verified: '1.0.0' } }, content: { creatures: [], characters: [], tables: [], conditions: [] } }
    expect(await library.current()?.previewContent(found)).toMatchObject({ ok: false, error: { message: 'Marsh Folk is not for campaigns of Lantern. Nothing was added.' } })
    // The built-in system moves on; the campaign has not.
    writeFileSync(join(folder, 'packages/coin/manifest.json'), JSON.stringify({ ...campaignManifest, version: '2.0.0' }))
    await install(packFiles({ version: '2.0.0', system: { id: 'coin', minimum: '2.0.0', verified: '2.0.0' } }))
    valueOf(await library.open(campaign.file))
    const newer = await library.current()?.previewContent({ ...found, manifest: { ...found.manifest, system: { id: 'coin', minimum: '2.0.0', verified: '2.0.0' } } })
    expect(newer).toMatchObject({ ok: false, error: { message: 'Marsh Folk is for Coin 2.0.0 or later; this is 1.0.0. Nothing was added.' } })
  })

  it('is done only after a backup, and only of what was looked at', async () => {
    const { install, preview, campaign, campaigns, names, library } = await createTable()
    expect(await campaign.addContent({ leave: [], refresh: false })).toMatchObject({ ok: false, error: { code: 'missing' } })
    await install()
    valueOf(await preview())
    valueOf(await campaign.addContent({ leave: [], refresh: false }))
    expect(valueOf(library.backupsOf(campaign.file)).map(({ reason }) => reason)).toContain('import')
    valueOf(campaign.undo())
    // Where no backup can be made nothing is added.
    rmSync(join(campaigns, 'backups'), { recursive: true, force: true })
    writeFileSync(join(campaigns, 'backups'), 'in the way')
    valueOf(await preview())
    expect(await campaign.addContent({ leave: [], refresh: false })).toMatchObject({ ok: false, error: { message: expect.stringContaining('Nothing was added, since that is done only after a backup.') } })
    expect(names()).toEqual([])
  })
})

describe('what a system itself brings', () => {
  it('comes with a new campaign, and can be added to one later', async () => {
    const { folder, library, installer } = await createTable()
    mkdirSync(join(folder, 'packages/coin/content'))
    writeFiles(join(folder, 'packages/coin'), Object.fromEntries(Object.entries(packFiles()).filter(([name]) => name !== 'manifest.json')))
    valueOf(await library.create('With all', 'coin', true))
    const view = library.current()?.view()
    expect(view?.characters.map(({ name }) => name).toSorted()).toEqual(['Ferry Ann', 'Mud eel', 'Reed heron'])
    expect(view?.tables).toHaveLength(2)
    expect(view?.conditions).toEqual(packContent.conditions)
    const card = (await installer.list()).find(({ id }) => id === 'coin')
    expect(card).toMatchObject({ from: 'built in', contentFor: 'coin' })
    const found = valueOf(await installer.content(card?.folder ?? ''))
    expect(valueOf(await (library.current() as Campaign).previewContent(found)).parts.flatMap(({ items }) => items).every(({ state }) => state === 'same')).toBe(true)
    valueOf(await library.create('With nothing', 'coin'))
    valueOf(await (library.current() as Campaign).previewContent(found))
    expect(await (library.current() as Campaign).addContent({ leave: [], refresh: false })).toMatchObject({ ok: true, value: { created: 6 } })
  })
})

const campaignManifest = JSON.parse(String(packageFiles({ id: 'coin', name: 'Coin' })['manifest.json']))
