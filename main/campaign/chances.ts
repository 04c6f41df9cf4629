import type { Odds, OddsSummary } from '../../preload/contract.ts'
import { computeOdds } from '../sandbox/odds.ts'
import type { PlaySide } from '../sandbox/play.ts'
import type { ReadyCheck } from './check.ts'
import type { SystemRunner } from './system.ts'

/** What is known of a check's chances now, and what comes. */
export interface Chances {
  /** The exact odds, or a sample while those take longer. Absent where there are none to tell. */
  readonly odds?: Odds
  /** How the system failed to give any. */
  readonly problem?: string
  /** Set while `odds` is a sample: the exact ones, or nothing when cancelled or failed. */
  readonly refined?: Promise<Chances>
}

/** Computes odds and remembers the last few hundred, so that a roll has those that were on the screen. */
export interface ChanceDesk {
  of(ready: ReadyCheck, signal?: AbortSignal): Promise<Chances>
}

const remembered = 200

export function createChanceDesk(runner: SystemRunner, random: () => number): ChanceDesk {
  const known = new Map<string, Odds>()

  const compute = async (ready: ReadyCheck, sides: readonly PlaySide[], onSample: (odds: Odds) => void, signal?: AbortSignal): Promise<Chances> => {
    const reply = await runner.run((sandbox) => computeOdds(sandbox, ready.check, sides, { random, onSample, ...(signal && { signal }) }))
    if (!reply.ok) return { problem: reply.error.message }
    return 'success' in reply.value ? { odds: reply.value } : {}
  }

  return {
    async of(ready, signal) {
      const sides = ready.sides.map(({ input, context }) => ({ input, context }))
      const key = JSON.stringify([ready.check, sides])
      const found = known.get(key)
      if (found) return { odds: found }
      const sample = Promise.withResolvers<Odds>()
      const whole = compute(ready, sides, sample.resolve, signal).then((chances) => {
        if (chances.odds) remember(known, key, chances.odds)
        return chances
      })
      return Promise.race([whole, sample.promise.then((odds) => ({ odds, refined: whole }))])
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
