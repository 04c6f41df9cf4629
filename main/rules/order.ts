/**
 * Who stands where in a fight's order. The order is what is stored; a number is only what was rolled
 * or typed. Pure.
 */
import type { CharacterId, CombatantId, PlaceId } from '../../preload/contract.ts'
import { livingPlaces, membersOf, withPlace, type Combatant, type Fight, type Place } from './fight.ts'

/** What decides where a place belongs: the slot first, then the number, then the ties. */
export type Standing = Pick<Place, 'number' | 'ties' | 'slot' | 'explain'>

/** Somebody who comes into a fight. */
export interface Newcomer {
  readonly id: CombatantId
  readonly character: CharacterId
  readonly name: string
  readonly hidden: boolean
}

/** Brings newcomers in as one place. One that lands before a turn that has come acts from the next round on. */
export function addPlace(fight: Fight, id: PlaceId, newcomers: readonly Newcomer[], slots: readonly string[], standing?: Standing): Fight {
  const place: Place = { id, number: undefined, ties: [], slot: undefined, explain: [], came: 0, began: undefined, waiting: undefined }
  const combatants = newcomers.map((each): Combatant => ({ ...each, place: id, defeated: false, done: false, gone: false }))
  const added = { ...fight, places: [...fight.places, place], combatants: [...fight.combatants, ...combatants] }
  const placed = standing ? placeBy(added, id, standing, slots) : added
  const { round } = fight.cursor
  const later = placed.places.slice(placed.places.findIndex((each) => each.id === id) + 1)
  return later.some(({ came }) => came === round) ? withPlace(placed, id, (each) => ({ ...each, came: round })) : placed
}

/**
 * Puts one place alone where its standing belongs: after the last one in its slot that stands as high
 * or higher. Of those who are gone, only the ones right behind it count, whose turn of the round may have
 * come. Nobody else moves. `slots` are the parts of the order, the first acting first.
 */
export function placeBy(fight: Fight, id: PlaceId, standing: Standing, slots: readonly string[]): Fight {
  const place = fight.places.find((each) => each.id === id)
  if (!place) return fight
  const placed = { ...place, ...standing }
  const rest = fight.places.filter((each) => each.id !== id)
  const living = new Set(livingPlaces(fight))
  const after = rest.findLastIndex((other) => living.has(other) && isBefore(other, placed, slots))
  const beyond = rest.slice(after + 1).findIndex((other) => living.has(other) || !isBefore(other, placed, slots))
  return { ...fight, places: rest.toSpliced(beyond < 0 ? rest.length : after + 1 + beyond, 0, placed) }
}

/** Places several at once, each by its own standing: like a fresh roll, where what they had before counts for nothing. */
export function placeAll(fight: Fight, standings: ReadonlyMap<PlaceId, Standing>, slots: readonly string[]): Fight {
  const placed = fight.places.filter(({ id }) => standings.has(id)).map((place) => ({ ...place, ...standings.get(place.id) }))
  // What has no ties comes last among equals: `as high as` alone is no order among several.
  const sorted = placed.toSorted((a, b) => slotIndex(a, slots) - slotIndex(b, slots) || compareKeys(keyOf(b), keyOf(a)) || b.ties.length - a.ties.length)
  const rest: Fight = { ...fight, places: fight.places.filter(({ id }) => !standings.has(id)) }
  return sorted.reduce((work, place) => placeBy({ ...work, places: [...work.places, place] }, place.id, place, slots), rest)
}

/** Types a number, or takes it away: the place goes where it belongs, within its slot. */
export function setNumber(fight: Fight, id: PlaceId, number: number | undefined, slots: readonly string[]): Fight {
  const place = fight.places.find((each) => each.id === id)
  return place ? placeBy(fight, id, { number, ties: [], slot: place.slot, explain: [] }, slots) : fight
}

/** Moves a place before another, or to the end, into a slot, else into the one where it lands. No number changes. */
export function movePlace(fight: Fight, id: PlaceId, before: PlaceId | undefined, slot?: string): Fight {
  const place = fight.places.find((each) => each.id === id)
  if (!place || before === id) return fight
  const rest = fight.places.filter((each) => each.id !== id)
  const found = before === undefined ? -1 : rest.findIndex((each) => each.id === before)
  const index = found < 0 ? rest.length : found
  const living = new Set(fight.combatants.filter(({ gone }) => !gone).map((each) => each.place))
  const isThere = (each: Place) => living.has(each.id)
  const neighbour = (found < 0 ? rest.slice(0, index).findLast(isThere) : rest[index]) ?? place
  return { ...fight, places: rest.toSpliced(index, 0, { ...place, slot: slot ?? neighbour.slot }) }
}

/** Moves a place by one among those that are seen. At the border of a slot it changes the slot first. */
export function nudgePlace(fight: Fight, id: PlaceId, by: 1 | -1, slots: readonly string[]): Fight {
  const seen = fight.places.filter((place) => membersOf(fight, place.id).length > 0)
  const index = seen.findIndex((place) => place.id === id)
  const place = seen[index]
  if (!place) return fight
  const neighbour = seen[index + by]
  const next = slots[slotIndex(place, slots) + by]
  if (next !== undefined && place.slot !== undefined && neighbour?.slot !== place.slot) return withPlace(fight, id, (each) => ({ ...each, slot: next }))
  if (!neighbour) return fight
  const before = by < 0 ? neighbour.id : seen[index + 2]?.id
  const moved = movePlace(fight, id, before)
  return withPlace(moved, id, (each) => ({ ...each, slot: neighbour.slot }))
}

/** Makes one group of some combatants: in the place of the one whose turn runs, else of the first of them. */
export function joinCombatants(fight: Fight, ids: readonly CombatantId[]): Fight {
  const joined = fight.combatants.filter(({ id, gone }) => ids.includes(id) && !gone)
  const places = fight.places.filter(({ id }) => joined.some(({ place }) => place === id))
  const home = places.find(({ id }) => id === fight.cursor.active) ?? places[0]
  if (!home) return fight
  // Whoever of them had its turn of this round has had it: nobody acts twice, and the others act with them next round.
  const came = Math.max(...places.map((place) => place.came))
  const moved = { ...fight, combatants: fight.combatants.map((each) => (joined.includes(each) ? { ...each, place: home.id } : each)) }
  return came === home.came ? moved : withPlace(moved, home.id, (place) => ({ ...place, came }))
}

/** Takes a combatant out of its group, into a place of its own right after. It has its turn of this round with the group. */
export function splitCombatant(fight: Fight, id: CombatantId, own: PlaceId): Fight {
  const combatant = fight.combatants.find((each) => each.id === id && !each.gone)
  const place = fight.places.find((each) => each.id === combatant?.place)
  if (!combatant || !place || membersOf(fight, place.id).length < 2) return fight
  const places = fight.places.toSpliced(fight.places.indexOf(place) + 1, 0, { ...place, id: own })
  return { ...fight, places, combatants: fight.combatants.map((each) => (each === combatant ? { ...each, place: own } : each)) }
}

/** Whether one place acts before another that is put in now: as high is enough. */
function isBefore(one: Place, other: Place, slots: readonly string[]): boolean {
  const slot = slotIndex(one, slots) - slotIndex(other, slots)
  if (slot !== 0) return slot < 0
  return compareKeys(keyOf(one), keyOf(other)) >= 0
}

const keyOf = ({ number, ties }: Place): readonly number[] => [number ?? -Infinity, ...ties]

/** Positive where the first key is higher. A key that ends is as high as the other goes on. */
function compareKeys(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.min(one.length, other.length); index += 1) {
    const [a = 0, b = 0] = [one[index], other[index]]
    if (a !== b) return a > b ? 1 : -1
  }
  return 0
}

/** A place without a slot stands after all that have one. */
const slotIndex = ({ slot }: Place, slots: readonly string[]): number => {
  const index = slot === undefined ? -1 : slots.indexOf(slot)
  return index < 0 ? slots.length : index
}
