/** The words that sheets and forms choose from. */
import type { Option } from '../api/index.ts'

export const pools: readonly Option[] = [
  { id: 'might', label: 'Might' },
  { id: 'speed', label: 'Speed' },
  { id: 'intellect', label: 'Intellect' },
]

/** A pool as it is written on the screen. */
export const poolName = (pool: string) => pools.find(({ id }) => id === pool)?.label ?? 'no pool'

export const poolsOrNone: readonly Option[] = [{ id: 'none', label: 'None' }, ...pools]

export const weapons: readonly Option[] = [
  { id: 'light', label: 'Light: 2 damage, eased' },
  { id: 'medium', label: 'Medium: 4 damage' },
  { id: 'heavy', label: 'Heavy: 6 damage, two hands' },
]

export const distances: readonly Option[] = [
  { id: 'immediate', label: 'Immediate' },
  { id: 'short', label: 'Short' },
  { id: 'long', label: 'Long' },
  { id: 'veryLong', label: 'Very long' },
]

export const armors: readonly Option[] = [
  { id: 'none', label: 'None' },
  { id: 'light', label: 'Light' },
  { id: 'medium', label: 'Medium' },
  { id: 'heavy', label: 'Heavy' },
]

export const trainings: readonly Option[] = [
  { id: 'none', label: 'None' },
  { id: 'practiced', label: 'Practiced' },
  { id: 'experienced', label: 'Experienced' },
  { id: 'mastery', label: 'Mastery' },
]

/** How badly hurt, from whole to the end: a step for each pool at 0. */
export const track = [
  { id: 'hale', label: 'Hale' },
  { id: 'impaired', label: 'Impaired' },
  { id: 'debilitated', label: 'Debilitated' },
  { id: 'dead', label: 'Dead' },
] as const satisfies readonly Option[]
