import { describe, expect, it } from 'vitest'
import { createPlay, valueOf } from '../support/campaign.ts'

describe('a character', () => {
  it('is made from a name alone, with the defaults of its system and full pools', async () => {
    const { campaign } = await createPlay()
    const id = valueOf(campaign.createCharacter({ kind: 'pc', name: '  Ysolde  ', stats: {} }))
    expect(campaign.view().characters.find((each) => each.id === id)).toEqual({
      id,
      kind: 'pc',
      name: 'Ysolde',
      stats: { vigourMax: 10, diceMax: 3, skills: [] },
      notes: '',
      role: 'self',
      tags: [],
      conditions: [],
      counters: { vigour: { value: 10, min: 0, max: 10 }, points: { value: 0, min: 0 } },
    })
  })

  it('is refused without a name or out of range, at the field, with nothing written', async () => {
    const { campaign, dump } = await createPlay()
    const before = dump()
    const reply = campaign.createCharacter({ kind: 'pc', name: ' ', stats: { vigourMax: 101, skills: [{ name: 'x', value: 0 }] } })
    expect(reply).toMatchObject({ error: { problems: [{ field: 'name' }, { field: 'vigourMax' }, { field: 'skills.0.value' }] } })
    expect(dump()).toEqual(before)
  })

  it('keeps a full pool full and never above its maximum when its sheet changes', async () => {
    const { campaign, hob, counterOf } = await createPlay()
    const update = (vigourMax: number) => valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Hob', stats: { vigourMax } }))
    update(14)
    expect(counterOf(hob, 'vigour')).toBe(14)
    valueOf(campaign.changeCounter({ counter: 'vigour', character: hob, amount: -4 }))
    update(20)
    expect(counterOf(hob, 'vigour')).toBe(10)
    update(6)
    expect(counterOf(hob, 'vigour')).toBe(6)
  })

  it('that is gone is named', async () => {
    const { campaign, hob } = await createPlay()
    valueOf(campaign.deleteCharacter(hob))
    expect(campaign.deleteCharacter(hob)).toMatchObject({ error: { code: 'missing' } })
    expect(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'x', stats: {} })).toMatchObject({ error: { code: 'missing' } })
    expect(campaign.changeCounter({ counter: 'points', character: hob, amount: 1 })).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('a counter', () => {
  it('moves by hand within its bounds and says when it cannot', async () => {
    const { campaign, hob } = await createPlay()
    valueOf(campaign.changeCounter({ counter: 'clock', amount: 9 }))
    expect(campaign.view().table.clock).toEqual({ value: 6, min: 0, max: 6 })
    expect(campaign.view().history.undo).toBe('Clock +6 for Table')
    expect(campaign.changeCounter({ counter: 'clock', amount: 1 })).toMatchObject({ error: { code: 'refused', message: "Clock of Table is 6: it can't go any higher." } })
    expect(campaign.changeCounter({ counter: 'points', character: hob, amount: -1 })).toMatchObject({ error: { code: 'refused' } })
  })

  it('is refused for an owner that has no such counter', async () => {
    const { campaign, hob } = await createPlay()
    for (const change of [{ counter: 'gold', amount: 1 }, { counter: 'doom', character: hob, amount: 1 }, { counter: 'points', amount: 1 }])
      expect(campaign.changeCounter(change)).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('settings', () => {
  it('are checked against the declarations and announced', async () => {
    const { campaign, events } = await createPlay()
    valueOf(campaign.configure({ kind: false }))
    expect(campaign.view().settings).toEqual({ kind: false })
    expect(events.map(({ name }) => name)).toEqual(['settings.changed', 'conditions.changed', 'fightRules.changed', 'history.changed'])
    valueOf(campaign.configure({}))
    expect(campaign.view().settings).toEqual({ kind: false })
    expect(campaign.configure({ kind: 3 })).toMatchObject({ error: { code: 'refused' } })
    expect(campaign.configure({ other: true })).toMatchObject({ error: { code: 'refused' } })
  })
})
