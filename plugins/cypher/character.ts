/** A player character's sheet. */
import type { Counter, Field } from '../api/index.ts'
import { armors, distances, pools, poolsOrNone, track, trainings, weapons } from './options.ts'

/** Recovery rolls in a day. */
export const recoveryBoxes = 4

/** Advancements that make a tier. */
export const advancesPerTier = 4

export const highestTier = 6

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
const what: Field = { id: 'what', label: 'What it does', type: 'text', default: '' }
const full = { type: 'number', min: 0, max: 999, default: 10, unit: 'points', group: 'Pools' } as const
const edge = { type: 'number', min: 0, max: 20, default: 0, group: 'Pools', help: 'Comes off what an action costs here.' } as const

const ofPlayers: readonly Field[] = [
  { id: 'sentence', label: 'In a sentence', type: 'text', default: '', help: 'What kind of somebody, and what they do.' },
  { id: 'tier', label: 'Tier', type: 'number', min: 1, max: highestTier, default: 1, aliases: ['system.basic.tier'] },
  {
    id: 'advances',
    label: 'Advancements in this tier',
    type: 'number',
    min: 0,
    max: advancesPerTier,
    default: 0,
    help: `${advancesPerTier} of them make a tier.`,
  },
  { id: 'effort', label: 'Effort', type: 'number', min: 1, max: 6, default: 1, unit: 'levels', help: 'The most in one action.', aliases: ['system.basic.effort'] },

  { id: 'mightMax', label: 'Might, full', ...full, aliases: ['system.pools.might.max'] },
  { id: 'mightEdge', label: 'Might Edge', ...edge, aliases: ['system.pools.might.edge', 'system.pools.mightEdge'] },
  { id: 'speedMax', label: 'Speed, full', ...full, aliases: ['system.pools.speed.max'] },
  { id: 'speedEdge', label: 'Speed Edge', ...edge, aliases: ['system.pools.speed.edge', 'system.pools.speedEdge'] },
  { id: 'intellectMax', label: 'Intellect, full', ...full, aliases: ['system.pools.intellect.max'] },
  { id: 'intellectEdge', label: 'Intellect Edge', ...edge, aliases: ['system.pools.intellect.edge', 'system.pools.intellectEdge'] },

  {
    id: 'damageTrack',
    label: 'Damage track',
    type: 'choice',
    options: track,
    default: 'hale',
    group: 'Harm',
    aliases: ['system.combat.damageTrack.state', 'system.damage.damageTrack'],
    help: 'A step for each pool at 0. Impaired, each level of Effort costs 1 more.',
  },
  { id: 'armor', label: 'Armor worn', type: 'choice', options: armors, default: 'none', group: 'Armor', help: 'Makes Effort on Speed cost more.' },
  { id: 'armorTraining', label: 'Training in it', type: 'choice', options: trainings, default: 'none', group: 'Armor' },

  { ...skill, id: 'initiativeSkill', label: 'Skill in initiative', group: 'Skills' },
  {
    id: 'skills',
    label: 'Skills',
    type: 'list',
    group: 'Skills',
    columns: [name, { id: 'pool', label: 'Pool', type: 'choice', options: poolsOrNone, default: 'none' }, { ...skill, id: 'level', label: 'Level' }],
    default: [],
  },
  {
    id: 'attacks',
    label: 'Attacks',
    type: 'list',
    group: 'Attacks',
    columns: [
      name,
      { id: 'weapon', label: 'Weapon', type: 'choice', options: weapons, default: 'medium' },
      { id: 'range', label: 'Reaches', type: 'choice', options: distances, default: 'immediate' },
      { id: 'pool', label: 'Pool', type: 'choice', options: poolsOrNone, default: 'might' },
      skill,
      { id: 'practiced', label: 'Practiced', type: 'flag', default: true },
    ],
    default: [],
  },
  {
    id: 'abilities',
    label: 'Abilities',
    type: 'list',
    group: 'Abilities',
    columns: [
      name,
      { id: 'cost', label: 'Cost', type: 'number', min: 0, max: 99, default: 0, unit: 'points' },
      { id: 'pool', label: 'Pool', type: 'choice', options: pools, default: 'might' },
      what,
    ],
    default: [],
  },
  { id: 'cypherLimit', label: 'Cyphers, at most', type: 'number', min: 0, max: 20, default: 2, group: 'Cyphers', help: 'As many can be carried safely.', aliases: ['system.equipment.cypherLimit', 'system.basic.cypherLimit'] },
  {
    id: 'cyphers',
    label: 'Cyphers',
    type: 'list',
    group: 'Cyphers',
    columns: [name, { id: 'level', label: 'Level', type: 'number', min: 1, max: 20, default: 1 }, what],
    default: [],
  },
]

export const characterStats: readonly Field[] = ofPlayers.map((field) => ({ ...field, for: ['pc'] }))

const pool = { owner: 'character', for: ['pc'], min: 0, initial: 'max', tone: 'boon' } as const

export const characterCounters: readonly Counter[] = [
  { id: 'might', label: 'Might', maxFrom: 'mightMax', ...pool },
  { id: 'speed', label: 'Speed', maxFrom: 'speedMax', ...pool },
  { id: 'intellect', label: 'Intellect', maxFrom: 'intellectMax', ...pool },
  { id: 'recoveries', label: 'Recovery rolls left', max: recoveryBoxes, ...pool, resets: 'rest' },
  { id: 'xp', label: 'XP', owner: 'character', for: ['pc'], min: 0, initial: 0, tone: 'boon' },
]
