/** From another tool's fields to a system's sheet. */
import type { Field, Row, Value } from '../../plugins/api/index.ts'
import { parseForm } from '../rules/fields.ts'
import { shorten } from './clean.ts'
import type { FieldValue } from './collect.ts'
import type { ImportEntry } from './entry.ts'
import { importLimits } from './entry.ts'
import { leadingNumber } from './words.ts'

/** Which stat a source field fills, by the name of the field. */
export type Mapping = Readonly<Record<string, string>>

export interface MappedSheet {
  /** Only what fitted; every other stat stays at its default. */
  readonly stats: Readonly<Record<string, Value>>
  /** What did not fit, in words. */
  readonly problems: readonly string[]
}

/** How a field may answer to a stat, the surest way first. */
const ways: readonly ((source: string, stat: Field) => boolean)[] = [
  (source, { id }) => source === id,
  (source, { aliases = [] }) => aliases.some((alias) => same(alias, source)),
  (source, { label }) => same(label, source),
  (source, { id, label, aliases = [] }) => [id, label, ...aliases].some((name) => same(name, lastPart(source))),
]

/** More different fields than any tool has; a hostile file may bring millions. */
const sourceLimit = 5_000

/** Suggests a mapping: never two fields onto one stat, never a stat that nobody who has the field has. */
export function suggestMapping(entries: readonly ImportEntry[], stats: readonly Field[]): Mapping {
  const kinds = new Map<string, Set<string>>()
  for (const { kind, fields } of entries) {
    for (const field of Object.keys(fields)) if (kinds.size < sourceLimit || kinds.has(field)) kinds.set(field, (kinds.get(field) ?? new Set()).add(kind))
  }
  const free = new Set(stats.filter(({ type }) => type !== 'list'))
  const mapping = new Map<string, string>()
  for (const answers of ways) {
    for (const [source, having] of kinds) {
      if (mapping.has(source)) continue
      const stat = [...free].find((one) => (one.for ?? ['pc', 'npc']).some((kind) => having.has(kind)) && answers(source, one))
      if (stat === undefined) continue
      mapping.set(source, stat.id)
      free.delete(stat)
    }
  }
  return Object.fromEntries(mapping)
}

/** An entry's sheet through a mapping. A list is put together from fields such as `skills.0.name`, which need no mapping. */
export function applyMapping(entry: ImportEntry, mapping: Mapping, stats: readonly Field[]): MappedSheet {
  const sheet = new Map<string, Value>()
  const problems: string[] = []
  for (const stat of stats) {
    if (stat.for && !stat.for.includes(entry.kind)) {
      const source = sourceOf(entry, mapping, stat)
      if (source !== undefined) problems.push(`${stat.label} is not for ${entry.kind === 'pc' ? "players' characters" : 'NPCs'}. ${shown(entry.fields[source] ?? '')} was left out.`)
      continue
    }
    const given = stat.type === 'list' ? rowsOf(entry, stat, problems) : valueOf(entry, mapping, stat, problems)
    if (given === undefined) continue
    const { input, problems: wrong } = parseForm([stat], { [stat.id]: given })
    const value = input[stat.id]
    if (wrong.length === 0 && value !== undefined) sheet.set(stat.id, value)
    for (const { message } of wrong) problems.push(`${message} ${shown(given)} was left out.`)
  }
  return { stats: Object.fromEntries(sheet), problems }
}

const sourceOf = ({ fields }: ImportEntry, mapping: Mapping, { id }: Field): string | undefined =>
  Object.keys(mapping).find((source) => mapping[source] === id && Object.hasOwn(fields, source))

function valueOf(entry: ImportEntry, mapping: Mapping, stat: Field, problems: string[]): Value | undefined {
  const source = sourceOf(entry, mapping, stat)
  const given = source === undefined ? undefined : entry.fields[source]
  return given === undefined ? undefined : convert(given, stat, problems)
}

/** As the stat's type wants it, where that is plain; else as it is, to be refused in words. */
function convert(given: FieldValue, stat: Field, problems: string[]): Value {
  switch (stat.type) {
    case 'number': {
      const read = typeof given === 'string' ? leadingNumber(given) : undefined
      if (read !== undefined && String(read) !== String(given).trim()) problems.push(`${stat.label}: ${shown(given)} was read as ${read}.`)
      return read ?? given
    }
    case 'text': {
      const text = String(given)
      if (text.length > importLimits.text) problems.push(`${stat.label} was cut to ${importLimits.text} characters.`)
      return text.slice(0, importLimits.text).toWellFormed()
    }
    case 'choice':
      return (stat.options ?? []).find(({ id, label }) => id === given || same(id, String(given)) || same(label, String(given)))?.id ?? given
    case 'flag':
      return flags.get(String(given).trim().toLowerCase()) ?? given
    case 'list':
      return given
  }
}

const flags: ReadonlyMap<string, boolean> = new Map([['true', true], ['yes', true], ['1', true], ['false', false], ['no', false], ['0', false]])

/** Rows in their order, numbered as they may be; a column that the list lacks is named once. */
function rowsOf({ fields }: ImportEntry, stat: Field, problems: string[]): readonly Row[] | undefined {
  const rows = new Map<number, Map<string, FieldValue>>()
  const unknown = new Set<string>()
  for (const [field, value] of Object.entries(fields)) {
    if (!field.startsWith(`${stat.id}.`)) continue
    const [, row, column] = /^(\d{1,6})\.(.+)$/.exec(field.slice(stat.id.length + 1)) ?? []
    if (row === undefined || column === undefined) continue
    const known = stat.columns?.find(({ id }) => id === column)
    if (known) rows.set(Number(row), (rows.get(Number(row)) ?? new Map()).set(column, convert(value, known, problems) as FieldValue))
    else unknown.add(column)
  }
  for (const column of unknown) problems.push(`${stat.label} has no "${shorten(column)}".`)
  if (rows.size === 0) return Object.hasOwn(fields, stat.id) && fields[stat.id] === '' ? [] : undefined
  return [...rows].sort(([one], [other]) => one - other).map(([, cells]) => Object.fromEntries(cells))
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
const lastPart = (source: string): string => source.slice(source.lastIndexOf('.') + 1)
const shown = (given: Value): string => (typeof given === 'object' ? 'The list' : typeof given === 'string' ? `"${shorten(given)}"` : String(given))
