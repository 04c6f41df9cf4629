import { z } from 'zod'
import { characterId, name, nothing, present, sessionId } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const sessionHandlers = {
  'session.start': {
    on: 'campaign',
    input: z.strictObject({ name: name.optional() }).transform(present),
    run: ({ name: given }, campaign) => campaign.startSession(given),
  },
  'session.attend': {
    on: 'campaign',
    input: z.strictObject({ id: sessionId, present: z.array(characterId).max(1_000) }),
    run: ({ id, present: there }, campaign) => campaign.attendSession(id, there),
  },
  'session.end': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.endSession() },
  'session.update': {
    on: 'campaign',
    input: z.strictObject({ id: sessionId, name, notes: z.string().max(1_000_000) }),
    run: (session, campaign) => campaign.updateSession(session),
  },
  'session.recap': { on: 'campaign', input: z.strictObject({ id: sessionId }), run: ({ id }, campaign) => campaign.readRecap(id) },
  'session.saveRecap': {
    on: 'campaign',
    input: z.strictObject({ id: sessionId, plots: z.boolean() }),
    run(recap, campaign, desk) {
      const { name, make } = campaign.saveRecap(recap)
      return desk.saveFiles(name, make)
    },
  },
} satisfies Partial<Handlers>
