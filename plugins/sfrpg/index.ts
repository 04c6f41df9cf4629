/** SFRPG, the Starflight role-playing game: percentile dice plus skill, strictly over the difficulty. */
import { defineSystem } from '../api/index.ts'
import { attack, skill } from './checks.ts'
import { dice } from './dice.ts'
import { houseRules } from './house-rules.ts'
import { opposed } from './opposed.ts'
import { counters, stats } from './sheet.ts'

export default defineSystem({
  stats,
  counters,
  settings: [],
  houseRules,
  checks: { skill, attack, dice },
  opposed: { opposed },
})
