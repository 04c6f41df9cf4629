/** A pool of dice that counts sixes, and its explosions. */
import type { Dice, Die } from '../api/index.ts'

/**
 * A plain d6, of which only a six counts. With `sum` below, the host hands over the number of sixes
 * and not the faces one by one: that keeps the odds of ten dice quick.
 */
const d6: Die = { id: 'd6', from: 1, to: 6, value: [0, 0, 0, 0, 0, 1] }

/** A throw of so many dice: one entry in `faces`, the number of sixes. */
export const throwOf = (count: number): Dice => ({ die: d6, count, sum: true })

/** A pool thrown to its end, or how many dice have to be thrown next. */
export type Followed = { readonly next: number } | { readonly sixes: number; readonly missed: number; readonly throws: readonly string[] }

/**
 * Reads a pool off the sixes of each throw so far: first all dice, then one more for each six, and so
 * on until no six falls. `missed` are the dice of the first throw that showed no six.
 */
export function follow(dice: number, thrown: readonly number[], explode: boolean): Followed {
  const throws: string[] = []
  let sixes = 0
  let next = dice
  while (next > 0) {
    const found = thrown[throws.length]
    if (found === undefined) return { next }
    throws.push(`${next} ${throws.length === 0 ? '' : 'more '}${next === 1 ? 'die' : 'dice'}: ${inWords(found)}`)
    sixes += found
    next = explode ? found : 0
  }
  return { sixes, missed: dice - (thrown[0] ?? 0), throws }
}

export const inWords = (sixes: number): string => (sixes === 0 ? 'no six' : sixes === 1 ? 'one six' : `${sixes} sixes`)
