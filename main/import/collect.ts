/** Gathers what a format's reader finds: gives keys, cleans texts, keeps count of what is left and repaired. */
import type { CharacterKind } from '../../plugins/api/index.ts'
import type { Mend } from './clean.ts'
import { cleanLine, cleanText, shorten } from './clean.ts'
import type { ImportEncounter, ImportEntry, ImportMember, Parsed, ReadImport } from './entry.ts'
import { importLimits as limits, refuse } from './entry.ts'

export type FieldValue = ImportEntry['fields'][string]

/** An entry as its reader found it. */
export interface EntryDraft {
  readonly id?: string | undefined
  /** This format gives everything an id, so that a missing one is worth a word. */
  readonly needsId?: boolean
  readonly name?: string | undefined
  readonly kind: CharacterKind
  readonly tags?: readonly string[]
  readonly notes?: readonly string[]
  readonly fields?: readonly (readonly [name: string, value: FieldValue])[]
}

export interface EncounterDraft {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly notes?: readonly string[]
  readonly members: readonly ImportMember[]
}

export interface Collector {
  readonly mend: Mend
  /** Something isn't taken over. The same words are said once, with the sum. */
  leave(one: string, many: string, count?: number): void
  /** An entry has a field that this format doesn't know. */
  leaveField(name: string): void
  add(draft: EntryDraft): void
  addEncounter(draft: EncounterDraft): void
  /** Whether an entry has this name already. */
  has(name: string): boolean
  finish(format: ReadImport['format']): Parsed
}

/** @param mended what was repaired before the format was known. */
export function createCollector(mended: readonly string[]): Collector {
  const entries: ImportEntry[] = []
  const encounters: ImportEncounter[] = []
  const names = new Set<string>()
  const left = new Map<string, { many: string; count: number }>()
  const fields = new Map<string, number>()
  const repaired = new Set(mended)
  const withoutId: string[] = []
  const entryKeys = createKeys()
  const encounterKeys = createKeys()
  let tooMany = 0

  const mend: Mend = (what) => void repaired.add(what)
  const leave: Collector['leave'] = (one, many, count = 1) => {
    if (count > 0) left.set(one, { many, count: (left.get(one)?.count ?? 0) + count })
  }

  function name(given: string | undefined, otherwise: string, count: number): string {
    const cleaned = given === undefined ? '' : cleanLine(given, limits.name, `The name "${shorten(given)}"`, mend)
    if (cleaned !== '') return cleaned
    const made = `${otherwise} ${count + 1}`
    mend(`One had no name and was called "${made}"`)
    return made
  }

  /** Its own id, or its name; a second one of the same gets a number. */
  function key(keys: Keys, id: string | undefined, called: string): string {
    const own = id === undefined ? '' : cleanLine(id, limits.key, `The id of "${called}"`, mend)
    const [given, place] = keys.take(own === '' ? `name:${called}` : own)
    if (own !== '' && place > 1) mend(`The id "${shorten(own)}" stood there more than once; "${shorten(called)}" got another`)
    return given
  }

  function tagsOf(tags: readonly string[]): readonly string[] {
    const cleaned = tags.map((tag) => cleanLine(tag.replace(/[,;]+/g, ' '), limits.tag, 'A tag', mend)).filter((tag) => tag !== '')
    const different = [...new Set(cleaned)]
    leave('tag', 'tags', different.length - limits.tags)
    return different.slice(0, limits.tags)
  }

  /** A table has the same few names in each of its rows. */
  const cleanedNames = new Map<string, string>()
  function fieldNameOf(given: string): string {
    const known = cleanedNames.get(given)
    if (known !== undefined) return known
    const cleaned = cleanLine(given, limits.fieldName, 'The name of a field', mend)
    cleanedNames.set(given, cleaned)
    return cleaned
  }

  function fieldsOf(found: EntryDraft['fields'] = []): ImportEntry['fields'] {
    const kept = new Map<string, FieldValue>()
    for (const [given, value] of found) {
      const called = fieldNameOf(given)
      if (called === '' || (typeof value === 'number' && !Number.isFinite(value))) leave('value that can’t be kept', 'values that can’t be kept')
      else if (kept.has(called)) leave('value of a field that stands there twice', 'values of fields that stand there twice')
      else if (kept.size >= limits.fields) leave(`field beyond ${limits.fields}`, `fields beyond ${limits.fields}`)
      else kept.set(called, typeof value === 'string' ? cleanText(value, limits.text, `The field "${shorten(called)}"`, mend) : value)
    }
    return Object.fromEntries(kept)
  }

  const notesOf = (notes: readonly string[] = [], called: string): string => cleanText(notes.join('\n\n'), limits.notes, `The notes of "${shorten(called)}"`, mend).trim()

  return {
    mend,
    leave,
    leaveField: (field) => void fields.set(field, (fields.get(field) ?? 0) + 1),
    add(draft) {
      if (entries.length >= limits.entries) return void (tooMany += 1)
      const called = name(draft.name, 'Nameless', entries.length)
      if (draft.needsId && (draft.id ?? '').trim() === '') withoutId.push(called)
      names.add(called)
      entries.push({ key: key(entryKeys, draft.id, called), name: called, kind: draft.kind, tags: tagsOf(draft.tags ?? []), notes: notesOf(draft.notes, called), fields: fieldsOf(draft.fields) })
    },
    addEncounter(draft) {
      if (encounters.length >= limits.entries) return void (tooMany += 1)
      const called = name(draft.name, 'Encounter', encounters.length)
      encounters.push({ key: key(encounterKeys, draft.id, called), name: called, notes: notesOf(draft.notes, called), members: sumMembers(draft.members, mend) })
    },
    has: (called) => names.has(cleanLine(called, limits.name, '', () => undefined)),
    finish(format) {
      if (tooMany > 0) return refuse(`The file holds ${(entries.length + tooMany).toLocaleString('en')} entries; at most ${limits.entries.toLocaleString('en')} are read.`, 'Split it into smaller files.')
      if (entries.length + encounters.length === 0) return refuse('Nobody is in this file.', 'Export it again with its characters or creatures.')
      if (withoutId.length > 0) mend(`No id, so the name stands for it: ${listed(withoutId)}`)
      const unknown = [...fields].map(([field, count]) => `unknown field "${shorten(field)}" of ${count} ${count === 1 ? 'entry' : 'entries'}`)
      const counted = [...left].map(([one, { many, count }]) => `${count} ${count === 1 ? one : many}`)
      return { ok: true, value: { format, entries, encounters, left: short([...counted, ...unknown]), repaired: short([...repaired]) } }
    },
  }
}

interface Keys {
  /** A key that is free, and the how-manyth it is of its kind. */
  take(wanted: string): readonly [key: string, place: number]
}

function createKeys(): Keys {
  const places = new Map<string, number>()
  const taken = new Set<string>()
  return {
    take(wanted) {
      let place = (places.get(wanted) ?? 0) + 1
      const at = (): string => (place === 1 ? wanted : `${wanted}#${place}`)
      while (taken.has(at())) place += 1
      places.set(wanted, place)
      taken.add(at())
      return [at(), place]
    },
  }
}

/** The same one twice is one with the sum. */
function sumMembers(members: readonly ImportMember[], mend: Mend): readonly ImportMember[] {
  const sums = new Map<string, ImportMember>()
  for (const member of members) {
    const called = cleanLine(member.name, limits.name, 'A name in an encounter', mend)
    if (called === '') continue
    const id = JSON.stringify([called, member.hidden, member.key])
    const wanted = (sums.get(id)?.count ?? 0) + member.count
    const count = Math.min(Math.max(wanted, 1), limits.count)
    if (count !== wanted) mend(`"${shorten(called)}" came ${wanted} times in an encounter; now ${count}`)
    sums.set(id, { ...(member.key !== undefined && { key: member.key }), name: called, count, hidden: member.hidden })
  }
  return [...sums.values()]
}

const listed = (names: readonly string[]): string => names.slice(0, 20).map(shorten).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '')

const lineLimit = 200
const short = (lines: readonly string[]): readonly string[] => (lines.length <= lineLimit ? lines : [...lines.slice(0, lineLimit), `${lines.length - lineLimit} more of these`])
