import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { keepSame } from '../../renderer/state/keep-same.ts'

it('keeps what is the same and takes what is not', () => {
  const before = { turn: 1, places: [{ id: 1, ties: [2] }, { id: 2, ties: [] }], rules: { skip: true } }
  const after = keepSame(before, { turn: 2, places: [{ id: 1, ties: [2] }, { id: 2, ties: [1] }], rules: { skip: true } })
  expect(after).toEqual({ turn: 2, places: [{ id: 1, ties: [2] }, { id: 2, ties: [1] }], rules: { skip: true } })
  expect(after.places[0]).toBe(before.places[0])
  expect(after.places[1]).not.toBe(before.places[1])
  expect(after.rules).toBe(before.rules)
})

it('gives back the very same thing where nothing is different', () => {
  const before = { list: [1, { name: 'Hob' }], none: null }
  expect(keepSame(before, structuredClone(before))).toBe(before)
})

it('is always equal to what came', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(keepSame(before, after)).toEqual(after)
    }),
  )
})
