/** What the host counts of the rolls and actions, shown beside the counters. */
import type { Figure } from '../api/index.ts'

export const figures: readonly Figure[] = [
  // Rolls that show a flag, of each character.
  { id: 'flares', label: 'Flares', owner: 'character', tone: 'boon', flag: 'flare' },
  // An action, of all together, and how long ago the last one was.
  { id: 'rests', label: 'Rests', owner: 'table', action: 'rest', since: true },
]
