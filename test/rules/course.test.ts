import { expect, it } from 'vitest'
import { courseOf, type CourseMove } from '../../main/rules/course.ts'

const move = (session: number | null, point: number, counter: string, amount: number): CourseMove => ({ session, point, counter, gained: Math.max(0, amount), spent: Math.max(0, -amount) })

it('tells part by part where each counter stood, from where it stands now', () => {
  expect(courseOf({ luck: 4, toll: 2 }, [move(1, 1, 'luck', 3), move(1, 2, 'toll', 5), move(null, 3, 'toll', -3), move(2, 4, 'luck', -1)])).toEqual([
    { session: 1, counters: { luck: { from: 2, gained: 3, spent: 0, values: [5, 5] }, toll: { from: 0, gained: 5, spent: 0, values: [0, 5] } } },
    { counters: { luck: { from: 5, gained: 0, spent: 0, values: [5] }, toll: { from: 5, gained: 0, spent: 3, values: [2] } } },
    { session: 2, counters: { luck: { from: 5, gained: 0, spent: 1, values: [4] }, toll: { from: 2, gained: 0, spent: 0, values: [2] } } },
  ])
})

it('takes what several hold of a counter together at one point', () => {
  expect(courseOf({ luck: 3 }, [move(1, 7, 'luck', 1), move(1, 7, 'luck', 4), move(1, 8, 'luck', -2)])).toEqual([{ session: 1, counters: { luck: { from: 0, gained: 5, spent: 2, values: [5, 3] } } }])
})

it('takes counters that changed at one point together, and leaves out what nobody holds any more', () => {
  expect(courseOf({ luck: 1, toll: 1 }, [move(1, 7, 'luck', 1), move(1, 7, 'toll', 1), move(1, 8, 'gone', 4)])).toEqual([
    { session: 1, counters: { luck: { from: 0, gained: 1, spent: 0, values: [1] }, toll: { from: 0, gained: 1, spent: 0, values: [1] } } },
  ])
  expect(courseOf({ luck: 1 }, [])).toEqual([])
})
