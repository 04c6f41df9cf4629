import type { Counter, Field, Option } from '../api/index.ts'

export const pools: readonly Option[] = [
  { id: 'might', label: 'Might' },
  { id: 'speed', label: 'Speed' },
  { id: 'intellect', label: 'Intellect' },
]

/** A pool as it is written on the screen. */
export const poolName = (pool: string) => pools.find(({ id }) => id === pool)?.label ?? 'no pool'

export const poolsOrNone: readonly Option[] = [{ id: 'none', label: 'None' }, ...pools]

export const weapons: readonly Option[] = [
  { id: 'light', label: 'Light: 2 damage, eased' },
  { id: 'medium', label: 'Medium: 4 damage' },
  { id: 'heavy', label: 'Heavy: 6 damage, two hands' },
]

export const armors: readonly Option[] = [
  { id: 'none', label: 'None' },
  { id: 'light', label: 'Light' },
  { id: 'medium', label: 'Medium' },
  { id: 'heavy', label: 'Heavy' },
]

export const trainings: readonly Option[] = [
  { id: 'none', label: 'None' },
  { id: 'practiced', label: 'Practiced' },
  { id: 'experienced', label: 'Experienced' },
  { id: 'mastery', label: 'Mastery' },
]

/** Inability -1, none 0, trained 1, specialised 2. */
export const skill: Field = {
  id: 'skill',
  label: 'Skill',
  type: 'number',
  min: -1,
  max: 2,
  default: 0,
  help: '-1 inability, 1 trained, 2 specialised',
}

const name: Field = { id: 'name', label: 'Name', type: 'text', default: '' }
const most = { type: 'number', min: 0, max: 999, default: 10, group: 'Pools' } as const
const edge = { type: 'number', min: 0, max: 20, default: 0, group: 'Pools' } as const

export const stats: readonly Field[] = [
  { id: 'tier', label: 'Tier', type: 'number', min: 1, max: 6, default: 1 },
  { id: 'effort', label: 'Effort', type: 'number', min: 1, max: 6, default: 1, help: 'The most levels in one action.' },
  { id: 'mightMax', label: 'Might, full', ...most },
  { id: 'mightEdge', label: 'Might Edge', ...edge },
  { id: 'speedMax', label: 'Speed, full', ...most },
  { id: 'speedEdge', label: 'Speed Edge', ...edge },
  { id: 'intellectMax', label: 'Intellect, full', ...most },
  { id: 'intellectEdge', label: 'Intellect Edge', ...edge },
  { id: 'impaired', label: 'Impaired', type: 'flag', default: false, group: 'Damage track', help: 'One pool is at 0.' },
  { id: 'debilitated', label: 'Debilitated', type: 'flag', default: false, group: 'Damage track', help: 'Two pools are at 0.' },
  { id: 'armor', label: 'Armor worn', type: 'choice', options: armors, default: 'none', group: 'Armor' },
  { id: 'armorTraining', label: 'Training in it', type: 'choice', options: trainings, default: 'none', group: 'Armor' },
  { id: 'ownArmor', label: 'Armor points', type: 'number', min: 0, max: 99, default: 0, group: 'Armor' },
  {
    id: 'skills',
    label: 'Skills',
    type: 'list',
    columns: [
      name,
      { id: 'pool', label: 'Pool', type: 'choice', options: poolsOrNone, default: 'none' },
      { ...skill, id: 'level', label: 'Level' },
    ],
    default: [],
  },
  {
    id: 'attacks',
    label: 'Attacks',
    type: 'list',
    columns: [
      name,
      { id: 'weapon', label: 'Weapon', type: 'choice', options: weapons, default: 'medium' },
      { id: 'pool', label: 'Pool', type: 'choice', options: poolsOrNone, default: 'might' },
      skill,
      { id: 'practiced', label: 'Practiced', type: 'flag', default: true },
    ],
    default: [],
  },
]

const pool = { owner: 'character', min: 0, initial: 'max', tone: 'boon' } as const

export const counters: readonly Counter[] = [
  { id: 'might', label: 'Might', maxFrom: 'mightMax', ...pool },
  { id: 'speed', label: 'Speed', maxFrom: 'speedMax', ...pool },
  { id: 'intellect', label: 'Intellect', maxFrom: 'intellectMax', ...pool },
  { id: 'recoveries', label: 'Recovery rolls left', max: 4, ...pool },
  { id: 'xp', label: 'XP', owner: 'character', min: 0, initial: 0, tone: 'boon' },
  { id: 'intrusions', label: 'GM intrusions', owner: 'gm', min: 0, initial: 0, tone: 'plain' },
]
