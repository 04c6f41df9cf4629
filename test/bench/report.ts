/** The figures of a run: one row for each, as a table or as JSON. */

/** A figure and what it is held against. */
export interface Row {
  readonly name: string
  readonly unit: 'ns' | 'ms' | 'kB'
  readonly value: number
  /** The bare measure of the same run, or the fixed figure where the budget is one. */
  readonly limit: number
  /** `value / limit`. */
  readonly ratio: number
  /** The largest `ratio` that is fine. */
  readonly budget: number
  /** Whether `ratio` is within the budget, or `value` low enough by itself. */
  readonly ok: boolean
  /** The budget in words, for the table. */
  readonly words: string
}

type Measured = Pick<Row, 'name' | 'unit' | 'value'>

/** A figure that may be `budget` times its limit. Up to `enough` it is fine whatever the limit is. */
export function held({ name, unit, value }: Measured, limit: number, budget: number, enough = 0): Row {
  const ratio = value / limit
  const words = `≤ ${budget} ×${enough > 0 ? ` or ≤ ${enough} ${unit}` : ''}`
  return { name, unit, value, limit, ratio, budget, ok: ratio <= budget || value <= enough, words }
}

/** A figure with a fixed budget. `bare` is shown beside it, where there is something to compare with. */
export function fixed(measured: Measured, most: number): Row {
  return { ...held(measured, most, 1), words: `≤ ${most} ${measured.unit}` }
}

export function toJson(rows: readonly Row[]): string {
  return JSON.stringify(Object.fromEntries(rows.map(({ name, value, limit, ratio, budget, ok }) => [name, { value, limit, ratio, budget, ok }])))
}

export function toTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, unit, value, limit, ratio, words, ok }) => [
    name,
    `${figure(value)} ${unit}`,
    `${figure(limit)} ${unit}`,
    figure(ratio),
    words,
    ok ? 'ok' : 'MISSED',
  ])
  const table = [['what', 'value', 'limit', 'ratio', 'budget', ''], ...cells]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? []
  const isNumber = (column: number): boolean => column >= 1 && column <= 3
  return table
    .map((line) => line.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ').trimEnd())
    .join('\n')
}

/** Three digits that count. */
const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))
