import { z } from 'zod'
import type { LogFilter } from '../../../preload/contract.ts'
import { present, sessionId } from '../schemas.ts'
import type { Handlers } from './index.ts'

const words = z.string().max(200).optional()

export const logHandlers = {
  'log.read': {
    on: 'campaign',
    input: z
      .strictObject({
        filter: z.strictObject({
          session: sessionId.optional(),
          who: words,
          check: words,
          outcome: z.enum(['success', 'failure']).optional(),
          dice: z.enum(['typed', 'drawn']).optional(),
          undone: z.literal('hidden').optional(),
          text: words,
        }),
        from: z.string().max(60).optional(),
        limit: z.int().min(1).max(500),
      })
      .transform(({ filter, from, limit }) => ({ filter: given(filter) as LogFilter, limit, ...(from !== undefined && { from }) })),
    run: ({ filter, from, limit }, campaign) => campaign.readLog(filter, from, limit),
  },
  'log.find': { on: 'campaign', input: z.strictObject({ text: z.string().min(1).max(200) }), run: ({ text }, campaign) => campaign.findInLog(text) },
  'log.export': {
    on: 'campaign',
    input: z
      .strictObject({ as: z.enum(['markdown', 'csv']), session: sessionId.optional() })
      .transform(present),
    run({ as, session }, campaign, desk) {
      const { name, text } = campaign.exportLog(as, session)
      return desk.saveText(name, text)
    },
  },
} satisfies Partial<Handlers>

const given = (filter: object): object => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
