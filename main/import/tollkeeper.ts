/** Our own JSON: what the app itself exports. */
import type { Collector, FieldValue } from './collect.ts'
import type { ImportMember, RefusedImport } from './entry.ts'
import { refuse } from './entry.ts'
import type { Json, JsonObject } from './json.ts'
import { get, isList, isObject, textOf } from './json.ts'
import { kindOf } from './words.ts'

/** The version of the shape that is written. */
export const exportVersion = 1

export const isTollkeeper = (json: Json): json is JsonObject => isObject(json) && get(json, 'tollkeeper') !== undefined

/** Answers with the refusal, if there is one. */
export function readTollkeeper(file: JsonObject, into: Collector): RefusedImport | undefined {
  const version = get(file, 'tollkeeper')
  if (version !== exportVersion) {
    const newer = typeof version === 'number' && version > exportVersion
    return refuse(newer ? `The file has version ${version}; this app reads version ${exportVersion}.` : 'The file names no version that this app knows.', newer ? 'Update to read it.' : 'Export it again and try that.')
  }
  leaveUnknown(file, ['tollkeeper', 'characters', 'encounters'], into)
  for (const record of recordsOf(file, 'characters', into)) readCharacter(record, into)
  for (const record of recordsOf(file, 'encounters', into)) readEncounter(record, into)
  return undefined
}

function readCharacter(record: JsonObject, into: Collector): void {
  leaveUnknown(record, ['key', 'name', 'kind', 'tags', 'notes', 'fields'], into)
  const fields = get(record, 'fields')
  const tags = get(record, 'tags')
  const kept = isObject(fields) ? fields.entries.filter((pair): pair is readonly [string, FieldValue] => ['number', 'string', 'boolean'].includes(typeof pair[1])) : []
  if (isObject(fields)) into.leave('value that can’t be kept', 'values that can’t be kept', fields.entries.length - kept.length)
  into.add({
    id: textOf(record, 'key'),
    needsId: true,
    name: textOf(record, 'name'),
    kind: kindOf(textOf(record, 'kind')),
    tags: isList(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    notes: [textOf(record, 'notes') ?? ''],
    fields: kept,
  })
}

function readEncounter(record: JsonObject, into: Collector): void {
  leaveUnknown(record, ['key', 'name', 'notes', 'members'], into)
  const members = recordsOf(record, 'members', into).map((member): ImportMember => {
    leaveUnknown(member, ['key', 'name', 'count', 'hidden'], into)
    const key = textOf(member, 'key')
    const count = get(member, 'count')
    return { ...(key !== undefined && { key }), name: textOf(member, 'name') ?? '', count: typeof count === 'number' && Number.isSafeInteger(count) ? count : 1, hidden: get(member, 'hidden') === true }
  })
  into.addEncounter({ id: textOf(record, 'key'), name: textOf(record, 'name'), notes: [textOf(record, 'notes') ?? ''], members })
}

function recordsOf(object: JsonObject, key: string, into: Collector): readonly JsonObject[] {
  const list = get(object, key)
  const records = isList(list) ? list.filter(isObject) : []
  if (isList(list)) into.leave('line that is no record', 'lines that are no records', list.length - records.length)
  return records
}

function leaveUnknown(object: JsonObject, known: readonly string[], into: Collector): void {
  for (const [key] of object.entries) if (!known.includes(key)) into.leaveField(key)
}
