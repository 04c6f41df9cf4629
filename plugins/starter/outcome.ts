import type { Outcome } from '../api/index.ts'

/** An outcome with nothing in it but its headline and what is given besides. */
export const outcome = (told: Pick<Outcome, 'headline'> & Partial<Outcome>): Outcome => ({
  success: null,
  flags: [],
  grants: [],
  costs: [],
  facts: {},
  explain: [],
  ...told,
})
