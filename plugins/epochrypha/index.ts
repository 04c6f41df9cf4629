/** Epochrypha: d100 at or under a score; every roll pays one point of Luck or Toll. */
import { defineSystem } from '../api/index.ts'
import { check } from './check.ts'
import { conditions, health } from './fight.ts'
import { figures } from './figures.ts'
import { damage, heal } from './health.ts'
import { initiative } from './initiative.ts'
import { npc } from './npc.ts'
import { opposed } from './opposed.ts'
import { counters, stats } from './sheet.ts'
import { houseRules, settings } from './settings.ts'
import { spendLuck, spendToll } from './spend.ts'

export default defineSystem({
  stats,
  counters,
  settings,
  figures,
  houseRules,
  checks: { check },
  opposed: { opposed },
  actions: { damage, heal, spendLuck, spendToll },
  conditions,
  health,
  initiative,
  npc,
})
