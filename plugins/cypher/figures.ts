import type { Figure } from '../api/index.ts'

/** Levels of Effort that were paid, and the GM's intrusions. */
export const figures: readonly Figure[] = [
  { id: 'effort', label: 'Effort spent', owner: 'character', sum: 'effort' },
  { id: 'intrusions', label: 'Intrusions made', owner: 'table', action: 'intrusion', since: true },
]
