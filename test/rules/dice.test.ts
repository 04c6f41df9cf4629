import { randomFillSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawFace, faceName, faceValue, readFace, sumOfFaces } from '../../main/rules/dice.ts'
import type { Die } from '../../plugins/api/index.ts'

const d6: Die = { id: 'd6', from: 1, to: 6 }
const d10: Die = { id: 'd10', from: 0, to: 9 }
const d20: Die = { id: 'd20', from: 1, to: 20 }
const d100: Die = { id: 'd100', from: 1, to: 100, reads: { '00': 100 } }
const percent: Die = { id: 'd%', from: 0, to: 99 }
const cards: Die = { id: 'card', from: 1, to: 3, faces: ['Ace', 'Jack', 'Queen'] }
const half: Die = { id: 'd5', from: 0, to: 9, value: [5, 1, 1, 2, 2, 3, 3, 4, 4, 5], reads: { '10': 0 } }

function uint32s(): () => number {
  const buffer = new Uint32Array(16_384)
  let next = buffer.length
  return () => {
    if (next === buffer.length) {
      randomFillSync(buffer)
      next = 0
    }
    return buffer[next++] ?? 0
  }
}

/** Upper tail of the chi-square distribution, by the Wilson-Hilferty approximation: good far beyond 1e-6. */
function chiSquareTail(statistic: number, freedom: number): number {
  const spread = 2 / (9 * freedom)
  const z = (Math.cbrt(statistic / freedom) - (1 - spread)) / Math.sqrt(spread)
  if (z <= 0) return 1
  // The tail of the normal distribution, from above.
  return Math.exp((-z * z) / 2) / (z * Math.sqrt(2 * Math.PI))
}

describe('drawing a die', () => {
  it.each([d6, d10, d20, d100])('gives every face of $id equally often in a million draws', (die) => {
    const random = uint32s()
    const size = die.to - die.from + 1
    const seen = new Array<number>(size).fill(0)
    const draws = 1_000_000
    for (let i = 0; i < draws; i += 1) {
      const face = drawFace(die, random) - die.from
      seen[face] = (seen[face] ?? 0) + 1
    }
    const fair = draws / size
    const statistic = seen.reduce((sum, count) => sum + (count - fair) ** 2 / fair, 0)
    expect(seen).toHaveLength(size)
    expect(chiSquareTail(statistic, size - 1)).toBeGreaterThan(1e-6)
  })

  it('calls a biased die biased, so that the measure above can fail', () => {
    const statistic = 1_000_000 * (0.01 ** 2 / 1)
    expect(chiSquareTail(statistic, 5)).toBeLessThan(1e-6)
  })

  it('throws away the numbers above the last whole multiple of the size', () => {
    const given = [2 ** 32 - 1, 2 ** 32 - 4, 7]
    let taken = 0
    expect(drawFace(d6, () => given[taken++] ?? 0)).toBe(2)
    expect(taken).toBe(3)
  })

  it('stays within the faces whatever the numbers are', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 2 ** 31 }), fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 })), (from, span, numbers) => {
        let next = 0
        const face = drawFace({ id: 'd', from, to: from + span }, () => numbers[next++] ?? 0)
        expect(face).toBeGreaterThanOrEqual(from)
        expect(face).toBeLessThanOrEqual(from + span)
      }),
    )
  })

  it('draws from as many faces as a number has values, and from a single one', () => {
    expect(drawFace({ id: 'whole', from: 0, to: 2 ** 32 - 1 }, () => 4_000_000_000)).toBe(4_000_000_000)
    expect(drawFace({ id: 'one', from: 3, to: 3 }, () => 4_294_967_295)).toBe(3)
  })

  it('refuses a die without faces and one with more than it can draw evenly', () => {
    expect(() => drawFace({ id: 'd', from: 2, to: 1 }, () => 0)).toThrow(RangeError)
    expect(() => drawFace({ id: 'd', from: 0, to: 2 ** 32 }, () => 0)).toThrow(RangeError)
  })
})

describe('reading a typed die', () => {
  it.each([
    [d100, '00', 100],
    [d100, ' 7 ', 7],
    [d100, '07', 7],
    [d100, '100', 100],
    [percent, '00', 0],
    [percent, '0', 0],
    [percent, '05', 5],
    [half, '10', 0],
    [cards, 'queen', 3],
    [cards, ' ACE ', 1],
    [cards, '2', 2],
    [{ id: 'fate', from: -1, to: 1 }, '-1', -1],
    [{ id: 'fate', from: -1, to: 1 }, '-0', 0],
  ] as const)('reads %j of text "%s" as face %i', (die, text, face) => {
    const read = readFace(die, text)
    expect(read).toEqual({ ok: true, face })
  })

  it.each(['', ' ', '1.5', '101', '-3', 'abc', '0', '007', '1e1', '0x10', '+5', '5 5', '٣', '99999999999999999999', 'constructor', '__proto__'])(
    'refuses "%s" on a d100 and says what it shows',
    (text) => {
      expect(readFace(d100, text)).toEqual({ ok: false, message: 'd100 shows 1 to 100 (00 reads as 100)' })
    },
  )

  it('says what a die with named faces, with several readings and with one face shows', () => {
    expect(readFace(cards, 'King')).toEqual({ ok: false, message: 'card shows Ace, Jack, Queen' })
    expect(readFace({ ...d100, reads: { '00': 100, '0': 100 } }, 'x')).toEqual({ ok: false, message: 'd100 shows 1 to 100 (0 and 00 read as 100)' })
    expect(readFace({ id: 'one', from: 4, to: 4 }, '5')).toEqual({ ok: false, message: 'one shows 4' })
  })

  it('lets what the die says win over the plain number', () => {
    expect(readFace({ id: 'odd', from: 1, to: 10, reads: { '1': 10 } }, '1')).toEqual({ ok: true, face: 10 })
  })
})

describe('what a face is', () => {
  it('is called by its name, else by its number', () => {
    expect(faceName(cards, 2)).toBe('Jack')
    expect(faceName(d10, 0)).toBe('0')
  })

  it('counts as its value, else as itself', () => {
    expect(faceValue(half, 0)).toBe(5)
    expect(faceValue(half, 3)).toBe(2)
    expect(sumOfFaces(half, [0, 9, 3])).toBe(12)
    expect(sumOfFaces(d10, [0, 9])).toBe(9)
    expect(sumOfFaces(d10, [])).toBe(0)
  })
})
