import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { createPlay, createWorld, standing, valueOf } from '../support/campaign.ts'
import { writeReleased } from '../support/released.ts'

const labels = (campaign: Campaign) => campaign.listHistory().entries.map(({ label }) => label)

describe('the history', () => {
  it('lists every step in words, the newest first, with its time and the present', async () => {
    const { campaign } = await createPlay()
    valueOf(campaign.createNote('The pier'))
    const { entries, present } = campaign.listHistory()
    expect(entries.map(({ label }) => label)).toEqual(['adding The pier', 'adding Lantern hound', 'adding Hob'])
    expect(present).toBe(entries[0]?.id)
    expect(entries.every(({ at }, index) => at < (entries[index - 1]?.at ?? Infinity))).toBe(true)
  })

  it('goes back to any line and forth again, to the last row each time', async () => {
    const { campaign, dump, roll, side, hob } = await createPlay()
    const states = [dump()]
    const took: number[] = [campaign.listHistory().present]
    const keep = () => {
      states.push(dump())
      took.push(campaign.listHistory().present)
    }
    valueOf(await roll('toss', [['2']], side(hob)))
    keep()
    valueOf(campaign.createNote('The pier'))
    keep()
    valueOf(campaign.deleteCharacter(hob))
    keep()
    for (const to of [0, 3, 1, 2, 0, 2, 3]) {
      valueOf(await campaign.goTo(took[to] as number))
      expect(campaign.listHistory().present).toBe(took[to])
      expect(standing(dump()), `line ${to}`).toEqual(standing(states[to] as never))
    }
    valueOf(await campaign.goTo(0))
    expect(campaign.view().characters).toEqual([])
    expect(campaign.view().history).toEqual({ redo: 'adding Hob' })
    expect(campaign.listHistory()).toMatchObject({ present: 0, entries: { length: 5 } })
  })

  it('goes on after a restart', async () => {
    const { campaign, library } = await createPlay()
    valueOf(campaign.createNote('The pier'))
    valueOf(await campaign.goTo(1))
    const before = campaign.listHistory()
    await library.closeCampaign()
    valueOf(await library.open(campaign.file))
    const again = library.current() as Campaign
    expect(again.listHistory()).toEqual(before)
    valueOf(await again.goTo(before.entries[0]?.id as number))
    expect(again.view().notes).toHaveLength(1)
  })

  it('tells once for a whole part of the way what it touched', async () => {
    const { campaign, events } = await createPlay()
    for (let note = 0; note < 20; note += 1) valueOf(campaign.createNote(`Note ${note}`))
    events.length = 0
    valueOf(await campaign.goTo(2))
    expect(campaign.view().notes).toEqual([])
    expect(events.filter(({ name }) => name === 'history.changed').length).toBeLessThan(20)
  })

  it('stays where it is for a step that is not there any more, or is the present', async () => {
    const { campaign, dump } = await createPlay()
    const before = dump()
    const { present } = campaign.listHistory()
    for (const to of [present, 99]) valueOf(await campaign.goTo(to))
    expect(dump()).toEqual(before)
  })

  it('stops where something else is done meanwhile, and loses none of it', async () => {
    const { campaign } = await createPlay()
    for (let note = 0; note < 1_500; note += 1) valueOf(campaign.createNote(`Note ${note}`))
    const going = campaign.goTo(0)
    await new Promise((resolve) => setImmediate(resolve))
    valueOf(campaign.createNote('Meanwhile'))
    expect(await going).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(campaign.view().notes.map(({ title }) => title)).toContain('Meanwhile')
    expect(campaign.view().history.undo).toBe('adding Meanwhile')
    const stopped = campaign.goTo(0)
    await new Promise((resolve) => setImmediate(resolve))
    campaign.stopGoing()
    valueOf(await stopped)
    valueOf(await campaign.goTo(0))
    expect(campaign.view()).toMatchObject({ notes: [], characters: [], history: { redo: 'adding Hob' } })
  }, 60_000)

  it('has a barrier where the file was brought forward, which nothing crosses', async () => {
    const { campaigns, library } = createWorld()
    valueOf(library.list())
    writeReleased(join(campaigns, 'old.campaign'), 5)
    valueOf(await library.open('old.campaign'))
    const again = library.current() as Campaign
    expect(again.view().history).toEqual({})
    expect(again.listHistory()).toMatchObject({ present: 0, entries: [{ label: 'updating the file for this Tollkeeper', barrier: true }] })
    expect(again.undo()).toMatchObject({ ok: false })
    valueOf(again.createNote('The pier'))
    valueOf(await again.goTo(0))
    expect(again.view().notes).toEqual([])
    expect(again.view().characters.length).toBeGreaterThan(1)
    expect(labels(again)).toEqual(['adding The pier', 'updating the file for this Tollkeeper'])
    expect(again.redo().ok).toBe(true)
  })
})
