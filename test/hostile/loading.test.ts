import { describe, expect, it } from 'vitest'
import { createSandbox } from '../../main/sandbox/host.ts'
import type { Limits } from '../../main/sandbox/protocol.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { faultOf, pc, systemScript, valueOf } from '../support/sandbox.ts'

const load = async (source: string, limits: Partial<Limits> = {}) => createSandbox({ source, spawn: spawnWorker, limits })

const good = systemScript('return outcome()')

describe('a script that can\'t be loaded', () => {
  it.each([
    ['loops for ever', 'for (;;) {}', 'The script was stopped: it took longer than'],
    ['loops for ever in a built-in', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'The script was stopped: it took longer than 400 ms.'],
    ['loops for ever behind catch and finally', 'for (;;) { try { for (;;) {} } catch {} finally { continue } }', 'The script was stopped'],
    ['throws', `throw new Error('not today')`, 'The script threw Error: not today'],
    ['throws something strange', 'throw { get message() { throw 1 } }', 'The script threw'],
    ['throws nothing', 'throw undefined', 'The script threw undefined'],
    ['can\'t be parsed', 'defineSystem({', 'The script threw SyntaxError'],
    ['is no text of a script', '\u0000\u0001PK', 'The script threw SyntaxError'],
    ['fills its memory with objects', 'const all = []; for (;;) all.push({ n: all.length })', 'The script was stopped'],
    ['fills its memory with texts', `const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)`, 'The script was stopped: it filled its memory.'],
    ['fills its memory with typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1e6))', 'The script was stopped: it filled its memory.'],
    ['recurses for ever', 'const f = () => f() + 1; f()', 'stack overflow'],
    ['has parentheses without end', '('.repeat(200_000), 'The script threw'],
    ['has lists without end', `const x = ${'['.repeat(200_000)}`, 'The script threw'],
    ['has functions without end', '(() => '.repeat(50_000), 'The script threw'],
    ['has a chain without end', `const a = {}; a${'.b'.repeat(1e6)}`, 'The script'],
    ['never calls defineSystem', 'const system = {}', 'never called defineSystem'],
    ['is empty', '', 'never called defineSystem'],
    ['calls defineSystem twice', `${good}; defineSystem({})`, 'called defineSystem 2 times, expected once'],
    ['swallows the second call', `try { defineSystem({}); defineSystem({}) } catch {}`, 'called defineSystem 2 times'],
    ['defines nothing', 'defineSystem()', 'the system is missing or no object'],
    ['defines a list', 'defineSystem([])', 'the system is missing or no object'],
    ['defines a function', 'defineSystem(() => 1)', 'the system is missing or no object'],
    ['defines a promise', 'defineSystem(Promise.resolve({}))', `can't be used`],
    ['imports', `import fs from 'fs'; ${good}`, 'The script threw SyntaxError'],
    ['requires', `require('fs'); ${good}`, `The script threw ReferenceError: 'require' is not defined`],
    ['asks for the time', `Date.now(); ${good}`, `'Date' is not defined`],
    ['asks for chance', `Math.random(); ${good}`, 'not a function'],
    ['waits at the top', `await 1; ${good}`, 'The script threw SyntaxError'],
    ['has a check without its function', good.replace('resolve: ()', 'resolves: ()'), 'checks.good.resolve is missing, expected a function'],
    ['has functions where data belongs', systemScript('return outcome()', `settings: [{ id: 'a', label: () => 'A', type: 'flag', default: true }],`), '"label" is a function'],
    ['has a part that the API doesn\'t know', systemScript('return outcome()', 'hooks: [],'), 'hooks: unknown'],
    ['has declarations that loop', systemScript('return outcome()', 'get stats() { for (;;) {} },'), 'The script was stopped'],
    ['has declarations without end', systemScript('return outcome()', `houseRules: { ours: 'x'.repeat(3e6) },`), 'characters of JSON'],
    ['has declarations in a circle', `const a = {}; a.a = a; ${systemScript('return outcome()', 'houseRules: a,')}`, 'circular'],
    ['hides itself behind a proxy', `defineSystem(new Proxy({}, { ownKeys() { throw new Error('no keys') } }))`, 'no keys'],
    ['sets traps for places in lists', `Object.defineProperty(Object.prototype, 0, { set() { throw new Error('trap') } }); ${good}`, 'trap'],
    ['breaks JSON first', `JSON.stringify = () => '{}'; Object.keys = () => []; ${good.replace(`label: 'Task', for`, `label: 7, for`)}`, 'checks.task.label: found 7, expected a text'],
  ])('%s: gets a named fault', async (_, source, message) => {
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
    const sandbox = valueOf(await load(good))
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
