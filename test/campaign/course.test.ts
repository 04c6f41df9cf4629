import fc from 'fast-check'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createEconomyStore } from '../../main/db/stores/economy.ts'
import { courseOf } from '../../main/rules/course.ts'
import type { CounterPart } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

/** What a part comes to, without how it came there. */
const endsOf = (parts: readonly CounterPart[]) =>
  parts.map(({ session, counters }) => [session, Object.entries(counters).map(([id, { from, gained, spent, values }]) => [id, from, gained, spent, values.at(-1)]).sort()])

describe('the course of the counters', () => {
  it('follows every change of a session and of the time between, and ends where they stand', async () => {
    const { campaign, hob, hound, roll, side } = await createPlay()
    const one = valueOf(campaign.startSession('One'))
    valueOf(await roll('toss', [['6']], side(hob)))
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 3 }))
    valueOf(campaign.changeCounter({ counter: 'points', character: hound, amount: 9 }))
    valueOf(campaign.endSession())
    valueOf(campaign.changeCounter({ counter: 'doom', amount: -1 }))
    const two = valueOf(campaign.startSession('Two'))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 2 }))
    const course = () => campaign.counterCourse().map(({ session, counters: { points, doom } }) => ({ session, points, doom }))
    expect(course()).toEqual([
      // What an NPC holds is no part of it.
      { session: one, points: { from: 0, gained: 1, spent: 0, values: [1, 1] }, doom: { from: 1, gained: 3, spent: 0, values: [1, 4] } },
      { points: { from: 1, gained: 0, spent: 0, values: [1] }, doom: { from: 4, gained: 0, spent: 1, values: [3] } },
      { session: two, points: { from: 1, gained: 2, spent: 0, values: [3] }, doom: { from: 3, gained: 0, spent: 0, values: [3] } },
    ])
    valueOf(campaign.undo())
    expect(course().map(({ session }) => session)).toEqual([one, undefined])
  })

  it('comes to the same by sums as change by change, whatever was undone and redone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 8, maxLength: 25 }), async (choices) => {
        const { campaign, hob, roll, side, path, library } = await createPlay()
        for (const [index, choice] of choices.entries()) {
          if (choice === 0 && campaign.view().history.undo?.startsWith('adding') === false) campaign.undo()
          else if (choice === 1) campaign.redo()
          else if (choice === 2) campaign.changeCounter({ counter: 'doom', amount: (index % 3) - 1 || 2 })
          else if (choice === 3) campaign.changeCounter({ counter: 'points', character: hob, amount: 1 })
          else if (choice === 4) campaign.startSession(undefined)
          else if (choice === 5) campaign.endSession()
          else await roll('toss', [[String(1 + (index % 6))]], side(hob, { price: index % 2 }))
        }
        const db = new Sqlite(path, { readonly: true })
        const store = createEconomyStore(db)
        const [each, summed] = [Infinity, -1].map((exact) => courseOf(store.held(), store.moves(exact)))
        const changed = db.prepare('SELECT session, owner, character, counter, sum(max(amount, 0)) AS gained, -sum(min(amount, 0)) AS spent FROM counter_change GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4')
        const sums = db.prepare('SELECT iif(part > 0, part, NULL) AS session, owner, nullif(character, 0) AS character, counter, sum(gained) AS gained, sum(spent) AS spent FROM counter_sum GROUP BY 1, 2, 3, 4 HAVING sum(steps) > 0 ORDER BY 1, 2, 3, 4')
        expect(sums.all()).toEqual(changed.all())
        db.close()
        expect(endsOf(summed ?? [])).toEqual(endsOf(each ?? []))
        await library.closeCampaign()
      }),
      { numRuns: 15 },
    )
  }, 60_000)
})

it('what rolls let expect follows undo, redo, corrections and another session, however often it is read', async () => {
  const { campaign, hob, roll, side } = await createPlay()
  const session = valueOf(campaign.startSession('One'))
  const rolled = valueOf(await roll('toss', [['6']], side(hob)))
  const one = campaign.counterHopes(session)
  expect(one.map(({ counter, actual, rolls }) => [counter, actual, rolls])).toEqual([['doom', 0, 1], ['points', 1, 1]])
  valueOf(await roll('toss', [['1']], side(hob)))
  const two = campaign.counterHopes(session)
  expect(two.map(({ counter, actual, rolls }) => [counter, actual, rolls])).toEqual([['doom', 2, 2], ['points', 1, 2]])
  valueOf(campaign.undo())
  expect(campaign.counterHopes(session)).toEqual(one)
  valueOf(campaign.redo())
  expect(campaign.counterHopes(session)).toEqual(two)
  valueOf(campaign.undo())
  if (rolled.kind !== 'rolled') throw new Error('The roll was not made')
  valueOf(await campaign.correctRoll(rolled.roll.id, [{ goal: 6 }]))
  // A six against six is one in six: less was to be expected of it than against four.
  expect(campaign.counterHopes(session).map(({ counter, expected }) => [counter, expected])).toEqual([['doom', expect.closeTo(10 / 6)], ['points', expect.closeTo(1 / 6)]])
  valueOf(campaign.endSession())
  const other = valueOf(campaign.startSession('Two'))
  expect(campaign.counterHopes(other)).toEqual([])
  expect(campaign.counterHopes(session)).toHaveLength(2)
})
