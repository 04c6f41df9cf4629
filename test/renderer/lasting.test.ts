import { expect, test } from 'vitest'
import { lasting } from '../../renderer/state/lasting.ts'

test('a list that holds the same is the one of before, and another one is not', () => {
  const [a, b] = [{}, {}]
  let now: readonly object[] = [a, b]
  const list = lasting(() => now)
  const first = list()
  expect(first).toEqual([a, b])
  now = [a, b]
  expect(list()).toBe(first)
  for (const other of [[b, a], [a], [a, b, a], [a, {}], []]) {
    now = other
    expect(list()).toBe(other)
  }
})
