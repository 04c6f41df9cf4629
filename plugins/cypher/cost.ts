import type { Cost, Refusal } from '../api/index.ts'
import { poolName } from './options.ts'
import { short } from './words.ts'

export type Pool = 'might' | 'speed' | 'intellect'

/** Everything that an action is paid with. */
export type Payment = {
  readonly pool: Pool | 'none'
  readonly edge: number
  readonly initialCost: number
  /** What the ability is called, for the log alone. */
  readonly ability?: string
  readonly abilityCost: number
  /** Absent when the ability is paid from `pool` too. */
  readonly abilityPool?: Pool
  /** Counts only where the ability is paid from another pool. */
  readonly abilityEdge: number
  readonly armor: 'none' | 'light' | 'medium' | 'heavy'
  readonly armorTraining: 'none' | 'practiced' | 'experienced' | 'mastery'
  readonly impaired: boolean
}

/** An action that nothing is paid for. */
export const unpaid: Payment = {
  pool: 'none',
  edge: 0,
  initialCost: 0,
  abilityCost: 0,
  abilityEdge: 0,
  armor: 'none',
  armorTraining: 'none',
  impaired: false,
}

/** The most levels that one action can be paid with, those for damage among them. */
export const mostEffort = 6

export interface Price {
  /** At most one a pool, none of 0. */
  readonly costs: readonly Cost[]
  readonly explain: readonly string[]
}

/**
 * What an action with `effort` paid levels costs: initial cost, Effort with its surcharges, and the
 * ability, less Edge once a pool. Refuses a cost that no pool was named for.
 */
export function priceOf(payment: Payment, effort: number): Price | Refusal {
  const { pool, edge, initialCost, abilityCost, abilityEdge } = payment
  const abilityPool = payment.abilityPool ?? pool
  if (pool === 'none' && effort > 0) return refuse('pool', 'Effort is paid from a pool: choose Might, Speed or Intellect.')
  if (pool === 'none' && initialCost > 0)
    return refuse('pool', 'The initial cost is paid from a pool: choose Might, Speed or Intellect.')
  if (abilityPool === 'none' && abilityCost > 0)
    return refuse('abilityPool', 'The ability is paid from a pool: choose Might, Speed or Intellect.')

  const action = [part('initial cost', initialCost), part('Effort', effortCost(effort)), ...surcharges(payment, effort)]
  const ability = part(payment.ability ? short(payment.ability) : 'ability', abilityCost)
  return total(
    abilityPool === pool
      ? [bill(pool, [...action, ability], edge)]
      : [bill(pool, action, edge), bill(abilityPool, [ability], abilityEdge)],
  )
}

/** 3 for the first level, 2 for each after it. */
export const effortCost = (levels: number) => (levels === 0 ? 0 : 1 + 2 * levels)

/** What each paid level on a Speed task costs more, by the armor worn and the training in it. */
const armorSurcharge = {
  none: { none: 0, practiced: 0, experienced: 0, mastery: 0 },
  light: { none: 2, practiced: 1, experienced: 0, mastery: 0 },
  medium: { none: 3, practiced: 2, experienced: 1, mastery: 0 },
  heavy: { none: 4, practiced: 3, experienced: 2, mastery: 0 },
} as const

const impairedSurcharge = 1

function surcharges({ pool, armor, armorTraining, impaired }: Payment, effort: number): readonly Part[] {
  const weight = pool === 'speed' ? armorSurcharge[armor][armorTraining] : 0
  return [part(`${armor} armor`, weight * effort), part('impaired', impaired ? impairedSurcharge * effort : 0)]
}

interface Part {
  readonly label: string
  readonly amount: number
}

const part = (label: string, amount: number): Part => ({ label, amount })

interface Bill {
  readonly pool: Pool | 'none'
  readonly amount: number
  readonly line: string
}

function bill(pool: Pool | 'none', parts: readonly Part[], edge: number): Bill {
  const due = parts.filter(({ amount }) => amount > 0)
  const sum = due.reduce((so, { amount }) => so + amount, 0)
  const amount = Math.max(0, sum - edge)
  const terms = due.map(({ label, amount }) => `${amount} ${label}`).join(' + ')
  return { pool, amount, line: sum === 0 ? '' : `${poolName(pool)}: ${terms}${edge > 0 ? ` - ${edge} Edge` : ''} = ${amount}` }
}

const total = (bills: readonly Bill[]): Price => ({
  costs: bills.filter(({ amount }) => amount > 0).map(({ pool, amount }) => ({ pool, amount })),
  explain: bills.map(({ line }) => line).filter((line) => line !== ''),
})

const refuse = (field: string, message: string): Refusal => ({ refuse: { field, message } })
