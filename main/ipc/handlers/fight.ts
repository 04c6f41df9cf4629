import { z } from 'zod'
import { characterId, combatantId, fightId, name, note, placeId, present, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

const fight = { fight: fightId }
const some = z.array(combatantId).min(1).max(1_000)
const ofPlaces = <T extends z.ZodRawShape>(shape: T) => z.array(z.strictObject({ place: placeId, ...shape })).max(1_000)

export const fightHandlers = {
  'fight.create': {
    on: 'campaign',
    input: z.strictObject({ name: name.optional() }).transform(present),
    run: (input, campaign) => campaign.createFight(input.name),
  },
  'fight.open': { on: 'campaign', input: z.strictObject(fight), run: (input, campaign) => campaign.openFight(input.fight) },
  'fight.rename': { on: 'campaign', input: z.strictObject({ ...fight, name }), run: (input, campaign) => campaign.renameFight(input.fight, input.name) },
  'fight.end': { on: 'campaign', input: z.strictObject(fight), run: (input, campaign) => campaign.endFight(input.fight) },
  'fight.clear': { on: 'campaign', input: z.strictObject(fight), run: (input, campaign) => campaign.clearFight(input.fight) },
  'fight.add': {
    on: 'campaign',
    input: z
      .strictObject({
        fight: fightId.optional(),
        name: name.optional(),
        characters: z.array(z.strictObject({ id: characterId, count: z.int().min(1).max(100), hidden: z.boolean().optional() }).transform(present)).max(200),
        words: z.string().max(500).optional(),
        sheet: z.strictObject({ name, stats: values }).optional(),
        hidden: z.boolean().optional(),
        grouped: z.boolean().optional(),
      })
      .transform(present),
    run: (input, campaign) => campaign.addToFight(input),
  },
  'fight.muster': { on: 'campaign', input: z.strictObject({ words: z.string().max(500) }), run: (input, campaign) => campaign.previewMuster(input.words) },
  'fight.remove': { on: 'campaign', input: z.strictObject({ ...fight, combatants: some }), run: (input, campaign) => campaign.removeFromFight(input) },
  'fight.mark': {
    on: 'campaign',
    input: z.strictObject({ ...fight, combatants: some, hidden: z.boolean().optional(), defeated: z.boolean().optional(), done: z.boolean().optional() })
      .refine(({ hidden, defeated, done }) => hidden !== undefined || defeated !== undefined || done !== undefined)
      .transform(present),
    run: (input, campaign) => campaign.markCombatants(input),
  },
  'fight.initiative': {
    on: 'campaign',
    input: z.strictObject({
      ...fight,
      places: z.array(placeId).min(1).max(1_000),
      typed: ofPlaces({ dice: z.array(z.string().max(40)).min(1).max(100) }),
      inputs: ofPlaces({ input: values }),
    }),
    run: (input, campaign) => campaign.rollInitiative(input),
  },
  'initiative.preview': {
    on: 'campaign',
    input: z.strictObject({ ...fight, places: z.array(placeId).min(1).max(1_000), inputs: ofPlaces({ input: values }) }),
    run: (input, campaign) => campaign.previewInitiative(input),
  },
  'fight.numbers': {
    on: 'campaign',
    input: z.strictObject({ ...fight, numbers: ofPlaces({ number: z.number().min(-1_000_000).max(1_000_000).nullable() }) }),
    run: (input, campaign) => campaign.setNumbers(input),
  },
  'fight.number': {
    on: 'campaign',
    input: z.strictObject({ ...fight, place: placeId, number: z.number().min(-1_000_000).max(1_000_000).nullable() }),
    run: (input, campaign) => campaign.setNumber(input),
  },
  'fight.move': {
    on: 'campaign',
    input: z.strictObject({ ...fight, place: placeId, before: placeId.nullable(), slot: z.string().max(100).optional() }).transform(present),
    run: (input, campaign) => campaign.movePlace(input),
  },
  'fight.nudge': {
    on: 'campaign',
    input: z.strictObject({ ...fight, place: placeId, by: z.union([z.literal(1), z.literal(-1)]) }),
    run: (input, campaign) => campaign.nudgePlace(input),
  },
  'fight.join': { on: 'campaign', input: z.strictObject({ ...fight, combatants: some }), run: (input, campaign) => campaign.joinCombatants(input) },
  'fight.split': { on: 'campaign', input: z.strictObject({ ...fight, combatants: some }), run: (input, campaign) => campaign.splitCombatants(input) },
  'fight.rules': {
    on: 'campaign',
    input: z
      .strictObject({
        skipDefeated: z.boolean().optional(),
        waiterStays: z.boolean().optional(),
        atZero: z.enum(['defeat', 'ask']).optional(),
        turnSeconds: z.int().min(0).max(3_600).optional(),
      })
      .refine((changed) => Object.keys(changed).length > 0)
      .transform(present),
    run: (input, campaign) => campaign.setFightRules(input),
  },
  'turn.next': { on: 'campaign', input: z.strictObject({ ...fight, turn: z.int().nonnegative() }), run: (input, campaign) => campaign.nextTurn(input) },
  'turn.previous': { on: 'campaign', input: z.strictObject({ ...fight, turn: z.int().nonnegative() }), run: (input, campaign) => campaign.previousTurn(input) },
  'turn.wait': {
    on: 'campaign',
    input: z.strictObject({ ...fight, turn: z.int().nonnegative(), note: note.optional() }).transform(present),
    run: (input, campaign) => campaign.wait(input),
  },
  'turn.actNow': { on: 'campaign', input: z.strictObject({ ...fight, place: placeId }), run: (input, campaign) => campaign.actNow(input) },
} satisfies Partial<Handlers>
