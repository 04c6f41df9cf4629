import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { characterId, id, nothing, present, rollId, side, typed, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

const picks = z.record(id, z.int().nonnegative())
const batch = z
  .strictObject({
    check: id,
    actors: z.array(characterId).min(1).max(1_000).refine((all) => new Set(all).size === all.length),
    input: values,
    picks: picks.optional(),
    inputs: z.array(z.strictObject({ who: characterId, input: values, picks: picks.optional() }).transform(present)).max(1_000).optional(),
    typed: z.array(z.strictObject({ who: characterId, dice: typed })).max(1_000).optional(),
    opponent: z.strictObject(side).transform(present).optional(),
    opponentTyped: typed.optional(),
    secret: z.boolean().optional(),
  })
  .transform(present)

export const batchHandlers = {
  'npc.targets': { on: 'campaign', input: z.strictObject({ characters: z.array(characterId).min(1).max(1_000) }), run: ({ characters }, campaign) => campaign.listTargets(characters) },
  'roll.previewBatch': { on: 'campaign', input: batch, run: (input, campaign) => campaign.previewBatch(input) },
  'roll.batch': { on: 'campaign', input: batch, run: (input, campaign) => campaign.rollBatch(input) },
  'roll.cancelBatch': {
    on: 'campaign',
    input: nothing,
    run(_, campaign) {
      campaign.cancelBatch()
      return done(null)
    },
  },
  'roll.mates': { on: 'campaign', input: z.strictObject({ roll: rollId }), run: ({ roll }, campaign) => campaign.listMates(roll) },
} satisfies Partial<Handlers>
