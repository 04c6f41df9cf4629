/** The sheet: fields that are typed in (stats) and points that rolls and actions move (counters). */
import type { Counter, Field } from '../api/index.ts'

/** A skill as one throws it. A constant, as the sheet and two forms take the same. */
export const dice = { label: 'Dice', type: 'number', min: 1, max: 8 } as const

export const stats: readonly Field[] = [
  {
    id: 'skills',
    label: 'Skills',
    // A list: as many rows as a character needs. Forms fill from a row by `from: 'skills.dice'`.
    type: 'list',
    columns: [
      { id: 'name', label: 'Name', type: 'text', default: '' },
      { id: 'dice', ...dice, default: 2 },
    ],
    // The rows of a new sheet.
    default: [
      { name: 'Wayfinding', dice: 3 },
      { name: 'Talking', dice: 2 },
    ],
  },
  { id: 'quickness', label: 'Quickness', type: 'number', min: 0, max: 9, default: 2 },
  { id: 'vigour', label: 'Vigour', type: 'number', min: 1, max: 30, default: 6, help: 'As much health as one can have.' },
  // Only players’ characters have these two.
  { id: 'lit', label: 'Lantern lit', type: 'flag', default: true, for: ['pc'], group: 'Lantern' },
  { id: 'oilMax', label: 'Oil, full', type: 'number', min: 0, max: 9, default: 5, for: ['pc'], group: 'Lantern' },
  { id: 'notes', label: 'Notes', type: 'text', multiline: true, default: '' },
]

export const counters: readonly Counter[] = [
  // Pools: they begin full, and never hold more than the sheet says.
  { id: 'oil', label: 'Oil', owner: 'character', for: ['pc'], min: 0, maxFrom: 'oilMax', initial: 'max', tone: 'boon' },
  { id: 'health', label: 'Health', owner: 'character', min: 0, maxFrom: 'vigour', initial: 'max', tone: 'boon' },
  { id: 'lessons', label: 'Lessons', owner: 'character', for: ['pc'], min: 0, initial: 0, tone: 'boon' },
  // One of the GM’s, and one that lies in the middle of the table.
  { id: 'gloom', label: 'Gloom', owner: 'gm', min: 0, initial: 0, tone: 'bane' },
  { id: 'dawn', label: 'Dawn', owner: 'table', min: 0, max: 12, initial: 0, tone: 'boon' },
]
