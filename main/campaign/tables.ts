import type { Reply, Table, TableId, TablePreview, TableRoll } from '../../preload/contract.ts'
import { expressionText } from '../rules/notation/expression.ts'
import { oddsOfNotation } from '../rules/notation/odds.ts'
import { done, failed } from '../rules/reply.ts'
import { loopOf, parseTable, rollTable, type RandomTable, type TableRow } from '../rules/tables.ts'
import type { Door } from './act.ts'
import { noteDeed } from './deeds.ts'
import type { Records } from './records.ts'

/** What random tables stand on. */
export interface TableDesk {
  readonly records: Records
  readonly uuid: () => string
  readonly random: () => number
}

/** Reads a table as it is typed: its rows with their chances, or the line that can't be read. */
export function previewTable(text: string): TablePreview {
  const parsed = parseTable(text)
  if (!parsed.ok) return { kind: 'problem', line: parsed.line, message: parsed.message }
  const { dice, rows, calls } = parsed.table
  const odds = oddsOfNotation(dice)
  const chances = new Map(odds.ok ? odds.outcomes.map(({ total, chance }) => [total, chance]) : [])
  const chanceOf = ({ from, to }: TableRow): number => {
    let sum = 0
    for (let total = from; total <= to; total += 1) sum += chances.get(total) ?? 0
    return sum
  }
  return { kind: 'table', dice: expressionText(dice), rows: rows.map((row) => ({ ...row, chance: chanceOf(row) })), calls }
}

export function createTable(desk: TableDesk, door: Door, table: Omit<Table, 'id'>): Reply<TableId> {
  const ready = readyTable(desk, table)
  return ready.ok ? door.act(`the table ${ready.value.name}`, () => desk.records.tables.create({ ...ready.value, uuid: desk.uuid() })) : ready
}

export function updateTable(desk: TableDesk, door: Door, { id, ...table }: Table): Reply<null> {
  if (!desk.records.tables.get(id)) return gone()
  const ready = readyTable(desk, table, id)
  if (!ready.ok) return ready
  return door.act(`the table ${ready.value.name}`, () => {
    desk.records.tables.update({ id, ...ready.value })
    return null
  })
}

export function deleteTable({ records }: TableDesk, door: Door, id: TableId): Reply<null> {
  const table = records.tables.get(id)
  if (!table) return gone()
  return door.act(`deleting ${table.name}`, () => {
    records.tables.delete(id)
    return null
  })
}

/** Rolls on a table with everything nested in it, and logs what came up with every face. */
export function rollOnTable(desk: TableDesk, door: Door, id: TableId): Reply<TableRoll> {
  const table = desk.records.tables.get(id)
  if (!table) return gone()
  const tables = readAll(desk)
  const read = tables.get(table.name.toLowerCase())
  if (!read) return failed('refused', `${table.name} can't be read any more. Open it to see why.`)
  const rolled = rollTable(table.name, read, (name) => tables.get(name.toLowerCase()), desk.random)
  if (!rolled.ok) return failed('refused', rolled.message)
  const explain = rolled.throws.map(({ what, dice, faces, total }) => `${what}: ${dice} rolled ${faces.join(', ')}${faces.length > 1 ? ` = ${total}` : ''}`)
  return door.act(`rolling on ${table.name}`, (at) => {
    noteDeed(desk, at, `${table.name}: ${rolled.text}`.slice(0, 2_000), explain, undefined)
    return { text: rolled.text, explain }
  })
}

/** A table that may be kept: named unlike any other, readable, and not leading back to itself. */
function readyTable(desk: TableDesk, { name, text }: Omit<Table, 'id'>, own?: TableId): Reply<Omit<Table, 'id'>> {
  const called = name.replace(/[[\]]/g, ' ').replace(/\s+/g, ' ').trim()
  const refuse = (field: string, message: string): Reply<never> => failed('refused', message, [{ side: 0, field, message }])
  if (called === '') return refuse('name', 'A table needs a name.')
  if (desk.records.tables.list().some((other) => other.id !== own && other.name.toLowerCase() === called.toLowerCase())) return refuse('name', `There is a table ${called} already.`)
  const parsed = parseTable(text)
  if (!parsed.ok) return refuse('text', `Line ${parsed.line}: ${parsed.message}`)
  const tables = readAll(desk, own)
  tables.set(called.toLowerCase(), parsed.table)
  const loop = loopOf(called, tables)
  if (loop) return refuse('text', `This would roll on itself: ${loop.join(' → ')}.`)
  return done({ name: called, text })
}

/** Every table that can be read, by its name in small letters. */
export function readAll({ records }: Pick<TableDesk, 'records'>, without?: TableId): Map<string, RandomTable> {
  const tables = new Map<string, RandomTable>()
  for (const { id, name, text } of records.tables.list()) {
    const parsed = id === without ? undefined : parseTable(text)
    if (parsed?.ok) tables.set(name.toLowerCase(), parsed.table)
  }
  return tables
}

const gone = (): Reply<never> => failed('missing', 'That table is not there any more. Undo brings a deleted one back.')
