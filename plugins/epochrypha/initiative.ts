import type { Initiative } from '../api/index.ts'
import type { HouseRule } from './settings.ts'
import { compared, d100, payment, paymentRules, readRoll, readingRules } from './reading.ts'
import { named, score } from './sheet.ts'
import { toSettings } from './settings.ts'

/**
 * Everybody makes a check: successes first, the higher magnitude before the lower, then failures, the
 * lower before the higher. The higher score decides ties. The number is the magnitude, below zero for a failure.
 */
export const initiative: Initiative = {
  input: [named, { id: 'score', ...score, from: 'scores.value' }],

  resolve(input, [roll], { actor, settings: given }) {
    if (roll === undefined) return { need: [{ die: d100, count: 1 }] }
    const settings = toSettings(given)
    const { name, score } = input as { name?: string; score: number }
    const reading = readRoll(roll, score, settings)
    const { success, magnitude, luck } = reading
    const order: HouseRule = 'initiative'
    return {
      value: success || magnitude === 0 ? magnitude : -magnitude,
      ties: [success ? 1 : 0, score],
      grants: settings.initiativePays ? [payment(luck, actor, settings)] : [],
      explain: [`${success ? 'success' : 'failure'}, magnitude ${magnitude}`, compared(roll, score, reading, name)],
      houseRules: [order, ...readingRules(roll, settings), ...(settings.initiativePays ? paymentRules(actor) : [])],
    }
  },
}
