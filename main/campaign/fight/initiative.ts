import type { Context, Dice, Grant, Input, Need, Place as SystemPlace, Refusal } from '../../../plugins/api/index.ts'
import type { InitiativeInput, InitiativePreview, PlaceId, Reply } from '../../../preload/contract.ts'
import type { CharacterRecord } from '../../db/stores/characters.ts'
import { drawFace, faceName, readFace, sumOfFaces } from '../../rules/dice.ts'
import { membersOf, type Fight } from '../../rules/fight.ts'
import { parseForm } from '../../rules/fields.ts'
import { fillForm } from '../../rules/fill.ts'
import { placeAll, type Standing } from '../../rules/order.ts'
import { done, failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { moveCounter } from '../counters.ts'
import { noteDeed } from '../deeds.ts'
import { holderOfRecord } from '../roster.ts'
import type { SystemRunner } from '../system.ts'
import { loadFight, saveFight, slotsOf, type FightDesk } from './desk.ts'

/** What rolling initiative stands on. */
export interface InitiativeDesk extends FightDesk {
  readonly runner: SystemRunner
  readonly random: () => number
}

/** A place as the system gave it, with the faces it came from. */
interface Rolled {
  readonly id: PlaceId
  readonly record: CharacterRecord
  readonly name: string
  readonly place: SystemPlace
  readonly faces: readonly string[]
  readonly typed: boolean
}

/** More dice than this for one place, and it doesn't end. */
const diceLimit = 1_000

/** Rolls initiative for some places in one step: a group rolls once, as its first. */
export async function rollInitiative(desk: InitiativeDesk, door: Door, input: InitiativeInput): Promise<Reply<null>> {
  const { initiative } = desk.declarations
  if (!initiative) return failed('missing', "This campaign's system rolls no initiative: type the numbers.")
  const fight = loadFight(desk, input.fight)
  if (!fight) return failed('missing', 'That fight is not there any more. Undo brings an ended one back.')
  const rolled = await rollAll(desk, fight, input)
  if (!rolled.ok) return rolled
  // The fight may have gone on while the system was thinking.
  const now = loadFight(desk, input.fight)
  if (!now) return failed('missing', 'That fight is not there any more. Nothing was rolled.')
  const places = rolled.value.filter(({ id }) => membersOf(now, id).length > 0)
  const [first] = places
  if (!first) return failed('missing', 'They are not in this fight any more. Nothing was rolled.')
  const standings = new Map(places.map((each) => [each.id, standingOf(each)]))
  return door.act(`initiative for ${places.length === 1 ? first.name : `${places.length} places`}`, (at) => {
    saveFight(desk, now, placeAll(now, standings, slotsOf(desk)))
    const deed = noteDeed(desk, at, places.length === 1 ? 'Initiative' : `Initiative for ${places.length}`, places.map(lineOf), places.length === 1 ? first.name : undefined)
    for (const { record, place } of places) for (const grant of place.grants ?? []) give(desk, record, grant, at, deed)
    return null
  })
}

/** What is filled in for some places, and which dice they take first. Nothing is rolled. */
export async function previewInitiative(desk: InitiativeDesk, { fight: id, places, inputs }: Omit<InitiativeInput, 'typed'>): Promise<Reply<readonly InitiativePreview[]>> {
  if (!desk.declarations.initiative) return failed('missing', "This campaign's system rolls no initiative: type the numbers.")
  const fight = loadFight(desk, id)
  if (!fight) return failed('missing', 'That fight is not there any more. Undo brings an ended one back.')
  const ready = await readyAll(desk, fight, { places, inputs })
  if (!ready.ok) return ready
  const previews: InitiativePreview[] = []
  for (const { id: place, input, limits, problems, context } of ready.value) {
    const answer: Reply<Need | Refusal | SystemPlace> = problems.length > 0 ? done({ need: [] }) : await desk.runner.run((sandbox) => sandbox.place(input, [], context))
    if (!answer.ok) return answer
    const refusals = 'refuse' in answer.value ? [{ side: 0, ...answer.value.refuse }] : []
    previews.push({ place, input, limits, dice: 'need' in answer.value ? answer.value.need : [], problems: [...problems.map((each) => ({ side: 0, ...each })), ...refusals] })
  }
  return done(previews)
}

async function rollAll(desk: InitiativeDesk, fight: Fight, { places, typed, inputs }: InitiativeInput): Promise<Reply<readonly Rolled[]>> {
  const ready = await readyAll(desk, fight, { places, inputs })
  if (!ready.ok) return ready
  const rolled: Rolled[] = []
  for (const { id, at, record, name, input, problems, context } of ready.value) {
    if (problems[0]) return refused(at, name, problems[0].message, problems[0].field)
    const result = await rollOne(desk, at, name, input, context, typed.find((each) => each.place === id)?.dice)
    if (!result.ok) return result
    rolled.push({ ...result.value, id, record, name })
  }
  return done(rolled)
}

/** A place whose form is filled. */
interface Ready {
  readonly id: PlaceId
  /** Its index among those asked for. */
  readonly at: number
  readonly record: CharacterRecord
  readonly name: string
  readonly input: Input
  readonly limits: Readonly<Record<string, number>>
  readonly problems: readonly { readonly field: string; readonly message: string }[]
  readonly context: Context
}

async function readyAll(desk: InitiativeDesk, fight: Fight, { places, inputs }: Pick<InitiativeInput, 'places' | 'inputs'>): Promise<Reply<readonly Ready[]>> {
  const { settings } = desk.records.campaigns.get()
  const fields = desk.declarations.initiative?.input ?? []
  const records = fight.combatants.flatMap(({ character }) => (character === undefined ? undefined : desk.records.characters.get(character)) ?? [])
  const everybody = new Map(records.map((record) => [record.id, { record, holder: holderOfRecord(desk, record) }]))
  const prepared = await desk.runner.run((sandbox) => sandbox.prepare([...everybody.values()].map(({ holder }) => holder), { settings, actor: 'none' }))
  if (!prepared.ok) return prepared
  const entered = new Map(inputs.map((each) => [each.place, each.input]))
  return done(
    places.flatMap((id, at): readonly Ready[] => {
      const members = membersOf(fight, id)
      const one = everybody.get(members[0]?.character ?? -1)
      if (!one) return []
      const { record, holder } = one
      const name = members.length > 1 ? `${record.name} and ${members.length - 1} more` : record.name
      const { raw, limits } = fillForm(fields, entered.get(id) ?? {}, {}, holder)
      return [{ id, at, record, name, limits, ...parseForm(fields, raw, limits), context: { settings, actor: record.kind, shared: prepared.value } }]
    }),
  )
}

/** Asks for dice until the system gives a place: drawn, or read from what was typed. */
async function rollOne(desk: InitiativeDesk, at: number, name: string, input: Input, context: Context, texts: readonly string[] | undefined): Promise<Reply<Pick<Rolled, 'place' | 'faces' | 'typed'>>> {
  const faces: number[] = []
  const shown: string[] = []
  while (shown.length <= diceLimit) {
    const answer: Reply<Need | Refusal | SystemPlace> = await desk.runner.run((sandbox) => sandbox.place(input, faces, context))
    if (!answer.ok) return answer
    const step = answer.value
    if ('refuse' in step) return refused(at, name, step.refuse.message, step.refuse.field)
    if (!('need' in step)) {
      if (texts && shown.length < texts.length) return refused(at, name, `${texts[shown.length]} is not part of this roll.`, 'typed')
      return done({ place: step, faces: shown, typed: texts !== undefined })
    }
    for (const dice of step.need) {
      const taken = takeFaces(desk, dice, texts?.slice(shown.length))
      if (!taken.ok) return refused(at, name, taken.message, 'typed')
      shown.push(...taken.faces.map((face) => faceName(dice.die, face)))
      faces.push(...(dice.sum ? [sumOfFaces(dice.die, taken.faces)] : taken.faces))
    }
  }
  return failed('fault', `Initiative asks for more than ${diceLimit} dice. Nothing was rolled or changed.`)
}

function takeFaces({ random }: InitiativeDesk, { die, count }: Dice, texts: readonly string[] | undefined): { readonly ok: true; readonly faces: readonly number[] } | { readonly ok: false; readonly message: string } {
  if (!texts) return { ok: true, faces: Array.from({ length: count }, () => drawFace(die, random)) }
  if (texts.length < count) return { ok: false, message: `${count - texts.length} more ${die.id} must be typed.` }
  const faces: number[] = []
  for (const text of texts.slice(0, count)) {
    const read = readFace(die, text)
    if (!read.ok) return { ok: false, message: read.message }
    faces.push(read.face)
  }
  return { ok: true, faces }
}

const standingOf = ({ place: { value, ties = [], slot, explain } }: Rolled): Standing => ({ number: value, ties, slot, explain })

function lineOf({ name, place, faces, typed }: Rolled): string {
  const dice = faces.length === 0 ? '' : ` (${typed ? 'typed' : 'rolled'} ${faces.join(', ')})`
  return `${name}: ${place.value}${dice}. ${place.explain.join('; ')}`
}

/** What a place grants goes to whoever it is for; a fight has no opponent to be given anything. */
function give(desk: InitiativeDesk, record: CharacterRecord, { to, counter, amount, offered }: Grant, at: number, deed: number): void {
  if (offered || to === 'opponent') return
  const now = desk.records.characters.get(record.id)
  const holder = to === 'actor' ? now : to
  if (holder) moveCounter(desk, holder, counter, amount, at, { deed, reason: 'initiative' })
}

const refused = (side: number, name: string, message: string, field = 'who'): Reply<never> => failed('refused', `${name}: ${message} Nothing was rolled.`, [{ side, field, message }])
