/**
 * A whole system in a few short files, made to be copied. This one puts them together; each part has
 * its own file, and each file says what it shows. docs/plugins.md explains all of it step by step.
 */
import { defineSystem } from '../api/index.ts'
import { learn, rest } from './actions.ts'
import { contest } from './contest.ts'
import { difficulty } from './difficulty.ts'
import { conditions, health } from './fight.ts'
import { figures } from './figures.ts'
import { initiative } from './initiative.ts'
import { migrate } from './migrate.ts'
import { npc } from './npc.ts'
import { omen } from './omen.ts'
import { houseRules, settings } from './settings.ts'
import { counters, stats } from './sheet.ts'
import { venture } from './venture.ts'

export default defineSystem({
  stats,
  counters,
  settings,
  figures,
  houseRules,
  checks: { venture, omen },
  opposed: { contest },
  actions: { rest, learn },
  conditions,
  health,
  initiative,
  npc,
  difficulty,
  migrate,
})
