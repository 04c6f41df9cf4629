import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Value } from '../../plugins/api/index.ts'
import sfrpg from '../../plugins/sfrpg/index.ts'
import { fillForm } from '../../main/rules/fill.ts'
import { after, applyTo, changeOf, holderOf, isRefused, movesOf, orderOf, placeOf, refusedField } from './act.ts'
import { anyInput, contextOf, firstStep, outcomeOf, whole, without } from './play.ts'

type Given = Readonly<Record<string, Value>>

const context = contextOf(sfrpg)
const inputOf = (check: string) => sfrpg.checks[check]?.input ?? []
const skills = [
  { name: 'Piloting', discipline: 'navigation', score: 40 },
  { name: 'Surgery', discipline: 'medicine', score: 9999 },
]
const jun = (counters: Readonly<Record<string, number>> = {}) =>
  holderOf(sfrpg, 'pc', { skills, hitPointsMax: 10, armourPointsMax: 6, damageReduction: 2, initiativeModifier: 7 }, counters, 'Jun')

describe('an SFRPG skill’s name', () => {
  it('comes from the sheet with the score', () => {
    for (const check of ['skill', 'attack']) expect(fillForm(inputOf(check), {}, { skills: 0 }, jun()).raw).toEqual({ name: 'Piloting', skill: 40 })
    expect(fillForm(sfrpg.opposed?.opposed?.side ?? [], {}, {}, jun()).raw).toEqual({ name: 'Piloting', skill: 40 })
  })

  it.each(['skill', 'attack'])('changes nothing about a %s but its log and what it offers', (check) => {
    fc.assert(
      fc.property(anyInput(inputOf(check)), fc.string({ minLength: 1, maxLength: 2_000 }), fc.integer({ min: 0, max: 99 }), (given, name, face) => {
        const input = without(given, 'name')
        const [bare, named] = [outcomeOf(sfrpg, check, input, [face]), outcomeOf(sfrpg, check, { ...input, name }, [face])]
        expect({ ...named, explain: [], offers: [] }).toEqual({ ...bare, explain: [], offers: [] })
        expect(named.explain[0]?.length).toBeLessThan(200)
      }),
    )
    expect(outcomeOf(sfrpg, 'skill', { name: 'Piloting', skill: 40 }, [20]).explain[0]).toBe('20 on the dice, Piloting 40: 60')
  })
})

describe('raising a skill', () => {
  const offersOf = (input: Given, face: number, actor: 'pc' | 'npc' | 'none' = 'pc') => outcomeOf(sfrpg, 'skill', { name: 'Piloting', skill: 40, ...input }, [face], contextOf(sfrpg, {}, actor)).offers

  it('is offered after a success by 10 or more with a skill that has a name', () => {
    expect(offersOf({ dc: 50 }, 20)).toEqual([{ label: 'Raise Piloting by 1', action: 'raiseSkill', input: { skill: 'Piloting' } }])
    expect(offersOf({ dc: 50 }, 20, 'npc')).toHaveLength(1)
    expect(offersOf({ dc: 50 }, 19)).toEqual([])
    expect(offersOf({ dc: 200 }, 20)).toEqual([])
    expect(offersOf({ dc: 50, name: '' }, 20)).toEqual([])
    expect(offersOf({ dc: 50 }, 20, 'none')).toEqual([])
  })

  it('adds 1 to that row alone', () => {
    const change = changeOf(sfrpg, 'raiseSkill', offersOf({}, 50)?.[0]?.input ?? {}, { actor: jun() })
    expect(movesOf(change)).toEqual({ 'actor.skills': [{ ...skills[0], score: 41 }, skills[1]] })
    expect(change).toMatchObject({ explain: ['Piloting 40 to 41'], headline: 'Jun gets better at Piloting' })
  })

  it.each([
    ['a skill that isn’t on the sheet', 'Juggling'],
    ['a skill without a name', ''],
    ['a skill at its highest', 'Surgery'],
  ])('is refused for %s', (_, skill) => {
    expect(refusedField(sfrpg, 'raiseSkill', { skill }, { actor: jun() })).toBe('skill')
  })
})

describe('an SFRPG hit', () => {
  const offersOf = (check: string, input: Given, actor: 'npc' | 'none' = 'npc') => outcomeOf(sfrpg, check, { skill: 40, ...input }, [30], contextOf(sfrpg, {}, actor)).offers
  const deal = { label: 'Deal damage…', action: 'damage', to: 'target', input: {} }

  it('offers to deal damage to whoever was hit, and the GM says how much', () => {
    expect(offersOf('attack', { hd: 69 })).toEqual([deal])
    expect(offersOf('attack', { hd: 69 }, 'none')).toEqual([deal])
    expect(offersOf('attack', { hd: 60, name: 'Carbine' })).toEqual([deal, { label: 'Raise Carbine by 1', action: 'raiseSkill', input: { skill: 'Carbine' } }])
  })

  it('is no miss, and no success of another kind', () => {
    expect(offersOf('attack', { hd: 70 })).toEqual([])
    expect(offersOf('skill', { dc: 10 })).toEqual([])
  })
})

describe('SFRPG damage', () => {
  const hit = (amount: number, actor = jun(), reduction = 2) => changeOf(sfrpg, 'damage', { amount, reduction }, { actor })

  it.each([
    [1, {}],
    [2, {}],
    [3, { 'actor.armourPoints': -1 }],
    [8, { 'actor.armourPoints': -6 }],
    [9, { 'actor.armourPoints': -6, 'actor.hitPoints': -1 }],
    [18, { 'actor.armourPoints': -6, 'actor.hitPoints': -10 }],
    [500, { 'actor.armourPoints': -6, 'actor.hitPoints': -10 }],
  ])('of %i after a reduction of 2 takes %j', (amount, moves) => {
    expect(movesOf(hit(amount))).toEqual(moves)
  })

  it('explains what took it', () => {
    expect(hit(20)).toMatchObject({
      explain: ['20 damage - 2 reduced = 18', 'armour points 6 to 0', 'hit points 10 to 0', '2 more than hit points are left'],
      headline: 'Jun takes 18 damage: no hit points left',
    })
    expect(hit(1)).toMatchObject({ explain: ['1 damage - 1 reduced = 0'], headline: 'Jun takes no damage' })
    expect(hit(5, jun({ armourPoints: 0, hitPoints: 0 })).headline).toBe('Jun takes 3 damage')
  })

  it('finds the reduction on the sheet', () => {
    expect(fillForm(sfrpg.actions?.damage?.input ?? [], {}, {}, jun()).raw).toEqual({ reduction: 2 })
  })

  it('never loses or makes points', () => {
    const points = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(points, points, fc.integer({ min: 1, max: 80 }), points, (hitPoints, armourPoints, amount, reduction) => {
        const actor = jun({ hitPoints, armourPoints })
        const then = after(actor, hit(amount, actor, reduction)).counters
        const left = Math.max(0, hitPoints + armourPoints - Math.max(0, amount - reduction))
        expect([(then.hitPoints ?? 0) + (then.armourPoints ?? 0), (then.hitPoints ?? 0) < hitPoints && then.armourPoints !== 0]).toEqual([left, false])
      }),
    )
  })

  it.each([
    ['heal', 'hitPoints', 'hit points'],
    ['repair', 'armourPoints', 'armour points'],
  ])('is undone by %s up to what was lost', (action, counter, what) => {
    const hurt = jun({ hitPoints: 4, armourPoints: 0 })
    expect(movesOf(changeOf(sfrpg, action, { amount: 2 }, { actor: hurt }))).toEqual({ [`actor.${counter}`]: 2 })
    expect(movesOf(changeOf(sfrpg, action, { amount: 99 }, { actor: hurt }))).toEqual({ [`actor.${counter}`]: 6 })
    expect(applyTo(sfrpg, action, { amount: 2 }, { actor: jun() })).toEqual({ refuse: { field: 'amount', message: `Jun has lost no ${what}.` } })
  })

  it.each(['damage', 'heal', 'repair', 'raiseSkill'])('and the other actions are refused for nobody: %s', (action) => {
    expect(isRefused(sfrpg, action, action === 'raiseSkill' ? { skill: 'Piloting' } : { amount: 1 }, {})).toBe(true)
  })
})

describe('the variants of an SFRPG roll', () => {
  const labels = (check: string, input: Given) => sfrpg.checks[check]?.variants?.(whole(inputOf(check), input), context).map(({ label }) => label)

  it('are the hardest difficulty of each other band, and ten either way', () => {
    expect(labels('skill', { skill: 40, dc: 95 })).toEqual(['XE: 35', 'VE: 65', 'M: 135', 'D: 165', 'VD: 195', 'XD: 225', 'modifier +10: 10', 'modifier -10: -10'])
    expect(labels('attack', { skill: 40, hd: 96, modifier: 999 })).toEqual(['XE: 35', 'VE: 65', 'E: 95', 'M: 135', 'D: 165', 'VD: 195', 'XD: 225', 'modifier -10: 989'])
  })

  it.each(['skill', 'attack'])('are inputs that %s takes', (check) => {
    fc.assert(
      fc.property(anyInput(inputOf(check)), (input) => {
        for (const variant of sfrpg.checks[check]?.variants?.(whole(inputOf(check), input), context) ?? [])
          expect('need' in firstStep(sfrpg, check, variant.input)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('SFRPG initiative', () => {
  const place = (modifier: number, face: number) => placeOf(sfrpg, { modifier }, face, context)

  it('goes by the dice and the modifier, ties by the modifier', () => {
    const places = { low: place(0, 3), slow: place(-5, 70), even: place(5, 60), quick: place(15, 50), high: place(0, 99) }
    expect(orderOf(sfrpg, places)).toEqual(['high', 'quick', 'even', 'slow', 'low'])
    expect(place(0, 3)).toMatchObject({ value: 3, ties: [0], houseRules: ['initiative'] })
  })

  it('finds the modifier on the sheet', () => {
    expect(fillForm(sfrpg.initiative?.input ?? [], {}, {}, jun()).raw).toEqual({ modifier: 7 })
  })
})

describe('a built SFRPG NPC', () => {
  const npc = sfrpg.npc ?? expect.fail('declared')
  const build = (input: Given) => holderOf(sfrpg, 'npc', npc.build(whole(npc.input, input), context))

  it('has its skill, its reduction and its points', () => {
    const drone = build({ scale: 'vehicle', skill: 45, skillName: 'Welder', discipline: 'engineering', damageReduction: 3, armourPoints: 12, hitPoints: 20, hitDifficulty: 70, initiativeModifier: 4 })
    expect(drone.stats).toMatchObject({
      scale: 'vehicle',
      skills: [{ name: 'Welder', discipline: 'engineering', score: 45 }],
      damageReduction: 3,
      hitDifficulty: 70,
      initiativeModifier: 4,
    })
    expect(drone.counters).toEqual({ armourPoints: 12, hitPoints: 20 })
  })

  it('calls its skill like the discipline where it has no name', () => {
    expect(build({ discipline: 'medicine' }).stats.skills).toEqual([{ name: 'Medicine', discipline: 'medicine', score: 30 }])
  })

  it('fits its sheet whatever was chosen', () => {
    fc.assert(fc.property(anyInput(npc.input), (input) => void build(input)))
  })
})
