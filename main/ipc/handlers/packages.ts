import { basename } from 'node:path'
import { z } from 'zod'
import { archiveLimits } from '../../campaign/packages.ts'
import { done, failed } from '../../rules/reply.ts'
import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

const folder = z.string().min(1).max(200)
const mostMegabytes = archiveLimits.zip / 1024 / 1024

export const packageHandlers = {
  'packages.list': { on: 'app', input: nothing, run: async (_, { packages }) => done(await packages.list()) },
  'packages.choose': {
    on: 'app',
    input: z.strictObject({ what: z.enum(['file', 'folder']) }),
    async run({ what }, { packages, chooseSource, chooseFolder }) {
      const path = await (what === 'file' ? chooseSource() : chooseFolder())
      return path === null ? done(null) : packages.preview({ path }, basename(path))
    },
  },
  'packages.takeOpened': {
    on: 'app',
    input: nothing,
    run(_, { packages, takeOpened }) {
      const path = takeOpened()
      return path === undefined ? done(null) : packages.preview({ path }, basename(path))
    },
  },
  'packages.drop': {
    on: 'app',
    input: z.strictObject({ name: z.string().max(1_000), size: z.int().nonnegative(), bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= archiveLimits.zip) }),
    run: ({ name, size, bytes }, { packages }) =>
      size > bytes.length
        ? failed('refused', `"${name}" is far larger than a package may be: at most ${mostMegabytes} MB. Nothing was changed. Check that it is the right file.`)
        : packages.preview({ bytes }, name),
  },
  'packages.fetch': { on: 'app', input: z.strictObject({ address: z.string().max(2_000) }), run: ({ address }, { packages }) => packages.fetch(address.trim()) },
  'packages.cancel': {
    on: 'app',
    input: nothing,
    run(_, { packages }) {
      packages.cancel()
      return done(null)
    },
  },
  'packages.install': { on: 'app', input: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }), run: ({ sha256 }, { packages }) => packages.install(sha256) },
  'packages.bringAlong': { on: 'app', input: z.strictObject({ folder }), run: (input, { packages }) => packages.bringAlong(input.folder) },
  'packages.rollBack': { on: 'app', input: z.strictObject({ folder }), run: (input, { packages }) => packages.rollBack(input.folder) },
  'packages.remove': { on: 'app', input: z.strictObject({ folder }), run: (input, { packages }) => packages.remove(input.folder) },
  'packages.disable': { on: 'app', input: z.strictObject({ folder, disabled: z.boolean() }), run: (input, { packages }) => packages.disable(input.folder, input.disabled) },
  'packages.develop': {
    on: 'app',
    input: nothing,
    async run(_, { development, preferences, chooseFolder }) {
      const path = await chooseFolder()
      if (path === null) return done(null)
      const kept = preferences.set({ developed: path })
      return kept.ok ? done(await development.begin(path)) : kept
    },
  },
  'packages.endDevelopment': {
    on: 'app',
    input: nothing,
    run(_, { development, preferences }) {
      development.end()
      return preferences.set({ developed: '' })
    },
  },
} satisfies Partial<Handlers>
