/** Takes over what another tool's file brings: shown first, written in one undoable step. */
import type { Field } from '../../plugins/api/index.ts'
import type { CharacterId, ImportChoice, ImportPreview, ImportResult, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import type { ImportEncounter, ImportEntry, ReadImport } from '../import/entry.ts'
import { toCsv, toTollkeeperJson, sheetToFields } from '../import/export.ts'
import { applyMapping, suggestMapping } from '../import/mapping.ts'
import { failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { followSheet } from './counters.ts'
import { insertCharacter, parseSheet, statsOf, type RosterDesk } from './roster.ts'

/** A file that was read and waits to be taken over. */
export interface WaitingImport {
  readonly fileName: string
  readonly read: ReadImport
}

const mostSamples = 3

/** Who was written, by what the file calls them. */
interface WhoCame {
  readonly byKey: Map<string, CharacterId>
  readonly byName: Map<string, CharacterId>
}

/** What a file would bring, and which of its fields would fill which stat. Nothing is written. */
export function previewImport(desk: RosterDesk, { fileName, read }: WaitingImport): ImportPreview {
  const { stats } = desk.declarations
  const sources = [...new Set(read.entries.flatMap(({ fields }) => Object.keys(fields)))].filter((source) => !isListPart(source, stats))
  return {
    fileName,
    format: read.format,
    entries: read.entries.map((entry) => ({ key: entry.key, name: entry.name, kind: entry.kind, tags: entry.tags, known: existing(desk, read, entry) !== undefined })),
    encounters: read.encounters.map(({ key, name, members }) => ({ key, name, members: members.reduce((sum, { count }) => sum + count, 0) })),
    fields: sources.slice(0, 500).map((source) => ({
      source,
      samples: [...new Set(read.entries.flatMap(({ fields }) => (fields[source] === undefined ? [] : [String(fields[source]).slice(0, 60)])))].slice(0, mostSamples),
    })),
    mapping: suggestMapping(read.entries, stats),
    left: read.left,
    repaired: read.repaired,
  }
}

/** Writes what was chosen: new ones are added, those of an earlier import are brought up to date, nobody twice. */
export function applyImport(desk: RosterDesk, door: Door, { fileName, read }: WaitingImport, { mapping, role, skip, skipEncounters }: ImportChoice): Reply<ImportResult> {
  const skipped = new Set(skip)
  const skippedEncounters = new Set(skipEncounters)
  const encounters = read.encounters.filter(({ key }) => !skippedEncounters.has(key))
  const problems: string[] = []
  const ready: { entry: ImportEntry; before: CharacterRecord | undefined; sheet: Omit<CharacterRecord, 'id'> }[] = []
  for (const entry of read.entries) {
    if (skipped.has(entry.key)) continue
    const before = existing(desk, read, entry)
    const mapped = applyMapping(entry, mapping, desk.declarations.stats)
    problems.push(...mapped.problems.map((problem) => `${entry.name}: ${problem}`))
    const kept = before ? statsOf(desk, { ...before, kind: entry.kind }) : {}
    const sheet = parseSheet(desk, { kind: entry.kind, name: entry.name, notes: entry.notes, tags: entry.tags, role: before && before.role !== 'copy' ? before.role : role, stats: { ...kept, ...mapped.stats } })
    if (!sheet.ok) return failed('refused', `${entry.name}: ${sheet.error.message} Nothing was imported.`)
    ready.push({ entry, before, sheet: { ...sheet.value, source: sourceOf(read, entry) } })
  }
  if (ready.length === 0 && encounters.length === 0) return failed('refused', 'Nothing of this file is chosen.')
  const counts = { created: 0, updated: 0, unchanged: 0 }
  return door.act(`importing ${fileName}`, (at) => {
    const ids: WhoCame = { byKey: new Map(), byName: new Map() }
    for (const { entry, before, sheet } of ready) {
      const id = writeEntry(desk, before, sheet, at, counts)
      ids.byKey.set(entry.key, id)
      ids.byName.set(fold(entry.name), id)
    }
    for (const encounter of encounters) writeEncounter(desk, read, encounter, ids, problems, counts)
    return { ...counts, problems: [...new Set(problems)] }
  })
}

/** The roster, or some of it, as a file of ours. */
export function exportRoster(desk: RosterDesk, as: 'json' | 'csv', characters: readonly CharacterId[] | undefined): string {
  const { records } = desk
  const chosen = records.characters.list().filter(({ id, role }) => role !== 'copy' && (characters === undefined || characters.includes(id as CharacterId)))
  const names = new Map(chosen.map(({ id, name }) => [id, name]))
  const entries = chosen.map((record): ImportEntry => ({ key: records.characters.keyOf(record.id), name: record.name, kind: record.kind, tags: record.tags, notes: record.notes, fields: sheetToFields(statsOf(desk, record)) }))
  if (as === 'csv') return toCsv(entries)
  const encounters = records.encounters.list().map(({ id, name, notes, members }) => ({
    key: records.encounters.keyOf(id),
    name,
    notes,
    members: members.flatMap(({ character, count, hidden }) => (names.has(character) ? [{ key: records.characters.keyOf(character), name: names.get(character) ?? '', count, hidden }] : [])),
  }))
  return toTollkeeperJson(entries, encounters.filter(({ members }) => members.length > 0))
}

/** Writes somebody new, or brings whoever was there up to date. */
export function writeEntry(desk: RosterDesk, before: CharacterRecord | undefined, sheet: Omit<CharacterRecord, 'id'>, at: number, counts: { created: number; updated: number; unchanged: number }): CharacterId {
  if (!before) {
    counts.created += 1
    return insertCharacter(desk, sheet, at)
  }
  const after = { ...before, ...sheet, stats: { ...before.stats, ...sheet.stats }, source: before.source, template: before.template }
  if (isSame(before, after)) counts.unchanged += 1
  else {
    counts.updated += 1
    desk.records.characters.update(after)
    followSheet(desk, before, after, at)
  }
  return before.id as CharacterId
}

function writeEncounter(desk: RosterDesk, read: ReadImport, encounter: ImportEncounter, imported: WhoCame, problems: string[], counts: { created: number; updated: number; unchanged: number }): void {
  const { encounters, characters } = desk.records
  const roster = characters.list().filter(({ role }) => role !== 'copy')
  const known = (key: string | undefined) => (key === undefined ? undefined : (characters.bySource(sourceOf(read, { key }))?.id as CharacterId | undefined))
  const members = encounter.members.flatMap(({ key, name, count, hidden }) => {
    const found = imported.byKey.get(key ?? '') ?? known(key) ?? imported.byName.get(fold(name)) ?? (roster.find((each) => fold(each.name) === fold(name))?.id as CharacterId | undefined)
    if (found === undefined) problems.push(`${encounter.name}: there is nobody called ${name}.`)
    const isSelf = found !== undefined && characters.get(found)?.role === 'self'
    return found === undefined ? [] : [{ character: found, count: isSelf ? 1 : count, hidden }]
  })
  const source = sourceOf(read, encounter)
  const before = encounters.bySource(source)
  const after = { name: encounter.name, notes: encounter.notes, members }
  if (!before) {
    encounters.create({ ...after, uuid: desk.uuid(), source })
    counts.created += 1
  } else if (JSON.stringify(after) === JSON.stringify({ name: before.name, notes: before.notes, members: before.members })) counts.unchanged += 1
  else {
    encounters.update({ id: before.id, ...after })
    counts.updated += 1
  }
}

/** Whom an entry was imported as before; of a table that we exported, whom it was made of; of encounter blocks, which know names alone, whoever is called so. */
function existing({ records }: RosterDesk, read: ReadImport, entry: ImportEntry): CharacterRecord | undefined {
  const known = records.characters.bySource(sourceOf(read, entry)) ?? (read.format === 'csv' && entry.key.includes(':') ? records.characters.bySource(entry.key) : undefined)
  if (known || read.format !== 'encounter-blocks') return known
  return records.characters.list().find(({ name, role }) => role !== 'copy' && fold(name) === fold(entry.name))
}

/** Our own files keep what somebody was first imported from. */
const sourceOf = ({ format }: ReadImport, { key }: Pick<ImportEntry, 'key'>): string => (format === 'tollkeeper' ? key : `${format}:${key}`)

const fold = (name: string): string => name.trim().toLocaleLowerCase()

/** Fields such as `skills.0.name` find their list by themselves. */
const isListPart = (source: string, stats: readonly Field[]): boolean => stats.some(({ id, type }) => type === 'list' && (source === id || source.startsWith(`${id}.`)))

export const isSame = (one: CharacterRecord, other: CharacterRecord): boolean =>
  one.kind === other.kind && one.name === other.name && one.notes === other.notes && one.role === other.role && JSON.stringify([one.tags, sorted(one.stats)]) === JSON.stringify([other.tags, sorted(other.stats)])

const sorted = (stats: CharacterRecord['stats']) => Object.entries(stats).toSorted(([a], [b]) => (a < b ? -1 : 1))

