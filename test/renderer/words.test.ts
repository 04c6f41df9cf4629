import { expect, test } from 'vitest'
import { barLimit, layoutOdds } from '../../renderer/state/odds-chart.ts'
import { pickersOf } from '../../renderer/state/rows.ts'
import { basis, inputInWords, percent, sentence, signed, sizeInWords } from '../../renderer/state/words.ts'
import { character, declarations, odds } from './fake-bridge.ts'

const spaced = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.62, '62 %'],
  [0.4951, '49.5 %'],
  [0.00001, '<0.1 %'],
  [0.99999, '>99.9 %'],
])('a chance of %d reads %s', (chance, text) => expect(spaced(percent(chance))).toBe(text))

test('amounts carry a true sign', () => {
  expect([signed(1), signed(-3)]).toEqual(['+1', '−3'])
})

test('sizes are given in what a person reads', () => {
  expect([12, 84_000, 3_000_000].map(sizeInWords)).toEqual(['12 bytes', '82 kB', '2.9 MB'])
})

test('the arithmetic reads as one sentence whatever the steps end with', () => {
  expect(sentence(['rolled 3', 'tier 2.', '5 points'])).toBe('Rolled 3; tier 2; 5 points.')
  expect(sentence([])).toBe('')
})

test('odds say whether they are exact, sampled, or cut', () => {
  expect(basis(odds(), false)).toBe('exact')
  expect(basis(odds({ exact: false, leaves: 5000 }), false)).toBe('from 5,000 sample rolls')
  expect(spaced(basis(odds({ exact: false, cut: 0.02 }), false))).toBe('exact but for 2 % that was not followed')
})

test('inputs are named by their labels, those at their default left out where it should be short', () => {
  const fields = declarations.checks.test.input
  expect(inputInWords(fields, { score: 62, risk: 'high', push: 0 }, true)).toEqual(['Score 62', 'Risk High'])
  expect(inputInWords(fields, { score: 62, risk: 'low', push: 0 })).toEqual(['Score 62', 'Risk Low', 'Push 0'])
})

test('bars go from the worst failure over stand-offs to the best success and keep all of the chance', () => {
  const cell = (success: boolean | null, degree: number, chance: number) => ({ success, degree, flags: [], grants: {}, chance })
  const chart = layoutOdds(odds({ cells: [cell(true, 1, 0.2), cell(false, 0, 0.1), cell(null, 0, 0.3), cell(false, 2, 0.4)] }), [])
  expect(chart?.bars.map(({ success, from }) => [success, from])).toEqual([[false, 2], [false, 0], [null, 0], [true, 1]])
  expect(chart?.bars.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1)
  expect(chart?.peak).toBe(0.4)
})

test('a bar is split by what it pays, in the order asked for, half each where both are paid', () => {
  const cells = [
    { success: true, degree: 0, flags: [], grants: { debt: 1, grace: 1 }, chance: 0.4 },
    { success: true, degree: 0, flags: [], grants: {}, chance: 0.1 },
    { success: true, degree: 1, flags: [], grants: { debt: -2 }, chance: 0.5 },
  ]
  const [both, none] = layoutOdds(odds({ cells }), ['grace', 'debt'])?.bars ?? []
  expect(both?.parts).toEqual([{ counter: 'grace', chance: 0.2 }, { counter: 'debt', chance: 0.2 }, { counter: null, chance: 0.1 }])
  expect(none?.parts).toEqual([{ counter: null, chance: 0.5 }])
})

test('many degrees are put together in even steps', () => {
  const cells = Array.from({ length: 1000 }, (_, degree) => ({ success: degree % 2 === 0, degree, flags: [], grants: {}, chance: 0.001 }))
  const chart = layoutOdds(odds({ cells }), [])
  expect(chart?.bars.length).toBeLessThanOrEqual(barLimit)
  expect(chart?.step).toBe(100)
})

test('a single result is no chart', () => {
  expect(layoutOdds(odds({ cells: [{ success: true, degree: 0, flags: [], grants: {}, chance: 1 }] }), [])).toBeUndefined()
})

test('a list is picked from only where the form needs it and the sheet has rows', () => {
  const fields = declarations.checks.test.input
  expect(pickersOf(fields, declarations.stats, character(1, 'Hob'))).toEqual([
    { list: 'scores', label: 'Scores', needed: true, rows: [{ index: 0, label: 'Melee 62' }, { index: 1, label: 'Will 40' }] },
  ])
  expect(pickersOf(fields, declarations.stats, character(1, 'Hob', { stats: { scores: [] } }))).toEqual([])
  expect(pickersOf(fields, declarations.stats, undefined)).toEqual([])
})
