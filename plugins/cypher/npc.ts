import type { Die, NpcBuilder, Row } from '../api/index.ts'
import { creatureLevel } from './creature.ts'

/** What the GM gives; everything but the level has a usual value. */
type Choices = {
  readonly level: number
  readonly health?: number
  readonly damage?: number
  readonly armor: number
  readonly modifications: string
}

const d6: Die = { id: 'd6', from: 1, to: 6 }

/** From 3 less to 3 more. */
const shifts = [-3, -2, -1, 1, 2, 3]

const points = { type: 'number', min: 0, unit: 'points' } as const

export const npc: NpcBuilder = {
  input: [
    creatureLevel,
    { id: 'health', label: 'Health', ...points, max: 999, optional: true, help: 'Three times the level unless given.' },
    { id: 'damage', label: 'Damage', ...points, max: 99, optional: true, help: 'As much as the level unless given.' },
    { id: 'armor', label: 'Armor', ...points, max: 99, default: 0 },
    {
      id: 'modifications',
      label: 'Modifications',
      type: 'text',
      default: '',
      help: 'Where it counts as another level, parted by semicolons: Speed defense as level 5; seeing through lies 2.',
    },
  ],

  build(input) {
    const { level, health = 3 * level, damage = level, armor, modifications } = input as Choices
    const { rows, rest } = readModifications(modifications)
    return { level, healthMax: health, damage, ownArmor: armor, modifications: rows, ...(rest === '' ? {} : { notes: rest }) }
  },

  // One d6 moves the level by one at its ends, another moves the health; damage follows the level.
  vary(input, [first, second]) {
    if (first === undefined || second === undefined) return { need: [{ die: d6, count: 2 }] }
    const { level: before, health } = input as Choices
    const level = within(before + (first === 1 ? -1 : first === 6 ? 1 : 0), 1, 10)
    return { input: { level, health: within((health ?? 3 * level) + (shifts[second - 1] ?? 0), 1, 999) } }
  },
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** A task, perhaps with `as` or `as level` after it, and a level of at most two digits. */
const modification = /^(.+?)[ ,:]+(?:as +)?(?:level +)?(\d{1,2})$/i

/** What can't be read as a task and a level is kept as it stands. */
function readModifications(text: string): { readonly rows: readonly Row[]; readonly rest: string } {
  const rows: Row[] = []
  const rest: string[] = []
  for (const piece of text.split(/[;\n]/).map((each) => each.trim())) {
    const [, task, level] = modification.exec(piece) ?? []
    if (task !== undefined && Number(level) <= 20) rows.push({ task, level: Number(level) })
    else if (piece !== '') rest.push(piece)
  }
  return { rows, rest: rest.join('; ') }
}
