/** The four ways a roll can turn out, counted. */
import type { Figure } from '../api/index.ts'

const cell = (success: boolean, pays: 'luck' | 'toll') =>
  ({
    id: `${success ? 'success' : 'failure'}${pays === 'luck' ? 'Luck' : 'Toll'}`,
    label: `${success ? 'Success' : 'Failure'}, ${pays === 'luck' ? 'Luck' : 'Toll'}`,
    owner: 'character',
    tone: pays === 'luck' ? 'boon' : 'bane',
    success,
    fact: { id: 'pays', is: pays },
  }) as const

export const figures: readonly Figure[] = [cell(true, 'luck'), cell(true, 'toll'), cell(false, 'luck'), cell(false, 'toll')]
