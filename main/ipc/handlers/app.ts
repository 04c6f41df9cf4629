import type { Requests } from '../../../preload/contract.ts'
import { preferenceShape } from '../../preferences/file.ts'
import { done } from '../../rules/reply.ts'
import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

// Where backups go, and campaigns and a system in development are, is chosen in the system's own dialog alone.
const change = preferenceShape
  .omit({ backups: true, campaigns: true, developed: true })
  .partial()
  .refine((entries) => Object.keys(entries).length > 0 && Object.values(entries).every((value) => value !== undefined))
  .transform((entries) => entries as Requests['preferences.set']['input'])

export const appHandlers = {
  'preferences.get': { on: 'app', input: nothing, run: (_, { preferences }) => done(preferences.get()) },
  'preferences.set': { on: 'app', input: change, run: (entries, { preferences }) => preferences.set(entries) },
  'backups.where': { on: 'app', input: nothing, run: (_, { backups }) => done(backups.where()) },
  'backups.choose': { on: 'app', input: nothing, run: (_, { backups }) => backups.choose() },
  'backups.reset': { on: 'app', input: nothing, run: (_, { backups }) => backups.reset() },
  'campaigns.where': { on: 'app', input: nothing, run: (_, { campaigns }) => done(campaigns.where()) },
  'campaigns.choose': { on: 'app', input: nothing, run: (_, { campaigns }) => campaigns.choose() },
  'campaigns.reset': { on: 'app', input: nothing, run: (_, { campaigns }) => campaigns.reset() },
  'app.about': { on: 'app', input: nothing, run: (_, { about }) => done(about()) },
  'app.showLog': {
    on: 'app',
    input: nothing,
    run(_, { showLog }) {
      showLog()
      return done(null)
    },
  },
  'app.letGo': {
    on: 'app',
    input: nothing,
    run(_, { letGo }) {
      letGo()
      return done(null)
    },
  },
} satisfies Partial<Handlers>
