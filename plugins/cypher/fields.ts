import type { Field, Source } from '../api/index.ts'
import { skill } from './character.ts'
import { armors, pools, poolsOrNone, trainings } from './options.ts'

/** Where a check finds its skill and pool on the sheet. */
interface FilledFrom {
  readonly skill: Source
  readonly pool: Source
}

/** What a roll is made with, for the log. It changes nothing. */
export const what = (from: Source): Field => ({ id: 'name', label: 'What', type: 'text', optional: true, from, help: 'Named in the log; it changes nothing.' })

/** The form that every d20 roll shares, without its name and difficulty. */
export const attemptFields = (from: FilledFrom): readonly Field[] => [
  { ...skill, from: from.skill },
  { id: 'assets', label: 'Assets', ...steps, help: 'At most 2 count, help and circumstances among them.' },
  { id: 'eases', label: 'Helpful circumstances', ...steps },
  {
    id: 'helper',
    label: 'Helping ally',
    type: 'choice',
    options: [
      { id: 'none', label: 'None' },
      { id: 'untrained', label: 'Untrained' },
      { id: 'trained', label: 'Trained' },
      { id: 'specialised', label: 'Specialised' },
    ],
    default: 'none',
  },
  { id: 'hinders', label: 'Hindered', ...steps, help: 'Steps harder; no limit applies.' },
  bonus,

  { id: 'effort', label: 'Effort', ...levels, group: 'Effort', maxFrom: 'effort' },
  { id: 'freeEffort', label: 'Free levels', ...levels, group: 'Effort', help: 'Levels that cost nothing.' },
  { id: 'impaired', label: 'Impaired', type: 'flag', default: false, group: 'Effort', from: impairedBy, help: 'Each level costs 1 more.' },

  { id: 'pool', label: 'Pool', type: 'choice', options: poolsOrNone, default: 'none', group: 'Cost', from: from.pool },
  { id: 'edge', label: 'Edge', ...edge, group: 'Cost', from: { by: 'pool', of: edgeOf } },
  { id: 'initialCost', label: 'Initial cost', ...points, group: 'Cost', help: 'What the GM asks for trying at all.' },
  { id: 'ability', label: 'Ability', type: 'text', optional: true, group: 'Cost', from: 'abilities.name', help: 'Named in the log; it changes nothing.' },
  { id: 'abilityCost', label: 'Ability cost', ...points, group: 'Cost', from: 'abilities.cost' },
  {
    id: 'abilityPool',
    label: 'Ability’s pool',
    type: 'choice',
    options: pools,
    optional: true,
    group: 'Cost',
    from: 'abilities.pool',
    help: 'Only where the ability is paid from another pool.',
  },
  { id: 'abilityEdge', label: 'Edge there', ...edge, group: 'Cost', from: { by: 'abilityPool', of: edgeOf } },

  { id: 'armor', label: 'Armor worn', type: 'choice', options: armors, default: 'none', group: 'Armor', from: 'armor', help: 'Makes Effort on Speed cost more.' },
  { id: 'armorTraining', label: 'Training in it', type: 'choice', options: trainings, default: 'none', group: 'Armor', from: 'armorTraining' },
]

/** The level of what the action is up against. */
export const level: Field = { id: 'level', label: 'Level', type: 'number', min: 1, max: 10, help: 'Of the foe, or of what it does.' }

const impairedBy = { stat: 'damageTrack', is: { impaired: true, debilitated: true, dead: true } }
const edgeOf = { might: 'mightEdge', speed: 'speedEdge', intellect: 'intellectEdge' }

/** Steps that ease or hinder. */
export const steps = { type: 'number', min: 0, max: 20, default: 0 } as const
const edge = { type: 'number', min: 0, max: 20, default: 0 } as const

export const bonus: Field = {
  id: 'bonus',
  label: 'Bonus',
  type: 'number',
  min: -20,
  max: 20,
  default: 0,
  help: 'Each full 3 is a step, the rest goes on the die.',
}

/** Levels of Effort. */
export const levels = { type: 'number', min: 0, max: 6, default: 0 } as const

/** Points of a pool, of damage or of Armor. */
export const points = { type: 'number', min: 0, max: 99, default: 0 } as const
