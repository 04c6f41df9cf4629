import type { Check, Offer } from '../api/index.ts'
import type { Potential } from './critical.ts'
import { criticalFlags, percentileFields, rollPercentile } from './percentile.ts'
import { variantsOf } from './variants.ts'

const difficulty = { type: 'number', min: 0, max: 999, default: 0 } as const

/** What `skill` and `attack` take alike. */
type Roll = { readonly name?: string; readonly skill: number; readonly modifier: number; readonly potential: Potential }

export const skill: Check = {
  label: 'Skill check',
  help: 'Dice, skill and modifier together must beat the DC; a tie fails.',
  for: ['pc', 'npc', 'none'],
  input: percentileFields({ id: 'dc', label: 'DC', ...difficulty, help: 'Recovering from a flux: Navigation against 125.' }, 'none'),
  flags: criticalFlags,
  degree: 'degree',
  resolve(input, faces, { actor }) {
    const { dc, ...roll } = input as Roll & { dc: number }
    return rollPercentile({ ...roll, difficulty: dc, usual: 'none' }, faces, actor)
  },
  variants: variantsOf('dc'),
}

/** How much a hit does is not public: the GM says. */
const dealDamage: Offer = { label: 'Deal damage…', action: 'damage', to: 'target', input: {} }

export const attack: Check = {
  label: 'Attack',
  help: 'As a skill check, against the target’s hit difficulty.',
  for: ['pc', 'npc', 'none'],
  input: percentileFields({ id: 'hd', label: 'Hit difficulty', ...difficulty }, 'both'),
  flags: criticalFlags,
  degree: 'degree',
  resolve(input, faces, { actor }) {
    const { hd, ...roll } = input as Roll & { hd: number }
    const step = rollPercentile({ ...roll, difficulty: hd, usual: 'both' }, faces, actor)
    return 'success' in step && step.success ? { ...step, offers: [dealDamage, ...(step.offers ?? [])] } : step
  },
  variants: variantsOf('hd'),
}
