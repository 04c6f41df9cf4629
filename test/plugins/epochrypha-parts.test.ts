import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import epochrypha from '../../plugins/epochrypha/index.ts'
import { fillForm } from '../../main/rules/fill.ts'
import { applyTo, changeOf, holderOf, isRefused, movesOf, orderOf, placeOf, refusedField, sheetOf } from './act.ts'
import { anyInput, contextOf, everyOutcome, outcomeOf, whole, without } from './play.ts'

const context = contextOf(epochrypha)
const check = epochrypha.checks.check ?? expect.fail('declared')
const hob = (luck: number) => holderOf(epochrypha, 'pc', {}, { luck })

describe('an Epochrypha score’s name', () => {
  it('comes from the sheet with the score', () => {
    expect(fillForm(check.input, {}, { scores: 2 }, hob(0)).raw).toEqual({ name: 'Will', score: 50 })
  })

  it('is said in the log and changes nothing else', () => {
    fc.assert(
      fc.property(anyInput(check.input), fc.string({ minLength: 1, maxLength: 2_000 }), fc.integer({ min: 1, max: 100 }), (given, name, face) => {
        const input = without(given, 'name')
        const [bare, named] = [outcomeOf(epochrypha, 'check', input, [face]), outcomeOf(epochrypha, 'check', { ...input, name }, [face])]
        expect({ ...named, explain: [] }).toEqual({ ...bare, explain: [] })
        expect(named.explain.slice(1)).toEqual(bare.explain.slice(1))
        expect(named.explain[0]?.length).toBeLessThan(120)
      }),
    )
    expect(outcomeOf(epochrypha, 'check', { name: 'Melee', score: 65 }, [33]).explain[0]).toBe('Melee: 33 against 65: success')
  })
})

describe('a magnitude that is needed', () => {
  const roll = (face: number, needs?: number) => outcomeOf(epochrypha, 'check', { score: 65, ...(needs === undefined ? {} : { needs }) }, [face])

  it.each([
    [35, 3, true],
    [36, 3, false],
    [65, 0, true],
    [99, 3, false],
  ])('is reached by a roll of %i for %i: %s', (face, needs, enough) => {
    expect(roll(face, needs)).toMatchObject({ success: face <= 65, facts: { enough } })
  })

  it('goes with a fact that says what the roll pays, also where that is only offered', () => {
    for (const { facts, grants } of everyOutcome(epochrypha, 'check', { score: 65 })) expect(grants).toMatchObject([{ counter: facts.pays }])
  })

  it('is not asked for by itself, and never decides success', () => {
    expect(roll(35).facts).toEqual({ difference: 30, pays: 'toll' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 9 }), (face, needs) => {
        expect(roll(face, needs)).toMatchObject(without({ ...roll(face) }, 'explain'))
      }),
    )
  })
})

describe('the variants of an Epochrypha check', () => {
  it.each([
    [50, [60, 40]],
    [95, [100, 85]],
    [100, [90]],
    [4, [14, 1]],
    [1, [11]],
  ])('of %i are %j', (score, scores) => {
    expect(check.variants?.({ score, name: 'Will' }, context).map(({ input }) => input)).toEqual(scores.map((other) => ({ score: other, name: 'Will' })))
  })
})

describe('spending', () => {
  it('takes Luck off the character and Toll off the GM, with the reason in the log', () => {
    const luck = changeOf(epochrypha, 'spendLuck', { amount: 2, reason: ' a lucky rope ' }, { actor: hob(3) })
    expect(movesOf(luck)).toEqual({ 'actor.luck': -2 })
    expect(luck).toMatchObject({ explain: ['a lucky rope', 'Luck 3 to 1'], headline: 'Hob spends 2 Luck' })
    expect(movesOf(changeOf(epochrypha, 'spendToll', { reason: 'the bridge gives way' }, { gm: { toll: 1 } }))).toEqual({ 'gm.toll': -1 })
  })

  it.each([
    ['more Luck than there is', 'spendLuck', { amount: 4, reason: 'x' }, 'amount'],
    ['Luck for no reason', 'spendLuck', { reason: '  ' }, 'reason'],
    ['more Toll than there is', 'spendToll', { amount: 3, reason: 'x' }, 'amount'],
    ['Toll for no reason', 'spendToll', { reason: '' }, 'reason'],
  ])('refuses %s', (_, action, input, field) => {
    expect(refusedField(epochrypha, action, input, { actor: hob(3), gm: { toll: 2 } })).toBe(field)
  })

  it('of Luck is for somebody, and any character may', () => {
    expect(isRefused(epochrypha, 'spendLuck', { reason: 'x' }, {})).toBe(true)
    expect(isRefused(epochrypha, 'spendLuck', { reason: 'x' }, { actor: holderOf(epochrypha, 'npc', {}, { luck: 1 }) })).toBe(false)
  })
})

describe('Epochrypha health', () => {
  const guard = (health: number, healthMax = 10) => holderOf(epochrypha, 'npc', { healthMax, soak: 2 }, { health }, 'Gate guard')

  it.each([
    [5, 2, 10, { 'actor.health': -3 }],
    [5, 0, 10, { 'actor.health': -5 }],
    [2, 2, 10, {}],
    [50, 2, 4, { 'actor.health': -4 }],
    [5, 2, 0, {}],
  ])('loses by %i damage with %i soak at %i: %j', (amount, soak, health, moves) => {
    expect(movesOf(changeOf(epochrypha, 'damage', { amount, soak }, { actor: guard(health) }))).toEqual(moves)
  })

  it('explains what was lost', () => {
    expect(changeOf(epochrypha, 'damage', { amount: 9, soak: 2 }, { actor: guard(5) })).toMatchObject({
      explain: ['9 damage - 2 soaked = 7', 'health 5 to 0', '2 more than health is left'],
      headline: 'Gate guard takes 7 damage: no health left',
    })
    expect(changeOf(epochrypha, 'damage', { amount: 1, soak: 2 }, { actor: guard(5) })).toMatchObject({ explain: ['1 damage - 1 soaked = 0'], headline: 'Gate guard takes no damage' })
  })

  it('finds the soak on the sheet', () => {
    expect(fillForm(epochrypha.actions?.damage?.input ?? [], {}, {}, guard(5)).raw).toEqual({ soak: 2 })
  })

  it('comes back by healing up to what was lost', () => {
    expect(changeOf(epochrypha, 'heal', { amount: 99 }, { actor: guard(4) })).toMatchObject({
      counters: [{ counter: 'health', to: 'actor', amount: 6 }],
      explain: ['health 4 to 10'],
      headline: 'Gate guard gets 6 health back',
    })
    expect(applyTo(epochrypha, 'heal', { amount: 1 }, { actor: guard(10) })).toEqual({ refuse: { field: 'amount', message: 'Gate guard has lost no health.' } })
  })

  it('is the table’s own: a new sheet counts none, and then nothing is hit or healed', () => {
    expect(holderOf(epochrypha, 'pc')).toMatchObject({ stats: { healthMax: 0 }, counters: { health: 0 } })
    for (const action of ['damage', 'heal'])
      expect(applyTo(epochrypha, action, { amount: 1 }, { actor: guard(0, 0) })).toEqual({
        refuse: { message: 'No health is counted for Gate guard. Set “Health, full” on the sheet first.' },
      })
  })

  it.each(['damage', 'heal'])('takes somebody: %s is refused for nobody', (action) => {
    expect(isRefused(epochrypha, action, { amount: 1 }, {})).toBe(true)
  })
})

describe('Epochrypha initiative', () => {
  const place = (score: number, face: number, settings = {}, actor: 'pc' | 'npc' = 'pc') =>
    placeOf(epochrypha, { score }, face, contextOf(epochrypha, settings, actor))

  it('lets successes act first by higher magnitude, then failures by lower, ties by score', () => {
    const places = {
      'fails by 4': place(20, 65),
      'succeeds by 1': place(50, 40),
      'fails by 0': place(40, 45),
      'succeeds by 5': place(70, 20),
      'succeeds by 1 with 60': place(60, 50),
      'fails by 9': place(1, 98),
    }
    expect(orderOf(epochrypha, places)).toEqual(['succeeds by 5', 'succeeds by 1 with 60', 'succeeds by 1', 'fails by 0', 'fails by 4', 'fails by 9'])
  })

  it('lets every success act before every failure', () => {
    const roll = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
    fc.assert(
      fc.property(roll, roll, (one, other) => {
        const passed = ([score, face]: [number, number]) => face <= score && face !== 100
        fc.pre(passed(one) && !passed(other))
        const [first, second] = [place(...one), place(...other)].map(({ value, ties = [] }) => ({ value, passed: ties[0] ?? 0 }))
        expect((first?.value ?? 0) - (second?.value ?? 0) || (first?.passed ?? 0) - (second?.passed ?? 0)).toBeGreaterThan(0)
      }),
    )
  })

  it('pays only where the campaign says so', () => {
    expect(place(50, 49)).toMatchObject({ grants: [], houseRules: ['initiative'] })
    expect(place(50, 49, { initiativePays: true }).grants).toEqual([{ counter: 'luck', to: 'actor', amount: 1 }])
    expect(place(50, 50, { initiativePays: true }).grants).toEqual([{ counter: 'toll', to: 'gm', amount: 1 }])
    expect(place(50, 49, { initiativePays: true }, 'npc')).toMatchObject({ grants: [{ offered: true }], houseRules: ['initiative', 'npc-rolls'] })
    expect(place(50, 44, { spikes: false })).toMatchObject({ houseRules: ['initiative', 'spikes-off'] })
  })
})

describe('a built Epochrypha NPC', () => {
  it('has the three scores that it was given, or 50, and no health unless given', () => {
    const npc = epochrypha.npc ?? expect.fail('declared')
    const built = npc.build(whole(npc.input, { melee: 75, will: 1 }), context)
    expect(built).toEqual({
      scores: [
        { name: 'Melee', value: 75 },
        { name: 'Charisma', value: 50 },
        { name: 'Will', value: 1 },
      ],
      healthMax: 0,
    })
    expect(npc.build(whole(npc.input, { health: 12 }), context).healthMax).toBe(12)
    expect(whole(sheetOf(epochrypha, 'npc'), built).scores).toEqual(built.scores)
  })
})
