import { z } from 'zod'
import { characterId, combatantId, conditionId, fightId, id, note, present } from '../schemas.ts'
import type { Handlers } from './index.ts'

const until = z.strictObject({ fight: fightId, anchor: combatantId, edge: z.enum(['start', 'end']), left: z.int().min(1).max(1_000) })
const healthInput = z.strictObject({ characters: z.array(characterId).min(1).max(1_000), as: z.enum(['damage', 'heal']), amount: z.string().max(100) })

export const conditionHandlers = {
  'condition.add': {
    on: 'campaign',
    input: z
      .strictObject({ characters: z.array(characterId).min(1).max(1_000), label: note, condition: id.optional(), until: until.optional() })
      .transform(present),
    run: (input, campaign) => campaign.addCondition(input),
  },
  'condition.remove': { on: 'campaign', input: z.strictObject({ conditions: z.array(conditionId).min(1).max(1_000) }), run: (input, campaign) => campaign.removeConditions(input) },
  'condition.change': {
    on: 'campaign',
    input: z.strictObject({ condition: conditionId, until: until.nullable() }),
    run: (input, campaign) => campaign.changeCondition(input),
  },
  'health.change': { on: 'campaign', input: healthInput, run: (input, campaign) => campaign.changeHealth(input) },
  'health.preview': { on: 'campaign', input: healthInput, run: (input, campaign) => campaign.previewHealth(input) },
} satisfies Pick<Handlers, 'condition.add' | 'condition.remove' | 'condition.change' | 'health.change' | 'health.preview'>
