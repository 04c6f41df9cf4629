import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { computeOdds } from '../../main/sandbox/odds.ts'
import type { NoOdds, OddsOptions } from '../../main/sandbox/odds.ts'
import type { Outcome } from '../../plugins/api/index.ts'
import type { Odds } from '../../preload/contract.ts'
import { die, faultOf, pc, sandboxOf, systemScript, valueOf } from '../support/sandbox.ts'

async function opened(body: string, rest = '') {
  const sandbox = await sandboxOf(systemScript(body, rest))
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A small generator with a fixed beginning: samples are the same every time. */
function seeded(): () => number {
  let state = 12_345
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
}

type Opened = Awaited<ReturnType<typeof opened>>
const side = (score: number) => ({ input: { score }, context: pc })

async function whole(sandbox: Opened, check: string, scores: readonly number[], more: Partial<OddsOptions> = {}): Promise<Odds> {
  const value = valueOf(await computeOdds(sandbox, check, scores.map(side), { random: seeded(), ...more }))
  if (!('success' in value)) throw new Error(JSON.stringify(value))
  return value
}

const need = (to: number, count = 1, more = '') => `{ need: [{ die: ${die(to)}, count: ${count}${more} }] }`
const sumOfCells = (odds: Odds) => odds.cells.reduce((sum, { chance }) => sum + chance, 0)

describe('exact odds', () => {
  it('of a hundred-sided die come out as round as they are', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(100)}; const d = Math.abs(input.score - faces[0]);
      return outcome({ success: faces[0] <= input.score, degree: Math.floor(d / 10), flags: faces[0] % 11 === 0 ? ['spike'] : [],
        grants: [d % 2 ? { counter: 'points', to: 'actor', amount: 1 } : { counter: 'doom', to: 'gm', amount: 1 }] })`)
    expect(await whole(sandbox, 'task', [45])).toMatchObject({
      exact: true, cut: 0, leaves: 100, success: 0.45,
      flags: { spike: 0.09, fumble: 0 },
      degrees: { 0: 0.19, 1: 0.2, 2: 0.2, 3: 0.2, 4: 0.15, 5: 0.06 },
      grants: { points: 0.5, doom: 0.5 },
    })
  })

  it('are those of the rolls also where a check tries to change what it is given', async () => {
    const sandbox = await opened(`input.score += 1; if (!faces.length) return ${need(10)}; faces[0] += 1; return outcome({ success: faces[0] <= input.score })`)
    const rolls = await Promise.all(Array.from({ length: 10 }, (_, face) => sandbox.resolve('task', { score: 4 }, [face + 1], pc)))
    const won = rolls.filter((roll) => 'success' in valueOf(roll) && (valueOf(roll) as Outcome).success).length
    expect((await whole(sandbox, 'task', [4])).success).toBe(won / 10)
  })

  it('of a check without dice are certain', async () => {
    const sandbox = await opened(`return outcome({ success: null, degree: 2, flags: ['spike'] })`)
    expect(await whole(sandbox, 'task', [1])).toEqual({
      exact: true, cut: 0, leaves: 1, success: null, flags: { spike: 1, fumble: 0 }, degrees: { 2: 1 }, grants: {},
      cells: [{ success: null, degree: 2, flags: ['spike'], grants: {}, chance: 1 }],
    })
  })

  it('don\'t count grants that are only offered', async () => {
    const sandbox = await opened(`return outcome({ grants: [{ counter: 'points', to: 'actor', amount: 1, offered: true }, { counter: 'doom', to: 'gm', amount: 2 }, { counter: 'doom', to: 'gm', amount: 1 }] })`)
    expect((await whole(sandbox, 'task', [1])).grants).toEqual({ doom: 3 })
  })

  it('follow dice that explode until a branch is all but impossible', async () => {
    const sandbox = await opened(`if (!faces.length || faces.at(-1) === 6) return ${need(6)}; return outcome({ degree: faces.length })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds.exact).toBe(true)
    expect(odds.degrees['1']).toBe(5 / 6)
    expect(odds.degrees['4']).toBe(5 / 6 ** 4)
    expect(odds.cut).toBeGreaterThan(0)
    expect(odds.cut).toBeLessThan(1e-11)
    expect(sumOfCells(odds) + odds.cut).toBeCloseTo(1, 12)
  })

  it('cut what asks for more than 32 times on end, and say so', async () => {
    const sandbox = await opened(`if (faces.at(-1) !== 2) return ${need(2)}; return outcome()`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds.cut).toBeCloseTo(2 ** -32, 15)
    expect(odds).toMatchObject({ exact: true, leaves: 32 })
    const endless = await opened(`return ${need(1)}`)
    expect(await whole(endless, 'task', [1])).toMatchObject({ exact: false, cut: 1, leaves: 0, cells: [] })
  })

  it('of ten ten-sided dice summed are as counted by hand', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(10, 10, ', sum: true')}; return outcome({ success: faces[0] >= 70, degree: faces[0] })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds).toMatchObject({ exact: true, leaves: 91 })
    expect(odds.degrees['55']).toBe(432457640 / 1e10)
    expect(odds.degrees['10']).toBe(1e-10)
  })

  it('of one sum go on where another need or the end of a slice comes in between', async () => {
    const values = Array.from({ length: 40 }, (_, face) => face * 7)
    const sandbox = await opened(`
      if (!faces.length) return { need: [{ die: { id: 'd40', from: 1, to: 40, value: ${JSON.stringify(values)} }, count: 9, sum: true }] }
      if (faces.length === 1 && faces[0] === 7 * 30) return ${need(2)}
      return outcome({ success: faces[0] >= 7 * 30, degree: faces.length })`)
    const odds = await whole(sandbox, 'task', [1])
    const again = odds.degrees['2'] ?? 0
    expect(odds).toMatchObject({ exact: true, leaves: 9 * 39 + 2 })
    expect(again).toBeGreaterThan(0)
    expect(again + (odds.degrees['1'] ?? 0)).toBeCloseTo(1, 12)
  })

  it('of a sum that asks again know both sums', async () => {
    const sandbox = await opened(`
      if (faces.length === 0) return ${need(6, 2, ', sum: true')}
      if (faces.length === 1 && faces[0] === 12) return { need: [{ die: { id: 'd6', from: 1, to: 6, value: [0, 0, 0, 1, 1, 2] }, count: 3, sum: true }] }
      return outcome({ degree: faces.reduce((a, b) => a + b, 0) })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds.degrees['7']).toBe(6 / 36)
    expect(odds.degrees['12']).toBe(27 / (216 * 36))
    expect(odds.degrees['18']).toBe(1 / (216 * 36))
    expect(sumOfCells(odds)).toBeCloseTo(1, 14)
  })

  it('of a thousand dice summed come from their probabilities', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(6, 1_000, ', sum: true')}; return outcome({ success: faces[0] >= 3500 })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds.exact).toBe(true)
    expect(odds.success).toBeCloseTo(0.5037, 3)
    expect(sumOfCells(odds)).toBeCloseTo(1, 9)
  })

  it('of a thousand coins in any order come from their logarithms', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(2, 1_000, ', unordered: true')}; return outcome({ success: faces.filter((f) => f === 2).length > 500 })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds).toMatchObject({ exact: true, leaves: 1_001 })
    expect(odds.success).toBeCloseTo(0.487387, 6)
  })

  it('of any mix of dice are those of every face in order', async () => {
    const group = fc.record({ to: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 1, max: 2 }), kind: fc.constantFrom('', 'sum', 'unordered') })
    const sandbox = await opened(`
      const groups = JSON.parse(context.settings.groups)
      const asked = (g) => ({ die: { id: 'd', from: 1, to: g.to }, count: g.count, ...(g.kind ? { [g.kind]: true } : {}) })
      if (!faces.length) return { need: groups.map(asked) }
      const total = faces.reduce((a, b) => a + b, 0)
      if (total % 5 === 0 && faces.length === groups.reduce((n, g) => n + (g.kind === 'sum' ? 1 : g.count), 0)) return { need: [asked(groups[0])] }
      return outcome({ success: total > input.score, degree: total, flags: total % 3 ? [] : ['spike'], grants: total % 2 ? [{ counter: 'points', to: 'actor', amount: total }] : [] })`)
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 3 }), fc.nat(12), async (groups, score) => {
        const rolls = (list: typeof groups) => list.reduce<number[][]>((all, { to, count }) => {
          let grown = all
          for (let i = 0; i < count; i += 1) grown = grown.flatMap((faces) => Array.from({ length: to }, (_, face) => [...faces, face + 1]))
          return grown
        }, [[]])
        const first = rolls(groups)
        const degrees = new Map<number, number>()
        let success = 0
        let spike = 0
        let points = 0
        const count = (total: number, chance: number) => {
          degrees.set(total, (degrees.get(total) ?? 0) + chance)
          if (total > score) success += chance
          if (total % 3 === 0) spike += chance
          if (total % 2 === 1) points += total * chance
        }
        for (const faces of first) {
          const total = faces.reduce((a, b) => a + b, 0)
          const again = total % 5 === 0 ? rolls(groups.slice(0, 1)) : [[]]
          for (const more of again) count(total + more.reduce((a, b) => a + b, 0), 1 / first.length / again.length)
        }
        const value = valueOf(await computeOdds(sandbox, 'task', [{ input: { score }, context: { settings: { groups: JSON.stringify(groups) }, actor: 'pc' } }], { random: seeded() })) as Odds
        expect(value.exact).toBe(true)
        expect(value.success).toBeCloseTo(success, 10)
        expect(value.flags['spike']).toBeCloseTo(spike, 10)
        expect(value.grants['points'] ?? 0).toBeCloseTo(points, 9)
        for (const [degree, chance] of degrees) expect(value.degrees[degree]).toBeCloseTo(chance, 10)
      }),
      { numRuns: 60 },
    )
  })
})

const contest = `opposed: { contest: {
  label: 'Contest', for: ['pc'], of: 'task', side: [{ id: 'score', label: 'Score', type: 'number' }],
  toInput: (side) => ({ score: side.score }),
  compare: (a, b) => {
    const margin = (a.total ?? a.degree) - (b.total ?? b.degree)
    return { success: a.success !== b.success ? a.success : margin === 0 ? null : margin > 0, degree: Math.abs(margin), explain: [], headline: 'Compared' }
  },
} }`

describe('the exact odds of an opposed check', () => {
  it('are those of every pair of rolls', async () => {
    const sandbox = await opened(
      `if (!faces.length) return ${need(12)}; const d = Math.abs(input.score - faces[0])
       return outcome({ success: faces[0] <= input.score, degree: Math.floor(d / 2), ...(input.score > 6 ? { total: faces[0] } : {}),
         grants: d % 2 ? [{ counter: 'points', to: 'actor', amount: 1 }] : d % 3 ? [{ counter: 'doom', to: 'gm', amount: 1 }] : [] })`,
      contest,
    )
    const roll = (score: number, face: number) => {
      const d = Math.abs(score - face)
      return { success: face <= score, value: score > 6 ? face : Math.floor(d / 2), points: d % 2 ? 1 : 0, doom: d % 2 === 0 && d % 3 ? 1 : 0 }
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 13 }), async (one, other) => {
        let won = 0
        let points = 0
        let bothPoint = 0
        const degrees = new Map<number, number>()
        for (let x = 1; x <= 12; x += 1) {
          for (let y = 1; y <= 12; y += 1) {
            const [a, b] = [roll(one, x), roll(other, y)]
            const margin = a.value - b.value
            if (a.success !== b.success ? a.success : margin > 0) won += 1
            points += a.points
            if (a.points && b.points) bothPoint += 1
            degrees.set(Math.abs(margin), (degrees.get(Math.abs(margin)) ?? 0) + 1)
          }
        }
        const odds = await whole(sandbox, 'contest', [one, other])
        expect(odds.leaves).toBe(24)
        expect(odds.success ?? 0).toBe(won / 144)
        expect((odds.grants['points'] as { actor: number } | undefined)?.actor ?? 0).toBe(points / 144)
        for (const [degree, count] of degrees) expect(odds.degrees[degree]).toBe(count / 144)
        expect(odds.cells.filter(({ grants }) => grants['points'] === 2).reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(bothPoint / 144, 12)
      }),
      { numRuns: 40 },
    )
  })

  it('compare ten thousand distinct pairs in slices', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(100)}; return outcome({ success: null, total: faces[0] + input.score })`, contest)
    const odds = await whole(sandbox, 'contest', [10, 0])
    expect(odds).toMatchObject({ exact: true, leaves: 200 })
    // The actor wins unless the other is at least ten higher.
    expect(odds.success).toBe((10_000 - (90 * 91) / 2) / 10_000)
  })

  it('are right whichever way a comparison looks at totals, or doesn\'t', async () => {
    const body = `if (!faces.length) return ${need(10)}; return outcome({ success: null, total: faces[0], degree: Math.floor(faces[0] / 5) })`
    // Degrees 0, 1 and 2 come with 4, 5 and 1 faces of ten.
    const won = { degree: 5 * 4 + 1 * 9, total: 45 }
    for (const [margin, wins] of [
      ['a.degree - b.degree', won.degree],
      ['a.total - b.total', won.total],
      ['({ ...a }).total - ({ ...b }).total', won.total],
      ['JSON.parse(JSON.stringify(a)).total - Object.values(b)[1]', won.total],
      ['a.degree === 0 && b.degree === 0 ? a.total - b.total : a.degree - b.degree', won.degree + 6],
      ['"total" in a && "total" in b ? a.degree - b.degree : 99', won.degree],
    ] as const) {
      const sandbox = await opened(body, contest.replace('(a.total ?? a.degree) - (b.total ?? b.degree)', margin))
      expect((await whole(sandbox, 'contest', [1, 1])).success, margin).toBe(wins / 100)
    }
  })

  it('ask a comparison of degrees about degrees alone, so that a million pairs are done at once', async () => {
    const sandbox = await opened(`if (!faces.length) return ${need(1_000)}; return outcome({ success: faces[0] > 500, total: faces[0], degree: faces[0] % 10 })`, contest.replace('(a.total ?? a.degree) - (b.total ?? b.degree)', 'a.degree - b.degree'))
    const began = performance.now()
    const odds = await whole(sandbox, 'contest', [1, 1])
    expect(odds).toMatchObject({ exact: true, leaves: 2_000, success: 0.25 + 0.5 * 0.45 })
    // Some twenty milliseconds; a million comparisons would take many seconds.
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('say which side refuses', async () => {
    const sandbox = await opened(`if (input.score < 0) return { refuse: { field: 'score', message: 'Too low.' } }; return outcome()`, contest)
    expect(valueOf(await computeOdds(sandbox, 'contest', [side(1), side(-1)], { random: seeded() }))).toEqual({ refused: { side: 1, field: 'score', message: 'Too low.' } })
  })

  it('name a comparison that answers rubbish', async () => {
    const sandbox = await opened('return outcome()', contest.replace('Math.abs(margin)', '-1'))
    expect(faultOf(await computeOdds(sandbox, 'contest', [side(1), side(1)], { random: seeded() }))).toMatchObject({ kind: 'invalid', message: expect.stringContaining('opposed.contest.compare: degree: found -1') })
  })
})

describe('odds that take their time', () => {
  const slow = `if (!faces.length) return ${need(10, 5)}; return outcome({ success: faces.filter((f) => f > 6).length > 2 })`

  it('come as a sample first, then exactly', async () => {
    const sandbox = await opened(slow)
    const samples: Odds[] = []
    const odds = await whole(sandbox, 'task', [1], { onSample: (sample) => samples.push(sample) })
    expect(odds).toMatchObject({ exact: true, leaves: 100_000, success: 0.31744 })
    expect(samples).toHaveLength(1)
    expect(samples[0]).toMatchObject({ exact: false })
    const { leaves, success } = samples[0] as Odds
    // Six standard deviations around the truth.
    expect(Math.abs((success ?? 0) - 0.31744)).toBeLessThan(6 * Math.sqrt((0.31744 * 0.68256) / leaves))
  })

  it('stop between two slices when nobody wants them any more', async () => {
    const sandbox = await opened(slow)
    const stop = new AbortController()
    const running = computeOdds(sandbox, 'task', [side(1)], { random: seeded(), signal: stop.signal, onSample: () => stop.abort() })
    expect(valueOf(await running)).toEqual({ cancelled: true } satisfies NoOdds)
    expect(valueOf(await computeOdds(sandbox, 'task', [side(1)], { random: seeded(), signal: AbortSignal.abort() }))).toEqual({ cancelled: true })
  })

  it('let a roll through between two slices', async () => {
    const sandbox = await opened(slow)
    const stop = new AbortController()
    let isDone = false
    const running = computeOdds(sandbox, 'task', [side(1)], { random: seeded(), signal: stop.signal }).then(() => (isDone = true))
    for (let i = 0; i < 10; i += 1) valueOf(await sandbox.resolve('good', {}, [], pc))
    expect(isDone).toBe(false)
    stop.abort()
    await running
  })

  it('stay a sample where more than a million results would have to be walked', async () => {
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${die(10)}, count: 8 }] }; return outcome({ success: faces[0] > 5, total: 0, flags: faces[1] > 5 ? ['spike'] : [], grants: [{ counter: 'points', to: 'actor', amount: 2 }] })`, contest)
    const samples: Odds[] = []
    const odds = await whole(sandbox, 'task', [1], { onSample: (sample) => samples.push(sample) })
    expect(odds).toMatchObject({ exact: false, cut: 0, grants: { points: 2 }, flags: { fumble: 0 } })
    expect(odds.leaves).toBeGreaterThan(500)
    expect(odds.success).toBeCloseTo(0.5, 1)
    expect(odds.flags['spike']).toBeCloseTo(0.5, 1)
    expect(samples).toHaveLength(1)
    const opposed = await whole(sandbox, 'contest', [1, 1])
    expect(opposed).toMatchObject({ exact: false, flags: {}, grants: { points: { actor: 2, opponent: 2 } } })
  })

  it('sample sums, values and dice that explode', async () => {
    const sandbox = await opened(`
      const sum = { die: { id: 'd6', from: 1, to: 6, value: [0, 0, 0, 1, 1, 1] }, count: 4, sum: true }
      if (!faces.length) return { need: [{ die: ${die(1_000_000)}, count: 2 }, sum] }
      if (faces.at(-1) === 4) return { need: [sum] }
      return outcome({ degree: faces.length, flags: faces[2] === 0 ? ['spike'] : [] })`)
    const odds = await whole(sandbox, 'task', [1])
    expect(odds.degrees['3']).toBeCloseTo(15 / 16, 1)
    expect(odds.flags['spike']).toBeCloseTo(1 / 16, 1)
  })
})

describe('odds that can\'t be had', () => {
  it('say why the check refuses', async () => {
    const sandbox = await opened(`return { refuse: { message: 'Not now.' } }`)
    expect(valueOf(await computeOdds(sandbox, 'task', [side(1)], { random: seeded() }))).toEqual({ refused: { side: 0, message: 'Not now.' } })
  })

  it.each([
    ['throws on one face', `if (faces[0] === 77) throw new Error('seventy-seven')`, 'threw', 'seventy-seven'],
    ['answers rubbish on one face', `if (faces[0] === 77) return outcome({ degree: -1 })`, 'invalid', 'checks.task.resolve: degree: found -1'],
    ['names a strange flag on one face', `if (faces[0] === 77) return outcome({ flags: ['triumph'] })`, 'invalid', 'flags.0: found "triumph"'],
    ['grants a strange counter on one face', `if (faces[0] === 77) return outcome({ grants: [{ counter: 'gold', to: 'actor', amount: 1 }] })`, 'invalid', 'grants.0.counter: found "gold"'],
    ['grants half on one face', `if (faces[0] === 77) return outcome({ grants: [{ counter: 'points', to: 'actor', amount: 0.5 }] })`, 'invalid', 'grants.0.amount: found 0.5'],
    ['asks for strange dice on one face', `if (faces[0] === 77) return { need: [{ die: { id: 'd', from: 1, to: 0 }, count: 1 }] }`, 'invalid', 'need.0.die.to: found 0'],
    ['asks for a milliard dice on one face', `if (faces[0] === 77) return { need: [{ die: { id: 'd', from: 1, to: 6 }, count: 1e9 }] }`, 'invalid', 'need.0.count: found 1000000000'],
    ['sums strange dice on one face', `if (faces[0] === 77) return { need: [{ die: { id: 'd', from: 1, to: 6, value: [1, 2] }, count: 2, sum: true }] }`, 'invalid', 'need.0.die.value: found "2 values"'],
    ['sums dice for a strange cost on one face', `if (faces[0] === 77) return { need: [{ die: { id: 'd', from: 1, to: 6 }, count: 2, sum: true }], costs: [{ pool: 'gold', amount: 1 }] }`, 'invalid', 'costs.0.pool: found "gold"'],
    ['sums dice that hold themselves on one face', `const dice = { die: { id: 'd', from: 1, to: 6 }, count: 2, sum: true }; dice.again = dice; if (faces[0] === 77) return { need: [dice] }`, 'invalid', 'can not be written as JSON'],
    ['refuses on one face', `if (faces[0] === 77) return { refuse: { message: 'x' } }`, 'invalid', 'before the first die'],
    ['answers nothing on one face', `if (faces[0] === 77) return`, 'invalid', 'there is no answer'],
    ['loops on one face', `if (faces[0] === 77) for (;;) {}`, 'timeout', 'was stopped'],
    ['answers differently every time', `if (faces[0] === 77) return outcome({ get degree() { return (this.n = (this.n ?? 0) + 1) % 2 ? -1 : 1.5 } })`, 'invalid', ''],
  ])('name the fault of a check that %s, and the next ones come', async (_, body, kind, message) => {
    const sandbox = await opened(`if (!faces.length) return ${need(100)}; ${body}; return outcome()`)
    const fault = faultOf(await computeOdds(sandbox, 'task', [side(1)], { random: seeded() }))
    expect(fault.kind).toBe(kind)
    expect(fault.message).toContain(message)
    expect(valueOf(await computeOdds(sandbox, 'good', [{ input: {}, context: pc }], { random: seeded() }))).toMatchObject({ success: 1 })
  })

  it('name the fault of a check that goes wrong only in a sample', async () => {
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${die(10)}, count: 8 }] }; return faces[3] === 7 ? outcome({ degree: -1 }) : outcome()`)
    expect(faultOf(await computeOdds(sandbox, 'task', [side(1)], { random: seeded() }))).toMatchObject({ kind: 'invalid', message: expect.stringContaining('degree: found -1') })
  })

  it('name the fault of a comparison that goes wrong only in a sample', async () => {
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${die(10)}, count: 8 }] }; return outcome({ total: 3 })`, contest.replace('Math.abs(margin)', '-1'))
    expect(faultOf(await computeOdds(sandbox, 'contest', [side(1), side(1)], { random: seeded() }))).toMatchObject({ kind: 'invalid', message: expect.stringContaining('opposed.contest.compare: degree: found -1') })
  })

  it('are refused for a check that isn\'t there and the wrong number of sides', async () => {
    const sandbox = await opened('return outcome()', contest)
    for (const [check, scores] of [['constructor', [1]], ['task', [1, 2]], ['contest', [1]], ['task', []]] as const) {
      expect(faultOf(await computeOdds(sandbox, check, scores.map(side), { random: seeded() })).message).toBe(`There are no odds of ${check} with ${scores.length} sides.`)
    }
  })
})
