import { done } from '../../rules/reply.ts'
import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const systemHandlers = {
  'system.list': { on: 'library', input: nothing, run: async (_, library) => done(await library.systems()) },
  'system.resume': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.resume() },
} satisfies Pick<Handlers, 'system.list' | 'system.resume'>
