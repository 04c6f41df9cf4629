/** A compendium: lists of records, as `{ "creatures": [...], "abilities": [...] }` or one list alone. */
import type { Collector, FieldValue } from './collect.ts'
import { flatten, toLine } from './flatten.ts'
import type { Json, JsonObject } from './json.ts'
import { get, isList, isObject, textOf } from './json.ts'
import { kindOf, leadingNumber } from './words.ts'

/** Lists of somebody, among lists of things. */
const people = /^(?:creatures?|npcs?|monsters?|characters?|pcs|players|adversar(?:y|ies)|bestiary|beasts|foes|enemies|people|actors)$/i

/** Often told as `6 points`, where a sheet wants the 6. */
const numbers = /^(?:level|health|damage|armou?r|hp|tier|rank)$/i

interface NamedList {
  readonly name: string
  readonly records: readonly Json[]
}

/** Whether there is a list of records that have names. */
export const isCompendium = (json: Json): boolean => listsOf(json).length > 0

export function readCompendium(json: Json, into: Collector): void {
  const lists = listsOf(json)
  const chosen = lists.filter(({ name }) => people.test(name))
  for (const list of chosen.length > 0 ? chosen : lists) {
    for (const record of list.records) {
      if (isObject(record)) readRecord(record, list.name, into)
      else into.leave('line that is no record', 'lines that are no records')
    }
  }
  if (chosen.length > 0) for (const { name, records } of lists) if (!people.test(name)) into.leave(`entry of ${name}`, `entries of ${name}`, records.length)
  if (!isObject(json)) return
  const read = new Set(lists.map(({ name }) => name))
  for (const [key, value] of json.entries) if ((isObject(value) || isList(value)) && !read.has(key)) into.leaveField(key)
}

function listsOf(json: Json): readonly NamedList[] {
  const lists = isList(json) ? [{ name: '', records: json }] : isObject(json) ? json.entries.flatMap(([name, value]) => (isList(value) ? [{ name, records: value }] : [])) : []
  return lists.filter(({ name, records }) => records.some((record) => isObject(record) && (nameOf(record) !== undefined || people.test(name))))
}

const nameOf = (record: JsonObject): string | undefined => textOf(record, 'name') ?? textOf(record, 'Name')

const known = new Set(['name', 'Name', 'id', '_id', 'Id', 'tags', 'notes'])

function readRecord(record: JsonObject, list: string, into: Collector): void {
  const { fields, lines } = flatten({ entries: record.entries.filter(([key]) => !known.has(key)) })
  const texts = fields.flatMap(([field, value]) => (typeof value === 'string' && !/^(?:kind|type)$/i.test(field) && leadingNumber(value) !== Number(value) ? [toLine(field, value)] : []))
  const ownTags = get(record, 'tags')
  const id = get(record, 'id') ?? get(record, '_id') ?? get(record, 'Id')
  into.add({
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : undefined,
    name: nameOf(record),
    kind: kindOf(list.replace(/s$/, '')) === 'pc' && !/^characters?$/i.test(list) ? 'pc' : kindOf(textOf(record, 'kind') ?? textOf(record, 'type')),
    tags: isList(ownTags) ? ownTags.filter((tag) => typeof tag === 'string') : typeof ownTags === 'string' ? ownTags.split(/[,;]/) : [],
    notes: [...(textOf(record, 'notes') === undefined ? [] : [textOf(record, 'notes') ?? '']), ...texts, ...lines],
    fields: fields.map(([field, value]) => [field, numbers.test(field) ? toNumber(value) : value] as const),
  })
}

const toNumber = (value: FieldValue): FieldValue => (typeof value === 'string' ? (leadingNumber(value) ?? value) : value)
