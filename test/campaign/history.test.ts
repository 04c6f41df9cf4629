import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { Reply } from '../../preload/contract.ts'
import { createPlay, createWorld, standing, valueOf } from '../support/campaign.ts'

describe('undo', () => {
  it('brings back a deleted character that has rolls, to the last row', async () => {
    const { campaign, roll, side, hob, dump } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob, { price: 2 })))
    valueOf(await roll('toss', [['1']], side(hob)))
    const before = dump()
    valueOf(campaign.deleteCharacter(hob))
    expect(dump()).not.toEqual(before)
    valueOf(campaign.undo())
    expect(dump()).toEqual(before)
  })

  it('takes back a roll with its cost and grants, keeps it marked, and does it again', async () => {
    const { campaign, roll, side, hob, dump, counterOf, events } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob, { price: 2 })))
    const after = dump()
    events.length = 0
    valueOf(campaign.undo())
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points')]).toEqual([10, 0])
    expect(campaign.view().rolls).toMatchObject([{ undone: true, payments: [] }])
    expect(events.map(({ name }) => name)).toEqual(['character.changed', 'roll.changed', 'history.changed'])
    valueOf(campaign.redo())
    expect(dump()).toEqual(after)
  })

  it('works for every action, one step each, back to the beginning and forth again', async () => {
    const { campaign, roll, side, hob, hound, dump } = await createPlay()
    const states = [dump()]
    const steps: readonly (() => Reply<unknown> | Promise<Reply<unknown>>)[] = [
      () => campaign.createCharacter({ kind: 'pc', name: 'Ysolde Marr', stats: {} }),
      () => campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Hob the Ferryman', stats: { vigourMax: 14 } }),
      () => campaign.changeCounter({ counter: 'points', character: hob, amount: 2, reason: 'a song' }),
      () => campaign.changeCounter({ counter: 'doom', amount: 3 }),
      () => campaign.configure({ kind: false }),
      () => roll('duel', [null, null], side(hob), side(hound)),
      () => campaign.deleteCharacter(hound),
    ]
    for (const step of steps) {
      valueOf(await step())
      states.push(dump())
    }
    for (const state of states.toReversed().slice(1)) {
      valueOf(campaign.undo())
      expect(standing(dump())).toEqual(state)
    }
    for (const state of states.slice(1)) {
      valueOf(campaign.redo())
      expect(standing(dump())).toEqual(state)
    }
    expect(campaign.redo()).toMatchObject({ ok: false, error: { code: 'refused', message: 'There is nothing to redo.' } })
  })

  it('reaches across a restart', async () => {
    const { campaign, folder, library, hob, dump } = await createPlay()
    const before = dump()
    valueOf(campaign.deleteCharacter(hob))
    await library.closeCampaign()

    const again = createWorld(folder)
    valueOf(await again.library.open(campaign.file))
    const reopened = again.library.current() as Campaign
    expect(reopened.view().history).toEqual({ undo: 'deleting Hob' })
    valueOf(reopened.undo())
    expect(reopened.view().history).toMatchObject({ redo: 'deleting Hob' })
    expect(dump()).toEqual(before)
  })

  it('says so when there is nothing to take back', async () => {
    const { campaign } = await createPlay()
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(campaign.undo()).toMatchObject({ ok: false, error: { code: 'refused' } })
  })
})
