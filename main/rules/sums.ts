/** How likely each sum of like dice is. */
import type { Die } from '../../plugins/api/index.ts'

/** Each possible sum with its count out of `of` equal chances; `of` is 1 where that isn't whole. */
export interface SumTable {
  readonly at: readonly number[]
  readonly n: readonly number[]
  readonly of: number
}

/** More distinct sums than this, or more work, aren't begun. */
const sumLimit = 1_000_000
const stepLimit = 200_000_000
/** Less likely sums are left out where chances are no whole counts. */
const least = 1e-16

/**
 * Adds one die after another, so that the caller may pause in between: run it to its end. Gives
 * `undefined` where the sums are too many to walk anyway.
 */
export function* sumsOf(die: Die, count: number): Generator<undefined, SumTable | undefined> {
  const size = die.to - die.from + 1
  if (size > sumLimit) return undefined
  const { values, ways, low } = weights(die, size)
  const high = values.at(-1) ?? low
  const span = (high - low) * count + 1
  if (span > sumLimit) return undefined
  const even = values.length === high - low + 1 && ways.every((way) => way === ways[0])
  if (!even && (span / 2) * count * values.length > stepLimit) return undefined

  const whole = size ** count <= Number.MAX_SAFE_INTEGER
  const chances = whole ? ways : ways.map((way) => way / size)
  let sums = Float64Array.of(1)
  for (let dice = 1; dice <= count; dice += 1) {
    sums = even ? addEven(sums, values.length, chances[0] ?? 0) : addAny(sums, values, chances, low)
    yield
  }

  const at: number[] = []
  const n: number[] = []
  sums.forEach((chance, index) => {
    if (chance <= 0 || (!whole && chance < least)) return
    at.push(low * count + index)
    n.push(chance)
  })
  return { at, n, of: whole ? size ** count : 1 }
}

/** The distinct values in rising order, and how many faces count as each. */
function weights(die: Die, size: number): { readonly values: readonly number[]; readonly ways: readonly number[]; readonly low: number } {
  const waysByValue = new Map<number, number>()
  for (let face = 0; face < size; face += 1) {
    const value = die.value?.[face] ?? die.from + face
    waysByValue.set(value, (waysByValue.get(value) ?? 0) + 1)
  }
  const values = [...waysByValue.keys()].sort((a, b) => a - b)
  return { values, ways: values.map((value) => waysByValue.get(value) ?? 0), low: values[0] ?? 0 }
}

/** One more die whose values stand side by side and are equally likely: a sum over a moving window. */
function addEven(sums: Float64Array<ArrayBuffer>, width: number, chance: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(sums.length + width - 1)
  let window = 0
  for (let i = 0; i < next.length; i += 1) {
    window += sums[i] ?? 0
    if (i >= width) window -= sums[i - width] ?? 0
    next[i] = window * chance
  }
  return next
}

function addAny(sums: Float64Array<ArrayBuffer>, values: readonly number[], chances: readonly number[], low: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(sums.length + (values.at(-1) ?? low) - low)
  values.forEach((value, place) => {
    const chance = chances[place] as number
    for (let i = 0; i < sums.length; i += 1) {
      const to = i + value - low
      next[to] = (next[to] as number) + (sums[i] as number) * chance
    }
  })
  return next
}
