import type { Check, Grant, Variant } from '../api/index.ts'
import type { Reading } from './reading.ts'
import { compared, d100, payment, paymentRules, readRoll, readingRules, shown } from './reading.ts'
import { named, score } from './sheet.ts'
import { toSettings } from './settings.ts'
import { lines } from './words.ts'

type Attempt = {
  readonly name?: string
  readonly score: number
  /** The magnitude that a success must reach for what the GM has in mind. */
  readonly needs?: number
}

export const check: Check = {
  label: 'Check',
  help: 'Roll the score or less. Every roll pays one point: Luck to the roller or Toll to the GM.',
  for: ['pc', 'npc', 'none'],
  input: [
    named,
    { id: 'score', ...score, from: 'scores.value' },
    {
      id: 'needs',
      label: 'Needs magnitude',
      type: 'number',
      min: 0,
      max: 9,
      optional: true,
      help: 'To pass armor, to reach a Favor: the outcome says whether a success is emphatic enough.',
    },
  ],
  flags: [
    { id: 'triumph', label: 'Triumph', tone: 'boon' },
    { id: 'despair', label: 'Despair', tone: 'bane' },
  ],
  degree: 'magnitude',

  resolve(input, [roll], context) {
    if (roll === undefined) return { need: [{ die: d100, count: 1 }] }
    const attempt = input as Attempt
    const settings = toSettings(context.settings)
    const reading = readRoll(roll, attempt.score, settings)
    const { success, difference, magnitude, spike, luck } = reading
    const grant = payment(luck, context.actor, settings)
    return {
      success,
      total: roll,
      target: attempt.score,
      degree: magnitude,
      flags: spike ? [spike] : [],
      grants: [grant],
      costs: [],
      facts: { difference, pays: luck ? 'luck' : 'toll', ...(attempt.needs === undefined ? {} : { enough: success && magnitude >= attempt.needs }) },
      // Written when they are read: the odds ask about all hundred faces and read none of these.
      get explain() {
        return explain(roll, attempt, reading, grant)
      },
      get headline() {
        return headline(reading)
      },
      get houseRules() {
        return [...readingRules(roll, settings), ...paymentRules(context.actor)]
      },
    }
  },

  variants(input): readonly Variant[] {
    const { score: now } = input as Attempt
    return [10, -10]
      .map((by) => ({ by, score: Math.max(1, Math.min(100, now + by)) }))
      .filter(({ score }) => score !== now)
      .map(({ by, score }) => ({ label: `score ${by > 0 ? '+' : '-'}10: ${score}`, input: { ...input, score } }))
  },
}

function headline({ success, magnitude, spike }: Reading): string {
  const what = spike === 'triumph' ? 'Triumph' : spike === 'despair' ? 'Despair' : success ? 'Success' : 'Failure'
  return magnitude === 0 ? `${what}, barely` : `${what}, by ${magnitude}`
}

function explain(roll: number, { name, score, needs }: Attempt, reading: Reading, grant: Grant): readonly string[] {
  const { success, difference, magnitude, spike, luck } = reading
  const valence = spike
    ? `${shown(roll)} is a double: ${spike === 'triumph' ? 'Triumph' : 'Despair'}`
    : `difference ${luck ? 'odd' : 'even'}`
  return lines(
    compared(roll, score, reading, name),
    `difference ${difference}, magnitude ${magnitude}`,
    needs !== undefined && success && `${magnitude >= needs ? 'enough' : 'not enough'} where magnitude ${needs} is needed`,
    `${valence}, 1 ${luck ? 'Luck' : 'Toll'}${grant.offered ? ' offered' : ''}`,
    cells[success ? 'success' : 'failure'][luck ? 'luck' : 'toll'],
  )
}

/** The four ways a roll can turn out, as a hint for the telling. */
const cells = {
  success: { luck: 'you get it, and more', toll: 'you get it, at a cost' },
  failure: { luck: 'no, but something helps', toll: 'no, and it gets worse' },
}
