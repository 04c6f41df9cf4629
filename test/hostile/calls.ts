/** Calls that go wrong, for the tests and for `npm run hostile`. */
import type { FaultKind } from '../../main/sandbox/host.ts'
import type { Limits } from '../../main/sandbox/protocol.ts'
import { systemScript } from '../support/sandbox.ts'

/** Scripts by what they do; each is the body of a check's `resolve`. All live in one system, one check each. */
export type CallCase = readonly [name: string, body: string, kind: FaultKind | readonly FaultKind[], message?: string]

const loops: readonly CallCase[] = [
  ['a plain endless loop', 'for (;;) {}', 'timeout', 'checks.case0.resolve was stopped: it took longer than'],
  ['a loop that catches and finally goes on', 'for (;;) { try { for (;;) {} } catch { continue } finally { continue } }', 'timeout'],
  ['a generator that never finishes', 'for (const x of (function* () { for (;;) { try { yield 1 } finally { for (;;) {} } } })()) {}', 'timeout'],
  ['indexOf on a huge length', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)', 'timeout'],
  ['includes on a huge length', 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)', 'timeout'],
  ['an array of a milliard holes as text', `new Array(1e9) + ''`, ['timeout', 'memory']],
  ['powers of BigInts', 'let x = 3n; for (;;) x = x ** 99n', ['timeout', 'memory', 'threw']],
  ['one power of a BigInt', 'return String(3n ** 9999999n).length', ['timeout', 'memory']],
  ['replaceAll on a growing text', `let s = 'a'; for (;;) s = s.replaceAll('a', 'aa')`, ['timeout', 'memory', 'threw']],
  ['a catastrophic regular expression', `/^(a+)+$/.test('a'.repeat(40) + 'b')`, ['timeout', 'threw']],
  ['a catastrophic regular expression with a back reference', `/^(\\w+\\s?)*\\1$/.test('word '.repeat(30) + '!')`, ['timeout', 'threw', 'invalid']],
  ['sort with a comparison that never ends', '[3, 2, 1].sort(() => { for (;;) {} })', 'timeout'],
  ['a getter that never ends', 'return { get success() { for (;;) {} } }', 'timeout'],
  ['toJSON that never ends', 'return { toJSON() { for (;;) {} } }', 'timeout'],
  ['a proxy whose keys never end', 'return new Proxy({}, { ownKeys() { for (;;) {} } })', 'timeout'],
  ['an error whose message never ends', 'throw { get message() { for (;;) {} } }', 'timeout'],
  ['an error whose message can be no text', `throw { get message() { throw this }, get name() { throw this } }`, 'threw', 'can not be described'],
  ['asking for dice in a text that is endless', 'return { need: { [Symbol.iterator]() { for (;;) {} }, length: 1 } }', 'invalid'],
]

const memory: readonly CallCase[] = [
  ['memory by small objects', 'const all = []; for (;;) all.push({ n: all.length })', ['memory', 'timeout']],
  ['memory by a chain of closures', 'let f = () => 1; for (;;) { const g = f; f = () => g }', ['memory', 'timeout']],
  ['memory by texts', `let s = 'x'; for (;;) s += s + 'y'`, ['memory', 'threw']],
  ['memory by texts in a list', `const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)`, ['memory', 'timeout']],
  ['memory by typed arrays', 'const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))', ['memory', 'timeout']],
  ['one huge typed array', 'new Uint8Array(2e9)', ['memory', 'threw']],
  ['one huge buffer, caught', 'for (;;) try { new ArrayBuffer(1e9) } catch {}', ['memory', 'timeout']],
  ['memory filled and the error swallowed', 'const all = []; try { for (;;) all.push(new Uint8Array(4e6)) } catch {} return outcome()', 'memory', 'filled its memory'],
  ['memory by a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })', ['memory', 'timeout']],
  ['memory by promises', 'for (;;) Promise.resolve().then(() => 1)', ['memory', 'timeout']],
  ['memory by symbols', 'const all = []; for (;;) all.push(Symbol("x".repeat(1000) + all.length))', ['memory', 'timeout']],
]

const recursion: readonly CallCase[] = [
  ['plain recursion', 'const f = () => f() + 1; f()', 'threw', 'stack overflow'],
  ['recursion that catches itself', 'const f = () => { try { return f() + 1 } catch { return f() } }; f()', ['timeout', 'threw']],
  ['recursion through JSON.stringify', 'let deep = []; for (let i = 0; i < 1e5; i++) deep = [deep]; return { explain: deep }', ['invalid', 'memory', 'timeout']],
  ['recursion through JSON.parse', `JSON.parse('['.repeat(2e5))`, ['threw', 'timeout']],
  ['recursion through toString', `const o = { toString() { return '' + o } }; '' + o`, 'threw', 'stack overflow'],
  ['recursion through getters', 'const o = { get a() { return o.a } }; o.a', 'threw', 'stack overflow'],
  ['recursion through proxies', 'let p = {}; for (let i = 0; i < 2e4; i++) p = new Proxy(p, {}); p.x', ['threw', 'timeout', 'memory']],
  ['recursion through sort', 'const f = () => [2, 1].sort(f); f()', 'threw', 'stack overflow'],
  ['recursion through a regular expression', `new RegExp('('.repeat(1e5))`, ['threw', 'timeout']],
  ['recursion through eval', `eval('('.repeat(1e5))`, ['threw', 'timeout']],
  ['recursion through apply', 'const f = (...a) => f.apply(null, a); f(...Array(100).fill(1))', 'threw', 'stack overflow'],
  ['recursion through a bound chain', 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); f()', ['threw', 'timeout', 'memory']],
]

const answers: readonly CallCase[] = [
  ['nothing', '', 'invalid', 'there is no answer'],
  ['null', 'return null', 'invalid', 'found null, expected dice needed, a refusal or an outcome'],
  ['a number', 'return 7', 'invalid', 'found 7'],
  ['a list', 'return []', 'invalid', 'found [], expected an object'],
  ['a function', 'return () => 1', 'invalid', 'the answer is a function'],
  ['a symbol', 'return Symbol("x")', 'invalid', 'the answer is a symbol'],
  ['a BigInt', 'return 1n', 'invalid', 'the answer is a bigint'],
  ['a promise', 'return Promise.resolve(outcome())', 'invalid', 'a promise'],
  ['an async function', 'return (async () => outcome())()', 'invalid', 'a promise'],
  ['endless promises', 'const again = async () => { await null; return again() }; return again()', 'invalid', 'a promise'],
  ['a thenable that never ends', 'return { then: () => { for (;;) {} } }', 'invalid', 'a promise'],
  ['a cycle', 'const o = outcome(); o.facts = o; return o', 'invalid', 'circular'],
  ['a huge text', `return outcome({ explain: ['x'.repeat(3e5)] })`, 'invalid', 'characters of JSON'],
  ['a huge list', `return outcome({ explain: Array(400).fill('x'.repeat(1e3)) })`, 'invalid', 'characters of JSON'],
  ['too many lines', `return outcome({ explain: Array(501).fill('x') })`, 'invalid', 'explain: found'],
  ['a function in it', 'return outcome({ total: () => 1 })', 'invalid', '"total" is a function'],
  ['a symbol in it', 'return outcome({ headline: Symbol("x") })', 'invalid', '"headline" is a symbol'],
  ['a BigInt in it', 'return outcome({ total: 5n })', 'invalid', '"total" is a bigint'],
  ['NaN as the total', 'return outcome({ total: NaN })', 'invalid', '"total" is NaN'],
  ['NaN as success', 'return outcome({ success: NaN })', 'invalid', '"success" is NaN'],
  ['infinity as the degree', 'return outcome({ degree: Infinity })', 'invalid', '"degree" is Infinity'],
  ['a negative degree', 'return outcome({ degree: -1 })', 'invalid', 'degree: found -1, expected at least 0'],
  ['half a degree', 'return outcome({ degree: 1.5 })', 'invalid', 'degree: found 1.5, expected a whole number'],
  ['a number as text', `return outcome({ total: '7' })`, 'invalid', 'total: found "7", expected a whole number'],
  ['success as text', `return outcome({ success: 'yes' })`, 'invalid', 'success: found "yes", expected true, false or null'],
  ['success that is missing', 'return outcome({ success: undefined })', 'invalid', 'success: found nothing'],
  ['a field that doesn\'t exist', `return outcome({ flag: ['spike'] })`, 'invalid', 'flag: unknown'],
  ['a flag that isn\'t declared', `return outcome({ flags: ['triumph'] })`, 'invalid', 'flags.0: found "triumph", expected a flag that the check declares: spike, fumble'],
  ['a flag twice', `return outcome({ flags: ['spike', 'spike'] })`, 'invalid', 'flags: found "spike", expected each once'],
  ['a flag called like a built-in', `return outcome({ flags: ['constructor'] })`, 'invalid', 'flags.0: found "constructor"'],
  ['a counter that isn\'t declared', `return outcome({ grants: [{ counter: 'gold', to: 'actor', amount: 1 }] })`, 'invalid', 'grants.0.counter: found "gold", expected a counter that the system declares: points, doom'],
  ['a grant of nothing', `return outcome({ grants: [{ counter: 'points', to: 'actor', amount: 0 }] })`, 'invalid', 'grants.0.amount: found 0'],
  ['half a grant', `return outcome({ grants: [{ counter: 'points', to: 'actor', amount: 0.5 }] })`, 'invalid', 'grants.0.amount: found 0.5'],
  ['a grant without end', `return outcome({ grants: [{ counter: 'points', to: 'actor', amount: 1e12 }] })`, 'invalid', 'grants.0.amount'],
  ['a grant to nobody', `return outcome({ grants: [{ counter: 'points', to: 'moon', amount: 1 }] })`, 'invalid', 'grants.0.to: found "moon", expected one of'],
  ['a grant to the wrong owner', `return outcome({ grants: [{ counter: 'doom', to: 'actor', amount: 1 }] })`, 'invalid', 'grants.0.to: found "actor", expected "gm"'],
  ['a cost from no pool', `return outcome({ costs: [{ pool: 'gold', amount: 1 }] })`, 'invalid', 'costs.0.pool: found "gold"'],
  ['a cost from the GM\'s counter', `return outcome({ costs: [{ pool: 'doom', amount: 1 }] })`, 'invalid', 'costs.0.pool: found "doom"'],
  ['a negative cost', `return outcome({ costs: [{ pool: 'points', amount: -5 }] })`, 'invalid', 'costs.0.amount: found -5, expected at least 1'],
  ['a fact under a strange name', `return outcome({ facts: JSON.parse('{"__proto__": 1}') })`, 'invalid', 'a field is called __proto__'],
  ['a fact called by no name', `return outcome({ facts: { '': 1 } })`, 'invalid', 'facts'],
  ['a fact that is an object', 'return outcome({ facts: { a: {} } })', 'invalid', 'facts.a: found {}'],
  ['a house rule that isn\'t declared', `return outcome({ houseRules: ['theirs'] })`, 'invalid', 'houseRules.0: found "theirs", expected a house rule that the system declares: ours'],
  ['no headline', `return outcome({ headline: '' })`, 'invalid', 'headline'],
  ['no dice', 'return { need: [] }', 'invalid', 'need: found []'],
  ['dice of no kind', 'return { need: [{ count: 1 }] }', 'invalid', 'need.0.die: found nothing'],
  ['no count of dice', `return { need: [{ die: { id: 'd6', from: 1, to: 6 } }] }`, 'invalid', 'need.0.count: found nothing'],
  ['a milliard dice', `return { need: [{ die: { id: 'd6', from: 1, to: 6 }, count: 1e9 }] }`, 'invalid', 'need.0.count: found 1000000000, expected at most 1000'],
  ['NaN dice', `return { need: [{ die: { id: 'd6', from: 1, to: 6 }, count: NaN }] }`, 'invalid', '"count" is NaN'],
  ['minus one die', `return { need: [{ die: { id: 'd6', from: 1, to: 6 }, count: -1 }] }`, 'invalid', 'need.0.count: found -1, expected at least 1'],
  ['half a die', `return { need: [{ die: { id: 'd6', from: 1, to: 6 }, count: 0.5 }] }`, 'invalid', 'need.0.count: found 0.5'],
  ['a die without faces', `return { need: [{ die: { id: 'd0', from: 1, to: 0 }, count: 1 }] }`, 'invalid', 'need.0.die.to: found 0, expected 1 or more'],
  ['an endless die', `return { need: [{ die: { id: 'd', from: 1, to: 1e300 }, count: 1 }] }`, 'invalid', 'need.0.die.to'],
  ['values for too few faces', `return { need: [{ die: { id: 'd6', from: 1, to: 6, value: [1] }, count: 1 }] }`, 'invalid', 'need.0.die.value: found "1 values", expected 6'],
  ['names for too many faces', `return { need: [{ die: { id: 'd2', from: 1, to: 2, faces: ['a', 'b', 'c'] }, count: 1 }] }`, 'invalid', 'need.0.die.faces'],
  ['two faces of one name', `return { need: [{ die: { id: 'd2', from: 1, to: 2, faces: ['a', 'A'] }, count: 1 }] }`, 'invalid', 'each once'],
  ['a reading of no face', `return { need: [{ die: { id: 'd2', from: 1, to: 2, reads: { '00': 3 } }, count: 1 }] }`, 'invalid', 'need.0.die.reads.00: found 3, expected a face from 1 to 2'],
  ['dice and an outcome at once', `return { ...outcome(), need: [{ die: { id: 'd2', from: 1, to: 2 }, count: 1 }] }`, 'invalid', 'unknown'],
  ['a refusal without words', `return { refuse: {} }`, 'invalid', 'refuse.message: found nothing'],
]

const pollution: readonly CallCase[] = [
  ['JSON overwritten', `JSON.stringify = () => '{"success":true}'; JSON.parse = () => 7; globalThis.JSON = null; return outcome({ degree: -1 })`, 'invalid', 'degree: found -1'],
  ['Object.prototype.toJSON set', 'Object.prototype.toJSON = () => 7; return outcome()', 'invalid', 'found 7'],
  ['setters on Object.prototype', `for (const k of ['0', 'do', 'success', 'length', 'value']) Object.defineProperty(Object.prototype, k, { set() { throw 1 }, get() { return 3 }, configurable: true }); return null`, 'invalid', 'found null'],
  ['Array.prototype emptied', `for (const k of Reflect.ownKeys(Array.prototype)) try { delete Array.prototype[k] } catch {} return outcome({ degree: -1 })`, 'invalid', 'degree: found -1'],
  ['the iterator of arrays replaced', 'Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return outcome({ degree: -1 })', 'invalid', 'degree: found -1'],
  ['Function.prototype.call and apply replaced', 'Function.prototype.call = Function.prototype.apply = Reflect.apply = () => 5; return outcome({ degree: -1 })', 'invalid', 'degree: found -1'],
  ['String.prototype replaced', `String.prototype.substring = () => { throw 1 }; String.prototype.toJSON = () => 'x'; throw new Error('y'.repeat(9999))`, 'threw', 'Error: yyy'],
  ['a proxy whose traps lie', `let n = 0; return new Proxy(outcome(), { get: (o, k) => k === 'degree' ? (n++ ? 1 : -1) : o[k], ownKeys: () => ['success', 'degree'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })`, 'invalid'],
  ['a proxy that throws', `return new Proxy({}, { get() { throw new Error('trap') } })`, ['threw', 'invalid'], 'trap'],
  ['an error of another kind', `throw 'just text'`, 'threw', 'just text'],
  ['an error that is null', 'throw null', 'threw', 'null'],
  ['an error with its place', `throw new TypeError('no such skill')`, 'threw', 'TypeError: no such skill (rules.js:'],
]

/** By what goes wrong. */
export const callGroups = { loops, memory, recursion, answers, pollution }

/** What isn't about time gets plenty, so that a busy machine changes nothing about the fault. */
export const limitsFor = (group: string): Partial<Limits> => (group === 'loops' ? {} : { softMs: 1_000, hardMs: 2_000, totalMs: 4_500 })

/** One system with a check for each case, `case0` and on, and a good one beside them. */
export function callScript(cases: readonly CallCase[]): string {
  const checks = cases.map(([, body], index) => `case${index}: { label: 'Case', for: ['pc'], input: [], flags, resolve(input, faces, context) { ${body} } },`)
  return systemScript('return outcome()').replace('checks: {', `checks: { ${checks.join('\n')}`).replace('defineSystem', `const flags = [{ id: 'spike', label: 'Spike', tone: 'boon' }, { id: 'fumble', label: 'Fumble', tone: 'bane' }]; defineSystem`)
}
