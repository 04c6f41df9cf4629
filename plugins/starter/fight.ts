/** What a fight shows as health, and what may hold of somebody for a while. */
import type { Condition, Health } from '../api/index.ts'

// No actions named: a hit takes from the counter and healing gives back to it. Who has none left is down.
export const health: Health = { counters: ['health'] }

export const conditions: readonly Condition[] = [
  { id: 'dazzled', label: 'Dazzled', help: 'Looked into a lantern: sees nothing for a while.', tone: 'bane' },
  { id: 'shadowed', label: 'In shadow', help: 'Nobody with a lantern sees it.', tone: 'boon' },
]
