/** How the dice of every campaign in the folder fell, together. */
import { basename } from 'node:path'
import type { DiceEverywhere } from '../../preload/contract.ts'
import type { FacesAnswer } from '../db/faces.ts'
import { toFairness } from './economy.ts'

/** What was read of some files, counted together. Two files of one campaign hold the same rolls, so the fuller one counts. */
export function countTogether(files: readonly { readonly path: string; readonly answer: FacesAnswer }[]): DiceEverywhere {
  const left: { name: string; problem: string }[] = []
  const kept = new Map<string, { name: string; faces: Extract<FacesAnswer, { ok: true }>['value']['faces'] }>()
  for (const { path, answer } of files) {
    const name = basename(path, '.campaign')
    if (!answer.ok) {
      left.push({ name, problem: answer.error.message })
      continue
    }
    const { id, faces } = answer.value
    const other = kept.get(id)
    const fuller = other && sum(other.faces) >= sum(faces) ? other : { name, faces }
    if (other) left.push({ name: fuller === other ? name : other.name, problem: `It is the same campaign as ${fuller.name}, whose dice count already.` })
    kept.set(id, fuller)
  }
  return { dice: toFairness([...kept.values()].flatMap(({ faces }) => faces)), campaigns: kept.size, left }
}

const sum = (faces: readonly { readonly count: number }[]): number => faces.reduce((all, { count }) => all + count, 0)
