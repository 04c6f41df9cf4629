import { z } from 'zod'
import { characterId, id } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const counterHandlers = {
  'counter.change': {
    on: 'campaign',
    input: z
      .strictObject({
        counter: id,
        character: characterId.optional(),
        amount: z.int().min(-1_000_000).max(1_000_000).refine((amount) => amount !== 0),
        reason: z.string().max(500).optional(),
      })
      .transform(({ character, reason, ...rest }) => ({
        ...rest,
        ...(character !== undefined && { character }),
        ...(reason !== undefined && { reason }),
      })),
    run: (input, campaign) => campaign.changeCounter(input),
  },
} satisfies Pick<Handlers, 'counter.change'>
