import type { Action, Holder, Refusal } from '../../api/index.ts'
import { poolName } from '../options.ts'
import type { Split } from '../pools.ts'
import { liftedStep, pointsOf, poolChange, poolOrder, stepName, stepOf } from '../pools.ts'
import { lines, short } from '../words.ts'

const part = { type: 'number', min: 0, max: 99, default: 0, unit: 'points', group: 'Where they go' } as const

export const recover: Action = {
  label: 'Recover',
  help: 'Spreads the points of a recovery roll over the pools and uses one of the day’s rolls.',
  for: ['pc'],
  input: [
    { id: 'points', label: 'Points rolled', type: 'number', min: 1, max: 99, unit: 'points' },
    { id: 'might', label: 'To Might', ...part },
    { id: 'speed', label: 'To Speed', ...part },
    { id: 'intellect', label: 'To Intellect', ...part },
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody recovers: choose who.' } }
    const { points, ...split } = input as Split & { points: number }
    const spread = split.might + split.speed + split.intellect
    const refusal = refusalOf(actor, points, split, spread)
    if (refusal) return refusal

    const before = pointsOf(actor)
    const after = { might: before.might + split.might, speed: before.speed + split.speed, intellect: before.intellect + split.intellect }
    const step = liftedStep(actor, after)
    const change = poolChange(actor, after, step)
    const left = (actor.counters.recoveries ?? 0) - 1
    return {
      ...change,
      counters: [...(change.counters ?? []), { counter: 'recoveries', to: 'actor', amount: -1 }],
      explain: lines(...change.explain, spread < points && `${points - spread} of ${points} points not used`, `recovery rolls left: ${left}`),
      headline: `${short(actor.name)} recovers ${spread} points${step === stepOf(actor) ? '' : `: ${stepName(step)}`}`,
    }
  },
}

function refusalOf(actor: Holder, points: number, split: Split, spread: number): Refusal | undefined {
  const refuse = (field: string, message: string): Refusal => ({ refuse: { field, message } })
  if ((actor.counters.recoveries ?? 0) < 1) return refuse('points', `${short(actor.name)} has no recovery roll left: rest first.`)
  if (spread === 0) return refuse('might', 'Say which pools the points go to.')
  if (spread > points) return refuse('points', `${spread} points are spread, but there are ${points}.`)
  for (const pool of poolOrder) {
    const lacking = Math.max(0, Number(actor.stats[`${pool}Max`] ?? 0) - pointsOf(actor)[pool])
    if (split[pool] > lacking) return refuse(pool, `${poolName(pool)} takes ${lacking === 0 ? 'no more: it is full' : `at most ${lacking}`}.`)
  }
  return undefined
}
