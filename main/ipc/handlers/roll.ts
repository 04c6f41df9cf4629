import { z } from 'zod'
import { checkInput, present, rollId, typedSides, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const rollHandlers = {
  'roll.make': {
    on: 'campaign',
    input: z
      .strictObject({ ...checkInput, typed: typedSides, secret: z.boolean().optional() })
      .transform(present),
    run: (input, campaign) => campaign.makeRoll(input),
  },
  'roll.correct': {
    on: 'campaign',
    input: z.strictObject({ roll: rollId, inputs: z.array(values).min(1).max(2) }),
    run: ({ roll, inputs }, campaign) => campaign.correctRoll(roll, inputs),
  },
  'roll.reroll': { on: 'campaign', input: z.strictObject({ roll: rollId }), run: ({ roll }, campaign) => campaign.rerollRoll(roll) },
  'roll.replay': { on: 'campaign', input: z.strictObject({ roll: rollId }), run: ({ roll }, campaign) => campaign.checkReplay(roll) },
} satisfies Pick<Handlers, 'roll.make' | 'roll.correct' | 'roll.reroll' | 'roll.replay'>
