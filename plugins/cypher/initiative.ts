import type { Context, Initiative, Place } from '../api/index.ts'
import { skill } from './character.ts'
import { unpaid } from './cost.ts'
import type { Result } from './d20.ts'
import { rollD20 } from './d20.ts'
import { bonus, steps } from './fields.ts'
import type { HouseRule } from './settings.ts'
import { toSettings } from './settings.ts'
import { unaided } from './steps.ts'

/**
 * Players' characters make a Speed roll against the highest level among the NPCs: those who meet it
 * act before them, the others after. NPCs roll nothing.
 */
export const initiative: Initiative = {
  input: [
    { ...skill, from: 'initiativeSkill' },
    { id: 'assets', label: 'Assets', ...steps, help: 'At most 2 count.' },
    { id: 'hinders', label: 'Hindered', ...steps },
    bonus,
  ],
  slots: [
    { id: 'before', label: 'Before the NPCs' },
    { id: 'npcs', label: 'NPCs' },
    { id: 'after', label: 'After the NPCs' },
  ],

  prepare: (combatants) => ({
    level: Math.max(0, ...combatants.filter(({ kind }) => kind === 'npc').map(({ stats }) => Number(stats.level ?? 0))),
  }),

  resolve(input, faces, context) {
    const level = highestLevel(context)
    if (context.actor === 'npc') return { slot: 'npcs', value: 3 * level, explain: [`the highest level is ${level}: target ${3 * level}`] }
    const attempt = { ...unaided, ...unpaid, ...(input as { skill: number; assets: number; hinders: number; bonus: number }) }
    const result = rollD20(level, attempt, 0, faces, toSettings(context.settings))
    return 'success' in result ? placeOf(result) : result
  },
}

const highestLevel = ({ shared }: Context) => Number(shared?.level ?? 0)

/** Without a roll one stands as if by a natural 20. */
function placeOf({ success, total = 20, target, explain, houseRules }: Result): Place {
  const met: HouseRule = 'meets-initiative'
  return {
    slot: success ? 'before' : 'after',
    value: total,
    explain,
    houseRules: total === target ? [...houseRules, met] : houseRules,
  }
}
