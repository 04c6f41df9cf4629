/** Random tables as plain text: how they are read, and what a roll on one gives. Pure. */
import { drawFace } from './dice.ts'
import { expressionText, type DiceTerm, type Expression } from './notation/expression.ts'
import { oddsOfNotation } from './notation/odds.ts'
import { parseNotation } from './notation/parse.ts'
import { rollNotation } from './notation/roll.ts'

/** A table that was read. */
export interface RandomTable {
  readonly dice: Expression
  /** In the order of the text. */
  readonly rows: readonly TableRow[]
  /** Names of the tables that its rows roll on. */
  readonly calls: readonly string[]
}

export interface TableRow {
  /** Totals that give it, both inclusive. */
  readonly from: number
  readonly to: number
  readonly text: string
}

export type ParsedTable = { readonly ok: true; readonly table: RandomTable } | { readonly ok: false; readonly line: number; readonly message: string }

/** What a roll gave: the words with everything nested in them, and each throw on the way. */
export type TableResult =
  | { readonly ok: true; readonly text: string; readonly throws: readonly TableThrow[] }
  | { readonly ok: false; readonly message: string }

export interface TableThrow {
  /** Which table, or the dice in words inside a row. */
  readonly what: string
  readonly dice: string
  readonly faces: readonly string[]
  readonly total: number
}

const mostRows = 2_000
/** Tables inside tables, rows that roll again: from here on it doesn't end. */
const deepest = 20
const mostThrows = 500

/**
 * Reads a table. A first line of dice alone says what is rolled. Rows begin with a number or a range
 * (`1-3 text`), which then must cover each total once; without numbers each row counts once, or `3x`
 * so often. `[[Name]]` in a row rolls on that table, `{2d6}` rolls dice.
 */
export function parseTable(text: string): ParsedTable {
  const lines = text.split(/\r?\n/).map((line, index) => ({ text: line.trim(), line: index + 1 })).filter((line) => line.text !== '')
  const [first] = lines
  if (!first) return wrong(1, 'A table needs a row at least, for example: 1-3 A wolf.')
  const dice = diceOf(first.text)
  const rest = dice ? lines.slice(1) : lines
  if (rest.length === 0) return wrong(first.line, 'A table needs a row at least below its dice.')
  if (rest.length > mostRows) return wrong(rest[mostRows]?.line ?? 1, `A table has at most ${mostRows} rows.`)
  const ranged = rest.map((row) => ({ ...row, range: rangeOf(row.text) }))
  const numbered = ranged.filter(({ range }) => range).length
  if (numbered > 0 && numbered < rest.length) {
    const odd = ranged.find(({ range }) => !range)
    return wrong(odd?.line ?? 1, 'This row has no number, and others have. Number all rows or none.')
  }
  return numbered > 0 ? numberedTable(ranged as readonly Ranged[], dice) : weightedTable(rest, dice)
}

/** Rolls on a table. `find` gives the table of a name. */
export function rollTable(name: string, table: RandomTable, find: (name: string) => RandomTable | undefined, random: () => number): TableResult {
  const throws: TableThrow[] = []
  const roll = (what: string, dice: Expression): number => {
    const rolled = rollNotation(dice, (die) => drawFace(die, random))
    const faces = rolled.groups.flatMap((group) => group.faces.map(({ face, shown }) => shown ?? String(face)))
    throws.push({ what, dice: expressionText(dice), faces, total: rolled.total })
    return rolled.total
  }
  const on = (called: string, current: RandomTable, depth: number): string => {
    if (depth > deepest) throw new Endless(`“${called}” leads to itself again and again. Nothing was rolled.`)
    if (throws.length > mostThrows) throw new Endless(`This would take more than ${mostThrows} throws. Nothing was rolled.`)
    const total = roll(called, current.dice)
    const row = current.rows.find(({ from, to }) => total >= from && total <= to)
    const words = row?.text ?? ''
    return words.replaceAll(/\[\[([^[\]]+)\]\]|\{([^{}]+)\}/g, (whole, other: string | undefined, notation: string | undefined) => {
      if (other !== undefined) {
        const next = find(other.trim())
        if (!next) throw new Endless(`There is no table “${other.trim()}” that “${called}” could roll on. Nothing was rolled.`)
        return on(other.trim(), next, depth + 1)
      }
      const read = parseNotation(notation ?? '')
      return read.ok ? String(roll(notation?.trim() ?? '', read.expression)) : whole
    })
  }
  try {
    return { ok: true, text: on(name, table, 0), throws }
  } catch (error) {
    if (error instanceof Endless) return { ok: false, message: error.message }
    throw error
  }
}

/** The names on a way from a table back to itself, or undefined where there is none. Letters' case doesn't count. */
export function loopOf(name: string, tables: ReadonlyMap<string, RandomTable>): readonly string[] | undefined {
  const seen = new Set<string>()
  const walk = (current: string, path: readonly string[]): readonly string[] | undefined => {
    for (const call of tables.get(current.toLowerCase())?.calls ?? []) {
      if (call.toLowerCase() === name.toLowerCase()) return [...path, call]
      if (seen.has(call.toLowerCase())) continue
      seen.add(call.toLowerCase())
      const found = walk(call, [...path, call])
      if (found) return found
    }
    return undefined
  }
  return walk(name, [name])
}

class Endless extends Error {}

interface Line {
  readonly text: string
  readonly line: number
}
interface Ranged extends Line {
  readonly range: TableRow
}

function numberedTable(rows: readonly Ranged[], given: Expression | undefined): ParsedTable {
  const backwards = rows.find(({ range }) => range.from > range.to)
  if (backwards) return wrong(backwards.line, `${backwards.range.from} to ${backwards.range.to} runs backwards.`)
  const highest = Math.max(...rows.map(({ range }) => range.to))
  const dice = given ?? single(highest)
  if (!dice) return wrong(rows[0]?.line ?? 1, 'Without dice in its first line, a table begins at 1.')
  const bounds = boundsOf(dice)
  const sorted = rows.toSorted((a, b) => a.range.from - b.range.from)
  let next = bounds.low
  for (const { range, line } of sorted) {
    if (range.from < next) return wrong(line, range.from < bounds.low ? `${range.from} can't come up on ${expressionText(dice)}.` : `${range.from} is in another row already.`)
    if (range.from > next) return wrong(line, `No row is for ${range.from - 1 === next ? next : `${next} to ${range.from - 1}`}.`)
    next = range.to + 1
  }
  if (next - 1 > bounds.high) return wrong(sorted.at(-1)?.line ?? 1, `${next - 1} can't come up on ${expressionText(dice)}.`)
  if (next - 1 < bounds.high) return wrong(sorted.at(-1)?.line ?? 1, `No row is for ${next === bounds.high ? next : `${next} to ${bounds.high}`}, which ${expressionText(dice)} may come to.`)
  return done(dice, rows.map(({ range }) => range))
}

function weightedTable(lines: readonly Line[], given: Expression | undefined): ParsedTable {
  const rows: TableRow[] = []
  const low = given ? boundsOf(given).low : 1
  let next = low
  for (const { text, line } of lines) {
    const [, times, words] = /^(\d{1,4})\s*[x×]\s+(.+)$/i.exec(text) ?? []
    const weight = times === undefined ? 1 : Number(times)
    if (weight < 1) return wrong(line, 'A row that never comes up has no place in a table.')
    rows.push({ from: next, to: next + weight - 1, text: words ?? text })
    next += weight
  }
  if (!given) {
    const dice = single(next - 1)
    return dice ? done(dice, rows) : wrong(1, 'The rows together count too often.')
  }
  const { high } = boundsOf(given)
  if (next - 1 !== high) return wrong(lines.at(-1)?.line ?? 1, `The rows are for ${next - low} totals, and ${expressionText(given)} may come to ${high - low + 1}.`)
  return done(given, rows)
}

/** The rows with what they roll on. */
const done = (dice: Expression, rows: readonly TableRow[]): ParsedTable => ({
  ok: true,
  table: { dice, rows, calls: [...new Set(rows.flatMap(({ text }) => [...text.matchAll(/\[\[([^[\]]+)\]\]/g)].map(([, name = '']) => name.trim())))] },
})

const wrong = (line: number, message: string): ParsedTable => ({ ok: false, line, message })

/** Dice that stand alone in a line. */
function diceOf(text: string): Expression | undefined {
  if (!/\d*\s*d\s*[\d%]/i.test(text) || /[\p{L}]{2,}/u.test(text.replace(/d%?/gi, ' '))) return undefined
  const read = parseNotation(text.replace(/:$/, ''))
  return read.ok ? read.expression : undefined
}

/** One die with so many faces. */
function single(faces: number): Expression | undefined {
  // A table of one row needs no die.
  if (faces === 1) return { terms: [{ kind: 'number', sign: 1, value: 1 }] }
  const read = parseNotation(`d${faces}`)
  return read.ok ? read.expression : undefined
}

/** A number or range at the start: `7 text`, `1-3: text`, `01–05. text`. `00` is 100. */
function rangeOf(text: string): TableRow | undefined {
  const [, first, last, words] = /^(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?(?:\s*[.:)\t]\s*|\s+)(?![x×]\s)(.+)$/u.exec(text) ?? []
  if (first === undefined || words === undefined) return undefined
  const read = (digits: string): number => (/^0+$/.test(digits) && digits.length > 1 ? 10 ** digits.length : Number(digits))
  return { from: read(first), to: read(last ?? first), text: words.trim() }
}

/** The lowest and the highest total. Dice that explode have no highest; what is as good as impossible doesn't count. */
function boundsOf(dice: Expression): { readonly low: number; readonly high: number } {
  if (dice.terms.some((term) => term.kind === 'dice' && term.explode)) {
    const odds = oddsOfNotation(dice)
    const totals = odds.ok ? odds.outcomes.map(({ total }) => total) : []
    return { low: totals[0] ?? Infinity, high: totals.at(-1) ?? -Infinity }
  }
  let [low, high] = [0, 0]
  for (const term of dice.terms) {
    const [from, to] = term.kind === 'number' ? [1, 1] : [term.die.from, term.die.to]
    const times = term.sign * (term.kind === 'number' ? term.value : keptOf(term) * term.times)
    low += times * (times > 0 ? from : to)
    high += times * (times > 0 ? to : from)
  }
  return { low, high }
}

const keptOf = ({ count, keep }: DiceTerm): number => (!keep ? count : keep.take === 'keep' ? keep.count : count - keep.count)
