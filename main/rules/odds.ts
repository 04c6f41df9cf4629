/**
 * From counted results to odds. Chances are kept as counts out of a number of equal chances for as
 * long as that stays whole, and divided once at the end: 45 of 100 is 0.45 and nothing beside it.
 */
import type { Side } from '../../plugins/api/index.ts'
import type { Odds, OddsCell } from '../../preload/contract.ts'

const wholeLimit = Number.MAX_SAFE_INTEGER

/** One distinct result of a check. `grants` are the amounts counted by themselves, by counter id. */
export interface Result {
  readonly success: boolean | null
  readonly total?: number
  readonly degree?: number
  readonly flags: readonly string[]
  readonly grants: Readonly<Record<string, number>>
}

/** The distinct results of a check, each with its chance as `counts[i]` out of `of`. */
export interface Tally {
  readonly results: readonly Result[]
  readonly counts: readonly number[]
  readonly of: number
  /** Chance of the branches that were not followed. */
  readonly cut: number
  /** Results walked, or rolls sampled. */
  readonly leaves: number
}

/** Gathers slices of a walk. `masses` is a list of pairs: out of how many equal chances, how many. */
export interface Tallying {
  add(result: Result, masses: readonly number[]): void
  finish(cut: number, leaves: number): Tally
}

export function createTallying(): Tallying {
  const places = new Map<string, number>()
  const results: Result[] = []
  const masses: Map<number, number>[] = []
  return {
    add(result, pairs) {
      const key = JSON.stringify([result.success, result.total, result.degree, result.flags, result.grants])
      let place = places.get(key)
      if (place === undefined) {
        place = results.push(result) - 1
        places.set(key, place)
        masses.push(new Map())
      }
      const mass = masses[place]
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const of = pairs[i] as number
        mass?.set(of, (mass.get(of) ?? 0) + (pairs[i + 1] as number))
      }
    },
    finish: (cut, leaves) => {
      const { counts, of } = toCommon(masses)
      // What a table of sums left out shows only here.
      const missing = 1 - sumOf(counts) / of - cut
      return { results, counts, of, cut: missing > 1e-12 ? cut + missing : cut, leaves }
    },
  }
}

/** Brings chances to one number of equal chances; to plain probabilities (`of` 1) where that isn't whole. */
function toCommon(masses: readonly ReadonlyMap<number, number>[]): { readonly counts: readonly number[]; readonly of: number } {
  let of = 1
  for (const mass of masses) {
    for (const [part, count] of mass) {
      of = Number.isInteger(count) && of <= wholeLimit ? (of / greatestCommonDivisor(of, part)) * part : Infinity
    }
  }
  const whole = of <= wholeLimit
  const counts = masses.map((mass) => sumOf([...mass].map(([part, count]) => (whole ? count * (of / part) : count / part))))
  return { counts, of: whole ? of : 1 }
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}

/** Smallest first, which keeps the most of what floating point holds. */
const sumOf = (counts: readonly number[]): number => [...counts].sort((a, b) => a - b).reduce((sum, count) => sum + count, 0)

/** How the chances came about: every face walked, or rolls sampled. */
export type Basis = 'walk' | 'sample'

/** More than this cut off is no longer called exact. */
const exactCut = 1e-9

/** The odds of a plain check. `flags` are the check's declared ones; one that can't come has chance 0. */
export function toOdds({ results, counts, of, cut, leaves }: Tally, flags: readonly string[], basis: Basis): Odds {
  const where = (test: (result: Result) => boolean): number => sumOf(counts.filter((_, index) => test(results[index] as Result))) / of
  const counters = [...new Set(results.flatMap((result) => Object.keys(result.grants)))].sort()
  const degrees = [...new Set(results.flatMap(({ degree }) => (degree === undefined ? [] : [degree])))].sort((a, b) => a - b)
  return {
    exact: basis === 'walk' && cut <= exactCut,
    cut,
    leaves,
    success: results.every(({ success }) => success === null) ? null : where(({ success }) => success === true),
    flags: Object.fromEntries(flags.map((flag) => [flag, where((result) => result.flags.includes(flag))])),
    degrees: Object.fromEntries(degrees.map((degree) => [String(degree), where((result) => result.degree === degree)])),
    grants: Object.fromEntries(counters.map((counter) => [counter, expectedAmount({ results, counts, of }, counter)])),
    cells: toCells(results, counts.map((count) => count / of)),
  }
}

/** The expected amount of a counter. */
export function expectedAmount({ results, counts, of }: Pick<Tally, 'results' | 'counts' | 'of'>, counter: string): number {
  return counts.reduce((sum, count, index) => sum + count * (results[index]?.grants[counter] ?? 0), 0) / of
}

/** One cell for each result that differs to the eye, in a fixed order: pass, fail, neither; then by degree. */
function toCells(results: readonly Result[], chances: readonly number[]): readonly OddsCell[] {
  const rank = ({ success }: OddsCell): number => (success === true ? 0 : success === false ? 1 : 2)
  const label = ({ flags, grants }: OddsCell): string => JSON.stringify([flags, grants])
  const cells = results.map(({ success, degree, flags, grants }, index): OddsCell => {
    const chance = chances[index] ?? 0
    return { success, ...(degree === undefined ? {} : { degree }), flags, grants, chance }
  })
  const named = cells.map((cell) => ({ cell, label: label(cell) }))
  named.sort((a, b) => rank(a.cell) - rank(b.cell) || (a.cell.degree ?? -1) - (b.cell.degree ?? -1) || (a.label < b.label ? -1 : 1))
  return named.map(({ cell }) => cell)
}

/** The distinct sides of a tally, as a comparison sees them, and whose each result is. */
export interface Sides {
  readonly sides: readonly Side[]
  /** By result: its place in `sides`. */
  readonly sideOf: readonly number[]
}

/**
 * Sides that differ in anything a comparison sees; `withoutTotals` puts those together that differ in
 * their totals alone, with any one of them.
 */
export function toSides({ results }: Tally, withoutTotals = false): Sides {
  const places = new Map<string, number>()
  const sides: Side[] = []
  const sideOf = results.map(({ success, total, degree }) => {
    const key = `${success} ${withoutTotals && total !== undefined ? 'any' : total} ${degree}`
    const place = places.get(key) ?? sides.push({ success, ...(total === undefined ? {} : { total }), ...(degree === undefined ? {} : { degree }) }) - 1
    places.set(key, place)
    return place
  })
  return { sides, sideOf }
}

export interface VerdictTable {
  readonly verdicts: readonly { readonly success: boolean | null; readonly degree?: number }[]
  /** The place in `verdicts` of actor's side `a` against opponent's side `b`. */
  at(a: number, b: number): number
}

/** The odds of an opposed check out of both sides' own and who wins which pair. */
export function toOpposedOdds(actor: Tally, opponent: Tally, a: Sides, b: Sides, { verdicts, at }: VerdictTable): Odds {
  const whole = actor.of * opponent.of <= wholeLimit
  const of = whole ? actor.of * opponent.of : 1
  const share = (tally: Tally): readonly number[] => (whole ? tally.counts : tally.counts.map((count) => count / tally.of))
  const [countsA, countsB] = [share(actor), share(opponent)]

  // Both sides' grants together, once for each pair that differs; cells then are plain numbers.
  const [grantsA, grantsB] = [distinctGrants(actor), distinctGrants(opponent)]
  const { grants, together } = pairGrants(grantsA.all, grantsB.all)
  const width = grants.length
  const counts = new Float64Array(verdicts.length * width)
  for (let i = 0; i < countsA.length; i += 1) {
    for (let j = 0; j < countsB.length; j += 1) {
      const place = at(a.sideOf[i] as number, b.sideOf[j] as number)
      const pair = together[(grantsA.of[i] as number) * grantsB.all.length + (grantsB.of[j] as number)] as number
      const cell = place * width + pair
      counts[cell] = (counts[cell] as number) + (countsA[i] as number) * (countsB[j] as number)
    }
  }

  const results: Result[] = []
  const found: number[] = []
  counts.forEach((count, cell) => {
    if (count === 0) return
    const verdict = verdicts[Math.floor(cell / width)]
    if (!verdict) return
    results.push({ ...verdict, flags: [], grants: grants[cell % width] ?? {} })
    found.push(count)
  })
  const cut = actor.cut + opponent.cut - actor.cut * opponent.cut
  const odds = toOdds({ results, counts: found, of, cut, leaves: actor.leaves + opponent.leaves }, [], 'walk')
  return { ...odds, grants: splitGrants((counter) => expectedAmount(actor, counter), (counter) => expectedAmount(opponent, counter), [actor, opponent]) }
}

/** The expected amount of each counter by the side whose dice bring it. */
export function splitGrants(
  actor: (counter: string) => number,
  opponent: (counter: string) => number,
  tallies: readonly Pick<Tally, 'results'>[],
): Odds['grants'] {
  const counters = [...new Set(tallies.flatMap(({ results }) => results.flatMap((result) => Object.keys(result.grants))))].sort()
  return Object.fromEntries(counters.map((counter) => [counter, { actor: actor(counter), opponent: opponent(counter) }]))
}

type Grants = Result['grants']

function distinctGrants({ results }: Tally): { readonly all: readonly Grants[]; readonly of: readonly number[] } {
  const places = new Map<string, number>()
  const all: Grants[] = []
  const of = results.map(({ grants }) => {
    const key = JSON.stringify(grants)
    const place = places.get(key) ?? all.push(grants) - 1
    places.set(key, place)
    return place
  })
  return { all, of }
}

function pairGrants(a: readonly Grants[], b: readonly Grants[]): { readonly grants: readonly Grants[]; readonly together: readonly number[] } {
  const places = new Map<string, number>()
  const grants: Grants[] = []
  const together = a.flatMap((one) =>
    b.map((other) => {
      const sum = addGrants(one, other)
      const key = JSON.stringify(sum)
      const place = places.get(key) ?? grants.push(sum) - 1
      places.set(key, place)
      return place
    }),
  )
  return { grants, together }
}

function addGrants(one: Grants, other: Grants): Grants {
  const counters = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort()
  return Object.fromEntries(counters.map((counter) => [counter, (one[counter] ?? 0) + (other[counter] ?? 0)]))
}
