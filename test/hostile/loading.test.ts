import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../main/sandbox/host.ts'
import type { Limits } from '../../main/sandbox/protocol.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { faultOf, pc, systemScript, valueOf } from '../support/sandbox.ts'
import { goodScript, loadingCases } from './loading.ts'

const load = async (source: string, limits: Partial<Limits> = {}) => createSandbox({ source, spawn: spawnWorker, limits })

describe('a script that can\'t be loaded', () => {
  it.each(loadingCases)('%s: gets a named fault', async (_, source, message) => {
    // What is stopped needn't have the whole time.
    const fault = faultOf(await load(source, message.includes('stopped') && !message.includes('memory') ? { loadMs: 400 } : {}))
    expect(fault.kind).toBe('load')
    expect(fault.message).toContain(message)
  })

  it('is not even tried when it is huge', async () => {
    expect(faultOf(await load('/'.repeat(9_000_000))).message).toBe('The script is 9000000 characters long, expected at most 8388608.')
  })

  it('leaves the next one unharmed', async () => {
    for (const source of ['for (;;) {}', 'const all = []; for (;;) all.push(new Uint8Array(1e6))']) faultOf(await load(source, { loadMs: 400 }))
    const sandbox = valueOf(await load(goodScript))
    expect(valueOf(await sandbox.resolve('good', {}, [], pc))).toMatchObject({ headline: 'Good' })
    await sandbox.close()
  })
})

describe('a script that breaks what it can before it defines a system', () => {
  it.each([
    ['the methods of arrays', 'for (const k of Reflect.ownKeys(Array.prototype)) try { delete Array.prototype[k] } catch {}'],
    ['the methods of objects', 'for (const k of Reflect.ownKeys(Object)) try { delete Object[k] } catch {}'],
    ['JSON', `JSON.parse = JSON.stringify = () => 'x'; globalThis.JSON = undefined`],
    ['the iterator of arrays', 'Array.prototype[Symbol.iterator] = function* () {}'],
    ['setters for common names', `for (const k of ['n', 'd', 'next', 'text', 'do', 'kind', 'asked']) Object.defineProperty(Object.prototype, k, { set() { throw new Error('set') }, get() { return undefined }, configurable: true })`],
    ['the language of functions', 'Function.prototype.call = Function.prototype.apply = Reflect.apply = undefined'],
    ['its own defineSystem afterwards', `const define = globalThis.defineSystem`],
  ])('%s: still answers calls and odds', async (_, breaking) => {
    const body = `if (faces.length === 0) return { need: [{ die: { id: 'd6', from: 1, to: 6 }, count: 1 }] }; return outcome({ success: faces[0] > 4 })`
    const sandbox = valueOf(await load(`${breaking};${systemScript(body)}`))
    expect(valueOf(await sandbox.resolve('task', { score: 0 }, [5], pc))).toMatchObject({ success: true })
    const walked = valueOf(
      await sandbox.walk({ check: 'task', input: { score: 0 }, context: pc, flags: [], counters: [], by: 'check', limit: 100, cursor: null, sums: {}, deepest: 32, least: 1e-12, most: 1e6 }),
    )
    expect(walked).toMatchObject({ kind: 'cells', leaves: 6, cells: [{ success: false, masses: [6, 4] }, { success: true, masses: [6, 2] }] })
    await sandbox.close()
  })
})
