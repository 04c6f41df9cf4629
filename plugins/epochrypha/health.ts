/** Hits and healing, for tables that count health. Ours: the public text has no such points. */
import type { Action, Holder, Refusal } from '../api/index.ts'
import { guard } from './sheet.ts'
import { lines, short } from './words.ts'

const amount = { id: 'amount', type: 'number', min: 1, max: 9999, unit: 'points' } as const

export const damage: Action = {
  label: 'Damage',
  help: 'Off the health, where the table counts any. Whether it got through armor is the GM’s call.',
  for: ['pc', 'npc'],
  input: [
    { ...amount, label: 'Damage' },
    { id: 'soak', label: 'Soak', ...guard, from: 'soak', help: 'Comes off the damage; 0 where it doesn’t help.' },
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody takes the damage: choose who.' } }
    const { amount, soak } = input as { readonly amount: number; readonly soak: number }
    const { full, health } = healthOf(actor)
    if (full <= 0) return uncounted(actor)
    const through = Math.max(0, amount - soak)
    const lost = Math.min(through, Math.max(0, health))
    return {
      counters: lost > 0 ? [{ counter: 'health', to: 'actor', amount: -lost }] : [],
      explain: lines(
        soak > 0 && `${amount} damage - ${Math.min(amount, soak)} soaked = ${through}`,
        lost > 0 && `health ${health} to ${health - lost}`,
        through > lost && `${through - lost} more than health is left`,
      ),
      headline: `${short(actor.name)} takes ${through === 0 ? 'no' : through} damage${lost > 0 && lost === health ? ': no health left' : ''}`,
    }
  },
}

export const heal: Action = {
  label: 'Heal',
  help: 'Health back, where the table counts any.',
  for: ['pc', 'npc'],
  input: [{ ...amount, label: 'Points', help: 'More than are lost fill it up.' }],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody is healed: choose who.' } }
    const { full, health } = healthOf(actor)
    if (full <= 0) return uncounted(actor)
    const back = Math.min(Number(input.amount), full - health)
    if (back <= 0) return { refuse: { field: 'amount', message: `${short(actor.name)} has lost no health.` } }
    return {
      counters: [{ counter: 'health', to: 'actor', amount: back }],
      explain: [`health ${health} to ${health + back}`],
      headline: `${short(actor.name)} gets ${back} health back`,
    }
  },
}

const healthOf = ({ stats, counters }: Holder) => ({ full: Number(stats.healthMax), health: counters.health ?? 0 })

const uncounted = ({ name }: Holder): Refusal => ({
  refuse: { message: `No health is counted for ${short(name)}. Set “Health, full” on the sheet first.` },
})
