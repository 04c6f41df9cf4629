/** Steps of counters, told apart: thousands of them, so each by one look. Pure. */
import type { Character, CounterStep } from '../../preload/contract.ts'
import type { Counter } from '../../plugins/api/index.ts'

/** The steps of the GM, the table and the players. */
export function stepsOfPlayers(steps: readonly CounterStep[], players: readonly Character[]): readonly CounterStep[] {
  const ids = new Set(players.map(({ id }) => id))
  return steps.filter(({ character }) => character === undefined || ids.has(character))
}

export function stepsOfCounters(steps: readonly CounterStep[], counters: readonly Counter[]): readonly CounterStep[] {
  const ids = new Set(counters.map(({ id }) => id))
  return steps.filter(({ counter }) => ids.has(counter))
}

/** The ids of counters that moved. */
export const countersMoved = (steps: readonly CounterStep[]): ReadonlySet<string> => new Set(steps.map(({ counter }) => counter))
