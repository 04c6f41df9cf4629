import type { Field, Value } from '../../../plugins/api/index.ts'
import type { CharacterId, CombatantId, Newcomer, PlaceId, Reply, Requests } from '../../../preload/contract.ts'
import type { CharacterRecord } from '../../db/stores/characters.ts'
import { noCursor, type Combatant, type Fight } from '../../rules/fight.ts'
import { mostOfAKind, numberNames, parseMuster, singulars, type Mustered } from '../../rules/muster.ts'
import { addPlace, type Newcomer as Entrant } from '../../rules/order.ts'
import { done, failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { buildNpc } from '../npc.ts'
import { blankSheet, insertCharacter, parseSheet } from '../roster.ts'
import type { SystemRunner } from '../system.ts'
import { onFight, saveFight, slotsOf, type FightDesk } from './desk.ts'
import { startFight } from './fights.ts'

/** Who comes: somebody who is itself in every fight, or so many copies of a sheet. */
type Arrival = { readonly hidden: boolean } & (
  | { readonly self: CharacterRecord }
  | {
      readonly copies: number
      readonly sheet: Omit<CharacterRecord, 'id'>
      /** What somebody made up on the spot is made of. */
      readonly from?: readonly string[]
    }
)

const emptyFight: Omit<Fight, 'id'> = { cursor: noCursor, places: [], combatants: [], conditions: [] }

/** The most combatants that a fight holds. */
const mostCombatants = 1_000

/** Adds characters by id or by words, all in one step. Only templates, and those made up on the spot, are copied. */
export async function addToFight(desk: FightDesk, door: Door, runner: SystemRunner, { fight: id, name, characters, words = '', sheet, hidden: allHidden = false, grouped = false }: Requests['fight.add']['input']): Promise<Reply<readonly CombatantId[]>> {
  const arrivals: Arrival[] = []
  for (const { id: character, count, hidden = allHidden } of characters) {
    const record = desk.records.characters.get(character)
    if (!record) return failed('missing', 'Somebody chosen is not there any more. Nobody was added.')
    const arrival = arrivalOf(record, count, hidden)
    if (!arrival.ok) return arrival
    arrivals.push(arrival.value)
  }
  const told = await arrivalsInWords(desk, runner, words, allHidden)
  if (!told.ok) return told
  arrivals.push(...told.value)
  if (sheet) {
    const parsed = parseSheet(desk, { kind: 'npc', ...sheet })
    if (!parsed.ok) return parsed
    arrivals.push({ hidden: allHidden, copies: 1, sheet: { ...parsed.value, role: 'copy' } })
  }
  if (arrivals.length === 0) return refusedWords('Choose or write who comes, for example: 3 wolves.')
  // Read only now: the fight may have gone on while the system was thinking.
  if (id === undefined) return bringIn(desk, door, undefined, arrivals, { grouped, name })
  return onFight(desk, id, (fight) => bringIn(desk, door, fight, arrivals, { grouped }))
}

/** Who would come by words; nobody does yet. */
export async function previewMuster(desk: FightDesk, runner: SystemRunner, words: string): Promise<Reply<readonly Newcomer[]>> {
  const arrivals = await arrivalsInWords(desk, runner, words, false)
  if (!arrivals.ok) return arrivals
  return done(
    arrivals.value.map((arrival): Newcomer => {
      if ('self' in arrival) return { name: arrival.self.name, count: 1, as: 'self', from: [] }
      const { copies, sheet, from } = arrival
      return { name: sheet.name, count: copies, as: from ? 'new' : 'copy', from: from ?? [] }
    }),
  )
}

/** Without a fight one is made, called `name`, in the same step. */
function bringIn(desk: FightDesk, door: Door, given: Fight | undefined, arrivals: readonly Arrival[], { grouped, name }: { readonly grouped: boolean; readonly name?: string | undefined }): Reply<readonly CombatantId[]> {
  const present = new Set((given?.combatants ?? []).flatMap(({ character }) => character ?? []))
  const seen = new Set<number>()
  for (const arrival of arrivals) {
    if (!('self' in arrival)) continue
    if (present.has(arrival.self.id as CharacterId) || seen.has(arrival.self.id)) return failed('refused', `${arrival.self.name} is in this fight already. Nobody was added.`)
    if (!desk.records.characters.get(arrival.self.id)) return failed('missing', `${arrival.self.name} is not there any more. Nobody was added.`)
    seen.add(arrival.self.id)
  }
  const count = arrivals.reduce((sum, arrival) => sum + ('self' in arrival ? 1 : arrival.copies), 0)
  if (present.size + count > mostCombatants) return failed('refused', `A fight holds at most ${mostCombatants} combatants. Nobody was added.`)
  return door.act(`adding ${describe(arrivals)}`, (at) => {
    const fight = given ?? newFight(desk, name, at)
    let after = fight
    const added: CombatantId[] = []
    const enter = (newcomers: readonly Entrant[]): void => {
      after = addPlace(after, desk.records.fights.newId() as PlaceId, newcomers, slotsOf(desk))
      added.push(...newcomers.map((each) => each.id))
    }
    const newcomer = (character: number, called: string, { hidden }: Arrival): Entrant => ({ id: desk.records.fights.newId() as CombatantId, character: character as CharacterId, name: called, hidden })
    for (const arrival of arrivals) {
      if ('self' in arrival) {
        enter([newcomer(arrival.self.id, arrival.self.name, arrival)])
        continue
      }
      const { sheet, copies } = arrival
      const names = numberNames(sheet.name, copies, after.combatants.flatMap((each) => [each.name, nameNow(desk, each)]))
      const newcomers = names.map((called) => newcomer(insertCharacter(desk, { ...sheet, name: called }, at), called, arrival))
      if (grouped) enter(newcomers)
      else for (const each of newcomers) enter([each])
    }
    saveFight(desk, fight, after)
    return added
  })
}

function newFight(desk: FightDesk, name: string | undefined, at: number): Fight {
  return { ...emptyFight, id: startFight(desk, name, at) }
}

function arrivalOf(record: CharacterRecord, count: number, hidden: boolean): Reply<Arrival> {
  const { id, ...sheet } = record
  if (record.role === 'template') return done({ hidden, copies: count, sheet: { ...sheet, role: 'copy', template: id, source: null } })
  if (count > 1) return failed('refused', `${record.name} is one of a kind, so only one can come. Make a template on the sheet to bring several.`)
  return done({ hidden, self: record })
}

async function arrivalsInWords(desk: FightDesk, runner: SystemRunner, words: string, hidden: boolean): Promise<Reply<readonly Arrival[]>> {
  if (words.trim() === '') return done([])
  const parsed = parseMuster(words)
  if (!parsed.ok) return refusedWords(parsed.message)
  const arrivals: Arrival[] = []
  for (const kind of parsed.kinds) {
    const arrival = await arrivalInWords(desk, runner, kind, hidden)
    if (!arrival.ok) return refusedWords(arrival.error.message)
    arrivals.push(arrival.value)
  }
  return done(arrivals)
}

/** Somebody of the roster by name, in the singular too, else somebody whom the system builds from what was said. */
async function arrivalInWords(desk: FightDesk, runner: SystemRunner, { name, count, choices }: Mustered, hidden: boolean): Promise<Reply<Arrival>> {
  const roster = desk.records.characters.list().filter(({ role }) => role !== 'copy')
  const fields = desk.declarations.npc?.input ?? []
  const told = choices.map(({ word, value }) => ({ word, value, field: fields.find((field) => isCalled(field, word)) }))
  // A number behind a word that the system knows nothing of belongs to the name: Agent 47.
  const known = told.slice(told.findLastIndex(({ field }) => !field) + 1)
  const whole = [name, ...told.slice(0, told.length - known.length).flatMap(({ word, value }) => [word, String(value)])].join(' ')
  const forms = count > 1 ? singulars(whole) : [whole]
  const found = forms.flatMap((form) => roster.find((each) => each.name.toLowerCase() === form.toLowerCase()) ?? [])[0]
  if (found && known.length === 0) return arrivalOf(found, count, hidden)
  const input: Record<string, Value> = {}
  for (const { field, value } of known) if (field) input[field.id] = value
  const stats = desk.declarations.npc ? await buildNpc(desk, runner, input) : done({})
  if (!stats.ok) return stats
  const called = capital(forms.length > 1 ? (forms[1] ?? whole) : whole)
  const from = known.flatMap(({ field, value }) => (field ? [`${field.label} ${value}`] : []))
  return done({ hidden, copies: Math.min(count, mostOfAKind), from, sheet: { ...blankSheet, kind: 'npc', name: called, stats: stats.value, role: 'copy' } })
}

/** What a combatant is called now, where it was renamed since it came. */
const nameNow = ({ records }: FightDesk, { character, name }: Combatant): string => (character === undefined ? undefined : records.characters.get(character)?.name) ?? name

const isCalled = ({ id, label, type }: Field, word: string): boolean =>
  type === 'number' && [id, label, label.replaceAll(' ', ''), label.split(' ')[0] ?? ''].some((called) => called.toLowerCase() === word)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function describe(arrivals: readonly Arrival[]): string {
  const [first] = arrivals
  if (!first || arrivals.length > 1) return `${arrivals.reduce((sum, arrival) => sum + ('self' in arrival ? 1 : arrival.copies), 0)} combatants`
  if ('self' in first) return first.self.name
  return first.copies === 1 ? first.sheet.name : `${first.copies} × ${first.sheet.name}`
}

const refusedWords = (message: string): Reply<never> => failed('refused', message, [{ side: 0, field: 'words', message }])
