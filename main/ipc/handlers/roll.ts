import { z } from 'zod'
import { checkInput, rollId, typedDice } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const rollHandlers = {
  'roll.make': {
    on: 'campaign',
    input: z.strictObject({ ...checkInput, typed: typedDice }),
    run: (input, campaign) => campaign.makeRoll(input),
  },
  'roll.list': {
    on: 'campaign',
    input: z.strictObject({ before: rollId, limit: z.int().min(1).max(500) }),
    run: ({ before, limit }, campaign) => campaign.listRolls(before, limit),
  },
} satisfies Pick<Handlers, 'roll.make' | 'roll.list'>
