import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import epochrypha from '../../plugins/epochrypha/index.ts'
import { anyInput, chanceOf, contextOf, everyOutcome, outcomeOf } from './play.ts'

const roll = (score: number, face: number, context = contextOf(epochrypha)) => outcomeOf(epochrypha, 'check', { score }, [face], context)
const all = (score: number, context = contextOf(epochrypha)) => everyOutcome(epochrypha, 'check', { score }, context)
const count = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length

describe('an Epochrypha check', () => {
  it.each([
    [10, 10, 0, 9, 0, 10, 45, 55],
    [20, 20, 1, 8, 1, 9, 46, 54],
    [45, 45, 4, 5, 4, 6, 49, 51],
    [62, 62, 6, 3, 5, 5, 50, 50],
    [65, 65, 6, 3, 5, 5, 50, 50],
    [90, 90, 8, 1, 8, 2, 53, 47],
    [100, 99, 9, 0, 9, 1, 54, 46],
  ])('against %i comes out as counted over all hundred rolls', (score, success, bestPass, worstFailure, triumphs, despairs, luck, toll) => {
    const outcomes = all(score)
    const magnitudes = (passed: boolean) => outcomes.filter((one) => one.success === passed).map(({ degree }) => degree ?? 0)
    expect({
      success: count(outcomes, (one) => one.success === true),
      bestPass: Math.max(...magnitudes(true)),
      worstFailure: Math.max(...magnitudes(false)),
      triumphs: count(outcomes, ({ flags }) => flags.includes('triumph')),
      despairs: count(outcomes, ({ flags }) => flags.includes('despair')),
      luck: count(outcomes, ({ grants }) => grants[0]?.counter === 'luck'),
      toll: count(outcomes, ({ grants }) => grants[0]?.counter === 'toll'),
    }).toEqual({ success, bestPass, worstFailure, triumphs, despairs, luck, toll })
  })

  it('keeps its identities for every score', () => {
    for (let score = 1; score <= 100; score += 1) {
      const outcomes = all(score)
      const triumphs = count(outcomes, ({ flags }) => flags.includes('triumph'))
      expect(chanceOf(outcomes)).toBe(Math.min(score, 99) / 100)
      expect(triumphs).toBe(Math.floor(Math.min(score, 99) / 11))
      expect(triumphs + count(outcomes, ({ flags }) => flags.includes('despair'))).toBe(10)
    }
  })

  it('pays exactly one point a roll, whatever the settings', () => {
    fc.assert(
      fc.property(anyInput(epochrypha.settings), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (settings, score, face) => {
        const { grants, flags } = roll(score, face, contextOf(epochrypha, settings))
        expect(grants).toHaveLength(1)
        expect(grants[0]?.amount).toBe(1)
        if (flags.includes('triumph')) expect(grants[0]?.counter).toBe('luck')
        if (flags.includes('despair')) expect(grants[0]?.counter).toBe('toll')
      }),
    )
  })

  it('only offers the point of an NPC, unless the campaign lets those rolls pay', () => {
    expect(roll(50, 49, contextOf(epochrypha, {}, 'npc')).grants).toEqual([{ counter: 'luck', to: 'actor', amount: 1, offered: true }])
    expect(roll(50, 50, contextOf(epochrypha, {}, 'npc')).grants).toEqual([{ counter: 'toll', to: 'gm', amount: 1, offered: true }])
    expect(roll(50, 49, contextOf(epochrypha, { npcRollsPay: true }, 'npc')).grants).toEqual([{ counter: 'luck', to: 'actor', amount: 1 }])
    for (const actor of ['pc', 'none'] as const) {
      expect(roll(50, 49, contextOf(epochrypha, {}, actor)).grants).toEqual([{ counter: 'luck', to: 'actor', amount: 1 }])
    }
  })

  it('names the house rules that it used, and no others', () => {
    expect(roll(65, 33).houseRules).toEqual([])
    expect(roll(65, 33, contextOf(epochrypha, { spikes: false })).houseRules).toEqual(['spikes-off'])
    expect(roll(65, 34, contextOf(epochrypha, { spikes: false })).houseRules).toEqual([])
    expect(roll(65, 100, contextOf(epochrypha, { spikes: false })).houseRules).toEqual([])
    expect(roll(65, 34, contextOf(epochrypha, {}, 'npc')).houseRules).toEqual(['npc-rolls'])
  })

  it('says what happened in few words', () => {
    expect(roll(65, 33).headline).toBe('Triumph, by 3')
    expect(roll(65, 65).headline).toBe('Success, barely')
    expect(roll(65, 100).headline).toBe('Despair, by 3')
    expect(roll(50, 71).headline).toBe('Failure, by 2')
  })
})

describe('an opposed Epochrypha check', () => {
  const { compare } = epochrypha.opposed?.opposed ?? expect.fail('declared')
  const won = (actor: [boolean, number], opponent: [boolean, number]) => {
    const side = ([success, degree]: [boolean, number]) => ({ success, degree })
    const verdict = compare(side(actor), side(opponent), contextOf(epochrypha))
    return [verdict.success, verdict.degree]
  }

  it('lets a success beat a failure, by both magnitudes together', () => {
    expect(won([true, 2], [false, 5])).toEqual([true, 7])
    expect(won([false, 2], [true, 5])).toEqual([false, 7])
  })

  it('lets a bare success beat a bare failure, by nothing', () => {
    expect(won([true, 0], [false, 0])).toEqual([true, 0])
    expect(won([false, 0], [true, 0])).toEqual([false, 0])
  })

  it('lets the higher of two successes and the lower of two failures win', () => {
    expect(won([true, 5], [true, 2])).toEqual([true, 3])
    expect(won([true, 2], [true, 5])).toEqual([false, 3])
    expect(won([false, 5], [false, 2])).toEqual([false, 3])
    expect(won([false, 2], [false, 5])).toEqual([true, 3])
  })

  it('is a stand-off when both sides are alike', () => {
    expect(won([true, 3], [true, 3])).toEqual([null, 0])
    expect(won([false, 3], [false, 3])).toEqual([null, 0])
  })
})
