/** The cells of a CSV file, read and written. */

/** What a row of a file holds, and where it begins. */
export interface CsvRow {
  /** Line in the file, from 1. */
  readonly at: number
  readonly cells: readonly string[]
}

export type ParsedCsv = { readonly ok: true; readonly rows: readonly CsvRow[]; readonly ended: boolean } | { readonly ok: false; readonly at: number }

/** The sign that splits the header into most cells. */
export function findSeparator(text: string): string {
  const header = /^[^\r\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (sign: string): number => header.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** The quote that a cell may begin with. */
const opens = /[^\S\r\n\t]*"/y

/** Refused where a quote is never closed. Blank lines are no rows. `ended`: the last row has its line break. */
export function parseCsv(text: string, separator: string): ParsedCsv {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let at = 0
  let line = 1
  let start = 1
  const endRow = (): void => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ at: start, cells })
    cells = []
    start = line
  }
  while (at < text.length) {
    opens.lastIndex = at
    const quote = opens.exec(text)
    if (quote !== null) {
      const from = at + quote[0].length
      let end = text.indexOf('"', from)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) return { ok: false, at: line }
      const inner = text.slice(from, end)
      line += inner.split(/\r\n|\n|\r/).length - 1
      const rest = endOfCell(text, end + 1, separator)
      cells.push(inner.replaceAll('""', '"') + text.slice(end + 1, rest).trimEnd())
      at = rest
    } else {
      const end = endOfCell(text, at, separator)
      cells.push(text.slice(at, end).trim())
      at = end
    }
    if (text[at] === separator) {
      at += 1
      if (at >= text.length) cells.push('')
      continue
    }
    if (at >= text.length) break
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    endRow()
  }
  const ended = cells.length === 0
  if (!ended) endRow()
  return { ok: true, rows, ended }
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === separator || sign === '\n' || sign === '\r') return at
  }
  return text.length
}

/** A spreadsheet takes a cell that begins with one of these for a formula; an apostrophe before it stops that. */
const formula = /^'*\s*[=+\-−@\t\r]/

/** A cell as it is written. `parseCell` gives the same text back. */
export function toCell(text: string): string {
  const safe = !isNumber(text) && formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, without the apostrophe that stops a formula. */
export const parseCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

/** Whether this is how a number is written, so that `007` stays a text. */
export const isNumber = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) && String(Number(text)) === text
