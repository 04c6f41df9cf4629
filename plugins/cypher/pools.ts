/** A character's three pools, and how the damage track follows them. */
import type { Change, Holder } from '../api/index.ts'
import type { Pool } from './cost.ts'
import { poolName, track } from './options.ts'

/** The order in which damage goes through them. */
export const poolOrder = ['might', 'speed', 'intellect'] as const satisfies readonly Pool[]

/** An amount for each pool. */
export type Split = Readonly<Record<Pool, number>>

export type Step = (typeof track)[number]['id']

export const pointsOf = ({ counters }: Holder): Split => ({
  might: counters.might ?? 0,
  speed: counters.speed ?? 0,
  intellect: counters.intellect ?? 0,
})

export const stepOf = ({ stats }: Holder) => stats.damageTrack as Step

/** The step of the damage track that is `steps` below hale. */
export const stepAt = (steps: number): Step => track[Math.max(0, Math.min(steps, track.length - 1))]?.id ?? 'dead'

export const stepsDown = (step: Step) => track.findIndex(({ id }) => id === step)

export const stepName = (step: Step) => track[stepsDown(step)]?.label.toLowerCase() ?? step

/** How many pools are at 0. */
export const emptyPools = (points: Split) => poolOrder.filter((pool) => points[pool] <= 0).length

/** The step once the pools stand like that: better by one for each pool that leaves 0. */
export const liftedStep = (holder: Holder, after: Split) => stepAt(stepsDown(stepOf(holder)) - (emptyPools(pointsOf(holder)) - emptyPools(after)))

/** The new values of the pools and the track as a change of the actor, with a line for each that moves. */
export function poolChange(holder: Holder, after: Split, step: Step): Pick<Change, 'counters' | 'stats' | 'explain'> {
  const before = pointsOf(holder)
  const moved = poolOrder.filter((pool) => after[pool] !== before[pool])
  const was = stepOf(holder)
  return {
    counters: moved.map((pool) => ({ counter: pool, to: 'actor', amount: after[pool] - before[pool] })),
    stats: step === was ? [] : [{ to: 'actor', stat: 'damageTrack', value: step }],
    explain: [
      ...moved.map((pool) => `${poolName(pool)} ${before[pool]} to ${after[pool]}`),
      ...(step === was ? [] : [`damage track: ${stepName(was)} to ${stepName(step)}`]),
    ],
  }
}
