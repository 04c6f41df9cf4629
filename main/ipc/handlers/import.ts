import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { characterId, nothing, present } from '../schemas.ts'
import type { Handlers } from './index.ts'

export const importHandlers = {
  'import.read': {
    on: 'campaign',
    input: nothing,
    async run(_, campaign, desk) {
      const file = await desk.chooseFile()
      if (!file.ok || file.value === null) return file.ok ? done(null) : file
      const { bytes, name } = file.value
      const parsed = await desk.readImport(bytes, name)
      if (!parsed.ok) return { ok: false, error: { code: 'refused', message: parsed.message } }
      return done(campaign.previewImport({ fileName: name, read: parsed.value }))
    },
  },
  'import.apply': {
    on: 'campaign',
    input: z.strictObject({
      mapping: z.record(z.string().max(400), z.string().max(64)),
      role: z.enum(['self', 'template']),
      skip: z.array(z.string().max(1_000)).max(20_000),
    }),
    run: (choice, campaign) => campaign.applyImport(choice),
  },
  'roster.export': {
    on: 'campaign',
    input: z.strictObject({ as: z.enum(['json', 'csv']), characters: z.array(characterId).max(20_000).optional() }).transform(present),
    run({ as, characters }, campaign, desk) {
      const { name, text } = campaign.exportRoster(as, characters)
      return desk.saveText(name, text)
    },
  },
} satisfies Partial<Handlers>
