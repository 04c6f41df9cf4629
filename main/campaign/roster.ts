import type { CharacterKind, Field, Holder, Value } from '../../plugins/api/index.ts'
import type { Character, CharacterId, CharacterInput, Condition, CounterValues, Problem, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import { parseForm } from '../rules/fields.ts'
import type { HeldCondition } from '../rules/fight.ts'
import { done, failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { counterValues, followSheet, startCounters, type CounterDesk } from './counters.ts'

/** What the roster's use cases stand on. */
export interface RosterDesk extends CounterDesk {
  readonly uuid: () => string
}

export function createCharacter(desk: RosterDesk, door: Door, input: CharacterInput): Reply<CharacterId> {
  const sheet = parseSheet(desk, input)
  if (!sheet.ok) return sheet
  return door.act(`adding ${sheet.value.name}`, (at) => insertCharacter(desk, sheet.value, at))
}

/** A tag as it is kept: one line, without the signs that part tags in files. */
export const toTag = (text: string): string => text.replace(/[;,\s]+/g, ' ').trim()

/** What a sheet holds of itself before anything is entered. */
export const blankSheet = { notes: '', template: null, tags: [], source: null } as const

/** Writes a new character with its counters; the transaction is the caller's. */
export function insertCharacter(desk: RosterDesk, sheet: Omit<CharacterRecord, 'id'>, at: number): CharacterId {
  const id = desk.records.characters.create({ ...sheet, uuid: desk.uuid() }, at)
  startCounters(desk, sheet.kind, { character: id }, sheet.stats)
  return id as CharacterId
}

export function updateCharacter(desk: RosterDesk, door: Door, { id, ...input }: CharacterInput & { id: CharacterId }): Reply<null> {
  const before = desk.records.characters.get(id)
  if (!before) return gone()
  if (before.role === 'self' && input.role === 'template' && desk.records.fights.withCharacter(id).length > 0)
    return failed('refused', `${before.name} is in a fight as itself and can't become a template before it has left. Nothing was changed.`, [{ side: 0, field: 'role', message: 'It is in a fight as itself.' }])
  const kept = declaredStats(desk, { ...before, kind: input.kind })
  const sheet = parseSheet(desk, { notes: before.notes, tags: before.tags, ...input, role: before.role === 'copy' ? undefined : (input.role ?? before.role), stats: { ...kept, ...input.stats } })
  if (!sheet.ok) return sheet
  // What an older version of the system declared is kept, though nothing shows it.
  const after = { id, ...sheet.value, ...(before.role === 'copy' && { role: before.role }), template: before.template, source: before.source, stats: { ...before.stats, ...sheet.value.stats } }
  return door.act(`changes to ${after.name}`, (at) => {
    desk.records.characters.update(after)
    followSheet(desk, before, after, at)
    return null
  })
}

/** Deletes somebody. `leave` takes it out of its fights first. */
export function deleteCharacter({ records }: RosterDesk, door: Door, id: CharacterId, leave: (at: number) => void): Reply<null> {
  const character = records.characters.get(id)
  if (!character) return gone()
  return door.act(`deleting ${character.name}`, (at) => {
    leave(at)
    records.characters.delete(id)
    return null
  })
}

/** Everybody, by name. */
export function listCharacters(desk: CounterDesk): readonly Character[] {
  const counters = desk.records.counters.ofCharacters()
  const conditions = desk.records.conditions.ofCharacters()
  return desk.records.characters.list().map((record) => toView(desk, record, counters.get(record.id) ?? {}, conditions.get(record.id) ?? []))
}

/** One character, or undefined when it isn't there. */
export function getCharacter(desk: CounterDesk, id: number): Character | undefined {
  const record = desk.records.characters.get(id)
  return record && toView(desk, record, desk.records.counters.of({ character: id }), desk.records.conditions.of(id))
}

/** Somebody as the system sees it: declared stats and counters alone, complete. */
export function holderOfRecord(desk: CounterDesk, record: CharacterRecord): Holder {
  const counters = Object.entries(valuesOf(desk, record)).map(([id, { value }]) => [id, value])
  return { name: record.name, kind: record.kind, stats: statsOf(desk, record), counters: Object.fromEntries(counters) as Holder['counters'] }
}

/** Somebody's counters with their bounds. */
export const valuesOf = (desk: CounterDesk, record: CharacterRecord): CounterValues =>
  counterValues(desk, record.kind, desk.records.counters.of({ character: record.id }), statsOf(desk, record))

/** The fields of a kind of character's sheet. */
export const sheetOf = ({ declarations }: Pick<CounterDesk, 'declarations'>, kind: CharacterKind): readonly Field[] =>
  declarations.stats.filter(({ for: kinds }) => (kinds ?? [kind]).includes(kind))

/** What a form is filled from and the screen shows: declared stats alone, complete. */
export const statsOf = (desk: CounterDesk, record: CharacterRecord): Character['stats'] =>
  parseForm(sheetOf(desk, record.kind), declaredStats(desk, record)).input

function declaredStats(desk: CounterDesk, { kind, stats }: Pick<CharacterRecord, 'kind' | 'stats'>): CharacterRecord['stats'] {
  const declared: Record<string, Value> = {}
  for (const { id } of sheetOf(desk, kind)) if (stats[id] !== undefined) declared[id] = stats[id]
  return declared
}

function toView(desk: CounterDesk, record: CharacterRecord, counters: Readonly<Record<string, number>>, conditions: readonly HeldCondition[]): Character {
  const stats = statsOf(desk, record)
  const { kind, name, notes, role, tags, template } = record
  return { id: record.id as CharacterId, kind, name, stats, notes, role, ...(template !== null && { template: template as CharacterId }), tags, counters: counterValues(desk, kind, counters, stats), conditions: conditions.map(toCondition) }
}

/** A condition as the screen shows it. */
const toCondition = ({ id, label, condition, until }: HeldCondition): Condition => ({
  id,
  label,
  ...(condition !== undefined && { condition }),
  ...(until && { until: { fight: until.fight, anchor: until.anchor, edge: until.edge, left: until.left } }),
})

/** Checks a whole sheet against what the system declares for its kind of character. */
export function parseSheet(desk: Pick<CounterDesk, 'declarations'>, { kind, name, stats, notes = '', role = 'self', tags = [] }: Omit<CharacterInput, 'role'> & { readonly role?: CharacterInput['role'] | undefined }): Reply<Omit<CharacterRecord, 'id'>> {
  const trimmed = name.trim()
  const sheet = parseForm(sheetOf(desk, kind), stats)
  const problems: Problem[] = sheet.problems.map(({ field, message }) => ({ side: 0, field, message }))
  if (trimmed === '') problems.unshift({ side: 0, field: 'name', message: 'A name is needed.' })
  const [first] = problems
  if (first) return failed('refused', first.message, problems)
  return done({ kind, name: trimmed, stats: sheet.input, notes, role: kind === 'pc' ? 'self' : role, template: null, tags: [...new Set(tags.map(toTag))].filter((tag) => tag !== ''), source: null })
}

const gone = (): Reply<never> => failed('missing', 'That character is not there any more. Undo brings a deleted one back.')
