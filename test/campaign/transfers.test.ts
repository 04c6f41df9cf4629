import { existsSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, TransferPreview } from '../../preload/contract.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'
import { everythingIn, transfersOf } from '../support/transfers.ts'

/** A played campaign, exported, with the transfers that did it. */
async function exported(passphrase?: string) {
  const play = await createPlay()
  const { campaign, hob, hound, roll, side, folder } = play
  valueOf(campaign.startSession('First evening'))
  valueOf(await roll('toss', [['2']], side(hob, { price: 1 })))
  valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 2, reason: 'a song' }))
  const note = valueOf(campaign.createNote('The pier'))
  valueOf(campaign.writeNotes({ kind: 'note', id: note }, 'It is cold there.'))
  valueOf(campaign.createTable({ name: 'Weather', text: 'Rain\nFog' }))
  valueOf(campaign.createEncounter({ name: 'On the pier', notes: '', members: [{ character: hound, count: 1, hidden: true }] }))
  valueOf(await campaign.addToFight({ name: 'Brawl', characters: [{ id: hob, count: 1 }, { id: hound, count: 1 }] }))
  const fight = campaign.view().fight
  const anchor = fight?.combatants[0]
  if (!fight || !anchor) throw new Error('No fight')
  valueOf(campaign.nextTurn({ fight: fight.id, turn: 0 }))
  valueOf(campaign.addCondition({ characters: [hound], label: 'Dazed', until: { fight: fight.id, anchor: anchor.id, edge: 'end', left: 2 } }))
  const transfers = transfersOf(play)
  const out = join(folder, 'Ferry.tollkeeper')
  expect(valueOf(await transfers.export(campaign.file, out, passphrase))).toBe(out)
  return { ...play, transfers, out, note }
}

const ready = (preview: TransferPreview) => {
  if (preview.kind !== 'ready') throw new Error('It asks for a passphrase')
  return preview
}
const incoming = (folder: string) => readdirSync(folder).filter((name) => name.includes('.incoming'))

describe('an exported campaign', () => {
  it('is shown before anything is written, and comes in as it went out where it is new', async () => {
    const { out, campaign, path, library } = await exported()
    await library.closeCampaign()
    const world = createWorld()
    const transfers = transfersOf(world)
    const preview = ready(valueOf(await transfers.read(out)))
    expect(preview).toMatchObject({ fileName: 'Ferry.tollkeeper', name: 'The Ninth Ferry', system: 'Coin', holds: { characters: 2, sessions: 1, rolls: 1, fights: 1, notes: 1, tables: 1, encounters: 1 } })
    expect(preview.here).toBeUndefined()
    expect(valueOf(world.library.list())).toEqual([])
    expect(valueOf(await transfers.apply('new', 'here'))).toEqual({ file: campaign.file, name: 'The Ninth Ferry' })
    const { fight_clock: ours, ...rest } = everythingIn(path)
    const { fight_clock: theirs, ...back } = everythingIn(join(world.campaigns, campaign.file))
    expect(back).toEqual(rest)
    expect(theirs).toHaveLength(ours?.length ?? 0)
    expect(incoming(world.campaigns)).toEqual([])
    expect(valueOf(await world.library.open(campaign.file)).fight?.combatants).toHaveLength(2)
  })

  it('becomes a campaign of its own where the same one is here, with a name and backups of its own', async () => {
    const { transfers, out, campaigns, library, path } = await exported()
    expect(ready(valueOf(await transfers.read(out))).here).toEqual({ file: 'The Ninth Ferry.campaign', name: 'The Ninth Ferry' })
    const made = valueOf(await transfers.apply('new', 'here'))
    expect(made).toEqual({ file: 'The Ninth Ferry copy.campaign', name: 'The Ninth Ferry copy' })
    expect(library.current()?.file).toBe('The Ninth Ferry.campaign')
    expect(everythingIn(join(campaigns, made.file))['character']).toEqual(everythingIn(path)['character'])
    expect(ready(valueOf(await transfers.read(out))).here?.file).toBe('The Ninth Ferry.campaign')
  })

  it('changes nothing when it is merged into what it came from, once or twice, whoever counts', async () => {
    const { transfers, out, path, library } = await exported()
    await library.closeCampaign()
    const before = everythingIn(path)
    for (const take of ['here', 'file', 'file'] as const) {
      valueOf(await transfers.read(out))
      expect(valueOf(await transfers.apply('merge', take)).merged).toMatchObject({ added: 0, updated: 0 })
      expect({ ...everythingIn(path), fight_clock: [] }, take).toEqual({ ...before, fight_clock: [] })
    }
  })

  it('brings back what was deleted since, and leaves the rest as it is here', async () => {
    const { transfers, out, campaign, hob, hound, note, library, campaigns } = await exported()
    valueOf(campaign.deleteCharacter(hound))
    valueOf(campaign.deleteNote(note))
    valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Old Hob', stats: {} }))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 1 }))
    const counted = campaign.view().characters.find(({ id }) => id === hob)?.counters.points
    valueOf(await transfers.read(out))
    expect(valueOf(await transfers.apply('merge', 'here'))).toMatchObject({ file: campaign.file, merged: { updated: 0 } })
    // It was open, and is open again.
    const now = (library.current() as Campaign).view()
    expect(now.characters.map(({ name }) => name)).toEqual(['Lantern hound', 'Old Hob'])
    expect(now.notes.map(({ text }) => text)).toEqual(['It is cold there.'])
    expect(now.characters.find(({ name }) => name === 'Old Hob')?.counters.points).toEqual(counted)
    expect(now.characters.find(({ name }) => name === 'Lantern hound')?.conditions).toMatchObject([{ label: 'Dazed' }])
    expect(now.history).toEqual({})
    const copies = join(campaigns, 'backups')
    expect(readdirSync(join(copies, readdirSync(copies)[0] ?? ''))).toEqual([expect.stringContaining('-import.campaign')])
  })

  it('takes what the file says of what both have, where the GM wants that', async () => {
    const { transfers, out, campaign, hob, note, library, roll, side } = await exported()
    const before = campaign.view()
    valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Old Hob', stats: {} }))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 1 }))
    valueOf(campaign.writeNotes({ kind: 'note', id: note }, 'Warm.'))
    valueOf(await roll('toss', [['3']], side(hob)))
    const { fight } = before
    valueOf(campaign.nextTurn({ fight: fight?.id as never, turn: fight?.turn as number }))
    valueOf(await transfers.read(out))
    expect(valueOf(await transfers.apply('merge', 'file')).merged?.updated).toBeGreaterThan(3)
    const now = (library.current() as Campaign).view()
    expect(now.characters.map(({ name, counters }) => [name, counters])).toEqual(before.characters.map(({ name, counters }) => [name, counters]))
    expect(now.notes).toEqual(before.notes)
    expect(now.rolls).toHaveLength(2)
    expect(now.fight?.turn).toBe(fight?.turn)
    valueOf(await transfers.read(out))
    expect(valueOf(await transfers.apply('merge', 'file')).merged).toMatchObject({ added: 0, updated: 0 })
  })

  it('brings two evenings together that were played on two computers', async () => {
    const first = await exported()
    const world = createWorld()
    const there = transfersOf(world)
    valueOf(await there.read(first.out))
    const { file } = valueOf(await there.apply('new', 'here'))
    valueOf(await world.library.open(file))
    const other = world.library.current() as Campaign
    const who = other.view().characters.find(({ name }) => name === 'Hob')?.id as CharacterId
    valueOf(other.createCharacter({ kind: 'npc', name: 'Bell keeper', stats: {} }))
    valueOf(await other.makeRoll({ check: 'toss', sides: [{ who, picks: {}, input: {} }], typed: [['3']] }))
    valueOf(other.changeCounter({ counter: 'points', character: who, amount: 4, reason: 'the bell' }))
    // Here something else got the same row ids meanwhile.
    valueOf(first.campaign.createCharacter({ kind: 'npc', name: 'Gull', stats: {} }))
    valueOf(await first.roll('toss', [['1']], first.side(first.hound)))
    const out = join(world.folder, 'other.tollkeeper')
    valueOf(await there.export(file, out, undefined))
    valueOf(await first.transfers.read(out))
    const merged = valueOf(await first.transfers.apply('merge', 'here')).merged
    expect(merged?.updated).toBe(0)
    const back = first.library.current() as Campaign
    expect(back.view().characters.map(({ name }) => name).toSorted()).toEqual(['Bell keeper', 'Gull', 'Hob', 'Lantern hound'])
    expect(back.view().rolls.map(({ participants }) => participants[0]?.name).toSorted()).toEqual(['Hob', 'Hob', 'Lantern hound'])
    expect(back.counterHistory(undefined).filter(({ reason }) => reason === 'the bell')).toMatchObject([{ name: 'Hob', amount: 4 }])
    const bell = back.counterHistory(undefined).find(({ reason }) => reason === 'the bell')
    expect(back.readLog({}, undefined, 50)).toMatchObject({ value: { entries: expect.arrayContaining([{ kind: 'deed', deed: expect.objectContaining({ id: bell?.deed, who: 'Hob' }) }]) } })
    for (const roll of back.view().rolls) expect(valueOf(await back.checkReplay(roll.id)).same).toBe(true)
  })

  it('replaces a campaign after a backup, and doing so again leaves the same', async () => {
    const { transfers, out, campaign, hob, path, library } = await exported()
    const before = campaign.view()
    valueOf(campaign.deleteCharacter(hob))
    for (let time = 0; time < 2; time += 1) {
      valueOf(await transfers.read(out))
      valueOf(await transfers.apply('replace', 'here'))
      expect((library.current() as Campaign).view().characters).toEqual(before.characters)
    }
    expect(existsSync(`${path}.lock`)).toBe(true)
  })

  it('is not taken over without a backup', async () => {
    const { transfers, out, path, campaigns } = await exported()
    writeFileSync(join(campaigns, 'backups'), 'no folder')
    const before = everythingIn(path)
    valueOf(await transfers.read(out))
    for (const as of ['merge', 'replace'] as const) expect(await transfers.apply(as, 'file')).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining('Nothing was imported') } })
    expect({ ...everythingIn(path), fight_clock: [] }).toEqual({ ...before, fight_clock: [] })
  })

  it('is encrypted with a passphrase, and refuses a wrong one in words', async () => {
    const { transfers, out } = await exported('tide and lantern')
    const bytes = readFileSync(out)
    expect(bytes.includes('Ferry')).toBe(false)
    expect(valueOf(await transfers.read(out))).toEqual({ kind: 'sealed', fileName: 'Ferry.tollkeeper' })
    expect(valueOf(await transfers.unlock('tide'))).toEqual({ kind: 'sealed', fileName: 'Ferry.tollkeeper', message: 'The passphrase is not the right one.' })
    expect(ready(valueOf(await transfers.unlock('tide and lantern'))).name).toBe('The Ninth Ferry')
  })

  it('that was encrypted and changed or cut off since is refused, and leaves nothing', async () => {
    const { transfers, out, campaigns } = await exported('tide')
    const bytes = readFileSync(out)
    bytes[bytes.length - 400] = (bytes[bytes.length - 400] ?? 0) ^ 1
    writeFileSync(out, bytes)
    valueOf(await transfers.read(out))
    expect(await transfers.unlock('tide')).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('It is damaged') } })
    truncateSync(out, statSync(out).size - 30)
    expect(await transfers.unlock('tide')).toMatchObject({ ok: false, error: { message: expect.stringContaining('It is damaged') } })
    truncateSync(out, 100)
    expect(await transfers.unlock('tide')).toMatchObject({ ok: false })
    expect(incoming(campaigns)).toEqual([])
  })

  it('is forgotten when the GM thinks better of it', async () => {
    const { transfers, out, campaigns } = await exported()
    valueOf(await transfers.read(out))
    expect(incoming(campaigns)).toHaveLength(1)
    await transfers.cancel()
    expect(incoming(campaigns)).toEqual([])
    expect(await transfers.apply('new', 'here')).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(await transfers.unlock('x')).toMatchObject({ ok: false, error: { code: 'missing' } })
  })

  it('can be cancelled while it is read, and while it is written', async () => {
    const { transfers, out, campaigns, campaign, folder } = await exported()
    const reading = transfers.read(out)
    await new Promise((resolve) => setTimeout(resolve, 30))
    const cancelled = transfers.cancel()
    const reply = await reading
    await cancelled
    if (!reply.ok) expect(reply.error.message).toContain('cancelled')
    expect(incoming(campaigns)).toEqual([])
    const to = join(folder, 'never.tollkeeper')
    const writing = transfers.export(campaign.file, to, undefined)
    await transfers.cancel()
    expect(await writing).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([])
  })

  it('of another system is not merged', async () => {
    const { transfers, out, library, path } = await exported()
    await library.closeCampaign()
    const { default: Sqlite } = await import('better-sqlite3')
    const db = new Sqlite(path)
    db.prepare("UPDATE package SET manifest = json_set(manifest, '$.id', 'other')").run()
    db.close()
    valueOf(await transfers.read(out))
    expect(await transfers.apply('merge', 'here')).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('different systems') } })
  })

  it('of other sheets of the same system is not merged', async () => {
    const { transfers, out, library, path } = await exported()
    await library.closeCampaign()
    const { default: Sqlite } = await import('better-sqlite3')
    const db = new Sqlite(path)
    db.prepare("UPDATE package SET manifest = json_set(manifest, '$.version', '2.0.0', '$.dataVersion', 2)").run()
    db.close()
    const before = everythingIn(path)
    valueOf(await transfers.read(out))
    expect(await transfers.apply('merge', 'file')).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringMatching(/plays Coin 2\.0\.0 and the file 1\.0\.0.*Nothing was changed/) } })
    expect(everythingIn(path)).toEqual(before)
  })

  it.each(['here', 'file'] as const)('brings the conditions of both together, where both have one that of %s', async (take) => {
    const { transfers, out, campaign, path, library } = await exported()
    const [soaked, cold, wet] = [{ id: 'soaked', label: 'Soaked', tone: 'bane' }, { id: 'cold', label: 'Cold', tone: 'bane' }, { id: 'soaked', label: 'Wet', tone: 'plain' }] as const
    const have = async (conditions: readonly object[]) => {
      await library.closeCampaign()
      const { default: Sqlite } = await import('better-sqlite3')
      const db = new Sqlite(path)
      db.prepare('UPDATE campaign SET conditions = ?').run(JSON.stringify(conditions))
      db.close()
    }
    await have([soaked])
    valueOf(await transfers.export(campaign.file, out, undefined))
    await have([cold, wet])
    valueOf(await transfers.read(out))
    valueOf(await transfers.apply('merge', take))
    expect(valueOf(await library.open(campaign.file)).conditions).toEqual([cold, take === 'here' ? wet : soaked])
  })

  it('names no campaign outside of the folder', async () => {
    const { transfers, folder } = await exported()
    for (const file of ['../x.campaign', 'x.txt']) expect(await transfers.export(file, join(folder, 'x'), undefined)).toMatchObject({ ok: false, error: { code: 'missing' } })
  })

  it('clears away what a killed app left of an import', async () => {
    const { transfers, out, campaigns } = await exported()
    writeFileSync(join(campaigns, 'import-old.incoming.part'), 'x')
    utimesSync(join(campaigns, 'import-old.incoming.part'), 1, 1)
    valueOf(await transfers.read(out))
    expect(incoming(campaigns)).toHaveLength(1)
    await transfers.cancel()
  })
})
