import type { ActorKind, Die, Field, Flag, Step } from '../api/index.ts'
import { bandOf } from './band.ts'
import type { Potential } from './critical.ts'
import { criticalOf } from './critical.ts'
import type { HouseRule } from './house-rules.ts'
import { modifier, named, score } from './sheet.ts'
import { short } from './words.ts'

/** Two ten-sided dice read as 0 to 99: the pair 00 is zero. */
export const percentile: Die = { id: 'd%', from: 0, to: 99, reads: { '00': 0, '0': 0 } }

/** What every percentile roll is made from. */
export type Attempt = {
  /** Which skill it is, where one of a sheet is rolled. */
  readonly name?: string
  readonly skill: number
  readonly modifier: number
  /** What the total must beat. */
  readonly difficulty: number
  readonly potential: Potential
  /** The potential that this kind of roll has unless the GM says otherwise. */
  readonly usual: Potential
}

/** The core roll: die + skill + modifier must be strictly higher than the difficulty. */
export function rollPercentile(attempt: Attempt, [die]: readonly number[], actor: ActorKind): Step {
  if (die === undefined) return { need: [{ die: percentile, count: 1 }] }
  const { name = '', skill, modifier, difficulty, potential } = attempt
  const total = die + skill + modifier
  const success = total > difficulty
  const degree = Math.abs(total - difficulty)
  const critical = criticalOf(die, skill, potential)
  const band = bandOf(difficulty)
  const mayRise = success && degree >= 10
  return {
    success,
    total,
    target: difficulty,
    degree,
    flags: critical ? [critical] : [],
    grants: [],
    costs: [],
    facts: { band },
    explain: [
      `${die} on the dice, ${name === '' ? 'skill' : short(name)} ${skill}${modifier === 0 ? '' : `, modifier ${modifier}`}: ${total}`,
      `${success ? 'beats' : total === difficulty ? 'only ties' : 'stays under'} ${difficulty} (band ${band})`,
      ...(critical ? [`${die} is a ${critical.replace('-', ' ')} at skill ${skill}`] : []),
      ...(mayRise ? ['by 10 or more: the skill may rise by 1'] : []),
    ],
    headline: `${success ? 'Success' : 'Failure'}, by ${degree}`,
    houseRules: houseRulesUsed(attempt, die),
    offers: mayRise && name !== '' && actor !== 'none' ? [{ label: `Raise ${short(name)} by 1`, action: 'raiseSkill', input: { skill: name } }] : [],
  }
}

/** The usual potential is ours: named where another one would have read this die differently. */
function houseRulesUsed({ skill, potential, usual }: Attempt, die: number): readonly HouseRule[] {
  return potential === usual && criticalOf(die, skill, 'both') ? ['default-potential'] : []
}

/** The form of a percentile roll against `difficulty`. */
export const percentileFields = (difficulty: Field, usual: Potential): readonly Field[] => [
  named,
  { id: 'skill', ...score, from: 'skills.score' },
  modifier,
  difficulty,
  {
    id: 'potential',
    label: 'Critical potential',
    type: 'choice',
    options: [
      { id: 'none', label: 'None' },
      { id: 'success', label: 'Success only' },
      { id: 'failure', label: 'Failure only' },
      { id: 'both', label: 'Both' },
    ],
    default: usual,
    help: 'Which criticals this roll may bring.',
  },
]

export const criticalFlags: readonly Flag[] = [
  { id: 'critical-success', label: 'Critical success', tone: 'boon' },
  { id: 'critical-failure', label: 'Critical failure', tone: 'bane' },
]
