/** A stat block from two choices. Stats that are left out take their defaults. */
import type { Die, NpcBuilder } from '../api/index.ts'

const d6: Die = { id: 'd6', from: 1, to: 6 }

const skillOf: Readonly<Record<string, string>> = { beast: 'Hunting', shade: 'Frightening', engine: 'Crushing' }

export const npc: NpcBuilder = {
  input: [
    { id: 'menace', label: 'Menace', type: 'number', min: 1, max: 6, default: 2 },
    {
      id: 'shape',
      label: 'Shape',
      type: 'choice',
      options: [
        { id: 'beast', label: 'Beast' },
        { id: 'shade', label: 'Shade' },
        { id: 'engine', label: 'Engine' },
      ],
      default: 'beast',
    },
  ],

  build({ menace, shape }) {
    const level = Number(menace)
    return {
      skills: [{ name: skillOf[String(shape)] ?? 'Fighting', dice: level + 2 }],
      vigour: 3 * level,
      quickness: shape === 'engine' ? 0 : level,
    }
  },

  // Asks for a die first; with its face it gives the form anew. What it leaves out stays as it was.
  vary({ menace }, [die]) {
    if (die === undefined) return { need: [{ die: d6, count: 1 }] }
    const level = Number(menace) + (die === 1 ? -1 : die === 6 ? 1 : 0)
    return { input: { menace: Math.min(Math.max(level, 1), 6) } }
  },
}
