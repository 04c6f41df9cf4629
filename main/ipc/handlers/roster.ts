import { z } from 'zod'
import { characterId, encounterId, name, tags } from '../schemas.ts'
import type { Handlers } from './index.ts'

const some = z.array(characterId).min(1).max(10_000)
const encounter = {
  name,
  notes: z.string().max(1_000_000),
  members: z.array(z.strictObject({ character: characterId, count: z.int().min(1).max(100), hidden: z.boolean() })).max(200),
}

export const rosterHandlers = {
  'roster.search': { on: 'campaign', input: z.strictObject({ text: z.string().max(200) }), run: ({ text }, campaign) => campaign.searchRoster(text) },
  'roster.tag': {
    on: 'campaign',
    input: z.strictObject({ characters: some, add: tags, remove: tags }),
    run: ({ characters, add, remove }, campaign) => campaign.tagCharacters(characters, add, remove),
  },
  'roster.duplicate': { on: 'campaign', input: z.strictObject({ characters: some }), run: ({ characters }, campaign) => campaign.duplicateCharacters(characters) },
  'roster.delete': { on: 'campaign', input: z.strictObject({ characters: some }), run: ({ characters }, campaign) => campaign.deleteCharacters(characters) },
  'roster.updateCopies': { on: 'campaign', input: z.strictObject({ template: characterId }), run: ({ template }, campaign) => campaign.updateCopies(template) },
  'encounter.create': { on: 'campaign', input: z.strictObject(encounter), run: (input, campaign) => campaign.createEncounter(input) },
  'encounter.update': { on: 'campaign', input: z.strictObject({ id: encounterId, ...encounter }), run: (input, campaign) => campaign.updateEncounter(input) },
  'encounter.delete': { on: 'campaign', input: z.strictObject({ id: encounterId }), run: ({ id }, campaign) => campaign.deleteEncounter(id) },
  'encounter.rate': {
    on: 'campaign',
    input: z.strictObject({ encounters: z.array(z.strictObject({ members: encounter.members })).max(1_000) }),
    run: ({ encounters }, campaign) => campaign.rateEncounters(encounters),
  },
  'encounter.start': { on: 'campaign', input: z.strictObject({ id: encounterId }), run: ({ id }, campaign) => campaign.startEncounter(id) },
} satisfies Partial<Handlers>
