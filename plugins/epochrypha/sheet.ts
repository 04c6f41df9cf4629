import type { Counter, Field } from '../api/index.ts'

/** A score as every form and sheet takes it: 1 to 100, with no default. */
export const score = { label: 'Score', type: 'number', min: 1, max: 100 } as const

export const stats: readonly Field[] = [
  {
    id: 'scores',
    label: 'Scores',
    type: 'list',
    columns: [
      { id: 'name', label: 'Name', type: 'text', default: '' },
      { id: 'value', ...score, default: 50 },
    ],
    default: [
      { name: 'Melee', value: 50 },
      { name: 'Charisma', value: 50 },
      { name: 'Will', value: 50 },
    ],
  },
  { id: 'favor', label: 'Favor', type: 'text', default: '', help: 'Whose favor, and what it may reach.' },
  { id: 'epochs', label: 'Epoch notes', type: 'text', default: '' },
]

export const counters: readonly Counter[] = [
  { id: 'luck', label: 'Luck', owner: 'character', min: 0, initial: 0, tone: 'boon' },
  { id: 'toll', label: 'Toll', owner: 'gm', min: 0, initial: 0, tone: 'bane' },
]
