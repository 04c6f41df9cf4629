import type { Field, Row, Source, Value } from '../../plugins/api/index.ts'

/** What a form may be filled from: stats and counter values by id. */
export interface Sheet {
  readonly stats: Readonly<Record<string, Value>>
  readonly counters: Readonly<Record<string, number>>
}

export interface FilledForm {
  /** Entered values, else those found on the sheet. Not yet checked; defaults not filled in. */
  readonly raw: Readonly<Record<string, Value>>
  /** Largest values by field id, where `maxFrom` finds a number on the sheet. */
  readonly limits: Readonly<Record<string, number>>
  /** The row in use of each list. */
  readonly picks: Readonly<Record<string, number>>
}

/**
 * Fills a form from a sheet: what the GM entered stands, the rest comes from each field's `from`.
 * A list whose row nobody picked gives its first row to fields that must be given, nothing to others.
 */
export function fillForm(
  fields: readonly Field[],
  entered: Readonly<Record<string, Value>>,
  picks: Readonly<Record<string, number>>,
  sheet: Sheet | undefined,
): FilledForm {
  const raw: Record<string, Value> = { ...entered }
  const limits: Record<string, number> = {}
  const used: Record<string, number> = {}
  if (!sheet) return { raw, limits, picks: used }

  const needsRow = (list: string): boolean =>
    fields.some((field) => field.default === undefined && !field.optional && typeof field.from === 'string' && listOf(field.from) === list)
  const find = (source: Source): Value | undefined => {
    if (typeof source !== 'string' && 'stat' in source) {
      const option = String(sheet.stats[source.stat])
      return entryOf(source.is, option)
    }
    const path = typeof source === 'string' ? source : entryOf(source.of, String(valueOf(source.by)))
    if (path === undefined) return undefined
    const list = listOf(path)
    if (list === undefined) return sheet.stats[path] ?? sheet.counters[path]
    const rows = sheet.stats[list]
    const pick = picks[list] ?? (needsRow(list) ? 0 : undefined)
    if (!Array.isArray(rows) || pick === undefined || pick < 0 || pick >= rows.length) return undefined
    used[list] = pick
    return (rows as readonly Row[])[pick]?.[path.slice(list.length + 1)]
  }
  const valueOf = (id: string): Value | undefined => raw[id] ?? fields.find((field) => field.id === id)?.default

  // Fields that follow another field's value come last, when that value is known.
  const inOrder = fields.some(followsField) ? fields.toSorted((a, b) => Number(followsField(a)) - Number(followsField(b))) : fields
  for (const field of inOrder) {
    const found = field.from !== undefined ? find(field.from) : undefined
    if (raw[field.id] === undefined && found !== undefined) raw[field.id] = found
    const limit = field.maxFrom !== undefined ? find(field.maxFrom) : undefined
    if (typeof limit === 'number') limits[field.id] = limit
  }
  return { raw, limits, picks: used }
}

const followsField = ({ from }: Field): boolean => typeof from === 'object' && 'by' in from

const listOf = (path: string): string | undefined => (path.includes('.') ? path.slice(0, path.indexOf('.')) : undefined)

/** An entry of its own, never one that every object has. */
const entryOf = <T>(entries: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(entries, key) ? entries[key] : undefined)
