/** How one roll of the dice reads against a score. */
import type { ActorKind, Die, Grant } from '../api/index.ts'
import type { HouseRule, Settings } from './settings.ts'
import { short } from './words.ts'

/** Two ten-sided dice read as 1 to 100: the pair 00 is 100. */
export const d100: Die = { id: 'd100', from: 1, to: 100, reads: { '00': 100, '0': 100 } }

/** What one roll says. */
export interface Reading {
  readonly success: boolean
  /** Distance from the score, 0 to 99. */
  readonly difference: number
  /** Tens of the difference, 0 to 9: how emphatic, never whether. */
  readonly magnitude: number
  readonly spike: 'triumph' | 'despair' | undefined
  /** Whether the roll pays Luck; otherwise it pays Toll. */
  readonly luck: boolean
}

export function readRoll(roll: number, score: number, { spikes }: Settings): Reading {
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
export function payment(luck: boolean, actor: ActorKind, { npcRollsPay }: Settings): Grant {
  const grant: Grant = luck ? { counter: 'luck', to: 'actor', amount: 1 } : { counter: 'toll', to: 'gm', amount: 1 }
  return actor === 'npc' && !npcRollsPay ? { ...grant, offered: true } : grant
}

/** The house rules that decided how this roll reads. */
export const readingRules = (roll: number, { spikes }: Settings): readonly HouseRule[] =>
  !spikes && isDouble(roll) && roll !== 100 ? ['spikes-off'] : []

/** The house rules that decided who is paid for it. */
export const paymentRules = (actor: ActorKind): readonly HouseRule[] => (actor === 'npc' ? ['npc-rolls'] : [])

/** The roll and the score, in a line of the log. */
export const compared = (roll: number, score: number, { success }: Reading, name = '') =>
  `${name === '' ? '' : `${short(name)}: `}${shown(roll)} against ${score}: ${success ? 'success' : 'failure'}${roll === 100 && score === 100 ? ', as 00 always is' : ''}`

/** A roll as the dice show it. */
export const shown = (roll: number) => (roll === 100 ? '00' : `${roll}`)
