import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CampaignCard } from '../../preload/contract.ts'
import { createPlay, valueOf, type createWorld } from '../support/campaign.ts'
import { everythingIn } from '../support/transfers.ts'

const cardsOf = ({ library }: ReturnType<typeof createWorld>): readonly CampaignCard[] => valueOf(library.list())

/** A played campaign that was closed. */
async function closed() {
  const play = await createPlay()
  valueOf(play.campaign.startSession('First evening'))
  valueOf(await play.roll('toss', [['2']], play.side(play.hob)))
  valueOf(await play.campaign.backUp())
  await play.library.closeCampaign()
  return { ...play, file: play.campaign.file }
}

describe('the cards', () => {
  it('say the system, when it was played, how many sessions there were and when it was backed up', async () => {
    const world = await closed()
    const [card] = cardsOf(world)
    expect(card).toMatchObject({ name: 'The Ninth Ferry', system: 'Coin', sessions: 1 })
    expect(card?.playedAt).toBeGreaterThan(1_000)
    expect(card?.backedUpAt).toBeLessThanOrEqual(world.clock.at)
    expect(card).not.toHaveProperty('heldBy')
    expect(card).not.toHaveProperty('problem')
  })

  it('come for a hundred campaigns at once, and leave every file as it was', async () => {
    const world = await closed()
    const bytes = readFileSync(world.path)
    for (let number = 0; number < 100; number += 1) writeFileSync(join(world.campaigns, `Copy ${number}.campaign`), bytes)
    const before = readdirSync(world.campaigns)
    expect(cardsOf(world)).toHaveLength(101)
    expect(readdirSync(world.campaigns)).toEqual(before)
    expect(readFileSync(join(world.campaigns, 'Copy 7.campaign')).equals(bytes)).toBe(true)
  })

  it('say who else has a campaign open and since when, and not of a holder that died', async () => {
    const world = await closed()
    const lock = `${world.path}.lock`
    writeFileSync(lock, JSON.stringify({ host: 'attic', pid: 12, since: 77, key: 'x' }))
    expect(cardsOf(world)[0]?.heldBy).toEqual({ host: 'attic', pid: 12, since: 77 })
    expect(await world.library.open(world.file)).toMatchObject({ ok: false, error: { code: 'locked', message: expect.stringMatching(/process 12 on attic, since Jan 1, 1970/) } })
    writeFileSync(lock, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 7, key: 'x' }))
    expect(cardsOf(world)[0]).not.toHaveProperty('heldBy')
    expect((await world.library.open(world.file)).ok).toBe(true)
  })
})

describe('a campaign file', () => {
  it('gets another name and keeps its own', async () => {
    const world = await closed()
    valueOf(await world.library.rename({ file: world.file }, '  The Tenth Ferry '))
    expect(cardsOf(world)).toMatchObject([{ file: world.file, name: 'The Tenth Ferry' }])
    expect(await world.library.rename({ file: world.file }, ' ')).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(valueOf(await world.library.open(world.file)).name).toBe('The Tenth Ferry')
  })

  it('is copied to a campaign of its own', async () => {
    const world = await closed()
    const file = valueOf(await world.library.duplicate({ file: world.file }))
    expect(file).toBe('The Ninth Ferry copy.campaign')
    const { campaign: ours, ...rest } = everythingIn(world.path)
    const { campaign: theirs, ...copy } = everythingIn(join(world.campaigns, file))
    expect(copy).toEqual(rest)
    expect(theirs).not.toEqual(ours)
    expect(cardsOf(world).find((card) => card.file === file)).not.toHaveProperty('backedUpAt')
    expect(readdirSync(world.campaigns).filter((name) => name.includes('incoming'))).toEqual([])
  })

  it('is put aside and brought back, under a free name where its own is taken', async () => {
    const world = await closed()
    const before = everythingIn(world.path)
    expect(valueOf(await world.library.archive({ file: world.file }, true))).toBe(world.file)
    expect(existsSync(world.path)).toBe(false)
    expect(cardsOf(world)).toMatchObject([{ file: world.file, archived: true }])
    // Its backups aren't all that is left of it.
    expect(valueOf(world.library.lostCampaigns())).toEqual([])
    valueOf(await world.library.create('The Ninth Ferry', 'coin'))
    await world.library.closeCampaign()
    expect(valueOf(await world.library.archive({ file: world.file, archived: true }, false))).toBe('The Ninth Ferry 2.campaign')
    expect(everythingIn(join(world.campaigns, 'The Ninth Ferry 2.campaign'))).toEqual(before)
  })

  it('goes to the bin, and stays where that fails', async () => {
    const world = await closed()
    const bin = join(world.folder, 'bin')
    mkdirSync(bin)
    expect(await world.library.bin({ file: world.file }, () => Promise.reject(new Error('no bin')))).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining('Nothing was deleted') } })
    expect(existsSync(world.path)).toBe(true)
    valueOf(await world.library.bin({ file: world.file }, async (path) => renameSync(path, join(bin, world.file))))
    expect(readdirSync(bin)).toEqual([world.file])
    expect(cardsOf(world)).toEqual([])
    // Its backups stay.
    expect(valueOf(world.library.lostCampaigns())).toMatchObject([{ name: 'The Ninth Ferry' }])
  })

  it('is left alone while it is open, here or elsewhere, where it is not there, and outside of the folder', async () => {
    const world = await createPlay()
    const { library, path, campaigns } = world
    const each = (of: { file: string; archived?: boolean }) => [library.rename(of, 'x'), library.archive(of, true), library.bin(of, async () => undefined), library.duplicate(of)]
    for (const reply of await Promise.all(each({ file: world.campaign.file }))) expect(reply).toMatchObject({ ok: false, error: { code: 'refused' } })
    await library.closeCampaign()
    for (const file of ['../x.campaign', 'x.txt', 'none.campaign']) for (const reply of await Promise.all(each({ file }))) expect(reply, file).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(library.pathOf({ file: '../x.campaign' })).toBeUndefined()
    writeFileSync(`${path}.lock`, JSON.stringify({ host: 'attic', pid: 12, key: 'x' }))
    for (const reply of (await Promise.all(each({ file: world.campaign.file }))).slice(0, 3)) expect(reply).toMatchObject({ ok: false, error: { code: 'locked' } })
    expect(readdirSync(campaigns)).toContain(world.campaign.file)
  })
})
