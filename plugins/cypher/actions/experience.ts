/** What XP buys. */
import type { Action, Field } from '../../api/index.ts'
import { advancesPerTier, highestTier } from '../character.ts'
import { lines, short } from '../words.ts'

const advanceCost = 4

const gained: Field = { id: 'what', label: 'What it brings', type: 'text', optional: true, help: 'For the log; change the sheet by hand.' }

export const advance: Action = {
  label: 'Advance',
  help: `An advancement for ${advanceCost} XP; ${advancesPerTier} of them make a tier.`,
  for: ['pc'],
  input: [gained],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody advances: choose who.' } }
    const name = short(actor.name)
    const { tier, advances } = actor.stats as { tier: number; advances: number }
    const xp = actor.counters.xp ?? 0
    if (xp < advanceCost) return { refuse: { field: 'what', message: `An advancement costs ${advanceCost} XP; ${name} has ${xp}.` } }
    const rises = advances + 1 >= advancesPerTier && tier < highestTier
    if (!rises && advances >= advancesPerTier) return { refuse: { field: 'what', message: `${name} has all there is at tier ${tier}.` } }
    return {
      counters: [{ counter: 'xp', to: 'actor', amount: -advanceCost }],
      stats: [
        { to: 'actor', stat: 'advances', value: rises ? 0 : advances + 1 },
        ...(rises ? [{ to: 'actor', stat: 'tier', value: tier + 1 } as const] : []),
      ],
      explain: lines(
        `XP ${xp} to ${xp - advanceCost}`,
        input.what !== undefined && input.what !== '' && String(input.what),
        rises ? `tier ${tier} to ${tier + 1}` : `${advances + 1} of ${advancesPerTier} advancements at tier ${tier}`,
      ),
      headline: rises ? `${name} reaches tier ${tier + 1}` : `${name} advances`,
    }
  },
}

const prices = { reroll: 1, short: 2, long: 3 } as const

export const spendXp: Action = {
  label: 'Spend XP',
  help: 'A reroll, or a benefit that lasts a while.',
  for: ['pc'],
  input: [
    {
      id: 'buys',
      label: 'Buys',
      type: 'choice',
      options: [
        { id: 'reroll', label: 'A reroll: 1 XP' },
        { id: 'short', label: 'A short benefit: 2 XP' },
        { id: 'long', label: 'A long benefit: 3 XP' },
      ],
      default: 'reroll',
    },
    gained,
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody spends XP: choose who.' } }
    const price = prices[input.buys as keyof typeof prices]
    const xp = actor.counters.xp ?? 0
    if (xp < price) return { refuse: { field: 'buys', message: `That costs ${price} XP; ${short(actor.name)} has ${xp}.` } }
    return {
      counters: [{ counter: 'xp', to: 'actor', amount: -price }],
      explain: lines(`XP ${xp} to ${xp - price}`, input.what !== undefined && input.what !== '' && String(input.what)),
      headline: `${short(actor.name)} spends ${price} XP`,
    }
  },
}
