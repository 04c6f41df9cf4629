import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { faultOf, pc, sandboxOf, systemScript, valueOf } from '../support/sandbox.ts'
import { callGroups, callScript, limitsFor } from './calls.ts'

for (const [group, cases] of Object.entries(callGroups)) {
  describe(`a call that goes wrong by ${group}`, () => {
    let sandbox: Sandbox
    beforeAll(async () => {
      sandbox = await sandboxOf(callScript(cases), limitsFor(group))
    })
    afterAll(() => sandbox.close())

    it.each(cases.map((one, index) => [one[0], one, index] as const))('%s: gets a named fault, and the next good call works', async (_, [, , kinds, message], index) => {
      const fault = faultOf(await sandbox.resolve(`case${index}`, {}, [], pc))
      expect([kinds].flat(), fault.message).toContain(fault.kind)
      expect(fault.message).toContain(`checks.case${index}.resolve`)
      if (message !== undefined) expect(fault.message).toContain(message)
      expect(valueOf(await sandbox.resolve('good', {}, [], pc))).toMatchObject({ success: true, headline: 'Good' })
    })
  })
}

describe('what a call can reach', () => {
  const probe = async (expression: string): Promise<unknown> => {
    const sandbox = await sandboxOf(systemScript(`return outcome({ explain: [String(${expression})] })`))
    try {
      const step = valueOf(await sandbox.resolve('task', { score: 0 }, [], pc))
      return 'explain' in step ? step.explain[0] : undefined
    } finally {
      await sandbox.close()
    }
  }
  const names = ['Date', 'performance', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'require', 'process', 'module', 'fetch', 'setTimeout', 'queueMicrotask', 'console', 'WebAssembly', 'Intl', 'navigator', 'crypto', 'std', 'os', 'scriptArgs', 'print', 'gc', 'postMessage', 'Worker']

  it('is no clock, no randomness, no module and no host', async () => {
    expect(await probe(`[${names.map((name) => `'${name}'`).join(',')}].filter((name) => name in globalThis)`)).toBe('')
    expect(await probe('typeof Math.random')).toBe('undefined')
    expect(await probe(`(() => { try { return new (Object.getPrototypeOf(async () => 1).constructor)('return import("fs")')() } catch (e) { return e.name } })()`)).toContain('Promise')
  })

  it.each([
    ['the constructor of a function', `(() => 1).constructor('return typeof process + typeof require + typeof Date')()`, 'undefinedundefinedundefined'],
    ['the constructor of an argument', `context.constructor.constructor('return typeof process')()`, 'undefined'],
    ['the constructor of an async function', `typeof (async () => 1).constructor`, 'function'],
    ['indirect eval', `(0, eval)('typeof Date + typeof Math.random')`, 'undefinedundefined'],
    ['the caller of a function', `(function f() { try { return f.caller } catch (e) { return e.name } })()`, undefined],
    ['the stack of an error', `/node|worker|\\/|file:/.test(new Error('x').stack)`, 'false'],
  ])('leads nowhere through %s', async (_, expression, expected) => {
    const found = await probe(expression)
    if (expected !== undefined) expect(found).toBe(expected)
    expect(String(found)).not.toContain('[object process]')
  })
})

describe('a flood', () => {
  it('of faulty calls is answered one by one, and the good ones among them work', async () => {
    const sandbox = await sandboxOf(systemScript(`if (input.score % 3 === 1) throw new Error('no'); if (input.score % 3 === 2) return 5; return outcome()`))
    const done = await Promise.all(Array.from({ length: 300 }, (_, score) => sandbox.resolve('task', { score }, [], pc)))
    await sandbox.close()
    expect(done.map((answer) => (answer.ok ? 'good' : answer.fault.kind)).slice(0, 6)).toEqual(['good', 'threw', 'invalid', 'good', 'threw', 'invalid'])
    expect(done.filter(({ ok }) => ok)).toHaveLength(100)
  })

  it('of killed calls ends in as many faults', async () => {
    const sandbox = await sandboxOf(systemScript(`Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)`))
    const done = await Promise.all(Array.from({ length: 4 }, () => sandbox.resolve('task', { score: 0 }, [], pc)))
    expect(done.map((answer) => !answer.ok && answer.fault.kind)).toEqual(['timeout', 'timeout', 'timeout', 'timeout'])
    expect(valueOf(await sandbox.resolve('good', {}, [], pc))).toMatchObject({ headline: 'Good' })
    await sandbox.close()
  })

  it('holds nobody up for much longer than its two tries', async () => {
    const sandbox = await sandboxOf(systemScript(`Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)`))
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    faultOf(await sandbox.resolve('task', { score: 0 }, [], pc))
    // Ten times the budget: a guard against hanging, not a measurement.
    expect(performance.now() - began).toBeLessThan(2_500)
    await sandbox.close()
  })
})
