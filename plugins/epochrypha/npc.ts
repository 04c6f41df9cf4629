import type { NpcBuilder } from '../api/index.ts'
import { fullHealth, score, startingScores } from './sheet.ts'

/** Somebody from the three scores that everyone starts with; more are added on the sheet. */
export const npc: NpcBuilder = {
  input: [
    ...startingScores.map((name) => ({ ...score, id: name.toLowerCase(), label: name, default: 50 })),
    { id: 'health', label: 'Health', ...fullHealth, help: '0 means that none is counted.' },
  ],
  build: (input) => ({
    scores: startingScores.map((name) => ({ name, value: Number(input[name.toLowerCase()]) })),
    healthMax: Number(input.health),
  }),
}
