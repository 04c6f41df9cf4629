import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { id, name, nothing, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const campaignHandlers = {
  'campaign.list': { on: 'library', input: nothing, run: (_, library) => library.list() },
  'campaign.create': {
    on: 'library',
    input: z.strictObject({ name, system: id, sample: z.boolean() }),
    run: ({ name, system, sample }, library) => library.create(name, system, sample),
  },
  'campaign.open': {
    on: 'library',
    input: z.strictObject({ file: z.string().max(300) }),
    run: ({ file }, library) => library.open(file),
  },
  'campaign.close': {
    on: 'library',
    input: nothing,
    async run(_, library) {
      await library.closeCampaign()
      return done(null)
    },
  },
  'campaign.current': { on: 'library', input: nothing, run: (_, library) => done(library.current()?.view() ?? null) },
  'campaign.configure': {
    on: 'campaign',
    input: z.strictObject({ settings: values }),
    run: ({ settings }, campaign) => campaign.configure(settings),
  },
} satisfies Pick<Handlers, 'campaign.list' | 'campaign.create' | 'campaign.open' | 'campaign.close' | 'campaign.current' | 'campaign.configure'>
