/** What a package brings along, taken into a campaign: shown first, written in one undoable step. */
import type { Condition, Value } from '../../plugins/api/index.ts'
import type { ContentChoice, ContentPart, ContentPreview, ImportResult, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import { statsOfSample } from '../packages/content.ts'
import type { Brought } from '../packages/load.ts'
import { isPack, whyNotFor, whyOtherSheets, type Manifest } from '../packages/manifest.ts'
import { parseForm } from '../rules/fields.ts'
import { done, failed } from '../rules/reply.ts'
import { loopOf, parseTable } from '../rules/tables.ts'
import type { Sandbox } from '../sandbox/host.ts'
import type { Door } from './act.ts'
import { isSame, writeEntry } from './import.ts'
import { parseSheet, type RosterDesk } from './roster.ts'
import { readAll } from './tables.ts'

/** Whole sheets, tables and conditions, held against the system that they are for. */
export interface ReadyContent {
  readonly name: string
  readonly version: string
  readonly characters: readonly Omit<CharacterRecord, 'id'>[]
  readonly creatures: readonly Omit<CharacterRecord, 'id'>[]
  readonly tables: readonly { readonly name: string; readonly text: string }[]
  readonly conditions: readonly Condition[]
}

/** The parts in the order in which they are shown. */
const parts: readonly ContentPart[] = ['creatures', 'characters', 'tables', 'conditions']

/** Puts what a package brings together, built where it says so. What doesn't fit the system is refused by name. */
export async function readyContent({ declarations, build }: Pick<Sandbox, 'declarations' | 'build'>, settings: Readonly<Record<string, Value>>, { manifest, content }: Brought): Promise<Reply<ReadyContent>> {
  const sheetsOf = async (part: 'characters' | 'creatures'): Promise<Reply<readonly Omit<CharacterRecord, 'id'>[]>> => {
    const sheets: Omit<CharacterRecord, 'id'>[] = []
    for (const sample of content[part]) {
      const { name, kind } = sample
      let built: Readonly<Record<string, Value>> = {}
      if (sample.build) {
        const { input, problems } = parseForm(declarations.npc?.input ?? [], sample.build)
        const problem = declarations.npc ? problems[0]?.message : 'this system builds no NPCs.'
        if (problem !== undefined) return failed('refused', `"${name}" could not be built: ${problem}`)
        const answer = await build(input, { settings, actor: kind })
        if (!answer.ok) return failed('fault', `"${name}" could not be built: ${answer.fault.message}`)
        built = answer.value
      }
      const sheet = parseSheet({ declarations }, { kind, name, role: part === 'characters' ? 'self' : 'template', stats: statsOfSample(sample, declarations.stats, built) })
      if (!sheet.ok) return failed('refused', `"${name}" doesn't fit its system: ${sheet.error.message}`)
      sheets.push({ ...sheet.value, source: `content:${manifest.id}:${part}:${name}` })
    }
    return done(sheets)
  }
  const characters = await sheetsOf('characters')
  if (!characters.ok) return characters
  const creatures = await sheetsOf('creatures')
  if (!creatures.ok) return creatures
  // What the system says of a condition counts.
  const conditions = content.conditions.filter(({ id }) => !declarations.conditions.some((own) => own.id === id))
  const tables = content.tables.map(({ name, lines }) => ({ name, text: lines.join('\n') }))
  return done({ name: manifest.name, version: manifest.version, characters: characters.value, creatures: creatures.value, tables, conditions })
}

/** Why a package brings nothing for campaigns of a system, or undefined when it does. */
export function whyNotHere({ manifest, content }: Brought, system: Manifest): string | undefined {
  if (isPack(manifest) ? manifest.system.id !== system.id : manifest.id !== system.id) return `${manifest.name} is not for campaigns of ${system.name}.`
  return (isPack(manifest) ? whyNotFor(manifest, system) : undefined) ?? whyOtherSheets(manifest, content, system)
}

/** What would come, and what of it is there already. Nothing is written. */
export function previewContent(desk: RosterDesk, ready: ReadyContent): ContentPreview {
  const { name, version } = ready
  return { name, version, parts: parts.filter((part) => ready[part].length > 0).map((part) => ({ part, items: standings(desk, ready, part).map(({ called, before, isSame: same }) => ({ name: called, state: before ? (same ? 'same' : 'different') : 'new' })) })) }
}

/** Adds what isn't there yet; what is there otherwise stays as it is, or becomes as the package has it. */
export function addContent(desk: RosterDesk, door: Door, ready: ReadyContent, { leave, refresh }: ContentChoice): Reply<ImportResult> {
  const coming = { ...ready, ...Object.fromEntries(leave.map((part) => [part, []])) }
  const tables = readAll(desk)
  for (const { name, text } of coming.tables) {
    const parsed = parseTable(text)
    if (parsed.ok && (refresh || !tables.has(name.toLowerCase()))) tables.set(name.toLowerCase(), parsed.table)
  }
  const loop = coming.tables.map(({ name }) => loopOf(name, tables)).find((found) => found !== undefined)
  if (loop) return failed('refused', `With the tables that are here, one would roll on itself: ${loop.join(' → ')}. Nothing was added. Rename one of them first.`)
  return door.act(`adding ${ready.name}`, (at) => ({ ...writeContent(desk, coming, refresh, at), problems: [] }))
}

/** Writes what comes; the transaction is the caller's. */
export function writeContent(desk: RosterDesk, ready: ReadyContent, refresh: boolean, at: number) {
  const { records } = desk
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const count = ({ before, isSame: same }: Standing<unknown>): void => void (counts[!before ? 'created' : refresh && !same ? 'updated' : 'unchanged'] += 1)
  for (const { before, sheet } of [...sheetStandings(desk, ready.characters), ...sheetStandings(desk, ready.creatures)]) {
    if (before && !refresh) counts.unchanged += 1
    else writeEntry(desk, before, sheet, at, counts)
  }
  for (const table of tableStandings(desk, ready)) {
    const { before, name, text } = table
    if (!before) records.tables.create({ name, text, uuid: desk.uuid() })
    else if (refresh && !table.isSame) records.tables.update({ id: before.id, name: before.name, text })
    count(table)
  }
  const kept = new Map(records.campaigns.get().conditions.map((condition) => [condition.id, condition]))
  for (const each of conditionStandings(desk, ready)) {
    if (!each.before || refresh) kept.set(each.condition.id, each.condition)
    count(each)
  }
  if (ready.conditions.length > 0) records.campaigns.setConditions([...kept.values()])
  return counts
}

/** The campaign's conditions beside those that its system declares by now. */
export const addedConditions = ({ declarations, records }: RosterDesk): readonly Condition[] => records.campaigns.get().conditions.filter(({ id }) => !declarations.conditions.some((own) => own.id === id))

/** Something that comes, with what is there in its place. */
interface Standing<T> {
  readonly called: string
  readonly before: T | undefined
  readonly isSame: boolean
}

function standings(desk: RosterDesk, ready: ReadyContent, part: ContentPart): readonly Standing<unknown>[] {
  if (part === 'tables') return tableStandings(desk, ready)
  if (part === 'conditions') return conditionStandings(desk, ready)
  return sheetStandings(desk, ready[part])
}

/** Notes, tags and whether somebody is a template are the GM's own, whatever a package brings. */
const sheetStandings = ({ records }: RosterDesk, sheets: readonly Omit<CharacterRecord, 'id'>[]) =>
  sheets.map((coming) => {
    const before = records.characters.bySource(coming.source ?? '')
    const sheet = before ? { ...coming, notes: before.notes, tags: before.tags, role: coming.kind === 'pc' ? coming.role : before.role } : coming
    return { called: sheet.name, sheet, before, isSame: before !== undefined && isSame(before, { ...before, ...sheet, stats: { ...before.stats, ...sheet.stats } }) }
  })

/** A table is known by its name, as when one rolls on another. */
function tableStandings({ records }: RosterDesk, { tables }: Pick<ReadyContent, 'tables'>) {
  const here = new Map(records.tables.list().map((table) => [table.name.toLowerCase(), table]))
  return tables.map(({ name, text }) => {
    const before = here.get(name.toLowerCase())
    return { called: name, name, text, before, isSame: before?.text === text }
  })
}

function conditionStandings({ records }: RosterDesk, { conditions }: Pick<ReadyContent, 'conditions'>) {
  const here = records.campaigns.get().conditions
  return conditions.map((condition) => {
    const before = here.find(({ id }) => id === condition.id)
    return { called: condition.label, condition, before, isSame: before !== undefined && before.label === condition.label && before.help === condition.help && before.tone === condition.tone }
  })
}
