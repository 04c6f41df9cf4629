import type { Preferences } from '../../../preload/contract.ts'
import { preferenceShape } from '../../preferences/file.ts'
import { done } from '../../rules/reply.ts'
import { nothing } from '../schemas.ts'
import type { Handlers } from './index.ts'

const change = preferenceShape
  .partial()
  .refine((entries) => Object.keys(entries).length > 0 && Object.values(entries).every((value) => value !== undefined))
  .transform((entries) => entries as Partial<Preferences>)

export const appHandlers = {
  'preferences.get': { on: 'app', input: nothing, run: (_, { preferences }) => done(preferences.get()) },
  'preferences.set': { on: 'app', input: change, run: (entries, { preferences }) => preferences.set(entries) },
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
} satisfies Pick<Handlers, 'preferences.get' | 'preferences.set' | 'app.about' | 'app.showLog' | 'app.letGo'>
