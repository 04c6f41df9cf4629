import { expect, it } from 'vitest'
import { unevenness, unevennessInWords } from '../../main/rules/fairness.ts'

it.each([
  // Values of the chi-square distribution from its published tables: 3.841 and 6.635 with 1 degree of freedom, 11.070 with 5.
  [[50 + 9.8, 50 - 9.8], 0.05, 3],
  [[500 + 40.73, 500 - 40.73], 0.01, 3],
  [[100 + 23.52, 100 - 23.52, 100, 100, 100, 100], 0.05, 2],
  [[10, 10, 10, 10, 10, 10], 1, 6],
])('%j is as uneven as one in so many', (counts, chance, digits) => expect(unevenness(counts)).toBeCloseTo(chance, digits))

it('falls as the faces grow apart, and stays within 0 and 1', () => {
  const chances = [0, 5, 10, 20, 40, 100].map((by) => unevenness([100 + by, 100 - by, 100, 100]) ?? NaN)
  expect(chances.toSorted((a, b) => b - a)).toEqual(chances)
  expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true)
  expect(unevenness(Array.from({ length: 100 }, (_, face) => (face === 0 ? 10_000 : 10)))).toBeCloseTo(0, 10)
})

it('says nothing of too few rolls, or of a die with one face', () => {
  expect(unevenness([4, 5, 5, 5])).toBeUndefined()
  expect(unevenness([1_000])).toBeUndefined()
})

it.each([
  [6, undefined, 'too few to tell, it takes 30 of them'],
  [100, undefined, 'too few to tell, it takes 500 of them'],
  [6, 1, 'as even as dice get'],
  [6, 0.52, 'as uneven as this in 5 of 10 campaigns'],
  [6, 0.25, 'as uneven as this in 1 of 4 campaigns'],
  [6, 0.04, 'as uneven as this in 1 of 25 campaigns'],
  [6, 0.0001, 'as uneven as this in 1 of 10,000 campaigns: hardly by chance'],
  [6, 0, 'as uneven as this in 1 of 1,000,000,000 campaigns: hardly by chance'],
] as const)('says of a d%i at %s: %s', (faces, chance, words) => expect(unevennessInWords(faces, chance)).toBe(words))

it('says what is missing by as many rolls as the measure needs', () => {
  expect(unevenness(Array.from({ length: 6 }, (_, face) => (face === 0 ? 4 : 5)))).toBeUndefined()
  expect(unevenness(Array.from({ length: 6 }, () => 5))).toBe(1)
})
