/** Reads dice in words. docs/dice.md has the grammar; each function here reads one rule of it. */
import type { Die } from '../../../plugins/api/index.ts'
import { notationLimits as limits } from './expression.ts'
import type { DiceTerm, Expression, Keep, Term } from './expression.ts'

/** `at` and `length` mark the place in UTF-16 units; `length` is 0 where something is missing at the end. */
export type NotationRefusal = { readonly ok: false; readonly at: number; readonly length: number; readonly message: string }

export type ParsedNotation = { readonly ok: true; readonly expression: Expression } | NotationRefusal

/**
 * Reads dice in words, such as `3d6+2` or `4d10k3`, in either case and with spaces around + - *.
 * Refuses anything else with the place and what was expected, in words for the GM.
 */
export function parseNotation(text: string): ParsedNotation {
  const cursor: Cursor = { text, at: 0, dice: 0, refusal: undefined }
  const terms = readTerms(cursor)
  // A reader that gives nothing has said why.
  return terms ? { ok: true, expression: { terms } } : (cursor.refusal as NotationRefusal)
}

interface Cursor {
  readonly text: string
  at: number
  /** Dice read so far, in all. */
  dice: number
  refusal: NotationRefusal | undefined
}

function readTerms(cursor: Cursor): readonly Term[] | undefined {
  const { text } = cursor
  if (text.length > limits.characters) {
    return refuse(cursor, limits.characters, text.length, `The text has ${text.length} characters; ${limits.characters} is the most`)
  }
  skipSpaces(cursor)
  if (cursor.at === text.length) return refuse(cursor, cursor.at, cursor.at, 'There is nothing to roll yet: write dice, such as d20 or 3d6+2')

  const first = readTerm(cursor, readSign(cursor) ?? 1)
  if (!first) return undefined
  const terms = [first]
  let last = first
  while (cursor.at < text.length) {
    const sign = readSign(cursor)
    if (!sign) return unexpectedAfter(cursor, last)
    if (terms.length === limits.terms) return refuse(cursor, cursor.at, text.length, `There are more than ${limits.terms} terms; ${limits.terms} is the most`)
    const term = readTerm(cursor, sign)
    if (!term) return undefined
    terms.push(term)
    last = term
  }
  if (cursor.dice === 0) return refuse(cursor, 0, text.length, 'There are no dice in this: write dice, such as d20 or 3d6+2')
  return terms
}

function unexpectedAfter(cursor: Cursor, term: Term): undefined {
  const code = codeAt(cursor)
  if (isTimes(code)) return refuse(cursor, cursor.at, cursor.at + 1, 'Found a second "*" in one term, expected + or -')
  const spaced = isSpace(cursor.text.charCodeAt(cursor.at - 1))
  unexpected(cursor, term.kind === 'dice' && term.times === 1 && !spaced ? '!, k, d, +, - or *' : '+, - or *')
}

/** term = factor [ "*" factor ], at most one of them dice; and the spaces after it. */
function readTerm(cursor: Cursor, sign: 1 | -1): Term | undefined {
  const start = cursor.at
  const one = readFactor(cursor, sign)
  if (one === undefined) return undefined
  const end = cursor.at
  skipSpaces(cursor)
  if (!isTimes(codeAt(cursor))) return typeof one === 'number' ? { kind: 'number', sign, value: one } : one

  cursor.at += 1
  skipSpaces(cursor)
  const second = cursor.at
  const other = readFactor(cursor, sign)
  if (other === undefined) return undefined
  const secondEnd = cursor.at
  skipSpaces(cursor)
  if (typeof one === 'number') {
    if (typeof other === 'number') return { kind: 'number', sign, value: one * other }
    return multiplied(cursor, other, one, start, end)
  }
  if (typeof other === 'number') return multiplied(cursor, one, other, second, secondEnd)
  return refuse(cursor, second, secondEnd, 'Dice can be multiplied by a number, not by other dice')
}

function multiplied(cursor: Cursor, dice: DiceTerm, times: number, at: number, end: number): DiceTerm | undefined {
  if (times >= 1 && times <= limits.times) return { ...dice, times }
  return refuse(cursor, at, end, `Dice can be multiplied by 1 to ${grouped(limits.times)}, not by ${grouped(times)}`)
}

/** factor = number | [ number ] die { "!" | keep } */
function readFactor(cursor: Cursor, sign: 1 | -1): DiceTerm | number | undefined {
  const start = cursor.at
  const number = readDigits(cursor)
  if (lowerAt(cursor) === letter.d) return readDice(cursor, sign, start, number)
  if (number === undefined) return unexpected(cursor, 'dice or a number, such as 3d6 or 2')
  if (number <= limits.number) return number
  return refuse(cursor, start, cursor.at, `A number can be ${grouped(limits.number)} at most`)
}

function readDice(cursor: Cursor, sign: 1 | -1, start: number, number: number | undefined): DiceTerm | undefined {
  const count = number ?? 1
  cursor.dice += count
  if (count === 0) return refuse(cursor, start, cursor.at, `0 dice are nothing to roll: 1 to ${grouped(limits.dice)} were expected`)
  if (cursor.dice > limits.dice) {
    // The mark stands on the number, or on the d where none is written.
    const end = Math.max(cursor.at, start + 1)
    return refuse(cursor, start, end, `A roll can have ${grouped(limits.dice)} dice at most, all terms together; this makes ${grouped(cursor.dice)}`)
  }
  const die = readDie(cursor)
  if (!die) return undefined

  let explode = false
  let keep: Keep | undefined
  for (;;) {
    const at = cursor.at
    const next = lowerAt(cursor)
    if (next === letter.bang) {
      if (explode) return refuse(cursor, at, at + 1, 'Found a second "!": one is enough, the dice explode as often as they show their highest face')
      cursor.at += 1
      if (die.from === die.to) return refuse(cursor, start, cursor.at, `${die.id} can't explode: it would never stop`)
      explode = true
    } else if (next === letter.k || next === letter.d) {
      const read = readKeep(cursor, next, count)
      if (!read) return undefined
      if (keep) return refuse(cursor, at, cursor.at, 'Dice take one keep or drop, and this is a second')
      keep = read
    } else {
      const dice: DiceTerm = { kind: 'dice', sign, times: 1, count, die, explode }
      return keep ? { ...dice, keep } : dice
    }
  }
}

const dieOf = (sides: number): Die => ({ id: `d${sides}`, from: 1, to: sides })
/** Those that are asked for often, by their sides. */
const usual: readonly Die[] = Array.from({ length: 101 }, (_, sides) => dieOf(sides))
const fate: Die = { id: 'dF', from: -1, to: 1, faces: ['-', '0', '+'] }

/** die = "d" ( number | "%" | "F" ) */
function readDie(cursor: Cursor): Die | undefined {
  cursor.at += 1
  const at = cursor.at
  const sides = readDigits(cursor)
  if (sides !== undefined) {
    if (sides >= 1 && sides <= limits.sides) return usual[sides] ?? dieOf(sides)
    return refuse(cursor, at, cursor.at, `A die can have 1 to ${grouped(limits.sides)} sides`)
  }
  const next = lowerAt(cursor)
  if (next !== letter.f && next !== letter.percent) return unexpected(cursor, 'the number of sides, such as 6, % or F')
  cursor.at += 1
  return next === letter.f ? fate : (usual[100] as Die)
}

/** keep = ( "k" | "d" ) [ "h" | "l" ] [ number ]; a lone "d" needs its number, as it may be a die begun. */
function readKeep(cursor: Cursor, first: number, dice: number): Keep | undefined {
  const start = cursor.at
  cursor.at += 1
  const take = first === letter.k ? 'keep' : 'drop'
  const side = lowerAt(cursor)
  const named = side === letter.h || side === letter.l
  if (named) cursor.at += 1
  const end = (named ? side === letter.h : take === 'keep') ? 'highest' : 'lowest'
  const number = readDigits(cursor)
  if (number === undefined && take === 'drop' && !named) return unexpected(cursor, 'how many dice to drop')
  const count = number ?? 1
  const most = take === 'keep' ? dice : dice - 1
  if (count >= 1 && count <= most) return { take, end, count }
  const group = dice === 1 ? '1 die' : `${grouped(dice)} dice`
  const range = most === 0 ? "can't be dropped" : `can ${take} 1${most > 1 ? ` to ${grouped(most)}` : ''}, not ${grouped(count)}`
  return refuse(cursor, start, cursor.at, `${group} ${range}`)
}

const letter = { d: 100, f: 102, h: 104, k: 107, l: 108, bang: 33, percent: 37 } as const

/** What comes next; 0 at the end. */
const codeAt = ({ text, at }: Cursor): number => (at < text.length ? text.charCodeAt(at) : 0)

/** The same with letters in lower case. */
function lowerAt(cursor: Cursor): number {
  const code = codeAt(cursor)
  return code >= 65 && code <= 90 ? code + 32 : code
}

function readDigits(cursor: Cursor): number | undefined {
  const start = cursor.at
  let number = 0
  for (;;) {
    const digit = codeAt(cursor) - 48
    if (!(digit >= 0 && digit <= 9)) return cursor.at > start ? number : undefined
    number = number * 10 + digit
    cursor.at += 1
  }
}

/** + or -, also as typed on a phone, and the spaces after it. */
function readSign(cursor: Cursor): 1 | -1 | undefined {
  const code = codeAt(cursor)
  const sign = code === 43 ? 1 : code === 45 || code === 0x2212 || code === 0x2013 ? -1 : undefined
  if (!sign) return undefined
  cursor.at += 1
  skipSpaces(cursor)
  return sign
}

const isTimes = (code: number): boolean => code === 42 || code === 0xd7
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 0xa0

function skipSpaces(cursor: Cursor): void {
  while (isSpace(codeAt(cursor))) cursor.at += 1
}

function refuse(cursor: Cursor, at: number, end: number, message: string): undefined {
  cursor.refusal = { ok: false, at, length: end - at, message }
}

/** What other tools would take here. */
const unsupported: Readonly<Record<string, string>> = {
  '/': 'there is no division',
  '(': 'there are no brackets',
  ')': 'there are no brackets',
  '{': 'there are no brackets',
  '[': 'there are no brackets',
  '<': 'there are no comparisons',
  '>': 'there are no comparisons',
  '=': 'there are no comparisons',
  r: 'there is no reroll',
  x: 'exploding dice are written with !',
  '.': 'numbers are whole and written without points',
  ',': 'numbers are whole and written without commas',
}

function unexpected(cursor: Cursor, expected: string): undefined {
  const { text, at } = cursor
  const point = text.codePointAt(at)
  if (point === undefined) return refuse(cursor, at, at, `The text ends too early: expected ${expected}`)
  const found = String.fromCodePoint(point)
  const inDice = 'dfk!%'.includes(found.toLowerCase()) && isSpace(text.charCodeAt(at - 1))
  const why = inDice ? 'dice are written without spaces, as in 4d6k3' : unsupported[found.toLowerCase()]
  refuse(cursor, at, at + found.length, `Found "${found}", expected ${expected}${why ? ` (${why})` : ''}`)
}

const grouped = (number: number): string => (number <= Number.MAX_SAFE_INTEGER ? number.toLocaleString('en') : 'that many')
