import type { Initiative } from '../api/index.ts'
import type { HouseRule } from './house-rules.ts'
import { percentile } from './percentile.ts'
import { modifier } from './sheet.ts'

/** d% plus the modifier, the highest first; the higher modifier decides ties. */
export const initiative: Initiative = {
  input: [{ ...modifier, from: 'initiativeModifier' }],

  resolve(input, [die]) {
    if (die === undefined) return { need: [{ die: percentile, count: 1 }] }
    const { modifier } = input as { modifier: number }
    const order: HouseRule = 'initiative'
    return {
      value: die + modifier,
      ties: [modifier],
      explain: [`${die} on the dice, modifier ${modifier}: ${die + modifier}`],
      houseRules: [order],
    }
  },
}
