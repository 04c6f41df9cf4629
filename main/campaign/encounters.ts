import type { Encounter, EncounterId, Reply, Requests } from '../../preload/contract.ts'
import { done, failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { addToFight } from './fight/add.ts'
import { holderOfRecord, type RosterDesk } from './roster.ts'
import type { SystemRunner } from './system.ts'

export function createEncounter(desk: RosterDesk, door: Door, encounter: Omit<Encounter, 'id'>): Reply<EncounterId> {
  const parsed = parseEncounter(desk, encounter)
  return parsed.ok ? door.act(`preparing ${parsed.value.name}`, () => desk.records.encounters.create({ ...parsed.value, uuid: desk.uuid() })) : parsed
}

export function updateEncounter(desk: RosterDesk, door: Door, { id, ...encounter }: Encounter): Reply<null> {
  if (!desk.records.encounters.get(id)) return gone()
  const parsed = parseEncounter(desk, encounter)
  if (!parsed.ok) return parsed
  return door.act(`changes to ${parsed.value.name}`, () => {
    desk.records.encounters.update({ id, ...parsed.value })
    return null
  })
}

export function deleteEncounter({ records }: RosterDesk, door: Door, id: EncounterId): Reply<null> {
  const encounter = records.encounters.get(id)
  if (!encounter) return gone()
  return door.act(`deleting ${encounter.name}`, () => {
    records.encounters.delete(id)
    return null
  })
}

/** How hard some encounters are, as the system says; `null` where it says nothing, or no NPC comes. */
export async function rateEncounters(desk: RosterDesk, runner: SystemRunner, encounters: readonly Pick<Encounter, 'members'>[]): Promise<Reply<Requests['encounter.rate']['result']>> {
  const { records, declarations } = desk
  const nothing = encounters.map(() => null)
  if (!declarations.difficulty) return done(nothing)
  const there = records.sessions.running()?.present ?? []
  const players = records.characters.list().filter(({ id, kind, role }) => kind === 'pc' && role !== 'copy' && (there.length === 0 || there.some((each) => each === id)))
  const foes = encounters.map(({ members }) =>
    members.flatMap(({ character, count }) => {
      const record = records.characters.get(character)
      return record?.kind === 'npc' ? [{ ...holderOfRecord(desk, record), count }] : []
    }),
  )
  const asked = foes.filter((some) => some.length > 0)
  const holders = players.map((record) => holderOfRecord(desk, record))
  const context = { settings: records.campaigns.get().settings, actor: 'none' } as const
  const rated = await runner.run((sandbox) => sandbox.rate(asked.map((some) => ({ foes: some, players: holders })), context))
  if (!rated.ok) return rated
  const left = [...rated.value]
  return done(foes.map((some) => (some.length > 0 ? (left.shift() ?? null) : null)))
}

/** Brings an encounter into the open fight, or into a new one of its name. Who is there already, or not any more, is left out. */
export async function startEncounter(desk: RosterDesk, door: Door, runner: SystemRunner, id: EncounterId): Promise<Reply<null>> {
  const { records } = desk
  const encounter = records.encounters.get(id)
  if (!encounter) return gone()
  const open = records.fights.open()
  const present = new Set(open === undefined ? [] : (records.fights.load(open)?.combatants ?? []).map(({ character }) => character))
  const members = encounter.members.filter(({ character }) => {
    const role = records.characters.get(character)?.role
    return role === 'template' || (role === 'self' && !present.has(character))
  })
  if (members.length === 0) return failed('refused', `Nobody of ${encounter.name} can come: they are in the fight already, or not there any more.`)
  const characters = members.map(({ character, ...member }) => ({ id: character, ...member }))
  const added = await addToFight(desk, door, runner, { characters, grouped: true, ...(open === undefined ? { name: encounter.name } : { fight: open }) })
  return added.ok ? done(null) : added
}

function parseEncounter({ records }: RosterDesk, { name, notes, members }: Omit<Encounter, 'id'>): Reply<Omit<Encounter, 'id'>> {
  const called = name.trim()
  if (called === '') return failed('refused', 'An encounter needs a name.', [{ side: 0, field: 'name', message: 'A name is needed.' }])
  for (const { character, count } of members) {
    const record = records.characters.get(character)
    if (!record || record.role === 'copy') return failed('missing', 'Somebody in this encounter is not in the roster any more. Nothing was changed.')
    if (record.role === 'self' && (count > 1 || members.filter((each) => each.character === character).length > 1)) return failed('refused', `${record.name} is one of a kind, so only one can come. Make a template on the sheet to bring several.`)
  }
  return done({ name: called, notes, members })
}

const gone = (): Reply<never> => failed('missing', 'That encounter is not there any more. Undo brings a deleted one back.')
