import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiceTerm, Expression, Keep, Term } from '../../main/rules/notation/expression.ts'
import { expressionText } from '../../main/rules/notation/expression.ts'
import { oddsOfNotation } from '../../main/rules/notation/odds.ts'
import { parseNotation } from '../../main/rules/notation/parse.ts'
import { drawFace } from '../../main/rules/dice.ts'
import { rollNotation } from '../../main/rules/notation/roll.ts'

const parsed = (text: string): Expression => {
  const result = parseNotation(text)
  if (!result.ok) throw new Error(`${text}: ${result.message}`)
  return result.expression
}

const oddsOf = (expression: Expression | string) => {
  const odds = oddsOfNotation(typeof expression === 'string' ? parsed(expression) : expression)
  if (!odds.ok) throw new Error(odds.message)
  return { ...odds, by: new Map(odds.outcomes.map(({ total, chance }) => [total, chance])) }
}

const meanOf = (text: string): number => oddsOf(text).outcomes.reduce((sum, { total, chance }) => sum + total * chance, 0)

describe('the odds of dice in words', () => {
  it('are counts divided once', () => {
    expect(oddsOf('2d6-7').outcomes).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map((count, index) => ({ total: index - 5, chance: count / 36 })))
    expect(oddsOf('4d6k3').by.get(18)).toBe(21 / 1296)
    expect(oddsOf('2d20k1').by.get(20)).toBe(39 / 400)
    expect(oddsOf('2d20kl1').by.get(1)).toBe(39 / 400)
    expect(oddsOf('4dF').by.get(0)).toBe(19 / 81)
    expect(oddsOf('-d6').outcomes[0]).toEqual({ total: -6, chance: 1 / 6 })
    expect(oddsOf('d4*10').outcomes).toEqual([10, 20, 30, 40].map((total) => ({ total, chance: 1 / 4 })))
  })

  it('of dice with one side are certain', () => expect(oddsOf('5d1k2*3+1').outcomes).toEqual([{ total: 7, chance: 1 }]))

  it('say that they are exact, and that nothing was cut where nothing explodes', () => {
    expect(oddsOf('10d10k3+d4')).toMatchObject({ exact: true, cut: 0 })
  })

  it('follow explosions to one in 10^12 and say what was cut', () => {
    const odds = oddsOf('d6!')
    expect(odds).toMatchObject({ exact: true })
    expect(odds.cut).toBeGreaterThan(0)
    expect(odds.cut).toBeLessThanOrEqual(1e-12)
    expect(odds.by.get(6)).toBeUndefined()
    expect(odds.by.get(7)).toBeCloseTo(1 / 36, 15)
    expect(odds.by.get(65)).toBeCloseTo(1 / 6 ** 11, 20)
    expect(meanOf('d6!')).toBeCloseTo(4.2, 9)
    expect(meanOf('3d10!')).toBeCloseTo((3 * 5.5) / 0.9, 9)
    expect(oddsOf('2d6!+d4!+d8!').cut).toBeLessThanOrEqual(3e-12)
  })

  it('choose among the dice that explosions brought', () => {
    const best = oddsOf('5d10!k1')
    expect(best.by.get(10)).toBeCloseTo(1 - 0.9 ** 5, 11)
    expect(best.outcomes.at(-1)?.total).toBe(10)
    // The lowest can't be one that exploded.
    const worst = oddsOf('3d6!kl1').by
    for (const { total, chance } of oddsOf('3d5kl1').outcomes) expect(worst.get(total)).toBeCloseTo(chance, 11)
  })
})

/** Every way a die may fall, explosions followed to a depth, each with its chance. */
function waysOf({ from, to }: DiceTerm['die'], depth: number): readonly { readonly faces: readonly number[]; readonly chance: number }[] {
  const each = 1 / (to - from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((face) => {
    if (face < to || depth < 0) return [{ faces: [face], chance: each }]
    return depth === 0 ? [] : waysOf({ id: '', from, to }, depth - 1).map(({ faces, chance }) => ({ faces: [face, ...faces], chance: each * chance }))
  })
}

function keptOf(faces: readonly number[], keep: Keep | undefined): readonly number[] {
  if (!keep) return faces
  const sorted = [...faces].sort((a, b) => (keep.end === 'highest' ? b - a : a - b))
  return keep.take === 'keep' ? sorted.slice(0, keep.count) : sorted.slice(keep.count)
}

/** The chance of each total by going through all throws; what goes deeper than `depth` is missing. */
function bruteForce({ terms }: Expression, depth: number): ReadonlyMap<number, number> {
  let totals = new Map([[0, 1]])
  for (const term of terms) {
    const next = new Map<number, number>()
    const add = (amount: number, chance: number): void => {
      for (const [total, before] of totals) next.set(total + term.sign * amount, (next.get(total + term.sign * amount) ?? 0) + before * chance)
    }
    if (term.kind === 'number') add(term.value, 1)
    else {
      const ways = waysOf(term.die, term.explode ? depth : -1)
      const go = (left: number, faces: readonly number[], chance: number): void => {
        if (left === 0) return add(term.times * keptOf(faces, term.keep).reduce((sum, face) => sum + face, 0), chance)
        for (const way of ways) go(left - 1, [...faces, ...way.faces], chance * way.chance)
      }
      go(term.count, [], 1)
    }
    totals = next
  }
  return totals
}

const sign = fc.constantFrom<1 | -1>(1, -1)
const die = fc.oneof(
  fc.integer({ min: 1, max: 7 }).map((sides) => ({ id: `d${sides}`, from: 1, to: sides })),
  fc.constant({ id: 'dF', from: -1, to: 1, faces: ['-', '0', '+'] }),
)
const diceTerm = (explode: boolean, mostDice: number): fc.Arbitrary<DiceTerm> =>
  fc.integer({ min: 1, max: mostDice }).chain((count) =>
    fc
      .record({
        sign,
        times: fc.constantFrom(1, 1, 2, 10),
        die: explode ? die.filter(({ from, to }) => to > from && to < 6) : die,
        keep: fc.option(
          fc
            .record({ take: fc.constantFrom<'keep' | 'drop'>('keep', 'drop'), end: fc.constantFrom<'highest' | 'lowest'>('highest', 'lowest'), count: fc.integer({ min: 1, max: count }) })
            .filter((keep) => keep.take === 'keep' || keep.count < count),
          { nil: undefined },
        ),
      })
      .map(({ keep, ...rest }) => ({ kind: 'dice', count, explode, ...rest, ...(keep ? { keep } : {}) })),
  )
const numberTerm: fc.Arbitrary<Term> = fc.record({ kind: fc.constant('number' as const), sign, value: fc.nat(20) })

describe('odds equal brute force', () => {
  it('for sums, keeps and drops, to the last bit that whole counts have', () => {
    const expression = fc
      .tuple(diceTerm(false, 4), fc.array(fc.oneof(diceTerm(false, 3), numberTerm), { maxLength: 2 }))
      .map(([first, more]) => ({ terms: [first, ...more] }))
    fc.assert(
      fc.property(expression, (dice) => {
        const odds = oddsOf(dice)
        const expected = bruteForce(dice, 0)
        expect([...odds.by.keys()], expressionText(dice)).toEqual([...expected.keys()].sort((a, b) => a - b))
        const throws = dice.terms.reduce((all, term) => (term.kind === 'dice' ? all * (term.die.to - term.die.from + 1) ** term.count : all), 1)
        for (const [total, chance] of odds.by) {
          expect(Math.abs(chance - (expected.get(total) ?? 0)), expressionText(dice)).toBeLessThan(1e-12)
          expect(chance).toBe(Math.round(chance * throws) / throws)
        }
        expect(odds.cut).toBe(0)
      }),
      { numRuns: 400 },
    )
  })

  it('for explosions, as far as brute force goes', () => {
    const depths = [0, 0, 9, 6, 5, 4]
    const expression = fc.tuple(diceTerm(true, 3), fc.option(diceTerm(false, 2), { nil: undefined })).map(([first, second]) => ({ terms: second ? [first, second] : [first] }))
    fc.assert(
      fc.property(expression, (dice) => {
        const size = dice.terms[0] ? dice.terms[0].die.to - dice.terms[0].die.from + 1 : 2
        const found = bruteForce(dice, depths[size] ?? 4)
        const missing = 1 - [...found.values()].reduce((sum, chance) => sum + chance, 0)
        const { by, cut, exact } = oddsOf(dice)
        expect(exact).toBe(true)
        for (const [total, chance] of found) {
          const ours = by.get(total) ?? 0
          expect(ours, expressionText(dice)).toBeGreaterThan(chance - 2e-12)
          expect(ours, expressionText(dice)).toBeLessThan(chance + missing + 2e-12)
        }
        expect([...by.values()].reduce((sum, chance) => sum + chance, cut)).toBeCloseTo(1, 12)
      }),
      { numRuns: 200 },
    )
  })
})

describe('odds of many dice', () => {
  /** The sum of the `kept` highest by whole numbers of any length, faces counted from the top. */
  function countHighest(sides: number, dice: number, kept: number): ReadonlyMap<number, bigint> {
    const choose = (n: number, k: number): bigint => {
      let ways = 1n
      for (let i = 1; i <= k; i += 1) ways = (ways * BigInt(n - i + 1)) / BigInt(i)
      return ways
    }
    let states = new Map<string, readonly [used: number, sum: number, ways: bigint]>([['', [0, 0, 1n]]])
    for (let face = sides; face >= 1; face -= 1) {
      const next = new Map<string, readonly [number, number, bigint]>()
      for (const [used, sum, ways] of states.values()) {
        for (let here = face === 1 ? dice - used : 0; here <= dice - used; here += 1) {
          const counted = Math.min(here, Math.max(0, kept - used))
          const key = `${used + here} ${sum + counted * face}`
          next.set(key, [used + here, sum + counted * face, (next.get(key)?.[2] ?? 0n) + ways * choose(dice - used, here)])
        }
      }
      states = next
    }
    return new Map([...states.values()].map(([, sum, ways]) => [sum, ways]))
  }

  const ratio = (count: bigint, of: bigint): number => {
    const shift = BigInt(Math.max(0, of.toString(2).length - 1000))
    // Both with their last digits off: far more stay than a number holds.
    return Number((count << 200n) / (of >> shift)) / 2 ** 200 / 2 ** Number(shift)
  }

  it.each([
    ['30d6k10', 6, 30, 10],
    ['40d6', 6, 40, 40],
    ['20d10dl5', 10, 20, 15],
    ['50d4k40', 4, 50, 40],
    ['12d20k1', 20, 12, 1],
  ])('are right for every total, the least likely too: %s', (text, sides, dice, kept) => {
    const expected = countHighest(sides, dice, kept)
    const { by } = oddsOf(text)
    expect(by.size).toBe(expected.size)
    for (const [total, count] of expected) expect((by.get(total) ?? 0) / ratio(count, BigInt(sides) ** BigInt(dice)), `${text} = ${total}`).toBeCloseTo(1, 11)
  })

  it('mirror: the lowest of dice are the highest of dice turned round', () => {
    const lowest = oddsOf('40d6kl7').by
    for (const { total, chance } of oddsOf('40d6k7').outcomes) expect((lowest.get(7 * 7 - total) ?? 0) / chance).toBeCloseTo(1, 11)
  })

  it.each(['1000d6', '300d100', '100d20k50', '1000d6k3', '1000d2!', '100d6!dh9', '100d10!k20', '100000-d100000', 'd1000+d1000', '20d100!+20d100k10'])('add up to one: %s', (text) => {
    const { outcomes, cut } = oddsOf(text)
    expect(outcomes.reduce((sum, { chance }) => sum + chance, cut)).toBeCloseTo(1, 10)
    expect(outcomes.every(({ total, chance }, index) => chance > 0 && chance <= 1 && total > (outcomes[index - 1]?.total ?? -Infinity))).toBe(true)
    expect(cut).toBeLessThanOrEqual(2e-12)
  })
})

describe('odds that would take too long', () => {
  it.each([
    ['d1000000', /reach too far/],
    ['2*d1000000!', /reach too far/],
    ['d1000*1000+d6', /reach too far/],
    ['1000d20', /too many dice/],
    ['1000d6k500', /too many dice/],
    ['2d10000k1+2d10000k1', /too many dice/],
    ['3d10000k2', /too many dice/],
    ['1000d50!k900', /too many dice/],
    [Array(20).fill('50d90k25').join('+'), /too many dice/],
  ])('are refused in words, at once, while the roll works: %s', (text, message) => {
    const begun = performance.now()
    expect(oddsOfNotation(parsed(text))).toEqual({ ok: false, message: expect.stringMatching(message) })
    // Ten times what the whole allowance of work takes.
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(Number.isSafeInteger(rollNotation(parsed(text), (die) => die.from).total)).toBe(true)
  })
})

describe('rolled totals follow the odds', () => {
  /** A small generator with a fixed beginning, so that the test always sees the same rolls. */
  function seeded(seed: number): () => number {
    let state = seed
    return () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return (mixed ^ (mixed >>> 14)) >>> 0
    }
  }

  /** How many standard deviations a chi-square lies above what is expected (Wilson and Hilferty). */
  const surprise = (chiSquare: number, degrees: number): number => ((chiSquare / degrees) ** (1 / 3) - 1 + 2 / (9 * degrees)) / Math.sqrt(2 / (9 * degrees))

  it.each(['d20', '3d6+2', '1d6+2d4+3', '4d10k3', '2d20kl1', '4d6dl1', '4d6dh2', '2d6!', '3d4!k2', '3d4!dh1', '4dF-d4', '2dF!', '3d6k2*10-d%'])('%s', (text) => {
    const expression = parsed(text)
    const random = seeded(20_260_101)
    const rolls = 40_000
    const seen = new Map<number, number>()
    for (let roll = 0; roll < rolls; roll += 1) {
      const { total } = rollNotation(expression, (die) => drawFace(die, random))
      seen.set(total, (seen.get(total) ?? 0) + 1)
    }
    const { by, outcomes } = oddsOf(expression)
    for (const total of seen.keys()) expect(by.has(total), `${total} has no chance`).toBe(true)

    // Neighbours share a cell until ten rolls are expected in it.
    const cells: { expected: number; found: number }[] = []
    let open = { expected: 0, found: 0 }
    for (const { total, chance } of outcomes) {
      open = { expected: open.expected + chance * rolls, found: open.found + (seen.get(total) ?? 0) }
      if (open.expected < 10) continue
      cells.push(open)
      open = { expected: 0, found: 0 }
    }
    const last = cells.at(-1)
    if (last) cells[cells.length - 1] = { expected: last.expected + open.expected, found: last.found + open.found }
    const chiSquare = cells.reduce((sum, { expected, found }) => sum + (found - expected) ** 2 / expected, 0)
    // 4.75 standard deviations: p > 1e-6.
    expect(surprise(chiSquare, cells.length - 1)).toBeLessThan(4.75)
  })
})
