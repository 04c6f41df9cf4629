import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import sfrpg from '../../plugins/sfrpg/index.ts'
import { anyInput, chanceOf, everyOutcome, firstStep, outcomeOf } from './play.ts'

const skillFields = sfrpg.checks.skill?.input ?? []
const roll = (input: Record<string, number | string>, die: number) => outcomeOf(sfrpg, 'skill', input, [die])

describe('an SFRPG skill check', () => {
  it('succeeds on as many faces as lie above the difficulty less skill and modifier', () => {
    fc.assert(
      fc.property(anyInput(skillFields), (input) => {
        const needed = Number(input.dc ?? 0) - Number(input.skill) - Number(input.modifier ?? 0)
        const faces = Array.from({ length: 100 }, (_, face) => face).filter((face) => face > needed).length
        expect(chanceOf(everyOutcome(sfrpg, 'skill', input))).toBe(faces / 100)
      }),
    )
  })

  it.each([
    [-50, 99, 10],
    [0, 99, 10],
    [10, 98, 9],
    [50, 94, 5],
    [90, 90, 1],
    [100, 89, 0],
    [200, 79, 0],
    [989, 1, 0],
    [9999, 1, 0],
  ])('with skill %i is a critical success from %i and a critical failure to %i', (skill, from, to) => {
    const outcomes = everyOutcome(sfrpg, 'skill', { skill, dc: 50, potential: 'both' })
    const faces = (flag: string) => outcomes.flatMap(({ flags }, face) => (flags.includes(flag) ? [face] : []))
    expect([Math.min(...faces('critical-success')), Math.max(...faces('critical-failure'))]).toEqual([from, to])
  })

  it('never is a critical success on 00, nor both criticals at once', () => {
    fc.assert(
      fc.property(anyInput(skillFields), (input) => {
        for (const potential of ['none', 'success', 'failure', 'both']) {
          const outcomes = everyOutcome(sfrpg, 'skill', { ...input, potential })
          expect(outcomes[0]?.flags).toEqual(potential === 'failure' || potential === 'both' ? ['critical-failure'] : [])
          expect(outcomes[99]?.flags).toEqual(potential === 'success' || potential === 'both' ? ['critical-success'] : [])
          expect(outcomes.every(({ flags }) => flags.length <= 1)).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('takes criticals from the skill alone, not from the modifier', () => {
    expect(roll({ skill: 0, modifier: 100, dc: 50, potential: 'both' }, 95).flags).toEqual([])
  })

  it('offers the skill to rise after a success by 10 or more', () => {
    const offer = 'by 10 or more: the skill may rise by 1'
    expect(roll({ skill: 10, dc: 0 }, 0).explain).toContain(offer)
    expect(roll({ skill: 9, dc: 0 }, 0).explain).not.toContain(offer)
    expect(roll({ skill: 0, dc: 50 }, 0).explain).not.toContain(offer)
  })

  it('names the usual potential as a house rule only where it decided something', () => {
    expect(roll({ skill: 0, dc: 50 }, 99).houseRules).toEqual(['default-potential'])
    expect(roll({ skill: 0, dc: 50 }, 50).houseRules).toEqual([])
    expect(roll({ skill: 0, dc: 50, potential: 'both' }, 99).houseRules).toEqual([])
    expect(outcomeOf(sfrpg, 'attack', { skill: 0, hd: 50 }, [99]).houseRules).toEqual(['default-potential'])
    expect(outcomeOf(sfrpg, 'attack', { skill: 0, hd: 50, potential: 'none' }, [99]).houseRules).toEqual([])
  })
})

describe('SFRPG dice', () => {
  const values = (kind: string) => Array.from({ length: 10 }, (_, face) => outcomeOf(sfrpg, 'dice', { kind, count: 1 }, [face]).total)

  it('count as the rules say, face by face', () => {
    expect(values('d10')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(values('d5')).toEqual([5, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    expect(values('d2')).toEqual([2, 1, 2, 1, 2, 1, 2, 1, 2, 1])
  })

  it('are asked for as one sum', () => {
    expect(firstStep(sfrpg, 'dice', { kind: 'd5', count: 100 })).toMatchObject({ need: [{ die: { from: 0, to: 9 }, count: 100, sum: true }] })
  })
})

describe('an opposed SFRPG check', () => {
  const { compare } = sfrpg.opposed?.opposed ?? expect.fail('declared')

  it('is won by the actor only with a strictly higher total', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999, max: 11_000 }), fc.integer({ min: -999, max: 11_000 }), (ours, theirs) => {
        const verdict = compare({ success: true, total: ours }, { success: true, total: theirs }, { settings: {}, actor: 'pc' })
        expect([verdict.success, verdict.degree]).toEqual([ours > theirs, Math.abs(ours - theirs)])
        expect(verdict.houseRules).toEqual(['opposed'])
      }),
    )
  })
})
