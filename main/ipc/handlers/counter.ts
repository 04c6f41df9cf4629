import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { characterId, id, nothing, present, sessionId } from '../schemas.ts'
import type { Handlers } from './index.ts'

const moved = z.int().min(-1_000_000).max(1_000_000).refine((amount) => amount !== 0)
const reason = z.string().max(500)
const ofSession = z.strictObject({ session: sessionId.optional() }).transform(present)
const resets = z.strictObject({ on: z.enum(['session', 'rest']), characters: z.array(characterId).max(1_000).optional() }).transform(present)

export const counterHandlers = {
  'counter.change': {
    on: 'campaign',
    input: z
      .strictObject({
        counter: id,
        character: characterId.optional(),
        amount: moved,
        reason: reason.optional(),
      })
      .transform(present),
    run: (input, campaign) => campaign.changeCounter(input),
  },
  'counter.award': {
    on: 'campaign',
    input: z.strictObject({ counter: id, characters: z.array(characterId).min(1).max(1_000), amount: moved, reason: reason.optional() }).transform(present),
    run: (award, campaign) => campaign.awardCounter(award),
  },
  'counter.reasons': { on: 'campaign', input: z.strictObject({ counter: id }), run: ({ counter }, campaign) => done(campaign.counterReasons(counter)) },
  'counter.history': { on: 'campaign', input: ofSession, run: ({ session }, campaign) => done(campaign.counterHistory(session)) },
  'counter.totals': { on: 'campaign', input: ofSession, run: ({ session }, campaign) => done(campaign.counterTotals(session)) },
  'counter.course': { on: 'campaign', input: nothing, run: (_, campaign) => done(campaign.counterCourse()) },
  'counter.hopes': { on: 'campaign', input: z.strictObject({ session: sessionId }), run: ({ session }, campaign) => done(campaign.counterHopes(session)) },
  'figure.list': { on: 'campaign', input: ofSession, run: ({ session }, campaign) => done(campaign.listFigures(session)) },
  'counter.resets': { on: 'campaign', input: resets, run: (input, campaign) => done(campaign.listResets(input)) },
  'counter.reset': { on: 'campaign', input: resets, run: (input, campaign) => campaign.applyResets(input) },
  'dice.everywhere': { on: 'library', input: nothing, run: (_, library) => library.diceEverywhere() },
  'dice.fairness': { on: 'campaign', input: ofSession, run: ({ session }, campaign) => done(campaign.fairness(session)) },
} satisfies Partial<Handlers>
