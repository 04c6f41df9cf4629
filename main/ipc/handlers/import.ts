import { z } from 'zod'
import { importLimits } from '../../import/entry.ts'
import { refuseSize } from '../../import/read.ts'
import { done, failed } from '../../rules/reply.ts'
import { characterId, nothing, present } from '../schemas.ts'
import type { ImportPreview, Reply } from '../../../preload/contract.ts'
import type { Campaign } from '../../campaign/campaign.ts'
import type { Parsed } from '../../import/entry.ts'
import type { Handlers } from './index.ts'

export const importHandlers = {
  'import.read': {
    on: 'campaign',
    input: nothing,
    async run(_, campaign, desk) {
      const file = await desk.chooseFile()
      if (!file.ok || file.value === null) return file.ok ? done(null) : file
      const { bytes, name } = file.value
      return show(campaign, name, await desk.readImport(bytes, name))
    },
  },
  'import.drop': {
    on: 'campaign',
    input: z.strictObject({ name: z.string().max(1_000), size: z.int().nonnegative(), bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= importLimits.bytes) }),
    run: async ({ name, size, bytes }, campaign, desk) => show(campaign, name, size > bytes.length ? refuseSize(size, name) : await desk.readImport(bytes, name)),
  },
  'import.apply': {
    on: 'campaign',
    input: z.strictObject({
      mapping: z.record(z.string().max(400), z.string().max(64)),
      role: z.enum(['self', 'template']),
      skip: z.array(z.string().max(1_000)).max(20_000),
      skipEncounters: z.array(z.string().max(1_000)).max(20_000).optional(),
    }).transform(present),
    run: (choice, campaign) => campaign.applyImport(choice),
  },
  'content.preview': {
    on: 'campaign',
    input: z.strictObject({ folder: z.string().min(1).max(200) }),
    async run({ folder }, campaign, { packages }) {
      const found = await packages.content(folder)
      return found.ok ? campaign.previewContent(found.value) : found
    },
  },
  'content.add': {
    on: 'campaign',
    input: z.strictObject({ leave: z.array(z.enum(['creatures', 'characters', 'tables', 'conditions'])).max(4), refresh: z.boolean() }),
    run: (choice, campaign) => campaign.addContent(choice),
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

const show = (campaign: Campaign, fileName: string, parsed: Parsed): Reply<ImportPreview> =>
  parsed.ok ? done(campaign.previewImport({ fileName, read: parsed.value })) : failed('refused', parsed.message)
