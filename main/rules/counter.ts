import type { Counter, Value } from '../../plugins/api/index.ts'

/** The bounds of a counter for one owner; absent where it has none. */
export interface Bounds {
  readonly min?: number
  readonly max?: number
}

/** The bounds of a counter: its own, its maximum from the stat that holds it. */
export function boundsOf(counter: Counter, stats: Readonly<Record<string, Value>> = {}): Bounds {
  const held = counter.maxFrom === undefined ? undefined : stats[counter.maxFrom]
  const max = typeof held === 'number' ? held : counter.max
  return { ...(counter.min !== undefined && { min: counter.min }), ...(max !== undefined && { max }) }
}

/** Where a counter starts. `max` without a maximum starts at the minimum, or 0. */
export const initialOf = (counter: Counter, bounds: Bounds): number =>
  counter.initial === 'max' ? (bounds.max ?? bounds.min ?? 0) : clamp(counter.initial, bounds)

/** A value moved by an amount, kept within the bounds; one already outside is not dragged further in. */
export function moved(value: number, amount: number, bounds: Bounds): number {
  const { min = -Infinity, max = Infinity } = bounds
  return amount > 0 ? Math.max(value, Math.min(value + amount, max)) : Math.min(value, Math.max(value + amount, min))
}

const clamp = (value: number, { min = -Infinity, max = Infinity }: Bounds): number => Math.max(min, Math.min(value, max))
