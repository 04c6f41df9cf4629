import type { Action, Change, Holder, Refusal } from '../../api/index.ts'
import type { Pool } from '../cost.ts'
import { poolName, pools } from '../options.ts'
import { liftedStep, pointsOf, poolChange, stepName, stepOf } from '../pools.ts'
import { short } from '../words.ts'

type Healing = { readonly amount: number; readonly pool: Pool }

export const heal: Action = {
  label: 'Heal',
  help: 'Points from a healer, a cypher or the like. No recovery roll is used.',
  for: ['pc', 'npc'],
  input: [
    { id: 'amount', label: 'Points', type: 'number', min: 1, max: 999, unit: 'points', help: 'More than are lost fill it up.' },
    { id: 'pool', label: 'Goes to', type: 'choice', options: pools, default: 'might', help: 'An NPC gets it back as health.' },
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody is healed: choose who.' } }
    return actor.kind === 'pc' ? healCharacter(actor, input as Healing) : healCreature(actor, input as Healing)
  },
}

/** The damage track follows, as it does when somebody recovers. */
function healCharacter(actor: Holder, { amount, pool }: Healing): Change | Refusal {
  const before = pointsOf(actor)
  const back = Math.min(amount, Number(actor.stats[`${pool}Max`]) - before[pool])
  if (back <= 0) return { refuse: { field: 'pool', message: `${short(actor.name)} has lost no ${poolName(pool)}.` } }
  const after = { ...before, [pool]: before[pool] + back }
  const step = liftedStep(actor, after)
  return {
    ...poolChange(actor, after, step),
    headline: `${short(actor.name)} gets ${back} ${poolName(pool)} back${step === stepOf(actor) ? '' : `: ${stepName(step)}`}`,
  }
}

function healCreature({ name, stats, counters }: Holder, { amount }: Healing): Change | Refusal {
  const health = counters.health ?? 0
  const back = Math.min(amount, Number(stats.healthMax) - health)
  if (back <= 0) return { refuse: { field: 'amount', message: `${short(name)} has lost no health.` } }
  return {
    counters: [{ counter: 'health', to: 'actor', amount: back }],
    explain: [`health ${health} to ${health + back}`],
    headline: `${short(name)} gets ${back} health back`,
  }
}
