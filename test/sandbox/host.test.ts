import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { die, faultOf, pc, sandboxOf, systemScript, valueOf, withSandbox } from '../support/sandbox.ts'

const d100 = `if (!faces.length) return { need: [{ die: ${die(100)}, count: 1 }] };`

async function opened(body: string, rest = '') {
  const sandbox = await sandboxOf(systemScript(body, rest))
  onTestFinished(() => sandbox.close())
  return sandbox
}

describe('a loaded system', () => {
  it('gives its declarations without its functions', async () => {
    const { declarations } = await opened('return outcome()')
    expect(declarations.checks['task']).toEqual({
      label: 'Task',
      for: ['pc', 'npc', 'none'],
      input: [{ id: 'score', label: 'Score', type: 'number', default: 0 }],
      flags: [
        { id: 'spike', label: 'Spike', tone: 'boon' },
        { id: 'fumble', label: 'Fumble', tone: 'bane' },
      ],
    })
    expect(declarations.opposed).toEqual({})
    expect(declarations.houseRules).toEqual({ ours: 'Our own rule.' })
    expect(declarations.conditions).toEqual([])
  })

  it('says what its combatants may be under and what their health is', async () => {
    const { declarations } = await opened('return outcome()', "conditions: [{ id: 'on-fire', label: 'On fire', tone: 'bane' }], health: { counters: ['points'] },")
    expect(declarations.conditions).toEqual([{ id: 'on-fire', label: 'On fire', tone: 'bane' }])
    expect(declarations.health).toEqual({ counters: ['points'] })
  })

  it('says what dice it needs, then how it ended', async () => {
    const sandbox = await opened(`${d100} return outcome({ success: faces[0] <= input.score, total: faces[0] })`)
    expect(valueOf(await sandbox.resolve('task', { score: 45 }, [], pc))).toEqual({ need: [{ die: { id: 'd100', from: 1, to: 100 }, count: 1 }] })
    expect(valueOf(await sandbox.resolve('task', { score: 45 }, [45], pc))).toMatchObject({ success: true, total: 45 })
    expect(valueOf(await sandbox.resolve('task', { score: 45 }, [46], pc))).toMatchObject({ success: false, total: 46 })
  })

  it('may refuse before the first die, but not after', async () => {
    const refusal = `{ refuse: { field: 'score', message: 'Too low.' } }`
    const sandbox = await opened(`return input.score < 0 || faces.length ? ${refusal} : { need: [{ die: ${die(6)}, count: 1 }] }`)
    expect(valueOf(await sandbox.resolve('task', { score: -1 }, [], pc))).toEqual({ refuse: { field: 'score', message: 'Too low.' } })
    expect(faultOf(await sandbox.resolve('task', { score: 1 }, [3], pc))).toMatchObject({ kind: 'invalid', message: expect.stringContaining('before the first die') })
  })

  it('sees the settings and the kind of actor, and `this` as it was declared', async () => {
    const sandbox = await opened('return outcome({ facts: { actor: context.actor, spikes: context.settings.spikes, label: this.label } })')
    const step = valueOf(await sandbox.resolve('task', { score: 1 }, [], { settings: { spikes: true }, actor: 'npc' }))
    expect(step).toMatchObject({ facts: { actor: 'npc', spikes: true, label: 'Task' } })
  })

  it('wipes out everything that a call left behind', async () => {
    const source = `let count = 0; const kept = []; ${systemScript(`
      count += 1; kept.push(count); globalThis.left = (globalThis.left ?? 0) + 1; Array.prototype.left = (Array.prototype.left ?? 0) + 1
      return outcome({ facts: { count, kept: kept.length, left, array: Array.prototype.left } })`)}`
    await withSandbox(source, async (sandbox) => {
      for (let i = 0; i < 5; i += 1) {
        expect(valueOf(await sandbox.resolve('task', { score: 1 }, [], pc))).toMatchObject({ facts: { count: 1, kept: 1, left: 1, array: 1 } })
      }
    })
  })

  it('keeps two systems apart', async () => {
    const one = await opened('globalThis.seen = true; return outcome()')
    const two = await opened('return outcome({ facts: { seen: typeof seen } })')
    await one.resolve('task', { score: 1 }, [], pc)
    expect(valueOf(await two.resolve('task', { score: 1 }, [], pc))).toMatchObject({ facts: { seen: 'undefined' } })
  })

  it('can\'t change what it is given', async () => {
    const sandbox = await opened(`'use strict'; input.score = 9; return outcome()`)
    expect(faultOf(await sandbox.resolve('task', { score: 1 }, [], pc))).toMatchObject({ kind: 'threw', message: expect.stringContaining('read-only') })
  })

  it('may write parts of an answer when they are read, which is once', async () => {
    const sandbox = await opened(`
      let reads = 0
      return { ...outcome({ total: input.score }), get explain() { return ['read ' + ++reads] }, get facts() { return { roll: 1 } } }`)
    expect(valueOf(await sandbox.resolve('task', { score: 3 }, [], pc))).toMatchObject({ total: 3, explain: ['read 1'], facts: { roll: 1 } })
    const broken = await opened('return { ...outcome(), get explain() { return () => 1 } }')
    expect(faultOf(await broken.resolve('task', { score: 3 }, [], pc))).toEqual({ kind: 'invalid', message: 'checks.task.resolve: "explain" is a function, expected plain data.' })
  })

  it('may answer with an object that says itself how it is written', async () => {
    const sandbox = await opened('class Answer { toJSON() { return outcome({ total: input.score }) } }; return new Answer()')
    expect(valueOf(await sandbox.resolve('task', { score: 3 }, [], pc))).toMatchObject({ success: true, total: 3 })
  })

  it('answers calls in the order in which they came', async () => {
    const sandbox = await opened('return outcome({ total: input.score })')
    const done: number[] = []
    await Promise.all([3, 1, 2].map(async (score) => {
      const step = valueOf(await sandbox.resolve('task', { score }, [], pc))
      if ('total' in step) done.push(step.total ?? -1)
    }))
    expect(done).toEqual([3, 1, 2])
  })

  it('handles texts of every kind on the way in and out', async () => {
    const text = 'Grüße 🎲 \u2028 "quoted" \\ \u0000 end'
    const sandbox = await opened(`return outcome({ headline: context.settings.text, explain: [context.settings.text] })`)
    expect(valueOf(await sandbox.resolve('task', { score: 1 }, [], { settings: { text }, actor: 'pc' }))).toMatchObject({ headline: text, explain: [text] })
  })

  it('answers many calls without growing', async () => {
    const sandbox = await opened(`const a = []; for (let i = 0; i < 2000; i++) a[i] = { i }; a[0].self = a; return outcome({ total: a.length })`)
    for (let i = 0; i < 500; i += 1) expect(valueOf(await sandbox.resolve('task', { score: i }, [], pc))).toMatchObject({ total: 2_000 })
  })
})

describe('an opposed check', () => {
  const contest = `opposed: { contest: {
    label: 'Contest', for: ['pc'], of: 'task', side: [{ id: 'level', label: 'Level', type: 'number' }],
    toInput: (side) => side.level === 13 ? { score: 'thirteen' } : side.level > 0 ? { score: side.level } : {},
    compare: (actor, opponent, context) => ({ success: actor.degree > opponent.degree, degree: Math.abs(actor.degree - opponent.degree), explain: [context.actor], headline: 'Compared' }),
  } }`

  it('turns a side into the input of its check, with the defaults filled in', async () => {
    const sandbox = await opened('return outcome()', contest)
    expect(valueOf(await sandbox.toInput('contest', { level: 5 }))).toEqual({ score: 5 })
    expect(valueOf(await sandbox.toInput('contest', { level: 0 }))).toEqual({ score: 0 })
  })

  it('names the field of an input that its check doesn\'t take', async () => {
    const sandbox = await opened('return outcome()', contest)
    expect(faultOf(await sandbox.toInput('contest', { level: 13 }))).toEqual({ kind: 'invalid', message: 'opposed.contest.toInput: score: Score is a whole number.' })
  })

  it('compares two sides', async () => {
    const sandbox = await opened('return outcome()', contest)
    const verdict = valueOf(await sandbox.compare('contest', { success: true, degree: 3 }, { success: true, degree: 1 }, pc))
    expect(verdict).toEqual({ success: true, degree: 2, explain: ['pc'], headline: 'Compared' })
  })
})

describe('the life of a sandbox', () => {
  it('ends when closed, also in the middle of a call, and answers what still waits', async () => {
    const sandbox = await sandboxOf(systemScript('while (input.score) {} return outcome()'))
    const running = sandbox.resolve('task', { score: 1 }, [], pc)
    const waiting = sandbox.resolve('task', { score: 0 }, [], pc)
    await sandbox.close()
    expect(faultOf(await running)).toEqual({ kind: 'load', message: 'The system was closed.' })
    expect(faultOf(await waiting)).toEqual({ kind: 'load', message: 'The system was closed.' })
    expect(faultOf(await sandbox.resolve('task', { score: 0 }, [], pc))).toEqual({ kind: 'load', message: 'The system was closed.' })
    await sandbox.close()
  })

  it('leaves no worker behind', async () => {
    const workers: ReturnType<typeof spawnWorker>[] = []
    const spawn = () => {
      const worker = spawnWorker()
      workers.push(worker)
      return worker
    }
    const answer = await createSandbox({ source: systemScript('while (true) {}'), spawn })
    const sandbox = valueOf(answer)
    await sandbox.resolve('task', { score: 0 }, [], pc)
    await sandbox.close()
    expect(workers.length).toBeGreaterThan(1)
    for (const worker of workers) expect(worker.threadId).toBe(-1)
  })

  it('is told when no worker starts', async () => {
    const spawn = () => new Worker('setInterval(() => undefined, 1e9)', { eval: true })
    const answer = await createSandbox({ source: systemScript('return outcome()'), spawn, limits: { spawnMs: 30 } })
    expect(faultOf(answer)).toEqual({ kind: 'load', message: 'The script could not be started: no worker started within 30 ms.' })
  })

  it('names a second fault without waiting for a reserve that still starts', async () => {
    const workers: Worker[] = []
    const spawn = () => {
      const worker = workers.length < 3 ? spawnWorker() : new Worker('setInterval(() => undefined, 1e9)', { eval: true })
      workers.push(worker)
      return worker
    }
    const sandbox = valueOf(await createSandbox({ source: systemScript('for (;;);'), spawn }))
    onTestFinished(() => sandbox.close())
    expect(faultOf(await sandbox.resolve('task', { score: 0 }, [], pc)).kind).toBe('timeout')
    const began = performance.now()
    expect(faultOf(await sandbox.resolve('task', { score: 0 }, [], pc)).kind).toBe('timeout')
    // Ten times the budget, and a quarter of what a worker may take to start.
    expect(performance.now() - began).toBeLessThan(2_500)
  })

  it('goes on with a fresh worker when one dies by itself', async () => {
    let first: ReturnType<typeof spawnWorker> | undefined
    const spawn = () => {
      const worker = spawnWorker()
      first ??= worker
      return worker
    }
    const sandbox = valueOf(await createSandbox({ source: systemScript('return outcome()'), spawn }))
    onTestFinished(() => sandbox.close())
    await first?.terminate()
    expect(valueOf(await sandbox.resolve('task', { score: 0 }, [], pc))).toMatchObject({ success: true })
  })
})
