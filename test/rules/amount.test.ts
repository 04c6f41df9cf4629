import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount } from '../../main/rules/amount.ts'

/** The amount for somebody with 15 left, or what is wrong. */
const read = (text: string, now = 15) => {
  const amount = readAmount(text, { now })
  return amount.ok ? amount.amount : amount.message
}

describe('an amount in words', () => {
  it.each([
    ['12', 12],
    ['-7', -7],
    ['−7', -7],
    ['+7', 7],
    [' 0 ', 0],
    ['2*6+1', 13],
    ['2x6', 12],
    ['2 × 6', 12],
    ['(4+3)/2', 3],
    ['7 ÷ 2', 3],
    ['-7/2', -3],
    ['1.5*3', 4],
    ['2+3*4', 14],
    ['(2+3)*4', 20],
    ['10-4-3', 3],
    ['-(2+3)', -5],
    ['24/4/2', 3],
    ['1000000', 1_000_000],
    ['half of 2000000', 1_000_000],
  ])('%j is worked out', (text, amount) => expect(read(text)).toBe(amount))

  it('is half or all of what is left, and nothing where nothing is left', () => {
    expect(read('half')).toBe(7)
    expect(read('ALL')).toBe(15)
    expect([read('half', 0), read('all', 0), read('half', -3), read('all', -3)]).toEqual([0, 0, 0, 0])
  })

  it('is half of a sum, rounded down', () => {
    expect(read('14 half')).toBe(7)
    expect(read('Half 15')).toBe(7)
    expect(read('half of 2*7+1')).toBe(7)
    expect(read('2*7+1 half')).toBe(7)
    expect(read('-7 half')).toBe(-3)
  })

  it('is never a negative zero', () => {
    for (const text of ['-0', '-1/2', '0*-1', '-1 half']) expect(Object.is(read(text), 0)).toBe(true)
  })

  it.each(['nonsense', '1e9', '2d6', '7,5', '.5', '1..2', '(4+3', '4+3)', '()', '2(3)', '3+', '*2', '1/0', '0/0', '6/(3-3)', 'half of', 'half half', 'half of all', 'all 3'])('%j is refused as none', (text) =>
    expect(read(text)).toBe(`“${text}” is no amount. Write for example 7, 2*6+1, half or 14 half.`))

  it.each(['1000001', '-1000001', '999999*999999', '9'.repeat(400)])('%j is refused as too much', (text) => expect(read(text)).toBe(`“${text}” is more than 1000000.`))

  it.each(['', '   '])('is asked for where it is %j', (text) => expect(read(text)).toBe('Write an amount, for example 7, 2*6 or half.'))

  it('is a whole number or refused, whatever is written', () => {
    const sum = fc.array(fc.constantFrom('1', '7', '0', '2.5', '+', '-', '*', '/', '(', ')', ' ', 'half', 'all', 'of', 'x'), { maxLength: 14 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), sum), fc.integer({ min: -100, max: 100 }), (text, now) => {
        const amount = read(text, now)
        if (typeof amount === 'number') expect(Number.isInteger(amount) && Math.abs(amount) <= 1_000_000).toBe(true)
        else expect(amount).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })
})
