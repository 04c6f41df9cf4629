import type { Figure } from '../api/index.ts'

/** Criticals both ways, and skills that rose. */
export const figures: readonly Figure[] = [
  { id: 'criticalSuccesses', label: 'Critical successes', owner: 'character', tone: 'boon', flag: 'critical-success' },
  { id: 'criticalFailures', label: 'Critical failures', owner: 'character', tone: 'bane', flag: 'critical-failure' },
  { id: 'skillRaises', label: 'Skill raises', owner: 'character', tone: 'boon', action: 'raiseSkill' },
]
