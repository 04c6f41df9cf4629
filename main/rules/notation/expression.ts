/** What dice in words say once they are read, and the words again. docs/dice.md has the grammar. */
import type { Die } from '../../../plugins/api/index.ts'

/** The bounds of what may be written. Each has its own refusal. */
export const notationLimits = {
  /** Characters of the text. */
  characters: 200,
  /** Terms joined by + and -. */
  terms: 20,
  /** Dice thrown in all, before any explode. */
  dice: 1_000,
  /** Sides of a die. */
  sides: 1_000_000,
  /** A number that stands alone, or is multiplied by another. */
  number: 1_000_000,
  /** A number that dice are multiplied by, from 1. */
  times: 1_000,
  /** Further throws of one exploding die. */
  rerolls: 100,
} as const

/** Dice in words: terms to be added up in order, at least one of them dice. */
export interface Expression {
  readonly terms: readonly Term[]
}

export type Term = DiceTerm | NumberTerm

/** A group of like dice. */
export interface DiceTerm {
  readonly kind: 'dice'
  readonly sign: 1 | -1
  /** What the kept faces' sum is multiplied by, 1 to 1,000. */
  readonly times: number
  /** Dice thrown, 1 to 1,000. */
  readonly count: number
  readonly die: Die
  /** The highest face brings a further throw of the same die, a die of its own to `keep`. */
  readonly explode: boolean
  /** Absent: every face counts. */
  readonly keep?: Keep
}

/** Which faces count. `count` is at least 1, and leaves at least one face to count. */
export interface Keep {
  readonly take: 'keep' | 'drop'
  readonly end: 'highest' | 'lowest'
  readonly count: number
}

/** A plain number, 0 or more. */
export interface NumberTerm {
  readonly kind: 'number'
  readonly sign: 1 | -1
  readonly value: number
}

/** The same dice in the shortest words, which read as the same expression: `2D20KH1 + 3` is `2d20k1+3`. */
export function expressionText({ terms }: Expression): string {
  return terms.map((term, index) => `${term.sign < 0 ? '-' : index > 0 ? '+' : ''}${termText(term)}`).join('')
}

/** One term in the shortest words, without its sign: `4d10k3`, `2d6!*10`, `3`. */
export function termText(term: Term): string {
  if (term.kind === 'number') return String(term.value)
  const { count, die, explode, keep, times } = term
  let text = count === 1 ? die.id : `${count}${die.id}`
  if (explode) text += '!'
  if (keep) text += keepText(keep)
  return times === 1 ? text : `${text}*${times}`
}

function keepText({ take, end, count }: Keep): string {
  if (take === 'keep') return `${end === 'highest' ? 'k' : 'kl'}${count}`
  return `${end === 'highest' ? 'dh' : 'dl'}${count}`
}
