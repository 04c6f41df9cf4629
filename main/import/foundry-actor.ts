/** One actor exported from Foundry, of any game: name, type, and the game's own data under `system`. */
import type { Collector } from './collect.ts'
import { flatten, toLine } from './flatten.ts'
import { htmlToMarkdown } from './html.ts'
import type { Json, JsonObject } from './json.ts'
import { get, isList, isObject, textOf } from './json.ts'
import { kindOf } from './words.ts'

/** Older versions keep under `data` what newer ones keep under `system`. */
const dataOf = (actor: JsonObject): JsonObject | undefined => [get(actor, 'system'), get(actor, 'data')].find(isObject)

export const isFoundryActor = (json: Json): json is JsonObject => isObject(json) && dataOf(json) !== undefined && (textOf(json, 'type') !== undefined || isList(get(json, 'items')))

const taken = new Set(['_id', 'name', 'type', 'system', 'data', 'items'])

/** What Foundry keeps for itself, in words. */
const ownWords: ReadonlyMap<string, string> = new Map([
  ['img', 'its picture'],
  ['prototypeToken', 'its token'],
  ['token', 'its token'],
  ['effects', 'its effects'],
  ['flags', 'data of modules'],
])
const bookkeeping = new Set(['_stats', 'folder', 'sort', 'ownership', 'permission', '_key'])

export function readFoundryActor(actor: JsonObject, into: Collector): void {
  const type = textOf(actor, 'type')
  const { fields, lines } = flatten(dataOf(actor) ?? { entries: [] }, 'system.')
  // Settings of a sheet are short texts, too; only what reads like prose is worth a note.
  const texts = fields.flatMap(([field, value]) => (typeof value === 'string' && (value.length > 60 || htmlToMarkdown(value) !== value) ? [toLine(field.slice(field.lastIndexOf('.') + 1), value)] : []))
  const kind = kindOf(type)
  into.add({
    id: textOf(actor, '_id'),
    name: textOf(actor, 'name'),
    kind,
    tags: kind === 'pc' || type === undefined || /^npc$/i.test(type) ? [] : [type],
    notes: [...texts, ...lines, ...itemsToLines(get(actor, 'items'), into)],
    fields,
  })
  for (const [key, value] of actor.entries) {
    if (taken.has(key) || bookkeeping.has(key) || isEmpty(value)) continue
    const words = ownWords.get(key)
    if (words === undefined) into.leaveField(key)
    else into.leave(`actor with ${words}`, `actors with ${words}`)
  }
}

/** An actor's items by their names; a sheet's lists differ too much between games. */
function itemsToLines(items: Json | undefined, into: Collector): readonly string[] {
  const records = isList(items) ? items.filter(isObject) : []
  into.leave('item, but for its name in the notes', 'items, but for their names in the notes', records.length)
  const namesByType = new Map<string, string[]>()
  for (const item of records) {
    const type = textOf(item, 'type') ?? 'item'
    const names = namesByType.get(type) ?? []
    names.push(textOf(item, 'name') ?? 'nameless')
    namesByType.set(type, names)
  }
  return [...namesByType].map(([type, names]) => toLine(type, names.join('; ')))
}

const isEmpty = (value: Json): boolean => value === null || value === '' || (isList(value) && value.length === 0) || (isObject(value) && value.entries.length === 0)
