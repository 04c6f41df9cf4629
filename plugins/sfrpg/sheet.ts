import type { Counter, Field, Option } from '../api/index.ts'

/** A skill score as every form and sheet takes it. It has no default of its own. */
export const score = { label: 'Skill', type: 'number', min: -999, max: 9999 } as const

export const modifier: Field = { id: 'modifier', label: 'Modifier', type: 'number', min: -999, max: 999, default: 0 }

/** Which skill is rolled, for the log and for raising it afterwards. */
export const named: Field = {
  id: 'name',
  label: 'What',
  type: 'text',
  optional: true,
  from: 'skills.name',
  help: 'Named in the log; it changes nothing about the roll.',
}

/** The six disciplines; a ship’s crew stations are the same. */
export const disciplines: readonly Option[] = [
  { id: 'command', label: 'Command' },
  { id: 'science', label: 'Science' },
  { id: 'navigation', label: 'Navigation' },
  { id: 'engineering', label: 'Engineering' },
  { id: 'communications', label: 'Communications' },
  { id: 'medicine', label: 'Medicine' },
]

export const scales: readonly Option[] = [
  { id: 'character', label: 'Character' },
  { id: 'vehicle', label: 'Vehicle' },
  { id: 'starship', label: 'Starship' },
]

/** Hit points, armour points and what comes off a hit. */
export const points = { type: 'number', min: 0, max: 99999, default: 0, unit: 'points' } as const

export const stats: readonly Field[] = [
  { id: 'scale', label: 'Scale', type: 'choice', options: scales, default: 'character', help: 'All three fight by the same rules.' },
  { id: 'station', label: 'Crew station', type: 'choice', options: [{ id: 'none', label: 'None' }, ...disciplines], default: 'none' },
  {
    id: 'skills',
    label: 'Skills',
    type: 'list',
    group: 'Skills',
    columns: [
      { id: 'name', label: 'Name', type: 'text', default: '' },
      { id: 'discipline', label: 'Discipline', type: 'choice', options: disciplines, default: 'command' },
      { id: 'score', ...score, label: 'Score', default: 0 },
    ],
    default: disciplines.map(({ id, label }) => ({ name: label, discipline: id, score: 0 })),
  },
  { ...modifier, id: 'initiativeModifier', label: 'Initiative modifier', group: 'Fight', help: 'Decides ties, too.', aliases: ['InitiativeModifier', 'initiative', 'modifier'] },
  { id: 'hitDifficulty', label: 'Hit difficulty', type: 'number', min: 0, max: 999, default: 50, group: 'Fight', help: 'What an attack on it must beat.' },
  { id: 'hitPointsMax', label: 'Hit points, full', ...points, default: 10, group: 'Body', aliases: ['hit points', 'hp', 'HP.Value', 'health', 'system.attributes.hp.max'] },
  { id: 'armourPointsMax', label: 'Armour points, full', ...points, group: 'Body', aliases: ['armour points', 'armour', 'armor'] },
  { id: 'damageReduction', label: 'Damage reduction', ...points, group: 'Body', help: 'Comes off a hit before the armour points.' },
  { id: 'notes', label: 'Notes', type: 'text', multiline: true, default: '', group: 'Notes' },
]

const held = { owner: 'character', min: 0, initial: 'max', tone: 'boon' } as const

export const counters: readonly Counter[] = [
  { id: 'hitPoints', label: 'Hit points', maxFrom: 'hitPointsMax', ...held },
  { id: 'armourPoints', label: 'Armour points', maxFrom: 'armourPointsMax', ...held },
]
