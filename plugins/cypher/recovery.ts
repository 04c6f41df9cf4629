import type { Check, Die } from '../api/index.ts'
import { recoveryBoxes } from './character.ts'

const d6: Die = { id: 'd6', from: 1, to: 6 }

export const recovery: Check = {
  label: 'Recovery roll',
  help: 'Points to spread over the pools. Four a day: one action, ten minutes, one hour, ten hours.',
  for: ['pc', 'none'],
  input: [
    { id: 'tier', label: 'Tier', type: 'number', min: 1, max: 6, from: 'tier' },
    { id: 'left', label: 'Recovery rolls left', type: 'number', min: 0, max: recoveryBoxes, default: recoveryBoxes, from: 'recoveries', help: 'Spreading the points uses one; a new day brings them back.' },
  ],

  resolve(input, [die], { actor }) {
    const { tier, left } = input as { tier: number; left: number }
    if (left < 1) return { refuse: { field: 'left', message: 'No recovery roll is left today: rest first.' } }
    if (die === undefined) return { need: [{ die: d6, count: 1 }] }
    const total = die + tier
    return {
      success: null,
      total,
      flags: [],
      grants: [],
      costs: [],
      facts: {},
      explain: [`rolled ${die}, tier ${tier}: ${total} points`],
      headline: `${total} points back`,
      offers: actor === 'pc' ? [{ label: `Spread ${total} points over the pools`, action: 'recover', input: { points: total } }] : [],
    }
  },
}
