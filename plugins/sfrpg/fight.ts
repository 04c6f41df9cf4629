/** What a fight shows of a combatant and what may hold of it. The conditions are ours. */
import type { Condition, Health } from '../api/index.ts'

export const health: Health = { counters: ['hitPoints', 'armourPoints'], vital: ['hitPoints'], damage: 'damage', heal: 'heal' }

export const conditions: readonly Condition[] = [
  { id: 'stunned', label: 'Stunned', help: 'Does nothing until it passes.', tone: 'bane' },
  { id: 'blinded', label: 'Blinded', help: 'Sees nothing, by eye or by sensor.', tone: 'bane' },
  { id: 'prone', label: 'Prone', help: 'On the ground: slow to get away.', tone: 'bane' },
  { id: 'pinned', label: 'Pinned down', help: 'Keeps its head low while the fire lasts.', tone: 'bane' },
  { id: 'bleeding', label: 'Bleeding', help: 'Gets worse until somebody sees to it.', tone: 'bane' },
  { id: 'on-fire', label: 'On fire', help: 'Burns until it is put out or runs out of air.', tone: 'bane' },
  { id: 'leaking', label: 'Losing air', help: 'A suit or a hull is open; the air won’t last.', tone: 'bane' },
  { id: 'adrift', label: 'Adrift', help: 'The drive is out: it goes where it was going.', tone: 'bane' },
  { id: 'in-cover', label: 'In cover', help: 'Something solid stands in the way of shots.', tone: 'boon' },
  { id: 'hidden', label: 'Hidden', help: 'Nobody on the other side knows where it is.', tone: 'boon' },
]
