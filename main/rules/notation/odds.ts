/** The exact odds of dice in words. */
import { notationLimits } from './expression.ts'
import type { DiceTerm, Expression, Keep } from './expression.ts'
import { keepSteps, sumHighest, sumLowest } from './keep.ts'
import type { Faces } from './keep.ts'
import { addDice, addSteps, combine, combined, multiply, pointAt } from './spread.ts'
import type { Spread } from './spread.ts'

/** A possible total and its chance, more than 0 and at most 1. */
export interface NotationOutcome {
  readonly total: number
  readonly chance: number
}

/**
 * The odds of the total, lowest first. `cut` is the chance of the explosions that were not followed,
 * at most 1e-12 for each exploding group; `exact` says that it is at most 1e-9. Refused where it
 * would take too long, in words for the GM; the dice can be rolled all the same.
 */
export type NotationOdds =
  | { readonly ok: true; readonly exact: boolean; readonly cut: number; readonly outcomes: readonly NotationOutcome[] }
  | { readonly ok: false; readonly message: string }

/** More work than this isn't begun. A step is an addition or two. */
const stepLimit = 5_000_000
/** Totals further apart than this aren't listed. */
const spanLimit = 100_000
const exactCut = 1e-9
/** Explosions less likely than this, all longer ones together, aren't followed. */
const explodeCut = 1e-12

/** Works out how likely each total is: by adding dice up, never by going through all throws. */
export function oddsOfNotation({ terms }: Expression): NotationOdds {
  const dice = terms.filter((term) => term.kind === 'dice')
  const of = chancesOf(dice)
  const work: Work = { left: stepLimit, whole: of > 1, cut: 0, refusal: '' }
  const refused = (): NotationOdds => ({ ok: false, message: work.refusal })

  let all = pointAt(terms.reduce((sum, term) => (term.kind === 'number' ? sum + term.sign * term.value : sum), 0))
  for (const { sign, count, die } of dice.filter(isPlain)) {
    const { low, size } = facesOf(die.from, die.to)
    const totals = all.weights.length
    if (!begin(work, totals + count * (size - 1), addSteps(totals, size, count))) return refused()
    all = addDice(all, sign > 0 ? low : -die.to, size, count, work.whole ? 1 : 1 / size)
  }
  for (const term of dice) {
    if (isPlain(term)) continue
    const spread = term.explode ? exploding(term, work) : select(facesOf(term.die.from, term.die.to), term.count, choiceOf(term), work)
    if (!spread) return refused()
    const group = multiply(spread, term.sign * term.times)
    if (!begin(work, combined(all, group).length, all.weights.length * group.weights.length)) return refused()
    all = combine(all, group)
  }

  const outcomes: NotationOutcome[] = []
  all.weights.forEach((weight, index) => {
    if (weight > 0) outcomes.push({ total: all.low + index * all.step, chance: weight / of })
  })
  return { ok: true, exact: work.cut <= exactCut, cut: work.cut, outcomes }
}

const isPlain = ({ explode, keep, times }: DiceTerm): boolean => !explode && !keep && times === 1
const facesOf = (from: number, to: number): Faces => ({ low: from, size: to - from + 1 })

/** The number of equally likely throws where it is safely whole, else 1: weights then are chances. */
function chancesOf(dice: readonly DiceTerm[]): number {
  if (dice.some(({ explode }) => explode)) return 1
  const throws = dice.reduce((product, { die, count }) => product * facesOf(die.from, die.to).size ** count, 1)
  return throws <= Number.MAX_SAFE_INTEGER ? throws : 1
}

interface Work {
  left: number
  readonly whole: boolean
  cut: number
  refusal: string
}

/** Whether there is room for so many totals and time for so many steps; the time then is taken. */
function begin(work: Work, totals: number, steps: number): boolean {
  if (totals > spanLimit) {
    work.refusal = `The totals reach too far for odds: ${spanLimit.toLocaleString('en')} from lowest to highest is the most. The dice can still be rolled`
    return false
  }
  work.left -= steps
  if (work.left >= 0) return true
  work.refusal = 'These are too many dice, or too many sides, to work the odds out. The dice can still be rolled'
  return false
}

interface Choice {
  readonly end: Keep['end']
  readonly kept: number
}

const choiceOf = ({ keep, count }: DiceTerm): Choice => {
  if (!keep) return { end: 'highest', kept: count }
  if (keep.take === 'keep') return { end: keep.end, kept: keep.count }
  return { end: keep.end === 'highest' ? 'lowest' : 'highest', kept: count - keep.count }
}

function select(faces: Faces, dice: number, { end, kept }: Choice, work: Work): Spread | undefined {
  if (!begin(work, kept * (faces.size - 1) + 1, keepSteps(faces.size, dice, kept))) return undefined
  return end === 'highest' ? sumHighest(faces, dice, kept, work.whole) : sumLowest(faces, dice, kept, work.whole)
}

/**
 * Every exploding die ends on a face below its highest, so `count` dice bring `count` such faces,
 * each equally likely, and some number of highest ones. That number has its own odds and is
 * independent of the lower faces; what is kept of both follows from it alone.
 */
function exploding({ count, die, keep }: DiceTerm, work: Work): Spread | undefined {
  const lower = facesOf(die.from, die.to - 1)
  const { chances, cut } = chancesOfHighest(count, lower.size + 1)
  work.cut += cut - work.cut * cut

  const selected = new Map<string, Spread>()
  const parts: { readonly at: number; readonly chance: number; readonly spread: Spread }[] = []
  for (const [highest, chance] of chances.entries()) {
    const { kept, ...choice } = keptOfExploded(count, highest, keep)
    const key = `${choice.end} ${choice.lower}`
    const spread = selected.get(key) ?? select(lower, count, { end: choice.end, kept: choice.lower }, work)
    if (!spread) return undefined
    selected.set(key, spread)
    parts.push({ at: spread.low + kept * die.to, chance, spread })
  }

  const low = Math.min(...parts.map(({ at }) => at))
  const length = Math.max(...parts.map(({ at, spread }) => at + spread.weights.length)) - low
  if (!begin(work, length, parts.reduce((sum, { spread }) => sum + spread.weights.length, length))) return undefined
  const weights = new Float64Array(length)
  for (const { at, chance, spread } of parts) {
    spread.weights.forEach((weight, index) => {
      const place = at - low + index
      weights[place] = (weights[place] as number) + chance * weight
    })
  }
  return { low, step: 1, weights }
}

/** Of `count` lower faces and so many highest ones: how many highest are kept, and which of the lower. */
function keptOfExploded(count: number, highest: number, keep: Keep | undefined): { readonly kept: number; readonly end: Keep['end']; readonly lower: number } {
  if (!keep) return { kept: highest, end: 'highest', lower: count }
  const { take, end, count: number } = keep
  if (end === 'lowest') return take === 'keep' ? { kept: 0, end, lower: number } : { kept: highest, end: 'highest', lower: count - number }
  const taken = Math.min(highest, number)
  if (take === 'keep') return { kept: taken, end, lower: number - taken }
  return { kept: highest - taken, end: 'lowest', lower: count - (number - taken) }
}

/** How likely so many dice show their highest face 0, 1, 2, … times in all, up to the cut. */
function chancesOfHighest(dice: number, size: number): { readonly chances: readonly number[]; readonly cut: number } {
  const chances: number[] = []
  let rest = 1
  let chance = (1 - 1 / size) ** dice
  for (let highest = 0; rest > explodeCut && highest <= dice * notationLimits.rerolls; highest += 1) {
    chances.push(chance)
    rest -= chance
    chance *= (dice + highest) / (highest + 1) / size
  }
  return { chances, cut: Math.max(0, rest) }
}
