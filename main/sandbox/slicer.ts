import type { Answer } from './host.ts'

/** Finds how much of a long walk fits into one short call. */
export interface Slicer {
  /** Runs one slice of at most so many results; a slice that took too long is tried again smaller. */
  run<T>(slice: (limit: number) => Promise<Answer<T>>): Promise<Answer<T>>
}

const first = 256
const most = 2_000
/** A slice takes about this long, well within a call's deadline. */
const targetMs = 12

export function createSlicer(): Slicer {
  let limit = first
  return {
    async run(slice) {
      for (;;) {
        const began = performance.now()
        const answer = await slice(limit)
        const ms = performance.now() - began
        if (answer.ok || answer.fault.kind !== 'timeout' || limit === 1) {
          limit = Math.max(1, Math.min(most, limit * 4, Math.floor((limit * targetMs) / ms)))
          return answer
        }
        limit = Math.max(1, Math.floor(limit / 16))
      }
    },
  }
}
