/** What a fight shows of a combatant and what may hold of it. All of this is ours: no public text says how bodies fail. */
import type { Condition, Health } from '../api/index.ts'

export const health: Health = { counters: ['health'], damage: 'damage', heal: 'heal' }

export const conditions: readonly Condition[] = [
  { id: 'stunned', label: 'Stunned', help: 'Does nothing until it passes.', tone: 'bane' },
  { id: 'blinded', label: 'Blinded', help: 'Sees nothing; others see it very well.', tone: 'bane' },
  { id: 'prone', label: 'Prone', help: 'On the ground: easy to reach, slow to get away.', tone: 'bane' },
  { id: 'bleeding', label: 'Bleeding', help: 'Gets worse until somebody sees to it.', tone: 'bane' },
  { id: 'on-fire', label: 'On fire', help: 'Burns until it is put out.', tone: 'bane' },
  { id: 'frightened', label: 'Frightened', help: 'Wants to be anywhere but here.', tone: 'bane' },
  { id: 'cursed', label: 'Cursed', help: 'Something bears it ill will, and is patient.', tone: 'bane' },
  { id: 'blessed', label: 'Blessed', help: 'Something good watches over it.', tone: 'boon' },
  { id: 'hidden', label: 'Hidden', help: 'Nobody on the other side knows where it is.', tone: 'boon' },
]
