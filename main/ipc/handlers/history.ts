import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const historyHandlers = {
  'history.undo': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.undo() },
  'history.redo': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.redo() },
  'history.list': { on: 'campaign', input: nothing, run: (_, campaign) => done(campaign.listHistory()) },
  'history.go': { on: 'campaign', input: z.strictObject({ to: z.int().nonnegative() }), run: ({ to }, campaign) => campaign.goTo(to) },
  'history.stop': {
    on: 'campaign',
    input: nothing,
    run(_, campaign) {
      campaign.stopGoing()
      return done(null)
    },
  },
} satisfies Partial<Handlers>
