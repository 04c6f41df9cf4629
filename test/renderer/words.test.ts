import { expect, test } from 'vitest'
import { barLimit, layoutOdds } from '../../renderer/state/odds-chart.ts'
import { pickersOf } from '../../renderer/state/rows.ts'
import { agoInWords, apart, basis, facesInWords, facesShown, groupInFull, inputInWords, percent, pointsBetween, sentence, signed, sizeInWords, wholePercent } from '../../renderer/state/words.ts'
import { character, declarations, odds, roll } from './fake-bridge.ts'

const spaced = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.62, '62 %'],
  [0.4951, '49.5 %'],
  [0.00001, '<0.1 %'],
  [0.99999, '>99.9 %'],
])('a chance of %d reads %s', (chance, text) => expect(spaced(percent(chance))).toBe(text))

test.each([
  [0, '0'],
  [1, '100'],
  [0.62, '62'],
  [0.004, '<1'],
  [0.996, '>99'],
])('a chance of %d in little room reads %s', (chance, text) => expect(wholePercent(chance)).toBe(text))

test('a name from right to left is set apart in a sentence, and every other one left as it is', () => {
  expect(apart('Ysolde Marr 火 🚀')).toBe('Ysolde Marr 火 🚀')
  for (const name of ['שלום (12)', 'سلام', 'plain \u202eback', '𞤀𞤣']) expect(apart(name)).toBe(`\u2068${name}\u2069`)
})

test('a difference between chances is given in points', () => {
  expect([pointsBetween(0.5, 0.65), pointsBetween(0.5, 0.4951), pointsBetween(0.5, 0.50001)]).toEqual(['+15', '−0.5', '±0'])
})

test('faces that don’t count or brought another are said to, of many dice the first ones', () => {
  const exploded = roll(1, { dice: [{ side: 0, die: '3d6!k2', faces: [6, 1, 4, 3], shown: ['6', '1', '4', '3'], typed: false, dropped: [1] }] })
  expect(spaced(facesInWords(exploded))).toBe('3d6!k2 6!, 1 dropped, 4, 3')
  const plain = roll(1, { dice: [{ side: 0, die: 'd6', faces: [6, 6], shown: ['6', '6'], typed: false }] })
  expect(spaced(facesInWords(plain))).toBe('2 × d6 6, 6')
  const many = roll(1, { dice: [{ side: 0, die: '20d2', faces: Array(20).fill(1), shown: Array(20).fill('1'), typed: false }] })
  expect(facesInWords(many)).toContain('and 8 more')
})

test('of a side that only its total is known of, no face is told', () => {
  const vague = { side: 1, typed: true, total: 14, shown: [] }
  const dice = [{ side: 0, die: 'd100', faces: [33], shown: ['33'], typed: false }, { ...vague, die: 'd6', faces: [3, 4] }, { ...vague, die: 'd8', faces: [5] }]
  expect(spaced(facesInWords(roll(1, { dice })))).toBe('d100 33 against 2 × d6 + d8, total 14')
  expect(facesShown(dice).map(({ name, die, side }) => [name, die, side])).toEqual([['33', 'd100', 0], ['14', 'total of 2 × d6 + d8', 1]])
  expect(dice.map(groupInFull)).toEqual(['d100: 33', '2 × d6: total 14 (total typed)', 'd8: total 14 (total typed)'])
})

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
  expect(inputInWords([{ id: 'what', label: 'What', type: 'text' }], { what: 'Over the wall' }, true)).toEqual(['Over the wall'])
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
    { list: 'scores', label: 'Scores', needed: true, rows: [{ index: 0, label: 'Melee 62', name: 'Melee' }, { index: 1, label: 'Will 40', name: 'Will' }] },
  ])
  expect(pickersOf(fields, declarations.stats, character(1, 'Hob', { stats: { scores: [] } }))).toEqual([])
  expect(pickersOf(fields, declarations.stats, undefined)).toEqual([])
})

test('a row is named by its first text and the one number it fills in, like rows by all their texts', () => {
  const columns = [
    { id: 'name', label: 'Name', type: 'text' },
    { id: 'does', label: 'What it does', type: 'text' },
    { id: 'value', label: 'Score', type: 'number' },
  ] as const
  const stats = [{ id: 'scores', label: 'Scores', type: 'list', columns }] as const
  const fields = [
    { id: 'what', label: 'What', type: 'text', from: 'scores.name' },
    { id: 'score', label: 'Score', type: 'number', from: 'scores.value' },
  ] as const
  const scores = [
    { name: 'Spear', does: 'Long reach', value: 62 },
    { name: 'Oath', does: 'to the ferry', value: 40 },
    { name: 'Oath', does: 'to the Reeve', value: 40 },
  ]
  const [picker] = pickersOf(fields, stats, character(1, 'Hob', { stats: { scores } }))
  expect(picker?.rows.map(({ label }) => label)).toEqual(['Spear 62', 'Oath to the ferry 40', 'Oath to the Reeve 40'])
})

test.each([
  [30, 'just now'],
  [-90, 'just now'],
  [59 * 60, '59 min ago'],
  [60 * 60, '1 h ago'],
  [125 * 60, '2 h 5 min ago'],
  [26 * 3600, '26 h ago'],
  [50 * 3600, '2 days ago'],
])('says how long ago %i seconds are: %s', (seconds, words) => {
  expect(agoInWords(1_000_000, 1_000_000 + seconds * 1000)).toBe(words)
})
