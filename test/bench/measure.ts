/** Times taken so that two things can be compared: in turn, in one run, as medians. All in milliseconds. */

export type Times = readonly number[]

/** Does something once and gives how long it took. */
export type Timer = () => Promise<number>

export interface Rounds {
  readonly rounds: number
  /** Rounds at the start that don't count. */
  readonly warmUp?: number
}

/** Runs the timers in turn (A B A B …), so that whatever else the machine does meets all of them alike. */
export async function interleave(timers: readonly Timer[], { rounds, warmUp = 0 }: Rounds): Promise<readonly Times[]> {
  const times = timers.map((): number[] => [])
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [index, timer] of timers.entries()) {
      const ms = await timer()
      if (round >= 0) times[index]?.push(ms)
    }
  }
  return times
}

/** Times all of a function. One that waits for nothing isn't made to. */
export function timed(run: () => unknown): Timer {
  return async () => {
    const began = performance.now()
    const running = run()
    if (running instanceof Promise) await running
    return performance.now() - began
  }
}

export const median = (times: Times | undefined): number => percentile(times, 50)

/** The smallest time that `percent` of all times don't exceed. */
export function percentile(times: Times | undefined, percent: number): number {
  const sorted = (times ?? []).toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN
}
