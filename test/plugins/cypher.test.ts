import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Value } from '../../plugins/api/index.ts'
import cypher from '../../plugins/cypher/index.ts'
import { anyInput, chanceOf, contextOf, everyOutcome, firstStep, outcomeOf } from './play.ts'

type Given = Readonly<Record<string, Value>>

const fieldsOf = (check: string) => cypher.checks[check]?.input ?? []
const task = (input: Given, ...faces: number[]) => outcomeOf(cypher, 'task', input, faces)
const attack = (input: Given, ...faces: number[]) => outcomeOf(cypher, 'attack', input, faces)
const defend = (input: Given, ...faces: number[]) => outcomeOf(cypher, 'defend', input, faces)
const finalOf = (input: Given) => everyOutcome(cypher, 'task', { difficulty: 10, ...input })[0]?.facts.difficulty
const costsOf = (input: Given) => {
  const step = firstStep(cypher, 'task', { difficulty: 10, ...input })
  return 'need' in step ? step.costs : expect.fail('dice were expected')
}
const refusalOf = (check: string, input: Given) => {
  const step = firstStep(cypher, check, input)
  return 'refuse' in step ? step.refuse.field : undefined
}
const isRefused = (check: string, input: Given) => refusalOf(check, input) !== undefined

const anyRoll = fc
  .constantFrom('task', 'attack', 'defend')
  .chain((check) => anyInput(fieldsOf(check)).map((input) => [check, input] as const))

describe('the steps of a Cypher task', () => {
  it.each([
    [{ skill: -1 }, 11],
    [{ skill: -1, assets: 2 }, 9],
    [{ skill: 2, assets: 20, eases: 20, helper: 'specialised', bonus: 20 }, 6],
    [{ assets: 1, eases: 1, helper: 'untrained' }, 8],
    [{ skill: 2, assets: 2, bonus: 3, hinders: 3 }, 9],
    [{ bonus: 2 }, 10],
    [{ bonus: 3 }, 9],
    [{ bonus: 5 }, 9],
    [{ bonus: -2 }, 10],
    [{ bonus: -3 }, 11],
    [{ bonus: -4 }, 11],
    [{ bonus: -20 }, 16],
    [{ hinders: 20, skill: -1 }, 31],
    [{ freeEffort: 6 }, 4],
    [{ freeEffort: 4, effort: 4, pool: 'might' }, 4],
    [{ skill: 1, freeEffort: 6 }, 3],
  ] satisfies readonly (readonly [Given, number])[])('%j leave %i of 10', (input, final) => {
    expect(finalOf(input)).toBe(final)
  })

  it.each([
    [4, 1],
    [5, 2],
    [-4, -1],
    [-5, -2],
    [3, 0],
    [-3, 0],
    [20, 2],
  ])('put what is left of bonus %i on the die: %i', (bonus, left) => {
    expect(task({ difficulty: 10, bonus }, 10).total).toBe(10 + left)
  })

  it('give the printed chances for difficulty 1 to 10', () => {
    const chances = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((difficulty) => chanceOf(everyOutcome(cypher, 'task', { difficulty })))
    expect(chances).toEqual([0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0.05, 0.05, 0.05, 0.05])
  })

  it('never lower the chance by easing', () => {
    const more = fc.constantFrom('assets', 'eases', 'freeEffort', 'bonus', 'skill')
    fc.assert(
      fc.property(anyInput(fieldsOf('task')), more, anyInput(cypher.settings), (input, field, settings) => {
        fc.pre(!isRefused('task', input))
        const now = Number(input[field] ?? 0)
        fc.pre(now < (fieldsOf('task').find(({ id }) => id === field)?.max ?? 0))
        const context = contextOf(cypher, settings)
        const eased = chanceOf(everyOutcome(cypher, 'task', { ...input, [field]: now + 1 }, context))
        // At the cap of four steps a third +1 turns into a step that no longer counts.
        if (field !== 'bonus') expect(eased).toBeGreaterThanOrEqual(chanceOf(everyOutcome(cypher, 'task', input, context)))
        const hindered = { ...input, hinders: Math.min(20, Number(input.hinders ?? 0) + 1) }
        expect(chanceOf(everyOutcome(cypher, 'task', hindered, context))).toBeLessThanOrEqual(chanceOf(everyOutcome(cypher, 'task', input, context)))
      }),
    )
  })
})

describe('the cost of a Cypher task', () => {
  it('is 3 for the first level of Effort and 2 for each more', () => {
    const costs = [1, 2, 3, 4, 5, 6].map((effort) => costsOf({ effort, pool: 'might' }))
    expect(costs).toEqual([3, 5, 7, 9, 11, 13].map((amount) => [{ pool: 'might', amount }]))
  })

  it.each([
    ['light', 'none', 2],
    ['light', 'practiced', 1],
    ['light', 'experienced', 0],
    ['light', 'mastery', 0],
    ['medium', 'none', 3],
    ['medium', 'practiced', 2],
    ['medium', 'experienced', 1],
    ['medium', 'mastery', 0],
    ['heavy', 'none', 4],
    ['heavy', 'practiced', 3],
    ['heavy', 'experienced', 2],
    ['heavy', 'mastery', 0],
  ])('on Speed in %s armor with training %s grows by %i a level', (armor, armorTraining, surcharge) => {
    expect(costsOf({ effort: 2, pool: 'speed', armor, armorTraining })).toEqual([{ pool: 'speed', amount: 5 + 2 * surcharge }])
    expect(costsOf({ effort: 2, pool: 'intellect', armor, armorTraining })).toEqual([{ pool: 'intellect', amount: 5 }])
  })

  it('counts surcharges for paid levels alone', () => {
    expect(costsOf({ freeEffort: 3, pool: 'speed', armor: 'heavy', impaired: true })).toEqual([])
    expect(costsOf({ freeEffort: 3, effort: 1, pool: 'speed', armor: 'heavy', impaired: true })).toEqual([{ pool: 'speed', amount: 8 }])
    expect(costsOf({ initialCost: 2, pool: 'speed', armor: 'heavy', impaired: true })).toEqual([{ pool: 'speed', amount: 2 }])
  })

  it('takes Edge off once, also where the ability names the same pool', () => {
    const both = { pool: 'might', edge: 2, abilityEdge: 5, effort: 1, abilityCost: 4 }
    expect(costsOf(both)).toEqual([{ pool: 'might', amount: 5 }])
    expect(costsOf({ ...both, abilityPool: 'might' })).toEqual([{ pool: 'might', amount: 5 }])
  })

  it('takes the other Edge off in the other pool, each down to 0 at most', () => {
    expect(costsOf({ pool: 'might', edge: 9, effort: 1, abilityCost: 4, abilityPool: 'speed', abilityEdge: 1 })).toEqual([{ pool: 'speed', amount: 3 }])
    expect(costsOf({ pool: 'might', edge: 1, effort: 1, abilityCost: 4, abilityPool: 'speed', abilityEdge: 9 })).toEqual([{ pool: 'might', amount: 2 }])
    expect(costsOf({ abilityCost: 4, abilityPool: 'speed', abilityEdge: 1, edge: 3 })).toEqual([{ pool: 'speed', amount: 3 }])
  })

  it('is never negative, never 0 in the list, and at most one entry a pool', () => {
    fc.assert(
      fc.property(anyRoll, ([check, input]) => {
        fc.pre(!isRefused(check, input))
        for (const { costs } of everyOutcome(cypher, check, input)) {
          expect(costs.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true)
          expect(new Set(costs.map(({ pool }) => pool)).size).toBe(costs.length)
        }
      }),
    )
  })

  it('is checked before the die, and given back on a natural 20', () => {
    const input = { difficulty: 6, pool: 'might', effort: 1, initialCost: 2, abilityCost: 3, abilityPool: 'intellect' }
    const paid = [
      { pool: 'might', amount: 5 },
      { pool: 'intellect', amount: 3 },
    ]
    expect(costsOf(input)).toEqual(paid)
    expect(task(input, 1).costs).toEqual(paid)
    expect(task(input, 19).costs).toEqual(paid)
    expect(task(input, 20).costs).toEqual([])
  })

  it('is paid when no die is needed, too', () => {
    expect(task({ difficulty: 1, pool: 'might', effort: 1 })).toMatchObject({ flags: ['automatic'], costs: [{ pool: 'might', amount: 3 }] })
  })

  it.each([
    ['Effort without a pool', 'task', { difficulty: 3, effort: 1 }, 'pool'],
    ['an initial cost without a pool', 'task', { difficulty: 3, initialCost: 1 }, 'pool'],
    ['an initial cost with an ability’s pool alone', 'task', { difficulty: 3, initialCost: 1, abilityPool: 'might' }, 'pool'],
    ['an ability cost without any pool', 'task', { difficulty: 3, abilityCost: 1 }, 'abilityPool'],
    ['Effort without a pool where no die is needed', 'task', { difficulty: 0, effort: 1 }, 'pool'],
    ['Effort for damage without a pool', 'attack', { level: 3, damageEffort: 1 }, 'pool'],
    ['more than six paid levels', 'attack', { level: 3, effort: 4, damageEffort: 3, pool: 'might' }, 'damageEffort'],
    ['Effort on a defence without a pool', 'defend', { level: 3, damage: 1, effort: 1 }, 'pool'],
  ] satisfies readonly (readonly [string, string, Given, string])[])('refuses %s', (_, check, input, field) => {
    expect(refusalOf(check, input)).toBe(field)
  })

  it('allows free levels and an ability’s own pool without a pool', () => {
    expect(refusalOf('task', { difficulty: 3, freeEffort: 1 })).toBeUndefined()
    expect(refusalOf('task', { difficulty: 3, abilityCost: 1, abilityPool: 'might' })).toBeUndefined()
    expect(refusalOf('attack', { level: 3, effort: 3, damageEffort: 3, freeEffort: 6, pool: 'might' })).toBeUndefined()
  })
})

describe('the natural die of a Cypher roll', () => {
  it('alone decides the flags', () => {
    const flags = Array.from({ length: 20 }, (_, index) => task({ difficulty: 5, bonus: 2 }, index + 1).flags)
    expect(flags.flatMap((list, index) => list.map((flag) => [index + 1, flag]))).toEqual([
      [1, 'intrusion'],
      [17, 'natural-17'],
      [18, 'natural-18'],
      [19, 'natural-19'],
      [20, 'natural-20'],
    ])
  })

  it('succeeds with a 20 against anything, unless the campaign wants the target reached', () => {
    const reach = contextOf(cypher, { naturalTwenty: 'reach' })
    expect(task({ difficulty: 10 }, 20)).toMatchObject({ success: true, houseRules: [] })
    const strict = outcomeOf(cypher, 'task', { difficulty: 10, effort: 1, pool: 'might' }, [20], reach)
    expect(strict).toMatchObject({ success: false, flags: ['natural-20'], costs: [], houseRules: ['reach-on-twenty'] })
    expect(outcomeOf(cypher, 'task', { difficulty: 6 }, [20], reach)).toMatchObject({ success: true, houseRules: [] })
  })

  it('names a trained helper’s second asset as a house rule', () => {
    const trained = contextOf(cypher, { helperAsset: 'trained' })
    expect(outcomeOf(cypher, 'task', { difficulty: 3, helper: 'trained' }, [9], trained).houseRules).toEqual(['trained-helper'])
    expect(outcomeOf(cypher, 'task', { difficulty: 3, helper: 'specialised' }, [9], trained).houseRules).toEqual([])
    expect(task({ difficulty: 3, helper: 'trained' }, 9).houseRules).toEqual([])
  })
})

describe('a Cypher attack', () => {
  it.each([
    [16, 4, 4],
    [17, 5, 5],
    [18, 6, 5],
    [19, 7, 5],
    [20, 8, 5],
  ])('with a natural %i deals %i, or %i while impaired', (die, damage, impaired) => {
    expect(attack({ level: 3 }, die).facts.damage).toBe(damage)
    expect(attack({ level: 3, impaired: true }, die).facts.damage).toBe(impaired)
  })

  it('deals no bonus for a high die that misses', () => {
    expect(attack({ level: 10 }, 19).facts).toEqual({ difficulty: 10, effort: 0, damage: 0 })
  })

  it.each([
    [{ effort: 2, damageEffort: 1 }, 12, 3],
    [{ effort: 2, freeEffort: 1 }, 2, 2],
    [{ effort: 2, damageEffort: 1 }, 20, 0],
  ])('with %j and a natural %i says that %i levels of Effort were spent', (input, die, effort) => {
    expect(attack({ level: 3, pool: 'might', ...input }, die).facts.effort).toBe(effort)
  })

  it('offers a minor effect on 19 and a major one on 20, not while impaired', () => {
    const offers = (input: Given, die: number) => attack({ level: 3, ...input }, die).explain.filter((line) => /m(in|aj)or effect/.test(line)).length
    expect([17, 18, 19, 20].map((die) => offers({}, die))).toEqual([0, 0, 1, 1])
    expect([19, 20].map((die) => offers({ impaired: true }, die))).toEqual([0, 0])
  })

  it('pays for all levels but is eased by those for the task alone', () => {
    const input = { level: 6, pool: 'might', effort: 1, damageEffort: 2, freeEffort: 1, impaired: true }
    expect(attack(input, 12)).toMatchObject({ success: true, costs: [{ pool: 'might', amount: 10 }], facts: { difficulty: 4, damage: 10 } })
  })

  it('adds nothing for an area without Effort for damage', () => {
    expect(attack({ level: 3, area: true }, 9).facts.damage).toBe(4)
    expect(attack({ level: 3, area: true, damageEffort: 6, pool: 'might' }, 9).facts.damage).toBe(16)
  })
})

describe('a Cypher defence', () => {
  it.each(['might', 'speed', 'intellect'])('that fails lets damage to %s through, armor stopping that to Might alone', (damagePool) => {
    const taken = (damage: number, ownArmor: number) => defend({ level: 3, damage, ownArmor, damagePool }, 2).facts.damage
    expect([taken(5, 2), taken(2, 5), taken(0, 0)]).toEqual(damagePool === 'might' ? [3, 0, 0] : [5, 2, 0])
  })

  it('does nothing special on a natural 17 and more, by house rule', () => {
    expect(defend({ level: 3, damage: 5 }, 17)).toMatchObject({ flags: ['natural-17'], houseRules: ['plain-defence'], facts: { damage: 0 } })
    expect(defend({ level: 10, damage: 5 }, 19)).toMatchObject({ facts: { damage: 5 } })
    expect(defend({ level: 3, damage: 5 }, 16).houseRules).toEqual([])
  })

  it('takes no damage when no die is needed', () => {
    expect(defend({ level: 1, damage: 5, skill: 1 })).toMatchObject({ success: true, flags: ['automatic'], facts: { difficulty: 0, damage: 0 } })
  })
})

it('Cypher checks are never rolled for NPCs, but for those that a player rolls for an ally', () => {
  for (const [id, check] of Object.entries(cypher.checks)) expect(check.for, id).toEqual(id.startsWith('ally') ? ['npc'] : ['pc', 'none'])
})

describe('a Cypher ally', () => {
  const ally = (check: string, input: Record<string, number>, face: number) => outcomeOf(cypher, check, input, [face], contextOf(cypher, {}, 'npc'))

  it('is rolled for by the die alone against the foe, as our own reading', () => {
    expect(ally('allyTask', { level: 4 }, 12)).toMatchObject({ success: true, target: 12, total: 12, costs: [], houseRules: ['plain-ally'] })
    expect(ally('allyTask', { level: 4 }, 11)).toMatchObject({ success: false, headline: 'Missed by 1' })
    expect(ally('allyTask', { level: 7, hinders: 1 }, 20)).toMatchObject({ success: true, flags: ['natural-20'] })
    expect(ally('allyTask', { level: 4, eases: 9 }, 6)).toMatchObject({ success: true, target: 6 })
  })

  it('does its flat damage, less Armor, whatever the die', () => {
    expect(ally('allyAttack', { level: 3, damage: 4, targetArmor: 1 }, 18)).toMatchObject({ facts: { damage: 3 }, offers: [{ action: 'damage', to: 'target', input: { amount: 3, armor: 0 } }] })
    expect(ally('allyAttack', { level: 3, damage: 4, targetArmor: 5 }, 12)).toMatchObject({ headline: 'Hit for 0', offers: [] })
    expect(ally('allyAttack', { level: 3, damage: 4 }, 2)).toMatchObject({ success: false, facts: { damage: 0 }, offers: [] })
  })

  it('takes what gets through its own Armor, and brings no intrusion of its own', () => {
    expect(ally('allyDefend', { level: 3, damage: 4, ownArmor: 1 }, 1)).toMatchObject({ facts: { damage: 3 }, flags: ['intrusion'], offers: [{ label: 'Take 3 damage', input: { amount: 4, armor: 1 } }] })
    expect(ally('allyDefend', { level: 3, damage: 1, ownArmor: 1 }, 5)).toMatchObject({ headline: 'Hit, no damage', offers: [] })
    expect(ally('allyDefend', { level: 3, damage: 4 }, 9)).toMatchObject({ headline: 'Defended', facts: { damage: 0 }, offers: [] })
  })
})
