/** Arrangements of panels: read from where they are kept, and fitted into the room there is. Pure. */
import type { PanelCard } from './layout.svelte.ts'

/** Which panels are put away, and the shares that differ from the usual ones, by panel id. */
export interface Arrangement {
  readonly hidden: readonly string[]
  readonly shares: Readonly<Record<string, number>>
}

/** Reads a kept arrangement; whatever isn't one counts as none. Panels that are put away at first are so until it knows of them. */
export function parseLayout(text: string | undefined, panels: readonly PanelCard[]): Arrangement {
  const away = panels.filter((panel) => panel.away === true || panel.spare).map(({ id }) => id)
  const none = { hidden: away, shares: {} }
  let found: unknown
  try {
    found = JSON.parse(text ?? '')
  } catch {
    return none
  }
  if (typeof found !== 'object' || found === null) return none
  const { hidden, shares, known } = found as { readonly hidden?: unknown; readonly shares?: unknown; readonly known?: unknown }
  const has = (list: unknown, id: string) => Array.isArray(list) && list.includes(id)
  const gone = panels.filter(({ id }) => has(hidden, id) || (away.includes(id) && !has(known, id))).map(({ id }) => id)
  const widths = panels.flatMap(({ id }) => {
    const share: unknown = typeof shares === 'object' && shares !== null && Object.hasOwn(shares, id) ? (shares as Record<string, unknown>)[id] : undefined
    return typeof share === 'number' && share >= 0.01 && share <= 100 ? [[id, share] as const] : []
  })
  return { hidden: gone.length < panels.length ? gone : away, shares: Object.fromEntries(widths) }
}

/** Shares as parts of 1, none under its least while there is room for all of them. */
export function fitted(shares: readonly number[], leasts: readonly number[]): readonly number[] {
  const fixed = new Map<number, number>()
  for (;;) {
    const free = shares.map((_, index) => index).filter((index) => !fixed.has(index))
    const room = 1 - sum([...fixed.values()])
    const total = sum(free.map((index) => shares[index] ?? 0))
    const part = (index: number) => fixed.get(index) ?? ((shares[index] ?? 0) / total) * room
    const short = free.filter((index) => part(index) < (leasts[index] ?? 0))
    if (short.length === 0 || sum(leasts) > 1) return shares.map((_, index) => part(index))
    for (const index of short) fixed.set(index, leasts[index] ?? 0)
  }
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
