import { z } from 'zod'
import { checkInput } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const checkHandlers = {
  'check.preview': { on: 'campaign', input: z.strictObject(checkInput), run: (input, campaign) => campaign.preview(input) },
  'check.variants': { on: 'campaign', input: z.strictObject(checkInput), run: (input, campaign) => campaign.listVariants(input) },
} satisfies Pick<Handlers, 'check.preview' | 'check.variants'>
