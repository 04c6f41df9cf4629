/** The lists of a sheet that fill a check's form, and the rows one may pick. Pure. */
import type { Character } from '../../preload/contract.ts'
import type { Field, Row, Source } from '../../plugins/api/index.ts'

/** No row: the fields are filled by hand. */
export const noRow = -1

/** A list to pick a row of. */
export interface Picker {
  readonly list: string
  readonly label: string
  /** `name` is a row's without what it fills in. */
  readonly rows: readonly { readonly index: number; readonly label: string; readonly name: string }[]
  /** A field that must be given needs this list, so that its first row stands where none was picked. */
  readonly needed: boolean
}

/** The pickers of a form for this character, in the order in which its fields need them. */
export function pickersOf(fields: readonly Field[], stats: readonly Field[], character: Character | undefined): readonly Picker[] {
  if (!character) return []
  const lists = [...new Set(fields.flatMap((field) => [...pathsOf(field.from), ...pathsOf(field.maxFrom)].map(listOf)))]
  return lists.flatMap((list) => {
    const stat = stats.find(({ id, type }) => id === list && type === 'list')
    const rows = list === undefined ? undefined : character.stats[list]
    if (!stat || !Array.isArray(rows) || rows.length === 0) return []
    const fed = new Set(fields.flatMap((field) => pathsOf(field.from)).filter((path) => listOf(path) === list).map(columnOf))
    const needed = fields.some(
      (field) => field.default === undefined && !field.optional && typeof field.from === 'string' && listOf(field.from) === list,
    )
    return [
      {
        list: stat.id,
        label: stat.label,
        needed,
        rows: labelRows(stat, rows as readonly Row[], fed),
      },
    ]
  })
}

/** The lists of many sheets, with those rows alone that all of them have, by name. Indices are the first sheet's. */
export function sharedPickers(sheets: readonly (readonly Picker[])[]): readonly Picker[] {
  const [first = [], ...others] = sheets
  if (others.length === 0) return first
  return first.flatMap((picker) => {
    const rows = picker.rows.filter(({ name }) => others.every((sheet) => rowNamed(sheet, picker.list, name) !== undefined)).map((row) => ({ ...row, label: row.name }))
    return rows.length === 0 ? [] : [{ ...picker, rows }]
  })
}

/** The row of a list that is called so. */
export const rowNamed = (sheet: readonly Picker[], list: string, name: string): number | undefined => sheet.find((picker) => picker.list === list)?.rows.find((row) => row.name === name)?.index

/** The row in use of a list: the one picked while it is there, else the first where one is needed. */
export function pickedRow({ rows, needed }: Picker, pick: number | undefined): number {
  if (pick !== undefined && rows.some(({ index }) => index === pick)) return pick
  return needed ? (rows[0]?.index ?? noRow) : noRow
}

/** Whether the field is filled from this list. */
export const isFedBy = (field: Field, list: string): boolean => pathsOf(field.from).some((path) => listOf(path) === list)

/** Every row by its name, and by the value that it fills in where that is one: `Melee 62`. Of like ones, by all their names. */
function labelRows(stat: Field, rows: readonly Row[], fed: ReadonlySet<string>): Picker['rows'] {
  const short = rows.map((row) => rowLabel(stat, row, fed, 1))
  return rows.map((row, index) => {
    const alike = short.filter((label) => label === short[index]).length > 1
    const label = (alike ? rowLabel(stat, row, fed, Infinity) : short[index]) || `Row ${index + 1}`
    return { index, label, name: rowLabel(stat, row, new Set(), alike ? Infinity : 1) || label }
  })
}

function rowLabel(stat: Field, row: Row, fed: ReadonlySet<string>, names: number): string {
  const columns = stat.columns ?? []
  const wordsOf = (shown: (column: Field) => boolean): string =>
    columns.flatMap((column) => (shown(column) ? (cellInWords(column, row[column.id]) ?? []) : [])).join(' ')
  const values = columns.filter(({ id, type }) => fed.has(id) && type !== 'text')
  const named = columns.filter(({ type, id }) => type === 'text' && row[id] !== undefined && row[id] !== '').slice(0, names)
  return wordsOf((column) => named.includes(column) || (values.length === 1 && values.includes(column))) || wordsOf(({ id }) => fed.has(id))
}

function cellInWords({ options }: Field, value: Row[string] | undefined): string | undefined {
  if (value === undefined || value === '' || typeof value === 'boolean') return undefined
  return options?.find(({ id }) => id === value)?.label ?? String(value)
}

function pathsOf(source: Source | undefined): readonly string[] {
  if (source === undefined) return []
  if (typeof source === 'string') return [source]
  return 'stat' in source ? [source.stat] : Object.values(source.of)
}

const listOf = (path: string): string | undefined => (path.includes('.') ? path.slice(0, path.indexOf('.')) : undefined)
const columnOf = (path: string): string => path.slice(path.indexOf('.') + 1)
