/** Lays out the odds of a check with degrees as bars, worst failure to best success. Pure. */
import type { Odds, OddsCell } from '../../preload/contract.ts'

/** More bars than this are put together in steps. */
export const barLimit = 24

/** A piece of a bar: the chance that falls to one counter, or to none. */
export interface Part {
  readonly counter: string | null
  readonly chance: number
}

export interface Bar {
  readonly success: boolean | null
  /** The degrees that it stands for, both inclusive. */
  readonly from: number
  readonly to: number
  readonly chance: number
  /** The chance of these degrees or better ones. Absent for what is no success where there are any. */
  readonly orBetter?: number
  /** Top to bottom. Their chances add up to the bar's. */
  readonly parts: readonly Part[]
}

export interface Chart {
  readonly bars: readonly Bar[]
  /** The tallest bar's chance. */
  readonly peak: number
  /** How many degrees stand in one bar. */
  readonly step: number
}

/** `undefined` where the check has no degrees to draw. `order` says how parts are stacked, top first. */
export function layoutOdds(odds: Odds, order: readonly string[]): Chart | undefined {
  const cells = odds.cells.filter((cell): cell is OddsCell & { degree: number } => cell.degree !== undefined)
  if (cells.length === 0 || new Set(cells.map((cell) => `${cell.success} ${cell.degree}`)).size < 2) return undefined
  const step = stepFor(cells)
  const bars = new Map<string, { success: boolean | null; from: number; shares: Map<string | null, number> }>()
  for (const cell of cells) {
    const from = Math.floor(cell.degree / step) * step
    const key = `${cell.success} ${from}`
    const bar = bars.get(key) ?? { success: cell.success, from, shares: new Map<string | null, number>() }
    for (const [counter, share] of sharesOf(cell)) bar.shares.set(counter, (bar.shares.get(counter) ?? 0) + share)
    bars.set(key, bar)
  }
  const drawn = [...bars.values()].map(({ success, from, shares }): Bar => {
    const parts = [...shares].map(([counter, chance]) => ({ counter, chance })).sort((a, b) => rank(order, a) - rank(order, b))
    return { success, from, to: from + step - 1, chance: parts.reduce((sum, part) => sum + part.chance, 0), parts }
  })
  drawn.sort((a, b) => place(a) - place(b))
  return { bars: withLadder(drawn), peak: Math.max(...drawn.map(({ chance }) => chance)), step }
}

/** Adds up, from the best, how likely each success or a better one is; each result where nothing passes or fails. */
function withLadder(bars: readonly Bar[]): readonly Bar[] {
  const best = bars.some(({ success }) => success !== null) || null
  let sum = 0
  return bars
    .toReversed()
    .map((bar) => {
      if (bar.success !== best) return bar
      sum += bar.chance
      return { ...bar, orBetter: Math.min(sum, 1) }
    })
    .toReversed()
}

/** The step up that about half of the successes reach: the one worth saying in words. */
export function middleRung({ bars }: Chart): Bar | undefined {
  const rungs = bars.filter(({ orBetter }) => orBetter !== undefined)
  const half = (rungs[0]?.orBetter ?? 0) / 2
  const off = ({ orBetter = 0 }: Bar) => Math.abs(orBetter - half)
  return rungs.slice(1).reduce<Bar | undefined>((near, bar) => (near && off(near) <= off(bar) ? near : bar), undefined)
}

function stepFor(cells: readonly { readonly success: boolean | null; readonly degree: number }[]): number {
  const steps = [1, 2, 5]
  for (let ten = 1; ; ten *= 10) {
    for (const base of steps) {
      const step = base * ten
      if (new Set(cells.map((cell) => `${cell.success} ${Math.floor(cell.degree / step)}`)).size <= barLimit) return step
    }
  }
}

/** A cell's chance split among the counters that it pays, by amount. */
function sharesOf(cell: OddsCell): readonly (readonly [string | null, number])[] {
  const paid = Object.entries(cell.grants).filter(([, amount]) => amount > 0)
  const total = paid.reduce((sum, [, amount]) => sum + amount, 0)
  return total === 0 ? [[null, cell.chance]] : paid.map(([counter, amount]) => [counter, (cell.chance * amount) / total])
}

const rank = (order: readonly string[], { counter }: Part): number => (counter === null ? order.length : order.indexOf(counter))

/** Failures from the worst, then stand-offs, then successes to the best. */
const place = ({ success, from }: Bar): number => (success === false ? -1e12 - from : success === null ? from : 1e12 + from)
