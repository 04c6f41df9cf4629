import { z } from 'zod'
import { characterId, name, present, tags, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

const sheet = { kind: z.enum(['pc', 'npc']), name, stats: values, notes: z.string().max(1_000_000).optional(), role: z.enum(['self', 'template']).optional(), tags: tags.optional() }

export const characterHandlers = {
  'character.create': { on: 'campaign', input: z.strictObject(sheet).transform(present), run: (input, campaign) => campaign.createCharacter(input) },
  'character.update': {
    on: 'campaign',
    input: z.strictObject({ id: characterId, ...sheet }).transform(present),
    run: (input, campaign) => campaign.updateCharacter(input),
  },
  'character.delete': {
    on: 'campaign',
    input: z.strictObject({ id: characterId }),
    run: ({ id }, campaign) => campaign.deleteCharacter(id),
  },
} satisfies Pick<Handlers, 'character.create' | 'character.update' | 'character.delete'>
