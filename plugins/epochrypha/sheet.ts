import type { Counter, Field } from '../api/index.ts'

/** A score as every form and sheet takes it: 1 to 100, with no default. */
export const score = { label: 'Score', type: 'number', min: 1, max: 100 } as const

/** Which score is rolled, for the log. */
export const named: Field = {
  id: 'name',
  label: 'What',
  type: 'text',
  optional: true,
  from: 'scores.name',
  help: 'Named in the log; it changes nothing.',
}

/** The scores that a new sheet has; the GM adds others freely. */
export const startingScores = ['Melee', 'Charisma', 'Will']

/** Health when nothing is lost. The public text counts none, so it begins at 0. */
export const fullHealth = { type: 'number', min: 0, max: 9999, default: 0, unit: 'points' } as const

/** Armor and soak, as sheet and forms take them. */
export const guard = { type: 'number', min: 0, max: 99, default: 0 } as const
const free = { type: 'text', multiline: true, default: '', group: 'Notes' } as const

export const stats: readonly Field[] = [
  {
    id: 'scores',
    label: 'Scores',
    type: 'list',
    help: 'Add whatever this character is measured by.',
    columns: [
      { id: 'name', label: 'Name', type: 'text', default: '' },
      { id: 'value', ...score, default: 50 },
    ],
    default: startingScores.map((name) => ({ name, value: 50 })),
  },
  { id: 'healthMax', label: 'Health, full', ...fullHealth, group: 'Body', help: 'The table’s own. 0 means that none is counted.', aliases: ['health', 'hp', 'HP.Value', 'hit points', 'system.health.max', 'system.attributes.hp.max'] },
  { id: 'armor', label: 'Armor', ...guard, group: 'Body', help: 'What it stops is the GM’s call: a magnitude to reach, or points.' },
  { id: 'soak', label: 'Soak', ...guard, group: 'Body' },
  { id: 'favor', label: 'Favor', ...free, help: 'Whose favor, and what it may reach.' },
  { id: 'epochs', label: 'Epoch notes', ...free },
  { id: 'notes', label: 'Notes', ...free },
]

export const counters: readonly Counter[] = [
  { id: 'health', label: 'Health', owner: 'character', min: 0, maxFrom: 'healthMax', initial: 'max', tone: 'boon' },
  { id: 'luck', label: 'Luck', owner: 'character', min: 0, initial: 0, tone: 'boon' },
  { id: 'toll', label: 'Toll', owner: 'gm', min: 0, initial: 0, tone: 'bane' },
]
