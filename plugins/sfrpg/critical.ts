/** Which criticals a roll may bring. */
export type Potential = 'none' | 'success' | 'failure' | 'both'

export type Critical = 'critical-success' | 'critical-failure'

/**
 * What the natural die brings on a roll with this potential, by the skill's own score (a negative
 * one counts as 0, modifiers don't count). Apart from pass and fail: a success can be a critical
 * failure. 00 always is a critical failure and never a critical success.
 */
export function criticalOf(die: number, skill: number, potential: Potential): Critical | undefined {
  const tens = Math.floor(Math.max(0, skill) / 10)
  const success = die !== 0 && (die === 99 || die >= 99 - tens)
  const failure = die === 0 || die <= 10 - tens
  if (failure && (potential === 'failure' || potential === 'both')) return 'critical-failure'
  if (success && (potential === 'success' || potential === 'both')) return 'critical-success'
  return undefined
}
