import type { CheckInput, Odds, Preview, Reply } from '../../preload/contract.ts'
import { done } from '../rules/reply.ts'
import type { ChanceDesk } from './chances.ts'
import { firstSteps, readyCheck } from './check.ts'
import type { CounterDesk } from './counters.ts'
import type { SystemRunner } from './system.ts'

/** Shows a check before its roll. A newer preview cancels the odds of the one before. */
export interface Previewer {
  preview(input: CheckInput): Promise<Reply<Preview>>
  close(): void
}

export interface PreviewOptions {
  readonly desk: CounterDesk
  readonly runner: SystemRunner
  readonly chances: ChanceDesk
  readonly refined: (odds: Odds) => void
}

export function createPreviewer({ desk, runner, chances, refined }: PreviewOptions): Previewer {
  let current = new AbortController()
  return {
    async preview(input) {
      current.abort()
      const own = new AbortController()
      current = own
      const ready = readyCheck(desk, input)
      if (!ready.ok) return ready
      const steps = await firstSteps(desk, runner, ready.value)
      if (!steps.ok) return steps
      if (steps.value.problems.length > 0) return done({ ...steps.value, refining: false })
      const { odds, problem, refined: later } = await chances.of(ready.value, own.signal)
      void later?.then((exact) => {
        if (exact.odds && !own.signal.aborted) refined(exact.odds)
      })
      return done({ ...steps.value, ...(odds && { odds }), ...(problem !== undefined && { noOdds: problem }), refining: later !== undefined })
    },
    close: () => current.abort(),
  }
}
