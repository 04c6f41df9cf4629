/** Where the arrow keys stop in the order: at each row, and in an unfolded group at each member. Pure. */
import type { Row } from '../../state/fight.svelte.ts'

/** `p` and the place's id, or `c` and the combatant's. */
export const stopsOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ place, members, open }) => [`p${place.id}`, ...(open ? members.map(({ combatant }) => `c${combatant.id}`) : [])])

/** The row in which a stop is. */
export const placeOf = (rows: readonly Row[], stop: string): Row | undefined =>
  rows.find(({ place, members }) => stop === `p${place.id}` || members.some(({ combatant }) => stop === `c${combatant.id}`))
