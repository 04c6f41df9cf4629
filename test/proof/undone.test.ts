/** Does ten thousand things at random, takes all of them back and does all of them again. TOLLKEEPER_PROOF=long does so ten times. */
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { createPlay, standing } from '../support/campaign.ts'
import { createChance, createRandomPlay } from '../support/random-play.ts'

const actions = 10_000
const rounds = process.env.TOLLKEEPER_PROOF === 'long' ? 10 : 1
const first = Number(process.env.TOLLKEEPER_SEED ?? Date.now() % 1_000_000)

/** What is counted along with the rows, for speed. */
function countsOf(path: string): readonly unknown[] {
  const db = new Sqlite(path, { readonly: true })
  const rows = ['die_face', 'counter_sum', 'figure_count'].map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  db.close()
  return rows
}

/** How many steps can be flipped until there is none left. */
function flipAll(flip: Campaign['undo']): number {
  for (let steps = 0; ; steps += 1) {
    const flipped = flip()
    if (flipped.ok) continue
    expect(flipped.error.code).toBe('refused')
    return steps
  }
}

const seeds = Array.from({ length: rounds }, (_, round) => first + round)

it.each(seeds)(`${actions} actions at random (seed %i), all undone, are as it was; all redone, as it became`, async (seed) => {
  const { campaign, path, dump, bugs } = await createPlay()
  flipAll(() => campaign.undo())
  const start = standing(dump())
  const act = createRandomPlay(campaign, createChance(seed))
  let accepted = 0
  for (let left = actions; left > 0; left -= 1) if ((await act())?.ok) accepted += 1
  const [end, counted] = [dump(), countsOf(path)]
  expect(accepted).toBeGreaterThan(actions / 2)

  const undone = flipAll(() => campaign.undo())
  expect(standing(dump())).toEqual(start)
  expect(flipAll(() => campaign.redo())).toBe(undone)
  expect(dump()).toEqual(end)
  expect(countsOf(path)).toEqual(counted)
  expect(bugs).toEqual([])
}, 600_000)
