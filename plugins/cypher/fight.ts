/** What a fight shows of a combatant and what may hold of it. The rules name health; the conditions are ours. */
import type { Condition, Health } from '../api/index.ts'

export const health: Health = { counters: ['health', 'might', 'speed', 'intellect'], damage: 'damage', heal: 'heal' }

export const conditions: readonly Condition[] = [
  { id: 'dazed', label: 'Dazed', help: 'Everything is harder than it should be.', tone: 'bane' },
  { id: 'stunned', label: 'Stunned', help: 'Does nothing until it passes.', tone: 'bane' },
  { id: 'prone', label: 'Prone', help: 'On the ground: easy to reach, slow to get away.', tone: 'bane' },
  { id: 'held', label: 'Held', help: 'Goes nowhere until it breaks loose.', tone: 'bane' },
  { id: 'blinded', label: 'Blinded', help: 'Sees nothing; others see it very well.', tone: 'bane' },
  { id: 'frightened', label: 'Frightened', help: 'Wants to be anywhere but here.', tone: 'bane' },
  { id: 'bleeding', label: 'Bleeding', help: 'Gets worse until somebody sees to it.', tone: 'bane' },
  { id: 'on-fire', label: 'On fire', help: 'Burns until it is put out.', tone: 'bane' },
  { id: 'hidden', label: 'Hidden', help: 'Nobody on the other side knows where it is.', tone: 'boon' },
  { id: 'blessed', label: 'Blessed', help: 'Something good watches over it.', tone: 'boon' },
]
