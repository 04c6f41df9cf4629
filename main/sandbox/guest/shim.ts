/**
 * The first script in the engine, before the system's own: takes what is needed of the built-ins,
 * removes clock and randomness, receives the system through `defineSystem` and dispatches calls.
 *
 * `guestShim` is sent as text, so it uses nothing from outside itself. The system's script may
 * overwrite any built-in, so nothing here looks a method up on a prototype or iterates with `of`.
 */
import type { Walker, WalkerTools } from './walker.ts'

type Loose = Readonly<Record<string, unknown>>

/** What a walk needs to call the check under the odds. */
export type Call = (name: string, args: readonly unknown[]) => unknown

/** Installs the shim and gives the one function that the worker calls: request text to answer text. */
export function guestShim(makeWalker: (tools: WalkerTools) => Walker, answerChars: number, declarationChars: number): (request: string) => string {
  const { parse, stringify } = JSON
  const { freeze, keys, getOwnPropertyNames, defineProperty } = Object
  const { apply, deleteProperty } = Reflect
  const { isArray } = Array
  const { substring } = String.prototype
  const { slice } = Array.prototype
  const { log, exp, imul, floor } = Math

  /** An object that inherits nothing, so that no setter on a prototype sees what is put in. */
  const nothing = <T>(): Record<string, T> => ({ __proto__: null }) as unknown as Record<string, T>

  // The names that stay; whatever else a newer engine brings goes.
  const kept = nothing<true>()
  const names = [
    'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'InternalError', 'AggregateError', 'Array',
    'Object', 'Function', 'Iterator', 'parseInt', 'parseFloat', 'isNaN', 'isFinite', 'decodeURI', 'decodeURIComponent', 'encodeURI',
    'encodeURIComponent', 'escape', 'unescape', 'Infinity', 'NaN', 'undefined', 'eval', 'Number', 'Boolean', 'String', 'Math', 'Reflect', 'Symbol',
    'globalThis', 'BigInt', 'RegExp', 'JSON', 'Proxy', 'Map', 'Set', 'WeakMap', 'WeakSet', 'ArrayBuffer', 'Uint8ClampedArray', 'Int8Array',
    'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array',
    'Float64Array', 'DataView', 'Promise',
  ]
  for (const name of names) kept[name] = true
  const scope = globalThis as unknown as Record<string, unknown>
  for (const name of getOwnPropertyNames(scope)) if (!kept[name]) deleteProperty(scope, name)
  deleteProperty(Math, 'random')

  // Thrown by `fail` alone, told apart from whatever a system throws by its identity.
  const unusable = freeze({ __proto__: null })
  let problem = ''
  const fail = (message: string): never => {
    problem = message
    throw unusable
  }

  const short = (text: unknown): string =>
    typeof text !== 'string' ? '' : text.length > 500 ? (apply(substring, text, [0, 500]) as string) : text

  function describe(thrown: unknown): string {
    if (typeof thrown !== 'object' || thrown === null) return typeof thrown === 'symbol' ? 'a symbol' : short('' + (thrown as string))
    const error = thrown as Loose
    const name = short(error['name'])
    const message = short(error['message'])
    const stack = short(error['stack'])
    return (name || 'an object') + (message && ': ' + message) + (stack && '\n' + stack)
  }

  /** JSON drops or blurs what it can't hold; an author is better served by a name for it. */
  function plain(key: string, value: unknown): unknown {
    const kind = typeof value
    if (kind === 'string' || kind === 'boolean' || kind === 'undefined') return value
    if (kind === 'number') {
      const number = value as number
      if (number - number !== 0) fail('"' + short(key) + '" is ' + number + ', expected a finite number')
      return number
    }
    if (kind !== 'object') fail((key === '' ? 'the answer' : '"' + short(key) + '"') + ' is a ' + kind + ', expected plain data')
    return value
  }

  function write(value: unknown, limit: number): string {
    if (typeof value === 'object' && value !== null && typeof (value as Loose)['then'] === 'function')
      fail('the answer is a promise; functions of a system must answer at once')
    let text: string | undefined
    try {
      text = stringify(value, plain)
    } catch (thrown) {
      if (thrown === unusable) throw thrown
      fail('the answer can not be written as JSON: ' + describe(thrown))
    }
    if (text === undefined) return fail('there is no answer')
    if (text.length > limit) fail('the answer is ' + text.length + ' characters of JSON, expected at most ' + limit)
    return text
  }

  const systems: unknown[] = []
  let defined = 0
  defineProperty(scope, 'defineSystem', {
    configurable: true,
    value: (system: unknown) => {
      if (defined++ === 0) defineProperty(systems, '0', { value: system })
      return system
    },
  })

  const functions = nothing<{ readonly of: unknown; readonly run: (...args: never[]) => unknown }>()

  const object = (value: unknown, name: string): Loose => {
    if (typeof value !== 'object' || value === null || isArray(value)) fail(name + ' is missing or no object')
    return value as Loose
  }

  /** Sets functions aside and gives the rest, which is data. */
  function withoutFunctions(group: string, parts: unknown, wanted: readonly string[]): unknown {
    const data = nothing<unknown>()
    const source = object(parts, group)
    const ids = keys(source)
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as string
      const name = group + '.' + short(id)
      const part = object(source[id], name)
      const rest = nothing<unknown>()
      const own = keys(part)
      for (let j = 0; j < own.length; j++) rest[own[j] as string] = part[own[j] as string]
      for (let j = 0; j < wanted.length; j++) {
        const key = wanted[j] as string
        const run = part[key]
        if (typeof run !== 'function') fail(name + '.' + key + ' is missing, expected a function')
        functions[group + '.' + id + '.' + key] = { of: part, run: run as () => unknown }
        deleteProperty(rest, key)
      }
      data[id] = rest
    }
    return data
  }

  function declarations(): string {
    if (defined === 0) fail('the script never called defineSystem')
    if (defined > 1) fail('the script called defineSystem ' + defined + ' times, expected once')
    const system = object(systems[0], 'the system')
    const own = keys(system)
    const parts = nothing<unknown>()
    parts['houseRules'] = nothing()
    parts['opposed'] = nothing()
    for (let i = 0; i < own.length; i++) {
      const key = own[i] as string
      const part = system[key]
      if (part === undefined) continue
      if (key === 'checks') parts[key] = withoutFunctions(key, part, ['resolve'])
      else if (key === 'opposed') parts[key] = withoutFunctions(key, part, ['toInput', 'compare'])
      else parts[key] = part
    }
    return write(parts, declarationChars)
  }

  /** Arguments are frozen, so that a call can't change what the next leaf of a walk sees. */
  function frozen<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value
    const own = keys(value)
    for (let i = 0; i < own.length; i++) frozen((value as Loose)[own[i] as string])
    return freeze(value)
  }

  const call: Call = (name, args) => {
    const found = functions[name]
    if (!found) return fail('there is no function ' + name)
    return apply(found.run, found.of, args as never[])
  }

  const walker = makeWalker({ call, frozen, stringify, apply, slice, log, exp, imul, floor, nothing })

  return (request) => {
    try {
      if (request === '') return 'v' + declarations()
      const asked = parse(request)
      if (asked.do === 'call') return 'v' + write(call(asked.name, frozen(asked.args)), answerChars)
      if (asked.do === 'walk') return 'v' + walker.walk(asked)
      if (asked.do === 'sample') return 'v' + walker.sample(asked)
      return 'v' + walker.compareAll(asked)
    } catch (thrown) {
      if (thrown === unusable) return 'i' + problem
      try {
        return 't' + describe(thrown)
      } catch {
        return 't' + 'something that can not be described'
      }
    }
  }
}
