import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTallying, toOdds, toOpposedOdds, toSides } from '../../main/rules/odds.ts'
import type { Result } from '../../main/rules/odds.ts'
import { sumsOf } from '../../main/rules/sums.ts'
import type { SumTable } from '../../main/rules/sums.ts'
import type { Die } from '../../plugins/api/index.ts'

const result = (more: Partial<Result> = {}): Result => ({ success: true, flags: [], grants: {}, ...more })

function tallyOf(entries: readonly (readonly [Result, ...number[]])[], cut = 0) {
  const tallying = createTallying()
  for (const [one, ...masses] of entries) tallying.add(one, masses)
  return tallying.finish(cut, entries.length)
}

function sums(die: Die, count: number): SumTable | undefined {
  const steps = sumsOf(die, count)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('the odds of a check', () => {
  it('prints 45 of 100 as 0.45, however the hundred was walked', () => {
    const odds = toOdds(tallyOf(Array.from({ length: 100 }, (_, i) => [result({ success: i < 45, degree: i % 10 }), 100, 1] as const)), [], 'walk')
    expect(odds.success).toBe(0.45)
    expect(odds.degrees['3']).toBe(0.1)
    expect(odds.exact).toBe(true)
  })

  it('adds branches of different depth without losing any', () => {
    const odds = toOdds(tallyOf([[result({ degree: 0 }), 6, 5], [result({ degree: 1 }), 36, 5], [result({ degree: 2 }), 216, 6]]), [], 'walk')
    expect(odds.success).toBe(1)
    expect(odds.degrees).toEqual({ 0: 5 / 6, 1: 5 / 36, 2: 6 / 216 })
  })

  it('lists each declared flag, and has chance 0 for one that never comes', () => {
    const odds = toOdds(tallyOf([[result({ flags: ['spike'] }), 4, 1], [result({ success: false }), 4, 3]]), ['spike', 'never'], 'walk')
    expect(odds.flags).toEqual({ spike: 0.25, never: 0 })
  })

  it('has no success where no result passes or fails, and counts only true ones else', () => {
    expect(toOdds(tallyOf([[result({ success: null }), 2, 2]]), [], 'walk').success).toBeNull()
    expect(toOdds(tallyOf([[result({ success: null }), 2, 1], [result({ success: true }), 2, 1]]), [], 'walk').success).toBe(0.5)
  })

  it('expects amounts in proportion', () => {
    const odds = toOdds(tallyOf([[result({ grants: { luck: 2 } }), 4, 1], [result({ grants: { luck: -1, toll: 1 } }), 4, 2], [result(), 4, 1]]), [], 'walk')
    expect(odds.grants).toEqual({ luck: 0, toll: 0.5 })
  })

  it('is no longer called exact above a billionth cut off, and says what was cut', () => {
    const little = toOdds(tallyOf([[result(), 1, 1 - 1e-10]], 1e-10), [], 'walk')
    const much = toOdds(tallyOf([[result(), 1, 1 - 1e-8]], 1e-8), [], 'walk')
    expect(little).toMatchObject({ exact: true, cut: 1e-10 })
    expect(much).toMatchObject({ exact: false, cut: 1e-8 })
    expect(toOdds(tallyOf([[result(), 1, 1]]), [], 'sample').exact).toBe(false)
  })

  it('counts as cut what nobody counted at all', () => {
    expect(toOdds(tallyOf([[result(), 1, 0.75]]), [], 'walk').cut).toBeCloseTo(0.25, 12)
  })

  it('orders its cells by pass, fail, neither, then degree, and adds equal ones up', () => {
    const { cells } = toOdds(
      tallyOf([
        [result({ success: null }), 8, 1],
        [result({ success: false, degree: 2 }), 8, 1],
        [result({ success: false, degree: 1 }), 8, 2],
        [result({ degree: 3 }), 8, 1],
        [result({ success: false, degree: 2 }), 8, 3],
      ]),
      [],
      'walk',
    )
    expect(cells.map(({ success, degree, chance }) => [success, degree, chance])).toEqual([
      [true, 3, 0.125],
      [false, 1, 0.25],
      [false, 2, 0.5],
      [null, undefined, 0.125],
    ])
  })

  it('always adds up to one', () => {
    const part = fc.record({ success: fc.constantFrom(true, false, null), degree: fc.nat(3), of: fc.constantFrom(1, 6, 7, 36, 100, 1e9, 1e15), n: fc.nat(1_000) })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), (parts) => {
        const whole = parts.reduce((sum, { of, n }) => sum + n / of, 0)
        fc.pre(whole > 0)
        const { cells } = toOdds(tallyOf(parts.map(({ success, degree, of, n }) => [result({ success, degree }), of, n] as const)), [], 'walk')
        expect(cells.reduce((sum, { chance }) => sum + chance, 0) / whole).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('the odds of two sides', () => {
  it('are those of every pair, with both sides\' grants together in a cell and apart in the sum', () => {
    const side = fc.array(fc.record({ degree: fc.nat(4), success: fc.boolean(), luck: fc.integer({ min: -1, max: 2 }), n: fc.integer({ min: 1, max: 50 }) }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(side, side, (one, other) => {
        const tally = (entries: typeof one) => {
          const of = entries.reduce((sum, { n }) => sum + n, 0)
          return tallyOf(entries.map(({ degree, success, luck, n }) => [result({ degree, success, grants: luck === 0 ? {} : { luck } }), of, n] as const))
        }
        const [a, b] = [tally(one), tally(other)]
        const [sidesA, sidesB] = [toSides(a), toSides(b)]
        const verdicts = [{ success: true, degree: 1 }, { success: false, degree: 1 }, { success: null }]
        const at = (i: number, j: number) => {
          const [x, y] = [sidesA.sides[i], sidesB.sides[j]]
          return x?.degree === y?.degree ? 2 : (x?.degree ?? 0) > (y?.degree ?? 0) ? 0 : 1
        }
        const odds = toOpposedOdds(a, b, sidesA, sidesB, { verdicts, at })

        const [ofA, ofB] = [one, other].map((entries) => entries.reduce((sum, { n }) => sum + n, 0)) as [number, number]
        let won = 0
        const byGrant = new Map<number, number>()
        for (const x of one) {
          for (const y of other) {
            const chance = (x.n / ofA) * (y.n / ofB)
            if (x.degree > y.degree) won += chance
            byGrant.set(x.luck + y.luck, (byGrant.get(x.luck + y.luck) ?? 0) + chance)
          }
        }
        const stands = one.some((x) => other.some((y) => x.degree !== y.degree))
        if (stands) expect(odds.success).toBeCloseTo(won, 12)
        else expect(odds.success).toBeNull()
        for (const [luck, chance] of byGrant) {
          const found = odds.cells.filter(({ grants }) => (grants['luck'] ?? 0) === luck).reduce((sum, cell) => sum + cell.chance, 0)
          expect(found).toBeCloseTo(chance, 12)
        }
        const expectedLuck = (entries: typeof one, of: number) => entries.reduce((sum, { luck, n }) => sum + (luck * n) / of, 0)
        if ([...one, ...other].some(({ luck }) => luck !== 0)) {
          const { actor, opponent } = odds.grants['luck'] as { actor: number; opponent: number }
          expect(actor).toBeCloseTo(expectedLuck(one, ofA), 12)
          expect(opponent).toBeCloseTo(expectedLuck(other, ofB), 12)
        }
      }),
    )
  })

  it('falls back to plain probabilities where the pairs are too many to count', () => {
    const a = tallyOf([[result(), 2 ** 40, 2 ** 39], [result({ success: false }), 2 ** 40, 2 ** 39]])
    const sides = toSides(a)
    const odds = toOpposedOdds(a, a, sides, sides, { verdicts: [{ success: true }, { success: false }], at: (i, j) => (i <= j ? 0 : 1) })
    expect(odds.success).toBe(0.75)
  })
})

describe('the sums of like dice', () => {
  const brute = (die: Die, count: number): Map<number, number> => {
    let counts = new Map([[0, 1]])
    for (let i = 0; i < count; i += 1) {
      const next = new Map<number, number>()
      for (const [sum, ways] of counts) {
        for (let face = die.from; face <= die.to; face += 1) {
          const value = die.value?.[face - die.from] ?? face
          next.set(sum + value, (next.get(sum + value) ?? 0) + ways)
        }
      }
      counts = next
    }
    return counts
  }

  it('are counted as by hand, also for odd and uneven values', () => {
    const die = fc.array(fc.integer({ min: -5, max: 12 }), { minLength: 1, maxLength: 7 }).map((value): Die => ({ id: 'd', from: 1, to: value.length, value }))
    fc.assert(
      fc.property(fc.oneof(die, fc.integer({ min: 1, max: 12 }).map((to): Die => ({ id: 'd', from: 1, to }))), fc.integer({ min: 1, max: 5 }), (one, count) => {
        const table = sums(one, count)
        const expected = brute(one, count)
        expect(table?.of).toBe((one.to - one.from + 1) ** count)
        expect(Object.fromEntries(table?.at.map((at, i) => [at, table.n[i]]) ?? [])).toEqual(Object.fromEntries(expected))
      }),
    )
  })

  it('keep whole counts for ten ten-sided dice', () => {
    const table = sums({ id: 'd10', from: 1, to: 10 }, 10)
    expect(table?.of).toBe(10 ** 10)
    expect(table?.n[table.at.indexOf(55)]).toBe(432457640)
    expect(table?.n.reduce((sum, n) => sum + n, 0)).toBe(10 ** 10)
  })

  it('become probabilities that still add up for a thousand hundred-sided dice', () => {
    const table = sums({ id: 'd100', from: 1, to: 100 }, 1_000)
    expect(table?.of).toBe(1)
    expect(table?.n.reduce((sum, n) => sum + n, 0)).toBeCloseTo(1, 9)
  })

  it('are not begun where they are too many', () => {
    expect(sums({ id: 'd', from: 1, to: 1_000_000_000 }, 1)).toBeUndefined()
    expect(sums({ id: 'd', from: 1, to: 10_000 }, 1_000)).toBeUndefined()
    expect(sums({ id: 'd', from: 1, to: 3, value: [0, 1, 1_000_000] }, 5)).toBeUndefined()
  })
})
