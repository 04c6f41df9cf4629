import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { previewDice } from '../../campaign/quick-dice.ts'
import { characterId, present } from '../schemas.ts'
import type { Handlers } from './index.ts'

const text = z.string().max(500)

export const diceHandlers = {
  'dice.preview': { on: 'library', input: z.strictObject({ text }), run: (input) => done(previewDice(input.text)) },
  'dice.roll': {
    on: 'campaign',
    input: z.strictObject({ text, who: characterId.optional() }).transform(present),
    run: ({ text: words, who }, campaign) => campaign.rollDice(words, who),
  },
} satisfies Pick<Handlers, 'dice.preview' | 'dice.roll'>
