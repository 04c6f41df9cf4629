import { describe, expect, it } from 'vitest'
import { createSystemRunner } from '../../main/campaign/system.ts'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

const bare = { picks: {}, input: {} }

describe('what is done while the system is thinking', () => {
  it('is kept when an action ends later', async () => {
    const { campaign, hob, hound } = await createPlay()
    const gift = campaign.applyAction({ ...bare, action: 'gift', who: hob, target: hound })
    valueOf(campaign.updateCharacter({ id: hound, kind: 'npc', name: 'Renamed', stats: { vigourMax: 50 }, notes: 'kept' }))
    valueOf(await gift)
    expect(campaign.view().characters.find(({ id }) => id === hound)).toMatchObject({ name: 'Renamed', notes: 'kept', stats: { vigourMax: 50, diceMax: 4 } })
  })

  it('counts each of two actions', async () => {
    const { campaign, hob, hound } = await createPlay()
    for (const reply of await Promise.all([1, 2].map(() => campaign.applyAction({ ...bare, action: 'gift', who: hob, target: hound })))) valueOf(reply)
    expect(campaign.view().characters.find(({ id }) => id === hound)?.stats.diceMax).toBe(5)
  })

  it('can delete somebody: the action and the roll say so and nothing of them is kept', async () => {
    const { campaign, hob, hound, side, dump } = await createPlay()
    const gift = campaign.applyAction({ ...bare, action: 'gift', who: hob, target: hound })
    valueOf(campaign.deleteCharacter(hound))
    expect(await gift).toMatchObject({ ok: false, error: { code: 'missing' } })
    const roll = campaign.makeRoll({ check: 'toss', sides: [side(hob, { price: 3 })], typed: [['1']] })
    valueOf(campaign.deleteCharacter(hob))
    const before = standing(dump())
    expect(await roll).toMatchObject({ ok: false, error: { code: 'missing' } })
    expect(standing(dump())).toEqual(before)
  })

  it('lets one of two corrections stand, and none of a roll that was undone', async () => {
    const { campaign, roll, side, hob, counterOf } = await createPlay()
    const first = valueOf(await roll('toss', [['6']], side(hob, { price: 5 })))
    if (first.kind !== 'rolled') throw new Error('no roll')
    const input = [{ goal: 4, price: 4, dice: 1 }]
    const replies = await Promise.all([campaign.correctRoll(first.roll.id, input), campaign.correctRoll(first.roll.id, input)])
    expect(replies.map(({ ok }) => ok)).toEqual([true, false])
    expect(counterOf(hob, 'vigour')).toBe(6)

    const second = valueOf(await roll('toss', [['6']], side(hob)))
    if (second.kind !== 'rolled') throw new Error('no roll')
    const correction = campaign.correctRoll(second.roll.id, [{ goal: 2, price: 0, dice: 1 }])
    valueOf(campaign.undo())
    expect(await correction).toMatchObject({ ok: false, error: { code: 'refused' } })
  })
})

describe('arguing with a roll', () => {
  it('is judged and replayed by the settings that the roll was made with', async () => {
    const { campaign, roll, side, hob, path } = await createPlay()
    const first = valueOf(await roll('toss', [['6']], side(hob)))
    if (first.kind !== 'rolled') throw new Error('no roll')
    valueOf(campaign.configure({ kind: false }))
    const second = valueOf(await campaign.correctRoll(first.roll.id, [{ goal: 2, price: 0, dice: 1 }]))
    expect(valueOf(await campaign.checkReplay(second.id))).toEqual({ same: true })
    const { default: Sqlite } = await import('better-sqlite3')
    const db = new Sqlite(path, { readonly: true })
    expect(db.prepare('SELECT settings FROM roll ORDER BY id').pluck().all()).toEqual(['{"kind":true}', '{"kind":true}'])
    db.close()
  })

  it('pays for each reroll, whatever comes after it', async () => {
    const { campaign, roll, side, hob, counterOf } = await createPlay()
    const first = valueOf(await roll('toss', [['1']], side(hob)))
    if (first.kind !== 'rolled') throw new Error('no roll')
    const second = valueOf(await campaign.rerollRoll(first.roll.id))
    expect(counterOf(hob, 'vigour')).toBe(9)
    const third = valueOf(await campaign.rerollRoll(second.id))
    expect(counterOf(hob, 'vigour')).toBe(8)
    valueOf(await campaign.correctRoll(third.id, [{ goal: 2, price: 3, dice: 1 }]))
    expect(counterOf(hob, 'vigour')).toBe(5)
  })

  it('keeps what the sheet allowed then, and wants the input of each side', async () => {
    const { campaign, roll, side, hob, hound } = await createPlay()
    const first = valueOf(await roll('toss', [['1', '2', '3']], side(hob, { dice: 3 })))
    const duel = valueOf(await roll('duel', [['1'], ['2']], side(hob), side(hound)))
    if (first.kind !== 'rolled' || duel.kind !== 'rolled') throw new Error('no roll')
    valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Hob', stats: { diceMax: 1 } }))
    valueOf(await campaign.correctRoll(first.roll.id, [{ goal: 2, price: 0, dice: 3 }]))
    expect(await campaign.correctRoll(duel.roll.id, [{ goal: 2 }])).toMatchObject({ error: { code: 'invalid' } })
  })
})

describe('the runner of a system', () => {
  const world = () => {
    const live = new Set<object>()
    const gates: (() => void)[] = []
    const load = async () => {
      await new Promise<void>((open) => gates.push(open))
      const sandbox = { close: async () => void live.delete(sandbox) }
      live.add(sandbox)
      return { ok: true, value: sandbox as unknown as Sandbox } as const
    }
    const openAll = async () => {
      while (gates.length > 0) gates.shift()?.()
      await new Promise((later) => setTimeout(later, 5))
    }
    return { live, load, openAll }
  }
  const fault = async () => ({ ok: false, fault: { kind: 'threw', message: 'no.' } }) as const

  it('keeps one worker however often it is resumed, and none once it is closed', async () => {
    const { live, load, openAll } = world()
    const creating = createSystemRunner({ name: 'Coin', load, now: () => 1, announce: () => undefined })
    await openAll()
    const runner = await creating
    for (let round = 0; round < 3; round += 1) await runner.run(fault)
    expect([runner.paused(), live.size]).toEqual([expect.stringContaining('no.'), 0])
    const resumed = [runner.resume(), runner.resume()]
    await openAll()
    for (const reply of await Promise.all(resumed)) expect(reply.ok).toBe(true)
    expect(live.size).toBe(1)
    expect(await runner.run(async () => ({ ok: true, value: 7 }))).toEqual({ ok: true, value: 7 })

    for (let round = 0; round < 3; round += 1) await runner.run(fault)
    const late = runner.resume()
    await runner.close()
    await openAll()
    expect((await late).ok).toBe(false)
    expect(live.size).toBe(0)
  })
})
