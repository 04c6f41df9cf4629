/** How the highest or lowest of several dice add up. */
import { addDice, addSteps, multiply, pointAt } from './spread.ts'
import type { Spread } from './spread.ts'

/** Like dice with faces `low` to `low + size - 1`. */
export interface Faces {
  readonly low: number
  readonly size: number
}

/**
 * The sum of the `kept` highest of `dice` dice. Weights are whole counts out of size^dice where
 * `whole`, else chances.
 *
 * Goes by the lowest kept face: some dice, fewer than `kept`, lie above it, and enough lie on it to
 * make up the number. Those above are any sum of dice on the higher faces.
 */
export function sumHighest({ low, size }: Faces, dice: number, kept: number, whole: boolean): Spread {
  if (kept === 0) return pointAt(0, whole ? size ** dice : 1)
  if (kept === dice) return addDice(pointAt(0), low, size, dice, whole ? 1 : 1 / size)
  const weights = new Float64Array(kept * (size - 1) + 1)
  for (let face = 0; face < size; face += 1) {
    const below = face
    const above = size - 1 - face
    const anyAbove = whole ? [1, 1] : [above / size, (below + 1) / size]
    const onFace = whole ? [1, below] : [1 / (below + 1), below / (below + 1)]
    const aboves = hitsOf(dice, kept - 1, anyAbove)
    const enough = enoughOf(dice, kept, onFace)
    let sums = pointAt(0)
    for (let higher = 0; higher < kept; higher += 1) {
      if (higher > 0) sums = addDice(sums, face + 1, above, 1, whole ? 1 : 1 / above)
      const weight = (aboves[higher] as number) * (enough[higher] as number)
      const start = sums.low + face * (kept - higher)
      for (let i = 0; i < sums.weights.length; i += 1) weights[start + i] = (weights[start + i] as number) + weight * (sums.weights[i] as number)
      if (above === 0) break
    }
  }
  return { low: low * kept, step: 1, weights }
}

/** The sum of the `kept` lowest: the highest of the same dice with every face turned negative. */
export function sumLowest({ low, size }: Faces, dice: number, kept: number, whole: boolean): Spread {
  return multiply(sumHighest({ low: 1 - low - size, size }, dice, kept, whole), -1)
}

/** About the steps that either takes. */
export function keepSteps(size: number, dice: number, kept: number): number {
  if (kept === 0) return 1
  if (kept === dice) return addSteps(1, size, dice)
  let steps = 0
  for (let above = 0; above < size; above += 1) steps += 2 * dice * kept + 2 * addSteps(1, above, kept - 1)
  return steps
}

type HitOrMiss = readonly number[]

/** The weight of exactly 0, 1, … `most` hits among so many dice. */
function hitsOf(dice: number, most: number, [hit = 0, miss = 0]: HitOrMiss): Float64Array {
  const hits = new Float64Array(most + 1)
  hits[0] = 1
  for (let die = 0; die < dice; die += 1) {
    for (let count = most; count > 0; count -= 1) hits[count] = (hits[count] as number) * miss + (hits[count - 1] as number) * hit
    hits[0] = (hits[0] as number) * miss
  }
  return hits
}

/** At `i`: the weight of `kept - i` hits or more among `dice - i` dice. */
function enoughOf(dice: number, kept: number, [hit = 0, miss = 0]: HitOrMiss): Float64Array {
  const found = new Float64Array(kept)
  // At `need`: that many hits or more among the dice so far.
  const enough = new Float64Array(kept + 1)
  enough[0] = 1
  for (let die = 1; die <= dice; die += 1) {
    for (let need = kept; need > 0; need -= 1) enough[need] = (enough[need] as number) * miss + (enough[need - 1] as number) * hit
    enough[0] = (enough[0] as number) * (hit + miss)
    const higher = dice - die
    if (higher < kept) found[higher] = enough[kept - higher] as number
  }
  return found
}
