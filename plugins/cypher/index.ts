/** Cypher System: one d20 against three times the difficulty. Players roll, NPCs never do. */
import { defineSystem } from '../api/index.ts'
import { attack } from './attack.ts'
import { defend } from './defend.ts'
import { recovery } from './recovery.ts'
import { houseRules, settings } from './settings.ts'
import { counters, stats } from './sheet.ts'
import { task } from './task.ts'

export default defineSystem({ stats, counters, settings, houseRules, checks: { task, attack, defend, recovery } })
