import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseKept, type BackupMark } from '../../main/rules/backups.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 30, 12)
const rule = { now, limitBytes: Infinity, offsetMs: 0 }
const mark = (ago: number, rest: Partial<BackupMark> = {}): BackupMark => ({ at: now - ago, bytes: 1, broken: false, ...rest })
const marks = fc.array(
  fc.record({ at: fc.integer({ min: now - 500 * dayMs, max: now + dayMs }), bytes: fc.integer({ min: 1, max: 100 }), broken: fc.boolean() }),
  { maxLength: 60 },
)
const rules = fc.record({ now: fc.integer({ min: now, max: now + 40 * dayMs }), limitBytes: fc.integer({ min: 0, max: 500 }), offsetMs: fc.integer({ min: -12, max: 14 }).map((hours) => hours * hourMs) })

describe('which backups are kept', () => {
  it("all of today's, then the newest of each day, week and month", () => {
    const today = [mark(hourMs), mark(2 * hourMs)]
    const daily = Array.from({ length: 400 }, (_, day) => mark((day + 1) * dayMs)).flatMap((each) => [each, { ...each, at: each.at - hourMs }])
    const kept = chooseKept([...today, ...daily], rule)
    const ages = [...kept].map(({ at }) => (now - at) / dayMs).toSorted((a, b) => a - b)
    expect(today.every((each) => kept.has(each))).toBe(true)
    expect(ages.slice(2, 9)).toEqual([1, 2, 3, 4, 5, 6, 7])
    // Sundays of the weeks before, then the last days of the months before.
    expect(ages.slice(9, 12)).toEqual([8, 15, 22])
    expect(ages.slice(12)).toEqual([30, 61, 91, 122, 153, 183, 214, 244, 275, 303, 334, 365])
  })

  it('never without the newest sound one, whatever the limit', () => {
    fc.assert(
      fc.property(marks, rules, (backups, each) => {
        const kept = chooseKept(backups, each)
        const sound = backups.filter(({ broken }) => !broken)
        if (sound.length > 0) expect([...kept].some(({ at, broken }) => !broken && at === Math.max(...sound.map((one) => one.at)))).toBe(true)
      }),
    )
  })

  it('within the limit, or the newest sound one alone', () => {
    fc.assert(
      fc.property(marks, rules, (backups, each) => {
        const kept = [...chooseKept(backups, each)]
        expect(kept.reduce((sum, { bytes }) => sum + bytes, 0) <= each.limitBytes || kept.length <= 1).toBe(true)
      }),
    )
  })

  it('the same when the rule is applied again', () => {
    fc.assert(
      fc.property(marks, rules, (backups, each) => {
        const kept = chooseKept(backups, each)
        expect(chooseKept([...kept], each)).toEqual(kept)
      }),
    )
  })

  it('so that a backup a day, tidied a day, still reaches back a year', () => {
    let kept: readonly BackupMark[] = []
    for (let day = 0; day < 800; day += 1) {
      const at = now + day * dayMs
      kept = [...chooseKept([...kept, { at, bytes: 1, broken: false }], { ...rule, now: at })]
      expect(kept.length).toBeLessThanOrEqual(1 + 7 + 5 + 13)
    }
    const oldest = Math.min(...kept.map(({ at }) => at))
    expect((now + 799 * dayMs - oldest) / dayMs).toBeGreaterThan(335)
    expect(kept.length).toBeGreaterThanOrEqual(20)
  })

  it('by the days where the GM is', () => {
    const early = mark(13 * hourMs)
    const late = mark(14 * hourMs)
    const noon = mark(0)
    expect(chooseKept([noon, early, late], rule).has(late)).toBe(false)
    expect(chooseKept([noon, early, late], { ...rule, offsetMs: 3 * hourMs }).has(late)).toBe(true)
  })

  it('a broken one for a month, beside the sound ones', () => {
    const broken = [mark(20 * dayMs, { broken: true }), mark(21 * dayMs, { broken: true }), mark(40 * dayMs, { broken: true })]
    const kept = chooseKept([...broken, mark(20 * dayMs)], rule)
    expect(broken.map((each) => kept.has(each))).toEqual([true, true, false])
  })
})
