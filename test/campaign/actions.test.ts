import { describe, expect, it } from 'vitest'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

const bare = { picks: {}, input: {} }

describe('an action', () => {
  it('changes what the system says in one step that can be undone', async () => {
    const { campaign, hob, hound, counterOf, dump, events } = await createPlay()
    const before = dump()
    const result = valueOf(await campaign.applyAction({ ...bare, action: 'gift', who: hob, target: hound }))
    expect(result).toEqual({ headline: 'a gift for Lantern hound', explain: ['Hob gives to Lantern hound'] })
    expect(counterOf(hound, 'points')).toBe(1)
    expect(campaign.view().gm.doom?.value).toBe(2)
    expect(campaign.view().characters.find(({ id }) => id === hound)?.stats.diceMax).toBe(4)
    expect(campaign.view().history.undo).toBe('a gift for Lantern hound')
    expect(events.map(({ name }) => name)).toEqual(['character.changed', 'counter.changed', 'deed.changed', 'history.changed'])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
  })

  it('reaches every player for the whole table', async () => {
    const { campaign, hob, hound, counterOf } = await createPlay()
    const ysolde = valueOf(campaign.createCharacter({ kind: 'pc', name: 'Ysolde', stats: {} }))
    valueOf(await campaign.applyAction({ ...bare, action: 'feast' }))
    expect([hob, ysolde, hound].map((id) => counterOf(id, 'points'))).toEqual([2, 2, 0])
  })

  it('is refused by the system at its field, with nothing written', async () => {
    const { campaign, hob, dump } = await createPlay()
    const before = dump()
    expect(await campaign.applyAction({ ...bare, action: 'rest', who: hob, input: { amount: 2 } })).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'Hob is rested.', problems: [{ field: 'amount' }] },
    })
    expect(dump()).toEqual(before)
  })

  it('stays within a counter’s bounds', async () => {
    const { campaign, hob, counterOf } = await createPlay()
    valueOf(campaign.changeCounter({ counter: 'vigour', character: hob, amount: -1 }))
    valueOf(await campaign.applyAction({ ...bare, action: 'rest', who: hob, input: { amount: 9 } }))
    expect(counterOf(hob, 'vigour')).toBe(10)
  })

  it('shows its problems before it is done', async () => {
    const { campaign, hob, hound } = await createPlay()
    const problemsOf = (input: Parameters<typeof campaign.previewAction>[0]) => valueOf(campaign.previewAction(input)).problems.map(({ field }) => field)
    expect(problemsOf({ ...bare, action: 'rest', who: hob })).toEqual(['amount'])
    expect(problemsOf({ ...bare, action: 'rest', who: hob, input: { amount: 10 } })).toEqual(['amount'])
    expect(problemsOf({ ...bare, action: 'rest', who: hound, input: { amount: 1 } })).toEqual(['who'])
    expect(problemsOf({ ...bare, action: 'gift', who: hob })).toEqual(['target'])
    expect(problemsOf({ ...bare, action: 'gift', who: hob, target: hob })).toEqual(['target'])
    expect(problemsOf({ ...bare, action: 'gift', who: hob, target: hound })).toEqual([])
    expect(valueOf(campaign.previewAction({ ...bare, action: 'rest', who: hob })).limits).toEqual({ amount: 10 })
    expect(campaign.previewAction({ ...bare, action: 'constructor' })).toMatchObject({ error: { code: 'missing' } })
  })

  it.each([
    ['curse', 'gold'],
    ['swell', 'Dice'],
  ])('"%s", which would change what is not declared or allowed, is a fault with nothing written', async (action, named) => {
    const { campaign, hob, dump } = await createPlay()
    const before = dump()
    expect(await campaign.applyAction({ ...bare, action, who: hob })).toMatchObject({ ok: false, error: { code: 'fault', message: expect.stringContaining(named) } })
    expect(dump()).toEqual(before)
  })
})

describe('what would it buy', () => {
  it('gives the chance and cost of each alternative and marks the best buy', async () => {
    const { campaign, side, hob } = await createPlay()
    const variants = valueOf(await campaign.listVariants({ check: 'toss', sides: [side(hob)] }))
    expect(variants.map(({ label, success, costs, best }) => [label, success?.toFixed(4), costs[0]?.amount ?? 0, best])).toEqual([
      ['one easier', (4 / 6).toFixed(4), 0, false],
      ['1 dice', '0.5000', 0, false],
      ['2 dice', '0.7500', 1, true],
      ['3 dice', '0.8750', 2, false],
    ])
  })

  it('says why one can not be done, and never recommends it', async () => {
    const { campaign, side, hob } = await createPlay()
    valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Hob', stats: { vigourMax: 1, diceMax: 2 } }))
    const variants = valueOf(await campaign.listVariants({ check: 'toss', sides: [side(hob)] }))
    expect(variants.map(({ problem, best }) => [problem, best])).toEqual([
      [undefined, false],
      [undefined, false],
      [undefined, true],
      ['Dice is at most 2 for this character.', false],
    ])
  })

  it('is empty for a check without alternatives and while the form has problems', async () => {
    const { campaign, side, hob, hound } = await createPlay()
    expect(valueOf(await campaign.listVariants({ check: 'duel', sides: [side(hob), side(hound)] }))).toEqual([])
    expect(valueOf(await campaign.listVariants({ check: 'toss', sides: [side(hob, { goal: 9 })] }))).toEqual([])
  })
})

describe('building an NPC', () => {
  it('gives a whole sheet from what the system asks for', async () => {
    const { campaign } = await createPlay()
    expect(valueOf(await campaign.buildNpc({ level: 5 }))).toEqual({ vigourMax: 15, diceMax: 3, skills: [{ name: 'Bite', value: 5 }] })
    expect(await campaign.buildNpc({ level: 11 })).toMatchObject({ error: { code: 'refused', problems: [{ field: 'level' }] } })
  })

  it('varies the form by the dice that the system asks for, and writes nothing', async () => {
    const { campaign, dump } = await createPlay()
    const before = dump()
    const varied = valueOf(await campaign.varyNpc({ level: 3 }))
    const [die] = varied.dice
    expect(die).toMatchObject({ die: 'd6' })
    expect(varied.input).toEqual({ level: 3 + Number(die?.shown[0]) })
    expect(await campaign.varyNpc({ level: 11 })).toMatchObject({ error: { code: 'refused', problems: [{ field: 'level' }] } })
    expect(dump()).toEqual(before)
  })

  it('puts one that is not kept into a fight as somebody that only the fight knows', async () => {
    const { campaign } = await createPlay()
    valueOf(await campaign.addToFight({ characters: [], sheet: { name: ' Rat ', stats: { vigourMax: 2 } } }))
    expect(campaign.view().characters.find(({ name }) => name === 'Rat')).toMatchObject({ kind: 'npc', role: 'copy', stats: { vigourMax: 2 } })
    expect(campaign.view().fight?.combatants).toHaveLength(1)
    expect(await campaign.addToFight({ characters: [], sheet: { name: ' ', stats: {} } })).toMatchObject({ error: { code: 'refused', problems: [{ field: 'name' }] } })
    expect(await campaign.addToFight({ characters: [], sheet: { name: 'x', stats: { vigourMax: 101 } } })).toMatchObject({ error: { problems: [{ field: 'vigourMax' }] } })
    valueOf(campaign.undo())
    expect(campaign.view().characters.some(({ name }) => name === 'Rat')).toBe(false)
  })

  it('gives each kind of character its own counters', async () => {
    const { campaign, hob, hound, counterOf } = await createPlay()
    expect([counterOf(hob, 'grit'), counterOf(hound, 'grit')]).toEqual([undefined, 4])
    expect(campaign.changeCounter({ counter: 'grit', character: hob, amount: 1 })).toMatchObject({ error: { code: 'missing', message: 'Hob has no Grit.' } })
  })
})
