import { z } from 'zod'
import { done } from '../../rules/reply.ts'
import { nothing, present } from '../schemas.ts'
import type { Handlers } from './index.ts'

const passphrase = z.string().min(1).max(1_000)
const ending = /\.campaign$/

export const transferHandlers = {
  'transfer.export': {
    on: 'app',
    input: z.strictObject({ file: z.string().max(300), passphrase: passphrase.optional() }).transform(present),
    async run({ file, passphrase }, { transfers, chooseTarget }) {
      const to = await chooseTarget(`${file.replace(ending, '')}.tollkeeper`)
      return to === null ? done(null) : transfers.export(file, to, passphrase)
    },
  },
  'transfer.read': {
    on: 'app',
    input: nothing,
    async run(_, { transfers, chooseSource }) {
      const from = await chooseSource()
      return from === null ? done(null) : transfers.read(from)
    },
  },
  'transfer.unlock': { on: 'app', input: z.strictObject({ passphrase }), run: (input, { transfers }) => transfers.unlock(input.passphrase) },
  'transfer.apply': {
    on: 'app',
    input: z.strictObject({ as: z.enum(['new', 'merge', 'replace']), take: z.enum(['here', 'file']) }),
    run: ({ as, take }, { transfers }) => transfers.apply(as, take),
  },
  'transfer.cancel': {
    on: 'app',
    input: nothing,
    async run(_, { transfers }) {
      await transfers.cancel()
      return done(null)
    },
  },
} satisfies Partial<Handlers>
