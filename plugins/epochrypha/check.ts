import type { ActorKind, Check, Die, Grant } from '../api/index.ts'
import { score } from './sheet.ts'
import type { HouseRule, Settings } from './settings.ts'
import { toSettings } from './settings.ts'

/** Two ten-sided dice read as 1 to 100: the pair 00 is 100. */
const d100: Die = { id: 'd100', from: 1, to: 100, reads: { '00': 100, '0': 100 } }

export const check: Check = {
  label: 'Check',
  help: 'Roll the score or less. Every roll pays one point: Luck to the roller or Toll to the GM.',
  for: ['pc', 'npc', 'none'],
  input: [{ id: 'score', ...score, from: 'scores.value' }],
  flags: [
    { id: 'triumph', label: 'Triumph', tone: 'boon' },
    { id: 'despair', label: 'Despair', tone: 'bane' },
  ],
  degree: 'magnitude',

  resolve(input, [roll], context) {
    if (roll === undefined) return { need: [{ die: d100, count: 1 }] }
    const settings = toSettings(context.settings)
    const reading = readRoll(roll, input.score as number, settings)
    const { success, difference, magnitude, spike, luck } = reading
    const grant = payment(luck, context.actor, settings)
    return {
      success,
      total: roll,
      target: input.score as number,
      degree: magnitude,
      flags: spike ? [spike] : [],
      grants: [grant],
      costs: [],
      facts: { difference },
      explain: explain(roll, input.score as number, reading, grant),
      headline: headline(reading),
      houseRules: houseRulesUsed(roll, context.actor, settings),
    }
  },
}

/** What one roll says. */
interface Reading {
  readonly success: boolean
  /** Distance from the score, 0 to 99. */
  readonly difference: number
  /** Tens of the difference, 0 to 9: how emphatic, never whether. */
  readonly magnitude: number
  readonly spike: 'triumph' | 'despair' | undefined
  /** Whether the roll pays Luck; otherwise it pays Toll. */
  readonly luck: boolean
}

function readRoll(roll: number, score: number, { spikes }: Settings): Reading {
  const success = roll <= score && roll !== 100
  const difference = Math.abs(score - roll)
  const spike = roll === 100 || (spikes && isDouble(roll)) ? (success ? 'triumph' : 'despair') : undefined
  return {
    success,
    difference,
    magnitude: Math.floor(difference / 10),
    spike,
    luck: spike ? spike === 'triumph' : difference % 2 === 1,
  }
}

/** 11, 22 … 99, and 00. A single digit is no double: it is read 01 to 09. */
const isDouble = (roll: number) => roll % 11 === 0 || roll === 100

/** One point a roll. For an NPC it is only offered, unless the campaign lets those rolls pay. */
function payment(luck: boolean, actor: ActorKind, { npcRollsPay }: Settings): Grant {
  const grant: Grant = luck ? { counter: 'luck', to: 'actor', amount: 1 } : { counter: 'toll', to: 'gm', amount: 1 }
  return actor === 'npc' && !npcRollsPay ? { ...grant, offered: true } : grant
}

function houseRulesUsed(roll: number, actor: ActorKind, { spikes }: Settings): readonly HouseRule[] {
  const used: HouseRule[] = []
  if (!spikes && isDouble(roll) && roll !== 100) used.push('spikes-off')
  if (actor === 'npc') used.push('npc-rolls')
  return used
}

function headline({ success, magnitude, spike }: Reading): string {
  const what = spike === 'triumph' ? 'Triumph' : spike === 'despair' ? 'Despair' : success ? 'Success' : 'Failure'
  return magnitude === 0 ? `${what}, barely` : `${what}, by ${magnitude}`
}

function explain(roll: number, score: number, reading: Reading, grant: Grant): readonly string[] {
  const { success, difference, magnitude, spike, luck } = reading
  const shown = roll === 100 ? '00' : `${roll}`
  const valence = spike ? `${shown} is a double: ${spike === 'triumph' ? 'Triumph' : 'Despair'}` : `difference ${luck ? 'odd' : 'even'}`
  return [
    `${shown} against ${score}: ${success ? 'success' : 'failure'}${roll === 100 && score === 100 ? ', as 00 always is' : ''}`,
    `difference ${difference}, magnitude ${magnitude}`,
    `${valence}, 1 ${luck ? 'Luck' : 'Toll'}${grant.offered ? ' offered' : ''}`,
    cells[success ? 'success' : 'failure'][luck ? 'luck' : 'toll'],
  ]
}

/** The four ways a roll can turn out, as a hint for the telling. */
const cells = {
  success: { luck: 'you get it, and more', toll: 'you get it, at a cost' },
  failure: { luck: 'no, but something helps', toll: 'no, and it gets worse' },
}
