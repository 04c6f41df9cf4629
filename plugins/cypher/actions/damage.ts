import type { Action, Change, Holder } from '../../api/index.ts'
import type { Pool } from '../cost.ts'
import { pools } from '../options.ts'
import type { Split } from '../pools.ts'
import { emptyPools, pointsOf, poolChange, poolOrder, stepAt, stepName, stepOf, stepsDown } from '../pools.ts'
import { lines, short } from '../words.ts'

type Hit = { readonly amount: number; readonly kind: Pool; readonly armor: number }

export const damage: Action = {
  label: 'Damage',
  help: 'Armor comes off first. What is left goes through Might, Speed and Intellect, or off an NPC’s health.',
  for: ['pc', 'npc'],
  input: [
    {
      id: 'amount',
      label: 'Damage',
      type: 'number',
      min: 0,
      max: 999,
      unit: 'points',
      help: 'Before Armor. 0 only brings a player’s damage track in line with the pools.',
    },
    { id: 'kind', label: 'Goes to', type: 'choice', options: pools, default: 'might', help: 'Armor doesn’t stop damage to Speed or Intellect.' },
    { id: 'armor', label: 'Armor', type: 'number', min: 0, max: 99, default: 0, from: 'ownArmor', help: '0 where the attack took it off already.' },
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody takes the damage: choose who.' } }
    const hit = input as Hit
    const stopped = hit.kind === 'might' ? Math.min(hit.armor, hit.amount) : 0
    const left = hit.amount - stopped
    const sum = lines(
      stopped > 0 && `${hit.amount} damage - ${hit.armor} Armor = ${left}`,
      hit.armor > 0 && hit.kind !== 'might' && `${left} damage, which Armor doesn’t stop`,
    )
    const change = actor.kind === 'pc' ? hurtCharacter(actor, left, hit.kind) : hurtCreature(actor, left)
    return { ...change, explain: [...sum, ...change.explain] }
  },
}

/**
 * Off the pool that was hit, then off the others in order. Damage never improves the track, which may
 * be worse than the pools alone would make it.
 */
function hurtCharacter(actor: Holder, amount: number, kind: Pool): Change {
  const { after, beyond } = drain(pointsOf(actor), amount, kind)
  const was = stepOf(actor)
  const step = stepAt(Math.max(stepsDown(was), emptyPools(after)))
  const change = poolChange(actor, after, step)
  const taken = amount > 0 || step === was ? `takes ${amount > 0 ? amount : 'no'} damage` : `is ${stepName(step)}`
  return {
    ...change,
    explain: lines(...change.explain, beyond > 0 && `${beyond} more than the pools hold`),
    headline: `${short(actor.name)} ${taken}${amount > 0 && step !== was ? `: ${stepName(step)}` : ''}`,
  }
}

function drain(points: Split, amount: number, first: Pool): { readonly after: Split; readonly beyond: number } {
  const after = { ...points }
  let beyond = amount
  for (const pool of [first, ...poolOrder.filter((other) => other !== first)]) {
    const lost = Math.min(beyond, Math.max(0, after[pool]))
    after[pool] -= lost
    beyond -= lost
  }
  return { after, beyond }
}

function hurtCreature({ name, counters }: Holder, amount: number): Change {
  const health = counters.health ?? 0
  const lost = Math.min(amount, Math.max(0, health))
  return {
    counters: lost === 0 ? [] : [{ counter: 'health', to: 'actor', amount: -lost }],
    explain: lines(lost > 0 && `health ${health} to ${health - lost}`, amount > lost && `${amount - lost} more than its health`),
    headline: `${short(name)} takes ${amount > 0 ? amount : 'no'} damage${lost > 0 && lost === health ? ': down' : ''}`,
  }
}
