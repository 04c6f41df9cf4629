/** A stat block from two choices. Stats that are left out take their defaults. */
import type { NpcBuilder } from '../api/index.ts'

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
}
