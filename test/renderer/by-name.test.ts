import { expect, test } from 'vitest'
import { byName, mergeByName, withoutThese } from '../../renderer/state/by-name.ts'
import { character, characterId } from './fake-bridge.ts'

const crowd = byName(Array.from({ length: 500 }, (_, index) => character(index + 1, `Guard ${(index * 7919) % 500}`)))

test('changed and new characters stand where a whole new order would put them', () => {
  const changes = [
    [character(3, 'Aldo'), character(900, 'Guard 250'), character(901, 'Zed')],
    [{ ...(crowd[10] ?? character(1, 'x')), notes: 'new' }],
    Array.from({ length: 200 }, (_, index) => character(index + 1, `Wolf ${index}`)),
    [],
  ]
  for (const changed of changes) {
    const others = crowd.filter(({ id }) => !changed.some((each) => each.id === id))
    expect(mergeByName(crowd, changed)).toEqual(byName([...others, ...changed]))
  }
})

test('those that are gone leave the others as they stood', () => {
  expect(withoutThese(crowd, [characterId(1), characterId(77)])).toEqual(crowd.filter(({ id }) => id !== 1 && id !== 77))
})
