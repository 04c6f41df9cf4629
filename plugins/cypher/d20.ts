import type { Cost, Die, Flag, Need, Refusal } from '../api/index.ts'
import type { Payment } from './cost.ts'
import { priceOf } from './cost.ts'
import type { HouseRule, Settings } from './settings.ts'
import type { Circumstances } from './steps.ts'
import { applySteps, helperAssets } from './steps.ts'
import { lines, short, signed } from './words.ts'

const d20: Die = { id: 'd20', from: 1, to: 20 }

/** What every d20 roll of a player is made from. */
export type Attempt = Circumstances &
  Payment & {
    /** What is rolled, for the log alone. */
    readonly name?: string
  }

/** How the core roll ended, for each check to read in its own words. */
export interface Result {
  readonly success: boolean
  /** The natural face; absent when no die was needed. */
  readonly natural?: number
  /** Die and what is left of the bonus; absent when no die was needed. */
  readonly total?: number
  readonly target: number
  readonly difficulty: number
  readonly flags: readonly string[]
  readonly costs: readonly Cost[]
  /** Levels of Effort that were spent: none where a natural 20 gave them back. */
  readonly effort: number
  readonly explain: readonly string[]
  readonly houseRules: readonly HouseRule[]
}

/**
 * The core roll: steps make the final difficulty, three times that is the target. At difficulty 0
 * no die is rolled, but the cost is paid. A natural 20 succeeds and gives the points spent back.
 * `paidEffort` are all levels paid for, those for damage too.
 */
export function rollD20(
  difficulty: number,
  attempt: Attempt,
  paidEffort: number,
  [natural]: readonly number[],
  settings: Settings,
): Result | Need | Refusal {
  const price = priceOf(attempt, paidEffort)
  if ('refuse' in price) return price
  const final = applySteps(difficulty, attempt, settings)
  const target = 3 * final.difficulty
  const what = attempt.name ? `${short(attempt.name)}: ` : ''
  const common = { target, difficulty: final.difficulty }
  const trained: readonly HouseRule[] = helperMattered(attempt, settings) ? ['trained-helper'] : []

  if (final.difficulty === 0) {
    const explain = [...final.explain, `${what}no roll needed`, ...price.explain]
    return { ...common, success: true, flags: ['automatic'], costs: price.costs, effort: paidEffort, explain, houseRules: trained }
  }
  if (natural === undefined) return { need: [{ die: d20, count: 1 }], costs: price.costs }

  const total = natural + final.bonus
  const reached = total >= target
  const twenty = natural === 20
  const success = reached || (twenty && settings.naturalTwenty === 'always')
  return {
    ...common,
    success,
    natural,
    total,
    flags: flagsOf(natural),
    costs: twenty ? [] : price.costs,
    effort: twenty ? 0 : paidEffort,
    explain: lines(
      ...final.explain,
      `${what}rolled ${natural}${final.bonus === 0 ? '' : `, ${signed(final.bonus)} makes ${total}`} against ${target}`,
      twenty && !reached && success && 'a natural 20 succeeds all the same',
      twenty && !success && 'a natural 20 must reach the target here',
      natural === 1 && 'natural 1: a GM intrusion that gives no XP',
      ...price.explain,
      twenty && price.costs.length > 0 && 'natural 20: the points come back',
    ),
    houseRules: twenty && !reached && !success ? [...trained, 'reach-on-twenty'] : trained,
  }
}

const flagsOf = (natural: number): readonly string[] =>
  natural === 1 ? ['intrusion'] : natural >= 17 ? [`natural-${natural}`] : []

/** Whether the setting, not the rule as written, gave a helper's second asset. */
const helperMattered = ({ helper }: Attempt, settings: Settings) =>
  helperAssets(helper, settings) > helperAssets(helper, { ...settings, helperAsset: 'specialised' })

export const d20Flags: readonly Flag[] = [
  { id: 'automatic', label: 'Automatic', tone: 'boon' },
  { id: 'intrusion', label: 'GM intrusion', tone: 'bane' },
  { id: 'natural-17', label: 'Natural 17', tone: 'boon' },
  { id: 'natural-18', label: 'Natural 18', tone: 'boon' },
  { id: 'natural-19', label: 'Natural 19', tone: 'boon' },
  { id: 'natural-20', label: 'Natural 20', tone: 'boon' },
]
