import { z } from 'zod'
import { checkInput } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const checkHandlers = {
  'check.preview': { on: 'campaign', input: z.strictObject(checkInput), run: (input, campaign) => campaign.preview(input) },
} satisfies Pick<Handlers, 'check.preview'>
