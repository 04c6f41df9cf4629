import type { Counter, Field, Option } from '../api/index.ts'

/** A skill score as every form and sheet takes it. It has no default of its own. */
export const score = { label: 'Skill', type: 'number', min: -999, max: 9999 } as const

export const modifier: Field = { id: 'modifier', label: 'Modifier', type: 'number', min: -999, max: 999, default: 0 }

const disciplines: readonly Option[] = [
  { id: 'command', label: 'Command' },
  { id: 'science', label: 'Science' },
  { id: 'navigation', label: 'Navigation' },
  { id: 'engineering', label: 'Engineering' },
  { id: 'communications', label: 'Communications' },
  { id: 'medicine', label: 'Medicine' },
]

const points = { type: 'number', min: 0, max: 99999, default: 0 } as const

export const stats: readonly Field[] = [
  {
    id: 'skills',
    label: 'Skills',
    type: 'list',
    columns: [
      { id: 'name', label: 'Name', type: 'text', default: '' },
      { id: 'discipline', label: 'Discipline', type: 'choice', options: disciplines, default: 'command' },
      { id: 'score', ...score, label: 'Score', default: 0 },
    ],
    default: disciplines.map(({ id, label }) => ({ name: label, discipline: id, score: 0 })),
  },
  {
    id: 'scale',
    label: 'Scale',
    type: 'choice',
    options: [
      { id: 'character', label: 'Character' },
      { id: 'vehicle', label: 'Vehicle' },
      { id: 'starship', label: 'Starship' },
    ],
    default: 'character',
  },
  { id: 'initiativeModifier', label: 'Initiative modifier', type: 'number', min: -999, max: 999, default: 0 },
  { id: 'hitPointsMax', label: 'Hit points, full', group: 'Body', ...points },
  { id: 'armourPointsMax', label: 'Armour points, full', group: 'Body', ...points },
  { id: 'damageReduction', label: 'Damage reduction', group: 'Body', ...points, help: 'Comes off a hit before armour points.' },
]

export const counters: readonly Counter[] = [
  { id: 'hitPoints', label: 'Hit points', owner: 'character', min: 0, maxFrom: 'hitPointsMax', initial: 'max', tone: 'boon' },
  { id: 'armourPoints', label: 'Armour points', owner: 'character', min: 0, maxFrom: 'armourPointsMax', initial: 'max', tone: 'boon' },
]
