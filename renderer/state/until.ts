/** When a condition ends, chosen and said in the words of the table. Pure. */
import type { CombatantId, FightView, Until } from '../../preload/contract.ts'

/**
 * How long a GM lets something hold: until it is taken away, to the end of the running turn, to the
 * start or end of somebody's next turn, or for some of their turns.
 */
export type Lasting = 'open' | 'turn' | 'start' | 'end' | 'turns'

export interface Span {
  readonly lasting: Lasting
  /** Whose turns count. */
  readonly anchor: CombatantId | undefined
  /** How many turns, for `turns`. */
  readonly count: number
  /** Where in the last of them it ends. */
  readonly edge: 'start' | 'end'
}

/** The passings that a span stands for; undefined where nothing ends it. The end of the running turn is a passing. */
export function toUntil({ lasting, anchor, count, edge }: Span, view: FightView | undefined): Until | undefined {
  if (!view || lasting === 'open') return undefined
  const running = runningCombatant(view)
  const who = lasting === 'turn' ? running : anchor
  if (who === undefined) return undefined
  const until = { fight: view.id, anchor: who }
  switch (lasting) {
    case 'turn':
      return { ...until, edge: 'end', left: 1 }
    case 'start':
      return { ...until, edge: 'start', left: 1 }
    case 'end':
      return { ...until, edge: 'end', left: isRunning(who, view) ? 2 : 1 }
    case 'turns':
      return { ...until, edge, left: count }
  }
}

/** `until the start of Clem’s next turn`, `for 2 of Orc 2’s turns, to the end of the last`. */
export function untilInWords(until: Until | undefined, view: FightView | undefined, nameOf: (anchor: CombatantId) => string | undefined): string {
  if (!until) return 'until it is taken away'
  if (until.fight !== view?.id) return 'counted in another fight'
  const { anchor, edge, left } = until
  const whose = `${nameOf(anchor) ?? 'somebody who is gone'}’s`
  const running = isRunning(anchor, view) && edge === 'end'
  if (left === 1) return running ? 'until the end of this turn' : `until the ${edge} of ${whose} next turn`
  if (left === 2 && running) return `until the end of ${whose} next turn`
  return `for ${left} of ${whose} turns${running ? ' with this one' : ''}, to the ${edge} of the last`
}

/** Somebody whose turn it is. */
export const runningCombatant = ({ combatants, active }: FightView): CombatantId | undefined => combatants.find(({ place, defeated }) => place === active && !defeated)?.id ?? combatants.find(({ place }) => place === active)?.id

const isRunning = (anchor: CombatantId, { combatants, active }: FightView): boolean => active !== undefined && combatants.find(({ id }) => id === anchor)?.place === active
