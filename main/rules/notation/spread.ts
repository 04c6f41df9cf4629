/**
 * How weight is spread over totals. Only ever adds and multiplies, so that a total of one in 10^200
 * is as right, for its size, as the likeliest.
 */

/** `weights[i]` belongs to the total `low + i * step`. */
export interface Spread {
  readonly low: number
  readonly step: number
  readonly weights: Float64Array<ArrayBuffer>
}

/** All weight on one total. */
export const pointAt = (total: number, weight = 1): Spread => ({ low: total, step: 1, weights: Float64Array.of(weight) })

/** The totals with `count` more dice of faces `low` to `low + size - 1`. Wants step 1. Each face has the same weight. */
export function addDice(spread: Spread, low: number, size: number, count: number, weight: number): Spread {
  let { weights } = spread
  for (let dice = 0; dice < count; dice += 1) weights = addDie(weights, size, weight)
  return { low: spread.low + low * count, step: 1, weights }
}

/** About the steps that `addDice` takes on so many totals. */
export const addSteps = (totals: number, size: number, count: number): number => count * (totals + size) + ((size - 1) * count * (count - 1)) / 2

/** Every total times `by`, which isn't 0. */
export function multiply({ low, step, weights }: Spread, by: number): Spread {
  if (by > 0) return { low: low * by, step: step * by, weights }
  return { low: (low + (weights.length - 1) * step) * by, step: -step * by, weights: weights.slice().reverse() }
}

/** The totals of two independent throws together. */
export function combine(a: Spread, b: Spread): Spread {
  const { step, length } = combined(a, b)
  const [stepA, stepB] = [a.step / step, b.step / step]
  const weights = new Float64Array(length)
  for (let i = 0; i < a.weights.length; i += 1) {
    const weight = a.weights[i] as number
    if (weight === 0) continue
    for (let j = 0, place = i * stepA; j < b.weights.length; j += 1, place += stepB) {
      weights[place] = (weights[place] as number) + weight * (b.weights[j] as number)
    }
  }
  return { low: a.low + b.low, step, weights }
}

/** The shape that `combine` gives, before it is worked out. */
export function combined(a: Spread, b: Spread): { readonly step: number; readonly length: number } {
  const stepOf = ({ step, weights }: Spread): number => (weights.length === 1 ? 0 : step)
  const step = greatestCommonDivisor(stepOf(a), stepOf(b)) || 1
  return { step, length: ((a.weights.length - 1) * a.step + (b.weights.length - 1) * b.step) / step + 1 }
}

/**
 * One more die: each new weight is the sum over a window as wide as the die. Blocks of that width
 * are summed from both ends, and a window is the end of one block and the beginning of the next.
 */
function addDie(weights: Float64Array<ArrayBuffer>, size: number, weight: number): Float64Array<ArrayBuffer> {
  const last = weights.length - 1
  const ahead = new Float64Array(weights.length)
  const behind = new Float64Array(weights.length)
  for (let start = 0; start <= last; start += size) {
    const end = Math.min(start + size - 1, last)
    ahead[start] = weights[start] as number
    for (let i = start + 1; i <= end; i += 1) ahead[i] = (ahead[i - 1] as number) + (weights[i] as number)
    behind[end] = weights[end] as number
    for (let i = end - 1; i >= start; i -= 1) behind[i] = (behind[i + 1] as number) + (weights[i] as number)
  }

  const next = new Float64Array(last + size)
  // Where in its block the window begins.
  let begun = 0
  for (let i = 0; i < next.length; i += 1) {
    const from = Math.max(0, i - size + 1)
    const to = Math.min(i, last)
    if (from > 0) begun = begun + 1 === size ? 0 : begun + 1
    if (begun === 0) next[i] = (ahead[to] as number) * weight
    else if (to < from - begun + size) next[i] = (behind[from] as number) * weight
    else next[i] = ((behind[from] as number) + (ahead[to] as number)) * weight
  }
  return next
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
