import { z } from 'zod'
import { done, failed } from '../../rules/reply.ts'
import { id, name, nothing, present, values } from '../schemas.ts'
import type { Handlers } from './index.ts'

const of = { file: z.string().max(300), archived: z.boolean().optional() }

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
  'campaign.salvage': {
    on: 'library',
    input: z.strictObject({ file: z.string().max(300) }),
    run: ({ file }, library) => library.salvage(file),
  },
  'campaign.rename': { on: 'library', input: z.strictObject({ ...of, name }).transform(present), run: ({ name, ...file }, library) => library.rename(file, name) },
  'campaign.duplicate': { on: 'library', input: z.strictObject(of).transform(present), run: (file, library) => library.duplicate(file) },
  'campaign.archive': { on: 'library', input: z.strictObject({ ...of, aside: z.boolean() }).transform(present), run: ({ aside, ...file }, library) => library.archive(file, aside) },
  'campaign.bin': { on: 'library', input: z.strictObject(of).transform(present), run: (file, library, { bin }) => library.bin(file, bin) },
  'campaign.reveal': {
    on: 'library',
    input: z.strictObject(of).transform(present),
    run(file, library, { reveal }) {
      const path = library.pathOf(file)
      if (path === undefined) return failed('missing', 'There is no such campaign.')
      reveal(path)
      return done(null)
    },
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
  'backups.list': { on: 'library', input: z.strictObject({ of: z.string().min(1).max(300) }), run: ({ of }, library) => library.backupsOf(of) },
  'backups.lost': { on: 'library', input: nothing, run: (_, library) => library.lostCampaigns() },
  'backups.restore': {
    on: 'library',
    input: z.strictObject({ backup: z.string().max(400), file: z.string().max(300).optional() }).transform(present),
    run: ({ backup, file }, library) => library.restore(backup, file),
  },
  'backups.make': { on: 'campaign', input: nothing, run: (_, campaign) => campaign.backUp() },
} satisfies Partial<Handlers>
