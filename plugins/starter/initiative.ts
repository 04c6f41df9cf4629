/** The order in a fight. With a lantern alight its bearers act first; in the dark the others do. */
import type { Die, Initiative } from '../api/index.ts'

const d6: Die = { id: 'd6', from: 1, to: 6 }

export const initiative: Initiative = {
  input: [
    { id: 'quickness', label: 'Quickness', type: 'number', min: 0, max: 9, from: 'quickness' },
    { id: 'lit', label: 'Lantern lit', type: 'flag', default: false, from: 'lit' },
  ],
  // The slot decides first, then the value, then the ties.
  slots: [
    { id: 'light', label: 'In the light' },
    { id: 'between', label: 'Between' },
    { id: 'night', label: 'In the dark' },
  ],

  // Worked out once for the whole fight; `resolve` finds it in `context.shared`.
  prepare: (combatants) => ({ lanterns: combatants.filter(({ stats }) => stats.lit === true).length }),

  resolve({ quickness, lit }, [die], { actor, shared }) {
    if (die === undefined) return { need: [{ die: d6, count: 1 }] }
    const isDark = Number(shared?.lanterns ?? 0) === 0
    const slot = lit === true ? 'light' : actor === 'pc' || !isDark ? 'night' : 'between'
    return {
      slot,
      value: die + Number(quickness),
      ties: [Number(quickness)],
      explain: [`rolled ${die}, quickness ${quickness}`, isDark ? 'no lantern is lit' : `lanterns lit: ${shared?.lanterns}`],
    }
  },
}
