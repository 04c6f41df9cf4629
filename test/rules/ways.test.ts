import { expect, it } from 'vitest'
import type { Dice } from '../../plugins/api/index.ts'
import { waysOf } from '../../main/rules/ways.ts'

const die = (to: number, rest: Partial<Dice['die']> = {}): Dice['die'] => ({ id: `d${to}`, from: 1, to, ...rest })
const facesOf = (need: readonly Dice[], limit = 2_000) => waysOf(need, limit)?.map(({ faces }) => faces)

it('dice in a row fall in every order', () => {
  expect(facesOf([{ die: die(2), count: 2 }])).toEqual([[[1, 1]], [[1, 2]], [[2, 1]], [[2, 2]]])
})

it('unordered dice fall in each multiset once', () => {
  expect(facesOf([{ die: die(3), count: 2, unordered: true }])).toEqual([[[1, 1]], [[1, 2]], [[1, 3]], [[2, 2]], [[2, 3]], [[3, 3]]])
})

it('several groups fall in every combination', () => {
  expect(facesOf([{ die: die(2), count: 1 }, { die: die(2, { from: 0, to: 1 }), count: 1 }])).toEqual([[[1], [0]], [[1], [1]], [[2], [0]], [[2], [1]]])
})

it('a summed group comes to each sum once, with faces that do', () => {
  const ways = waysOf([{ die: die(6), count: 3, sum: true }], 2_000) ?? []
  const sums = ways.map(({ faces: [group = []] }) => group.reduce((sum, face) => sum + face, 0))
  expect(sums.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index + 3))
  expect(ways.every(({ faces: [group = []] }) => group.length === 3)).toBe(true)
  expect(ways.filter(({ only }) => only).map(({ faces }) => faces)).toEqual([[[1, 1, 1]], [[6, 6, 6]]])
})

it('a summed die whose faces count alike is never sure', () => {
  const half = die(4, { value: [1, 1, 2, 3] })
  expect(waysOf([{ die: half, count: 1, sum: true }], 10)?.map(({ faces, only }) => [faces[0]?.[0], only])).toEqual([[1, false], [3, true], [4, true]])
})

it.each<[string, Dice[]]>([
  ['a die of many faces', [{ die: die(2_001), count: 1 }]],
  ['a long row', [{ die: die(6), count: 5 }]],
  ['a large multiset', [{ die: die(20), count: 6, unordered: true }]],
  ['a thousand dice', [{ die: die(6), count: 1_000 }]],
  ['many sums', [{ die: die(100), count: 50, sum: true }]],
  ['groups together', [{ die: die(100), count: 1 }, { die: die(100), count: 1 }]],
])('%s falls in too many ways', (_, need) => {
  expect(waysOf(need, 2_000)).toBeUndefined()
})
