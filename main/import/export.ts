/** Entries as files, to be read again here or by other tools. */
import type { Value } from '../../plugins/api/index.ts'
import { toCell } from './cells.ts'
import { fieldToHeading, ownColumns } from './columns.ts'
import type { ImportEncounter, ImportEntry } from './entry.ts'
import { exportVersion } from './tollkeeper.ts'

/** Reading it gives the same entries and encounters. */
export const toTollkeeperJson = (entries: readonly ImportEntry[], encounters: readonly ImportEncounter[] = []): string =>
  `${JSON.stringify({ tollkeeper: exportVersion, characters: entries, encounters }, undefined, 2)}\n`

/** Reading it gives the same entries, but that a text which is a number, `true` or `false` becomes one, and an empty text goes. */
export function toCsv(entries: readonly ImportEntry[]): string {
  const fields = [...new Set(entries.flatMap((entry) => Object.keys(entry.fields)))]
  const header = [...ownColumns, ...fields.map(fieldToHeading)]
  const rows = entries.map((entry) => [entry.key, entry.name, entry.kind, entry.tags.join('; '), entry.notes, ...fields.map((field) => (Object.hasOwn(entry.fields, field) ? String(entry.fields[field]) : ''))])
  return [header, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n') + '\r\n'
}

/** A sheet as flat fields: the rows of a list become `skills.0.name`, a list without rows an empty text. `applyMapping` puts them together again. */
export const sheetToFields = (stats: Readonly<Record<string, Value>>): ImportEntry['fields'] =>
  Object.fromEntries(
    Object.entries(stats).flatMap(([id, value]) =>
      typeof value !== 'object' || value.length === 0
        ? [[id, typeof value === 'object' ? '' : value] as const]
        : value.flatMap((row, index) => Object.entries(row).map(([column, cell]) => [`${id}.${index}.${column}`, cell] as const)),
    ),
  )
