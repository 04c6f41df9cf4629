import type { Check, Die } from '../api/index.ts'

/** The small dice, all read off a ten-sided die with the faces 0 to 9. */
const kinds = {
  d10: { id: 'd10', from: 0, to: 9, reads: { '00': 0, '0': 0 } },
  /** Half the face, rounded up; a 0 counts ten. */
  d5: { id: 'd5', from: 0, to: 9, value: [5, 1, 1, 2, 2, 3, 3, 4, 4, 5], reads: { '10': 0 } },
  /** 1 for an odd face, 2 for an even one, 0 among them. */
  d2: { id: 'd2', from: 0, to: 9, value: [2, 1, 2, 1, 2, 1, 2, 1, 2, 1] },
} satisfies Record<string, Die>

export const dice: Check = {
  label: 'Dice',
  help: 'A handful of small dice, added up. On a d10 a 0 counts zero.',
  for: ['pc', 'npc', 'none'],
  input: [
    {
      id: 'kind',
      label: 'Kind',
      type: 'choice',
      options: [
        { id: 'd10', label: 'd10: 0 to 9' },
        { id: 'd5', label: 'd5: half a d10' },
        { id: 'd2', label: 'd2: odd 1, even 2' },
      ],
    },
    { id: 'count', label: 'How many', type: 'number', min: 1, max: 100 },
  ],
  resolve(input, [total]) {
    const { kind, count } = input as { kind: keyof typeof kinds; count: number }
    if (total === undefined) return { need: [{ die: kinds[kind], count, sum: true }] }
    return {
      success: null,
      total,
      flags: [],
      grants: [],
      costs: [],
      facts: {},
      explain: [`${count}${kind}: ${total}`],
      headline: `${total} in all`,
    }
  },
}
