/** An opposed check: both sides make a venture, and what came of it is compared. */
import type { Opposed } from '../api/index.ts'
import { inWords } from './pool.ts'
import type { HouseRule } from './settings.ts'
import { dice } from './sheet.ts'

const even: HouseRule = 'even-contest'

export const contest: Opposed = {
  label: 'Contest',
  help: 'More sixes win.',
  for: ['pc', 'npc', 'none'],
  of: 'venture',
  // The form of one side; each side fills it from its own sheet.
  side: [{ id: 'dice', ...dice, from: 'skills.dice' }],
  degree: 'lead',
  // The venture that a side makes. Fields with a default may be left out.
  toInput: (side) => ({ dice: side.dice ?? 1 }),

  compare({ total: ours = 0 }, { total: theirs = 0 }) {
    const success = ours === theirs ? null : ours > theirs
    return {
      success,
      degree: Math.abs(ours - theirs),
      explain: [`{actor}: ${inWords(ours)}, {opponent}: ${inWords(theirs)}`],
      // The host puts the names in.
      headline: success === null ? 'Stand-off' : success ? '{actor} wins' : '{opponent} wins',
      houseRules: success === null ? [even] : [],
    }
  },
}
