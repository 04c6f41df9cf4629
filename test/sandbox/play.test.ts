import { describe, expect, it, onTestFinished } from 'vitest'
import { playCheck } from '../../main/sandbox/play.ts'
import type { PlayOptions } from '../../main/sandbox/play.ts'
import type { Dice } from '../../plugins/api/index.ts'
import { die, pc, sandboxOf, systemScript } from '../support/sandbox.ts'

async function opened(body: string, rest = '') {
  const sandbox = await sandboxOf(systemScript(body, rest))
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Hands out these faces in order, and writes down what was asked. */
function handing(faces: readonly number[]): PlayOptions & { readonly asked: (readonly [number, string, number])[] } {
  const left = [...faces]
  const asked: (readonly [number, string, number])[] = []
  return {
    asked,
    take(side, { die: one, count }: Dice) {
      asked.push([side, one.id, count])
      return left.length < count ? undefined : left.splice(0, count)
    },
  }
}

const side = (score: number) => ({ input: { score }, context: pc })
const contest = `opposed: { contest: {
  label: 'Contest', for: ['pc'], of: 'task', side: [{ id: 'score', label: 'Score', type: 'number' }],
  toInput: (side) => ({ score: side.score }),
  compare: (a, b) => ({ success: a.total > b.total ? true : a.total < b.total ? false : null, degree: Math.abs(a.total - b.total), explain: ['compared'], headline: 'Who wins', houseRules: ['ours'] }),
} }`

describe('playing a check', () => {
  it('asks, takes faces, asks again and ends', async () => {
    const sandbox = await opened(`if (!faces.length || faces.at(-1) === 6) return { need: [{ die: ${die(6)}, count: 1 }] }; return outcome({ total: faces.length })`)
    const options = handing([6, 6, 2])
    const played = await playCheck(sandbox, 'task', [side(1)], options)
    expect(played).toMatchObject({ kind: 'done', outcome: { total: 3 }, sides: [{ total: 3 }] })
    expect(options.asked).toEqual([[0, 'd6', 1], [0, 'd6', 1], [0, 'd6', 1]])
    expect(played.kind === 'done' && played.dice.map(({ faces }) => faces)).toEqual([[6], [6], [2]])
  })

  it('hands the sum of values of a sum group to the system and keeps every natural face', async () => {
    const d5 = `{ id: 'd5', from: 0, to: 9, value: [5, 1, 1, 2, 2, 3, 3, 4, 4, 5] }`
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${d5}, count: 3, sum: true }, { die: ${die(6)}, count: 2 }] }; return outcome({ explain: [faces.join()] })`)
    const played = await playCheck(sandbox, 'task', [side(1)], handing([0, 9, 3, 4, 1]))
    expect(played).toMatchObject({ kind: 'done', outcome: { explain: ['12,4,1'] }, dice: [{ side: 0, faces: [0, 9, 3] }, { side: 0, faces: [4, 1] }] })
  })

  it('says what is still needed when the faces run out', async () => {
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${die(6)}, count: 2 }, { die: ${die(8)}, count: 1 }], costs: [{ pool: 'points', amount: 1 }] }; return outcome()`)
    expect(await playCheck(sandbox, 'task', [side(1)], handing([1, 2]))).toEqual({
      kind: 'needs', side: 0, dice: [{ die: { id: 'd8', from: 1, to: 8 }, count: 1 }], costs: [{ pool: 'points', amount: 1 }],
    })
  })

  it('hands on a refusal with its field', async () => {
    const sandbox = await opened(`return { refuse: { field: 'score', message: 'Too low.' } }`)
    expect(await playCheck(sandbox, 'task', [side(1)], handing([]))).toEqual({ kind: 'refused', side: 0, field: 'score', message: 'Too low.' })
  })

  it('asks whether the costs can be paid before it takes a face', async () => {
    const sandbox = await opened(`if (!faces.length) return { need: [{ die: ${die(6)}, count: 1 }], costs: [{ pool: 'points', amount: 3 }] }; return outcome({ costs: [{ pool: 'points', amount: 3 }] })`)
    const options = handing([4])
    expect(await playCheck(sandbox, 'task', [side(1)], { ...options, afford: (_, [cost]) => `No ${cost?.amount} ${cost?.pool}.` })).toEqual({ kind: 'refused', side: 0, message: 'No 3 points.' })
    expect(options.asked).toEqual([])
    const asked: unknown[] = []
    const paid = await playCheck(sandbox, 'task', [side(1)], { ...handing([4]), afford: (index, costs) => void asked.push([index, costs]) })
    expect(paid.kind).toBe('done')
    expect(asked).toEqual([[0, [{ pool: 'points', amount: 3 }]]])
  })

  it('asks about the costs of an outcome that came without dice', async () => {
    const sandbox = await opened(`return outcome({ costs: [{ pool: 'points', amount: 2 }] })`)
    expect(await playCheck(sandbox, 'task', [side(1)], { ...handing([]), afford: () => 'Nothing left.' })).toEqual({ kind: 'refused', side: 0, message: 'Nothing left.' })
  })

  it('stops a check that asks for dice without end', async () => {
    const sandbox = await opened(`return { need: [{ die: ${die(6)}, count: 1000 }] }`)
    const played = await playCheck(sandbox, 'task', [side(1)], { take: (_, { count }) => new Array<number>(count).fill(1) })
    expect(played).toMatchObject({ kind: 'fault', fault: { kind: 'invalid', message: expect.stringContaining('asks for dice without end') } })
  })

  it('hands on a fault', async () => {
    const sandbox = await opened(`if (faces.length) throw new Error('no'); return { need: [{ die: ${die(6)}, count: 1 }] }`)
    expect(await playCheck(sandbox, 'task', [side(1)], handing([1]))).toMatchObject({ kind: 'fault', fault: { kind: 'threw' } })
  })

  it('refuses a check that isn\'t there and the wrong number of sides', async () => {
    const sandbox = await opened('return outcome()', contest)
    expect(await playCheck(sandbox, 'constructor', [side(1)], handing([]))).toMatchObject({ kind: 'fault', fault: { message: 'The system has no check constructor.' } })
    expect(await playCheck(sandbox, 'task', [side(1), side(2)], handing([]))).toMatchObject({ kind: 'fault', fault: { message: 'task takes 1 sides, not 2.' } })
    expect(await playCheck(sandbox, 'contest', [side(1)], handing([]))).toMatchObject({ kind: 'fault', fault: { message: 'contest takes 2 sides, not 1.' } })
  })
})

describe('playing an opposed check', () => {
  const body = `
    if (input.score === 13) return { refuse: { field: 'score', message: 'Unlucky.' } }
    if (!faces.length) return { need: [{ die: ${die(20)}, count: 1 }] }
    return outcome({ total: faces[0] + input.score, costs: [{ pool: 'points', amount: input.score }], explain: ['rolled ' + faces[0]], flags: ['spike'],
      grants: [{ counter: 'points', to: 'actor', amount: 1 }, { counter: 'doom', to: 'gm', amount: 2 }], houseRules: ['ours'] })`

  it('plays both sides, compares them and puts the outcome together', async () => {
    const sandbox = await opened(body, contest)
    const options = handing([10, 12])
    const played = await playCheck(sandbox, 'contest', [side(5), side(1)], options)
    expect(options.asked).toEqual([[0, 'd20', 1], [1, 'd20', 1]])
    expect(played).toMatchObject({
      kind: 'done',
      outcome: {
        success: true, degree: 2, flags: [], facts: {}, headline: 'Who wins', houseRules: ['ours'],
        explain: ['rolled 10', 'rolled 12', 'compared'],
        costs: [{ pool: 'points', amount: 5 }],
        grants: [
          { counter: 'points', to: 'actor', amount: 1 }, { counter: 'doom', to: 'gm', amount: 2 },
          { counter: 'points', to: 'opponent', amount: 1 }, { counter: 'doom', to: 'gm', amount: 2 },
        ],
      },
      sides: [{ total: 15 }, { total: 13, costs: [{ pool: 'points', amount: 1 }] }],
      dice: [{ side: 0, faces: [10] }, { side: 1, faces: [12] }],
    })
  })

  it('says which side refused, needs dice or can\'t pay', async () => {
    const sandbox = await opened(body, contest)
    expect(await playCheck(sandbox, 'contest', [side(5), side(13)], handing([10]))).toEqual({ kind: 'refused', side: 1, field: 'score', message: 'Unlucky.' })
    expect(await playCheck(sandbox, 'contest', [side(5), side(1)], handing([10]))).toMatchObject({ kind: 'needs', side: 1 })
  })

  it('is a stand-off when nobody wins', async () => {
    const sandbox = await opened(body, contest)
    expect(await playCheck(sandbox, 'contest', [side(1), side(1)], handing([7, 7]))).toMatchObject({ outcome: { success: null, degree: 0 } })
  })
})
