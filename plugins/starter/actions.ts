/** What a GM does that is no roll: an action looks at the state and answers with a change or a refusal. */
import type { Action, Row } from '../api/index.ts'
import { dice } from './sheet.ts'

const price = 3

/** Moves counters. */
export const rest: Action = {
  label: 'Rest',
  help: 'An oil for each hour; a night also brings back a point of health. The gloom grows meanwhile.',
  for: ['pc'],
  input: [{ id: 'hours', label: 'Hours', type: 'number', min: 1, max: 8, default: 8, unit: 'hours' }],

  apply({ hours }, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody rests: choose who.' } }
    const { oil = 0, health = 0 } = actor.counters
    const found = Math.min(Number(hours), Number(actor.stats.oilMax) - oil)
    const heals = Number(hours) === 8 && health < Number(actor.stats.vigour)
    if (found <= 0 && !heals) return { refuse: { field: 'hours', message: 'Nothing is lacking that a rest would bring.' } }
    return {
      // Amounts are never 0: what doesn’t change isn’t listed.
      counters: [
        ...(found > 0 ? [{ counter: 'oil', to: 'actor', amount: found } as const] : []),
        ...(heals ? [{ counter: 'health', to: 'actor', amount: 1 } as const] : []),
        { counter: 'gloom', to: 'gm', amount: 1 },
      ],
      explain: [`oil ${oil} + ${Math.max(0, found)}`, ...(heals ? [`health ${health} + 1`] : [])],
      headline: `${hours} ${hours === 1 ? 'hour' : 'hours'} of rest`,
    }
  },
}

/** Moves a counter and changes a row of the sheet. */
export const learn: Action = {
  label: 'Learn',
  help: `${price} lessons make a die more in a skill.`,
  for: ['pc'],
  input: [{ id: 'skill', label: 'Skill', type: 'text', from: 'skills.name' }],

  apply({ skill }, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody learns: choose who.' } }
    const { lessons = 0 } = actor.counters
    if (lessons < price) return { refuse: { message: `That takes ${price} lessons; there are ${lessons}.` } }
    const rows = actor.stats.skills as readonly Row[]
    const known = rows.find(({ name }) => name === skill)
    if (!known) return { refuse: { field: 'skill', message: `The sheet has no skill called ${skill}.` } }
    const more = Number(known.dice) + 1
    if (more > dice.max) return { refuse: { field: 'skill', message: `${dice.max} dice are the most there are.` } }
    return {
      counters: [{ counter: 'lessons', to: 'actor', amount: -price }],
      // A list is given whole: the rows that stay, and the one that changed.
      stats: [{ to: 'actor', stat: 'skills', value: rows.map((row) => (row === known ? { ...row, dice: more } : row)) }],
      explain: [`${skill}: ${more} dice`],
      headline: `${skill} rises to ${more}`,
    }
  },
}
