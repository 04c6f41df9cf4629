/** What players may see of a fight. What is hidden leaves no name, number, gap, count or lost marker. Pure. */
import type { CharacterId } from '../../preload/contract.ts'
import { membersOf, type Combatant, type Fight, type Place } from './fight.ts'

export interface Projection {
  /** 0 before the first turn. */
  readonly round: number
  readonly rows: readonly ProjectedRow[]
}

/** One place as players see it. */
export interface ProjectedRow {
  readonly active: boolean
  readonly waiting: boolean
  readonly slot?: string
  readonly number?: number
  readonly members: readonly ProjectedMember[]
}

export interface ProjectedMember {
  readonly character: CharacterId
  readonly defeated: boolean
  readonly conditions: readonly string[]
}

/**
 * The order without whoever is hidden. While somebody hidden acts, the turn before theirs that players
 * saw still runs, in its round.
 */
export function projectFight(fight: Fight): Projection {
  const shown = fight.places.flatMap((place) => {
    const members = seenMembers(fight, place)
    return members.length > 0 ? [{ place, members }] : []
  })
  const { active, round } = seenTurn(fight)
  return {
    round,
    rows: shown.map(({ place, members }) => ({
      active: place.id === active?.id,
      // Whose turn still seems to run can't have waited with it.
      waiting: place.waiting !== undefined && place.id !== active?.id,
      ...(place.slot !== undefined && { slot: place.slot }),
      ...(place.number !== undefined && { number: place.number }),
      members: members.map(({ character, defeated }) => ({
        character: character as CharacterId,
        defeated,
        conditions: fight.conditions.filter((condition) => condition.character === character).map(({ label }) => label),
      })),
    })),
  }
}

const seenMembers = (fight: Fight, place: Place): readonly Combatant[] => membersOf(fight, place.id).filter(({ hidden }) => !hidden)

/** Whether nobody is left of a place where players saw somebody. */
const isLost = (fight: Fight, place: Place): boolean =>
  membersOf(fight, place.id).length === 0 && fight.combatants.some((each) => each.place === place.id && !each.hidden)

/** The turn that players take for the running one: itself where they see it, else the last one that they saw. */
function seenTurn(fight: Fight): { readonly active: Place | undefined; readonly round: number } {
  const { active, round } = fight.cursor
  const isSeen = (place: Place): boolean => seenMembers(fight, place).length > 0
  const running = fight.places.find(({ id }) => id === active)
  if (running && isSeen(running)) return { active: running, round }
  const turns = fight.places.filter(({ began }) => began).toSorted((a, b) => (b.began?.turn ?? 0) - (a.began?.turn ?? 0))
  // One who is gone can't be shown as acting, and yet the round was theirs. A marker that vanished would tell of somebody hidden.
  return { active: running && turns.find(isSeen), round: turns.find((place) => isSeen(place) || isLost(fight, place))?.began?.round ?? 0 }
}
