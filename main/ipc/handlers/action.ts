import { z } from 'zod'
import { characterId, id, present, side, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

const input = z
  .strictObject({ action: id, target: characterId.optional(), ...side })
  .transform(present)

export const actionHandlers = {
  'action.preview': { on: 'campaign', input, run: (action, campaign) => campaign.previewAction(action) },
  'action.apply': { on: 'campaign', input, run: (action, campaign) => campaign.applyAction(action) },
  'npc.build': { on: 'campaign', input: z.strictObject({ input: values }), run: ({ input: choices }, campaign) => campaign.buildNpc(choices) },
  'npc.vary': { on: 'campaign', input: z.strictObject({ input: values }), run: ({ input: choices }, campaign) => campaign.varyNpc(choices) },
} satisfies Pick<Handlers, 'action.preview' | 'action.apply' | 'npc.build' | 'npc.vary'>
