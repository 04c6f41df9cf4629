/** The sheet of everybody the GM plays: one level and a few flat numbers. */
import type { Counter, Field } from '../api/index.ts'

/** 1 to 10. Three times the level is the target of every roll against it. */
export const creatureLevel: Field = {
  id: 'level',
  label: 'Level',
  type: 'number',
  min: 1,
  max: 10,
  default: 3,
  help: 'Three times this is the target: 3 for level 1, 30 for level 10.',
}

/** What Foundry, compendia and initiative trackers call them. */
const importedLevel = ['system.basic.level', 'system.level'] as const
const importedHealth = ['system.pools.health.max', 'system.health.max', 'health', 'HP.Value', 'hp'] as const
const importedDamage = ['system.combat.damage', 'system.damage'] as const

const ofCreatures: readonly Field[] = [
  { ...creatureLevel, aliases: importedLevel },
  { id: 'healthMax', label: 'Health, full', type: 'number', min: 0, max: 999, default: 9, unit: 'points', help: 'Three times the level unless it is given.', aliases: importedHealth },
  { id: 'damage', label: 'Damage', type: 'number', min: 0, max: 99, default: 3, unit: 'points', help: 'What each of its hits does.', aliases: importedDamage },
  { id: 'does', label: 'What it does', type: 'text', default: '' },
  {
    id: 'modifications',
    label: 'Modifications',
    type: 'list',
    group: 'Modifications',
    help: 'What it does as if it had another level.',
    columns: [
      { id: 'task', label: 'Task', type: 'text', default: '' },
      { id: 'level', label: 'As level', type: 'number', min: 0, max: 20, default: 3 },
    ],
    default: [],
  },
]

export const creatureStats: readonly Field[] = ofCreatures.map((field) => ({ ...field, for: ['npc'] }))

export const creatureCounters: readonly Counter[] = [
  { id: 'health', label: 'Health', owner: 'character', for: ['npc'], min: 0, maxFrom: 'healthMax', initial: 'max', tone: 'boon' },
]
