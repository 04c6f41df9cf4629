/** SFRPG, the Starflight role-playing game: percentile dice plus skill, strictly over the difficulty. */
import { defineSystem } from '../api/index.ts'
import { damage } from './actions/damage.ts'
import { raiseSkill } from './actions/raise-skill.ts'
import { heal, repair } from './actions/restore.ts'
import { attack, skill } from './checks.ts'
import { dice } from './dice.ts'
import { conditions, health } from './fight.ts'
import { figures } from './figures.ts'
import { houseRules } from './house-rules.ts'
import { initiative } from './initiative.ts'
import { npc } from './npc.ts'
import { opposed } from './opposed.ts'
import { counters, stats } from './sheet.ts'

export default defineSystem({
  stats,
  counters,
  settings: [],
  figures,
  houseRules,
  checks: { skill, attack, dice },
  opposed: { opposed },
  actions: { damage, heal, repair, raiseSkill },
  conditions,
  health,
  initiative,
  npc,
})
