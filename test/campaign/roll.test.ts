import { describe, expect, it } from 'vitest'
import { createPlay, valueOf } from '../support/campaign.ts'
import { faultyChecks } from '../support/system.ts'

describe('a roll', () => {
  it('is kept with its faces, input, payments and odds, and announced', async () => {
    const { roll, side, hob, counterOf, events, campaign } = await createPlay()
    const result = valueOf(await roll('toss', [['5']], side(hob, { price: 3 })))
    expect(result).toMatchObject({
      kind: 'rolled',
      roll: {
        check: 'toss',
        participants: [{ id: hob, name: 'Hob', kind: 'pc' }],
        inputs: [{ goal: 4, price: 3, dice: 1 }],
        dice: [{ side: 0, die: 'd6', faces: [5], shown: ['5'], typed: true }],
        outcome: { success: true, total: 5, headline: 'Made it' },
        payments: [
          { owner: 'Hob', character: hob, counter: 'vigour', amount: -3 },
          { owner: 'Hob', character: hob, counter: 'points', amount: 1 },
        ],
        odds: { exact: true, success: 0.5 },
        undone: false,
      },
    })
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points')]).toEqual([7, 1])
    expect(events.map(({ name }) => name)).toEqual(['character.changed', 'roll.changed', 'history.changed'])
    expect(campaign.view().history).toEqual({ undo: 'Toss by Hob' })
    expect(campaign.view().rolls).toHaveLength(1)
  })

  it('draws the dice when none are typed', async () => {
    const { roll, side, hob } = await createPlay()
    const result = valueOf(await roll('toss', [null], side(hob, { dice: 3 })))
    if (result.kind !== 'rolled') throw new Error('It asked for dice')
    const [dice] = result.roll.dice
    expect(dice).toMatchObject({ typed: false })
    expect(dice?.faces).toHaveLength(3)
    expect(dice?.faces.every((face) => face >= 1 && face <= 6)).toBe(true)
  })

  it('pays the GM what it grants the GM, and nobody what nobody can hold', async () => {
    const { roll, side, hob, campaign, events } = await createPlay()
    valueOf(await roll('toss', [['1']], side(hob)))
    expect(campaign.view().gm.doom?.value).toBe(3)
    expect(events.map(({ name }) => name)).toContain('counter.changed')
    const nobody = valueOf(await roll('toss', [['6']], side(undefined, { goal: 2 })))
    expect(nobody).toMatchObject({ roll: { participants: [{ kind: 'none' }], payments: [] } })
  })

  it('reads typed dice as the die says', async () => {
    const { roll, side, hob } = await createPlay()
    expect(valueOf(await roll('toss', [['six']], side(hob)))).toMatchObject({ roll: { dice: [{ faces: [6] }] } })
  })

  it.each([['7'], ['0'], ['x'], [''], ['1.5'], ['-1']])('refuses "%s" beside the die and writes nothing', async (text) => {
    const { roll, side, hob, dump } = await createPlay()
    const before = dump()
    const reply = await roll('toss', [[text]], side(hob, { price: 2 }))
    expect(reply).toMatchObject({ ok: false, error: { code: 'refused', problems: [{ side: 0, field: 'typed.0' }] } })
    expect(dump()).toEqual(before)
  })

  it('asks for more dice when too few were typed, and refuses ones too many', async () => {
    const { roll, side, hob, dump } = await createPlay()
    const before = dump()
    expect(valueOf(await roll('toss', [[]], side(hob, { dice: 2 })))).toMatchObject({ kind: 'needs', side: 0, dice: [{ count: 2 }] })
    expect(await roll('toss', [['1', '2', '3']], side(hob, { dice: 2 }))).toMatchObject({
      error: { problems: [{ field: 'typed.2', message: 'This die is not part of the roll.' }] },
    })
    expect(dump()).toEqual(before)
  })

  it('refuses a cost that cannot be paid before any die, saying what is missing', async () => {
    const { roll, side, hob, hound, dump, campaign } = await createPlay()
    const before = dump()
    const reply = await roll('toss', [['6']], side(hound, { price: 5 }))
    expect(reply).toMatchObject({ ok: false, error: { code: 'refused', message: 'This costs 5 Vigour and Lantern hound has 3: 2 short.' } })
    expect(await roll('toss', [null], side(hob, { price: 11, dice: 0 }))).toMatchObject({ error: { code: 'refused' } })
    expect(dump()).toEqual(before)
    expect(valueOf(await campaign.preview({ check: 'toss', sides: [side(hound, { price: 5 })] })).problems).toHaveLength(1)
  })

  it('pays the cost of an automatic result too', async () => {
    const { roll, side, hob, counterOf } = await createPlay()
    expect(valueOf(await roll('toss', [null], side(hob, { price: 4, dice: 0 })))).toMatchObject({ roll: { dice: [] } })
    expect(counterOf(hob, 'vigour')).toBe(6)
  })

  it('shows the refusal of the system itself at its field', async () => {
    const { roll, side, hob } = await createPlay()
    expect(await roll('toss', [null], side(hob, { goal: 5, price: 1 }))).toMatchObject({
      error: { code: 'refused', message: 'Five never costs one.', problems: [{ side: 0, field: 'price' }] },
    })
  })

  it('is only made for those it is meant for', async () => {
    const { roll, side, hob, hound } = await createPlay()
    expect(await roll('pcOnly', [null], side(hound))).toMatchObject({ ok: false, error: { message: expect.stringContaining('Lantern hound') } })
    expect((await roll('pcOnly', [null], side(hob))).ok).toBe(true)
  })

  it('holds the limits of the sheet', async () => {
    const { roll, side, hob } = await createPlay()
    expect(await roll('toss', [null], side(hob, { dice: 4 }))).toMatchObject({ error: { message: 'Dice is at most 3 for this character.' } })
  })

  it('compares two sides, each with its own dice', async () => {
    const { roll, side, hob, hound, counterOf } = await createPlay()
    const result = valueOf(await roll('duel', [['5'], ['2']], side(hob), side(hound)))
    expect(result).toMatchObject({
      roll: {
        outcome: { success: true, degree: 3, headline: 'Hob wins', explain: ['5 against 4', '2 against 4', 'Hob against Lantern hound'] },
        dice: [{ side: 0, faces: [5] }, { side: 1, faces: [2] }],
        participants: [{ name: 'Hob' }, { name: 'Lantern hound' }],
      },
    })
    expect([counterOf(hob, 'points'), counterOf(hound, 'points')]).toEqual([1, 0])
    valueOf(await roll('duel', [['4'], ['4']], side(hob), side(hound)))
    expect([counterOf(hob, 'points'), counterOf(hound, 'points')]).toEqual([2, 1])
  })

  it('names two alike by their part, and nobody in particular by it alone', async () => {
    const { roll, side, hob, campaign } = await createPlay()
    const twin = valueOf(campaign.createCharacter({ kind: 'npc', name: 'Hob', stats: {} }))
    const goal = { goal: 4 }
    const said = async (...sides: Parameters<typeof roll>[2][]) => {
      const result = valueOf(await roll('duel', [['5'], ['2']], ...sides))
      return result.kind === 'rolled' ? [result.roll.outcome.headline, result.roll.outcome.explain.at(-1)] : []
    }
    expect(await said(side(hob), side(twin, goal))).toEqual(['Hob (actor) wins', 'Hob (actor) against Hob (opponent)'])
    expect(await said(side(undefined, goal), side(undefined, goal))).toEqual(['The actor wins', 'The actor against the opponent'])
  })

  it('replays with the names of then', async () => {
    const { roll, side, hob, hound, campaign } = await createPlay()
    const result = valueOf(await roll('duel', [['5'], ['2']], side(hob), side(hound)))
    valueOf(campaign.updateCharacter({ id: hob, kind: 'pc', name: 'Hobart', stats: {} }))
    expect(result.kind === 'rolled' && valueOf(await campaign.checkReplay(result.roll.id))).toEqual({ same: true })
  })

  it('lets one side type and the other draw', async () => {
    const { roll, side, hob, hound } = await createPlay()
    expect(valueOf(await roll('duel', [['5'], null], side(hob), side(hound)))).toMatchObject({
      roll: { dice: [{ typed: true }, { typed: false }] },
    })
  })

  it('answers by name to checks and characters that are not there', async () => {
    const { roll, side, hob } = await createPlay()
    expect(await roll('constructor', [null], side(hob))).toMatchObject({ error: { code: 'missing' } })
    expect(await roll('toss', [null], side(999 as typeof hob))).toMatchObject({ error: { code: 'missing' } })
    expect(await roll('duel', [null], side(hob))).toMatchObject({ error: { code: 'invalid' } })
  })
})

describe('a system that fails', () => {
  it.each(faultyChecks)('in "%s" is a named fault; nothing is written and the next roll works', async (check) => {
    const { roll, side, hob, dump, campaign } = await createPlay()
    const before = dump()
    const start = performance.now()
    const reply = await roll(check, [null], side(hob))
    expect(performance.now() - start).toBeLessThan(2_500)
    expect(reply).toMatchObject({ ok: false, error: { code: 'fault', message: expect.stringMatching(/^Coin failed: .+Nothing was rolled or changed\.$/) } })
    expect(dump()).toEqual(before)
    expect((await roll('toss', [null], side(hob))).ok).toBe(true)
    expect(campaign.view().paused).toBeUndefined()
  })

  it('three times in a minute is paused; the campaign can still be read, edited and undone', async () => {
    const { roll, side, hob, campaign, events } = await createPlay()
    for (let round = 0; round < 3; round += 1) await roll('throws', [null], side(hob))
    expect(campaign.view().paused).toContain('out of cheese')
    expect(events.map(({ name }) => name)).toEqual(['system.paused'])
    expect(await roll('toss', [null], side(hob))).toMatchObject({ error: { code: 'paused' } })
    valueOf(campaign.createCharacter({ kind: 'pc', name: 'Ysolde', stats: {} }))
    valueOf(campaign.undo())
    valueOf(await campaign.resume())
    expect((await roll('toss', [null], side(hob))).ok).toBe(true)
    expect(campaign.view().paused).toBeUndefined()
  })

  it('three times over more than a minute is not', async () => {
    const { roll, side, hob, campaign, clock } = await createPlay()
    for (let round = 0; round < 4; round += 1) {
      await roll('throws', [null], side(hob))
      clock.at += 40_000
    }
    expect(campaign.view().paused).toBeUndefined()
  })
})
