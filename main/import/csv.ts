/** A table with a header row: one creature a row, a column for its name, the other columns fields. */
import { findSeparator, isNumber, parseCell, parseCsv } from './cells.ts'
import type { Collector, FieldValue } from './collect.ts'
import type { OwnColumn } from './columns.ts'
import { headingToField, ownColumnOf } from './columns.ts'
import type { RefusedImport } from './entry.ts'
import { importLimits, refuse } from './entry.ts'
import { kindOf } from './words.ts'

/** Whether the first line is a header with a column for names. */
export function isCsv(text: string): boolean {
  const header = parseCsv(/^[^\r\n]*/.exec(text)?.[0] ?? '', findSeparator(text))
  return header.ok && (header.rows[0]?.cells ?? []).some((cell) => ownColumnOf(cell) === 'name')
}

interface Column {
  readonly own: OwnColumn | undefined
  readonly field: string
}

/** Answers with the refusal, if there is one. */
export function readCsv(text: string, into: Collector): RefusedImport | undefined {
  const parsed = parseCsv(text, findSeparator(text))
  if (!parsed.ok) return refuse(`The file ends in the middle: the quote in line ${parsed.at} is never closed.`, 'Export it again and try that.')
  const [header, ...rows] = parsed.rows
  if ((header?.cells.length ?? 0) > importLimits.fields) return refuse(`It has more than ${importLimits.fields} columns.`, 'Leave out those that you need not.')
  const columns = columnsOf(header?.cells ?? [], into)
  const last = rows.at(-1)
  if (last && !parsed.ended && last.cells.length < columns.length) return refuse(`The file ends in the middle of line ${last.at}.`, 'Export it again and try that.')
  for (const { at, cells } of rows) {
    if (cells.every((cell) => cell === '')) continue
    if (cells.length < columns.length) into.mend(`Line ${at} has fewer cells than the header; the missing ones count as empty`)
    if (cells.length > columns.length) into.leave('cell beyond the header', 'cells beyond the header', cells.length - columns.length)
    readRow(columns, cells.map(parseCell), into)
  }
  return undefined
}

/** A heading that stands there twice gets a number. The first column of ours counts, the next is a field. */
function columnsOf(cells: readonly string[], into: Collector): readonly Column[] {
  const seen = new Set<string>()
  return cells.map((cell, index) => {
    const heading = parseCell(cell)
    const own = ownColumnOf(heading)
    if (own !== undefined && !seen.has(`own ${own}`)) {
      seen.add(`own ${own}`)
      return { own, field: '' }
    }
    const wanted = headingToField(heading) || `Column ${index + 1}`
    let field = wanted
    for (let place = 2; seen.has(`field ${field}`); place += 1) field = `${wanted} ${place}`
    if (field !== heading && field !== headingToField(heading)) into.mend(heading === '' ? `Column ${index + 1} has no heading` : `Two columns are called "${heading.slice(0, 60)}"; one is now "${field.slice(0, 60)}"`)
    seen.add(`field ${field}`)
    return { own: undefined, field }
  })
}

function readRow(columns: readonly Column[], cells: readonly string[], into: Collector): void {
  const own = (wanted: OwnColumn): string => cells[columns.findIndex((column) => column.own === wanted)] ?? ''
  const typed = columns.findIndex(({ field }) => /^type$/i.test(field))
  const hasKeys = columns.some((column) => column.own === 'key')
  into.add({
    ...(hasKeys && { id: own('key'), needsId: true }),
    name: own('name'),
    kind: kindOf(own('kind') || cells[typed]),
    tags: own('tags').split(/[,;]/),
    notes: own('notes') === '' ? [] : [own('notes')],
    fields: columns.flatMap((column, index) => (column.own === undefined && (cells[index] ?? '') !== '' ? [[column.field, toValue(cells[index] ?? '')] as const] : [])),
  })
}

function toValue(cell: string): FieldValue {
  if (isNumber(cell)) return Number(cell)
  return cell === 'true' ? true : cell === 'false' ? false : cell
}
