/** Cypher System: one d20 against three times the difficulty. Players roll, for allied NPCs too; NPCs never do. */
import { defineSystem } from '../api/index.ts'
import { damage } from './actions/damage.ts'
import { advance, spendXp } from './actions/experience.ts'
import { heal } from './actions/heal.ts'
import { intrusion } from './actions/intrusion.ts'
import { recover } from './actions/recover.ts'
import { rest } from './actions/rest.ts'
import { allyChecks } from './ally.ts'
import { attack } from './attack.ts'
import { defend } from './defend.ts'
import { conditions, health } from './fight.ts'
import { figures } from './figures.ts'
import { initiative } from './initiative.ts'
import { npc } from './npc.ts'
import { recovery } from './recovery.ts'
import { houseRules, settings } from './settings.ts'
import { counters, stats } from './sheet.ts'
import { targets } from './targets.ts'
import { task } from './task.ts'

export default defineSystem({
  stats,
  counters,
  settings,
  figures,
  houseRules,
  checks: { task, attack, defend, recovery, ...allyChecks },
  actions: { damage, heal, recover, rest, intrusion, spendXp, advance },
  conditions,
  health,
  initiative,
  npc,
  targets,
  reroll: { costs: [{ pool: 'xp', amount: 1 }] },
})
