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
      waiting: place.waiting !== undefined,
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

/** The turn that players take for the running one: itself where they see it, else the last one that they saw. */
function seenTurn(fight: Fight): { readonly active: Place | undefined; readonly round: number } {
  const { active, round } = fight.cursor
  const running = fight.places.find(({ id }) => id === active)
  if (!running || seenMembers(fight, running).length > 0) return { active: running, round }
  const seen = fight.places.filter((place) => place.began && seenMembers(fight, place).length > 0)
  const last = seen.toSorted((a, b) => (b.began?.turn ?? 0) - (a.began?.turn ?? 0))[0]
  return { active: last, round: last?.began?.round ?? 0 }
}
