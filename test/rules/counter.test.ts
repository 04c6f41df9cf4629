import { describe, expect, it } from 'vitest'
import type { Counter } from '../../plugins/api/index.ts'
import { boundsOf, initialOf, moved } from '../../main/rules/counter.ts'

const pool: Counter = { id: 'might', label: 'Might', owner: 'character', min: 0, maxFrom: 'mightMax', initial: 'max', tone: 'plain' }

describe('a counter', () => {
  it('takes its maximum from the sheet and starts full', () => {
    const bounds = boundsOf(pool, { mightMax: 12 })
    expect(bounds).toEqual({ min: 0, max: 12 })
    expect(initialOf(pool, bounds)).toBe(12)
  })

  it('starts at its minimum where no maximum is known', () => expect(initialOf(pool, boundsOf(pool))).toBe(0))

  it('stays within its bounds', () => {
    expect(moved(2, -5, { min: 0 })).toBe(0)
    expect(moved(9, 5, { max: 12 })).toBe(12)
    expect(moved(3, 100, {})).toBe(103)
  })

  it('is not dragged in when it already stands outside', () => {
    expect(moved(15, 1, { max: 12 })).toBe(15)
    expect(moved(15, -1, { max: 12 })).toBe(14)
    expect(moved(-2, -1, { min: 0 })).toBe(-2)
  })
})
