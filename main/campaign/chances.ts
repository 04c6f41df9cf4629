import type { Odds, OddsSummary } from '../../preload/contract.ts'
import { computeOdds } from '../sandbox/odds.ts'
import type { ReadyCheck } from './check.ts'
import type { SystemRunner } from './system.ts'

/** What is known of a check's chances now, and what comes. */
export interface Chances {
  /** The exact odds, or a sample while those take longer. Absent where there are none to tell. */
  readonly odds: Odds | undefined
  /** Set while `odds` is a sample: the exact ones, or undefined when cancelled or failed. */
  readonly refined?: Promise<Odds | undefined>
}

/** Computes odds and remembers the last few hundred, so that a roll has those that were on the screen. */
export interface ChanceDesk {
  of(ready: ReadyCheck, signal?: AbortSignal): Promise<Chances>
}

const remembered = 200

export function createChanceDesk(runner: SystemRunner, random: () => number): ChanceDesk {
  const known = new Map<string, Odds>()
  return {
    async of(ready, signal) {
      const sides = ready.sides.map(({ input, context }) => ({ input, context }))
      const key = JSON.stringify([ready.check, sides])
      const found = known.get(key)
      if (found) return { odds: found }

      const { promise: sample, resolve: sampled } = Promise.withResolvers<Odds>()
      const whole = runner
        .run((sandbox) => computeOdds(sandbox, ready.check, sides, { random, onSample: sampled, ...(signal && { signal }) }))
        .then((reply) => (reply.ok && 'success' in reply.value ? reply.value : undefined))
      const kept = whole.then((odds) => {
        if (odds) remember(known, key, odds)
        return odds
      })
      const first = await Promise.race([kept.then((odds) => ({ odds })), sample.then((odds) => ({ odds, refined: kept }))])
      return first
    },
  }
}

/** What is stored with a roll. */
export const oddsToSummary = ({ cells: _, ...summary }: Odds): OddsSummary => summary

function remember(known: Map<string, Odds>, key: string, odds: Odds): void {
  known.set(key, odds)
  if (known.size <= remembered) return
  const oldest = known.keys().next()
  if (!oldest.done) known.delete(oldest.value)
}
