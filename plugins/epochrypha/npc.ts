import type { NpcBuilder } from '../api/index.ts'
import { d100 } from './reading.ts'
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

  // A roll for each score moves it by up to 10; one more moves health, where any is counted, by up to a fifth.
  vary(input, faces) {
    const health = Number(input.health)
    const count = startingScores.length + (health > 0 ? 1 : 0)
    if (faces.length < count) return { need: [{ die: d100, count }] }
    const varied = startingScores.map((name, at) => [name.toLowerCase(), Math.min(Math.max(Number(input[name.toLowerCase()]) + shiftOf(faces[at] ?? 50), 1), 100)] as const)
    const fresh = health > 0 ? Math.max(1, Math.round(health * (1 + shiftOf(faces[startingScores.length] ?? 50) / 50))) : 0
    return { input: { ...Object.fromEntries(varied), health: Math.min(fresh, fullHealth.max) } }
  },
}

/** 01 is 9 less, 00 is 10 more. */
const shiftOf = (roll: number): number => Math.trunc((roll - 50) / 5)
