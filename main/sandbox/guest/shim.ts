/**
 * The first script in the engine, before the system's own: takes what is needed of the built-ins,
 * removes clock and randomness, receives the system through `defineSystem` and answers calls.
 */
import type { Bag, Part, Tools } from './tools.ts'

type Loose = Readonly<Record<string, unknown>>
type Handlers = Readonly<Record<'walk' | 'sample' | 'compareAll', (asked: never) => string>>

/** Installs the shim and gives the one function that the worker calls: request text to answer text. */
export function guestShim(handlersOf: (tools: Tools) => Handlers, answerChars: number, declarationChars: number): (request: string) => string {
  const { parse, stringify } = JSON
  const { freeze, keys, values, getOwnPropertyNames, defineProperty } = Object
  const { apply, deleteProperty } = Reflect
  const { isArray } = Array
  const { substring, includes } = String.prototype
  const { slice } = Array.prototype
  const { log, exp, imul, floor } = Math
  const nothing = <T>(): Record<string, T> => ({ __proto__: null }) as unknown as Record<string, T>

  // The names that stay; whatever else an engine brings goes.
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
  for (const name of getOwnPropertyNames(globalThis)) if (!kept[name]) deleteProperty(globalThis, name)
  deleteProperty(Math, 'random')

  // Thrown by `fail` alone, told apart from whatever a system throws by its identity.
  const unusable = freeze(nothing())
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

  /** Whether something holds a function, symbol or BigInt where the API wants data. */
  function isLossy(value: object): boolean {
    const held = values(value)
    for (let i = 0; i < held.length; i++) {
      const kind = typeof held[i]
      if (kind === 'function' || kind === 'symbol' || kind === 'bigint') return true
    }
    return false
  }

  /** An answer as JSON; undefined where something in it has to be named. Getters run once. */
  function written(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    // Copied, unless that would lose a toJSON that it inherits.
    const read = isArray(value) || (value as Loose)['toJSON'] !== undefined ? value : { ...value }
    return isLossy(read) ? undefined : stringify(read)
  }

  /** `careful` looks at every value, which takes longer. */
  function write(value: unknown, limit: number, careful: boolean): string {
    if (typeof value === 'object' && value !== null && typeof (value as Loose)['then'] === 'function')
      fail('the answer is a promise; functions of a system must answer at once')
    let text: string | undefined
    try {
      text = careful ? undefined : written(value)
      // What JSON drops or blurs is looked at once more, one value after another, to name it.
      if (text === undefined || apply(includes, text, ['null'])) text = stringify(value, plain)
    } catch (thrown) {
      if (thrown === unusable) throw thrown
      fail('the answer can not be written as JSON: ' + describe(thrown))
    }
    if (text === undefined) return fail('there is no answer')
    if (text.length > limit) fail('the answer is ' + text.length + ' characters of JSON, expected at most ' + limit)
    return text
  }

  let system: unknown
  let defined = 0
  defineProperty(globalThis, 'defineSystem', {
    configurable: true,
    value: (given: unknown) => {
      if (defined++ === 0) system = given
      return given
    },
  })

  const object = (value: unknown, name: string): Loose =>
    typeof value !== 'object' || value === null || isArray(value) ? fail(name + ' is missing or no object') : (value as Loose)

  const parts = nothing<Record<string, Part>>()

  /**
   * Sets parts with functions aside and gives the rest of them, which is data. Of a function that a
   * part may lack, the data says `true` where it is there.
   */
  function dataOf(group: string, given: unknown, wanted: readonly string[], welcome: readonly string[]): Record<string, unknown> {
    const data = nothing<unknown>()
    const held = nothing<Part>()
    parts[group] = held
    const source = object(given, group)
    const ids = keys(source)
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] as string
      const name = id === '' ? group : group + '.' + short(id)
      const part = object(source[id], name)
      const rest = nothing<unknown>()
      const own = keys(part)
      for (let j = 0; j < own.length; j++) rest[own[j] as string] = part[own[j] as string]
      for (let j = 0; j < wanted.length; j++) {
        const key = wanted[j] as string
        if (typeof part[key] !== 'function') fail(name + '.' + key + ' is missing, expected a function')
        deleteProperty(rest, key)
      }
      for (let j = 0; j < welcome.length; j++) {
        const key = welcome[j] as string
        if (part[key] === undefined) continue
        if (typeof part[key] !== 'function') fail(name + '.' + key + ' is no function')
        rest[key] = true
      }
      held[id] = part as unknown as Part
      data[id] = rest
    }
    return data
  }

  /** A part that a system has one of, under no id. */
  function oneOf(group: string, given: unknown, wanted: readonly string[], welcome: readonly string[]): unknown {
    const wrapped = nothing<unknown>()
    wrapped[''] = given
    return dataOf(group, wrapped, wanted, welcome)['']
  }

  /** Sets the migrations aside, each as a part with the function `run`, and gives their versions. */
  function versionsOf(given: unknown): readonly number[] {
    const source = object(given, 'migrate')
    const held = nothing<Part>()
    parts['migrate'] = held
    const versions = bag<number>()
    const own = keys(source)
    for (let i = 0; i < own.length; i++) {
      const version = own[i] as string
      if (typeof source[version] !== 'function') fail('migrate.' + short(version) + ' is no function')
      const part = nothing<unknown>()
      part['run'] = source[version]
      held[version] = part as unknown as Part
      versions[versions.length++] = +version
    }
    return arrayOf(versions)
  }

  function declarations(): string {
    if (defined === 0) fail('the script never called defineSystem')
    if (defined > 1) fail('the script called defineSystem ' + defined + ' times, expected once')
    const given = object(system, 'the system')
    const own = keys(given)
    const declared = nothing<unknown>()
    declared['houseRules'] = nothing()
    declared['opposed'] = nothing()
    declared['actions'] = nothing()
    declared['conditions'] = arrayOf(bag())
    declared['figures'] = arrayOf(bag())
    declared['migrate'] = arrayOf(bag())
    for (let i = 0; i < own.length; i++) {
      const key = own[i] as string
      const value = given[key]
      if (value === undefined) continue
      if (key === 'checks') declared[key] = dataOf(key, value, ['resolve'], ['variants'])
      else if (key === 'opposed') declared[key] = dataOf(key, value, ['toInput', 'compare'], [])
      else if (key === 'actions') declared[key] = dataOf(key, value, ['apply'], [])
      else if (key === 'initiative') declared[key] = oneOf(key, value, ['resolve'], ['prepare'])
      else if (key === 'npc') declared[key] = oneOf(key, value, ['build'], ['vary'])
      else if (key === 'targets') declared[key] = oneOf(key, value, ['list'], [])
      else if (key === 'difficulty') declared[key] = oneOf(key, value, ['rate'], [])
      else if (key === 'migrate') declared[key] = versionsOf(value)
      else declared[key] = value
    }
    return write(declared, declarationChars, true)
  }

  function frozen<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value
    const held = values(value)
    for (let i = 0; i < held.length; i++) if (typeof held[i] === 'object') frozen(held[i])
    return freeze(value)
  }

  /** One function over many arguments: as many answers as fit into one text, which is at least one. */
  function many(asked: Loose): string {
    const of = part(asked['group'] as string, asked['id'] as string) as unknown as Loose
    const run = of[asked['run'] as string] as () => unknown
    const list = asked['list'] as readonly unknown[][]
    const last = frozen(asked['last'])
    let text = ''
    for (let i = 0; i < list.length && text.length < answerChars / 2; i++) {
      const args = list[i] as unknown[]
      for (let j = 0; j < args.length; j++) if (!isArray(args[j])) frozen(args[j])
      args[args.length] = last
      text += (i > 0 ? ',' : '') + write(apply(run, of, args), answerChars / 2, false)
    }
    return '[' + text + ']'
  }

  const bag = <T>(): Bag<T> => ({ __proto__: null, length: 0 }) as unknown as Bag<T>
  const isWhole = (value: unknown): value is number =>
    ((value as number) | 0) === value ||
    (typeof value === 'number' && value % 1 === 0 && value <= 9007199254740991 && value >= -9007199254740991)
  function listText(numbers: readonly number[]): string {
    let text = ''
    for (let i = 0; i < numbers.length; i++) text += (i > 0 ? ',' : '') + numbers[i]
    return '[' + text + ']'
  }
  const part = (group: string, id: string): Part => parts[group]?.[id] ?? fail('there is no ' + group + '.' + id)
  const arrayOf = <T>(from: Bag<T>): readonly T[] => apply(slice, from, [0]) as readonly T[]
  const handlers = handlersOf({ stringify, apply, slice, freeze, defineProperty, log, exp, imul, floor, nothing, bag, arrayOf, frozen, isWhole, listText, part })

  return (request) => {
    try {
      if (request === '') return 'v' + declarations()
      const asked = parse(request)
      if (asked.do === 'call') {
        const of = part(asked.group, asked.id) as unknown as Loose
        const { args } = asked
        // A list, such as faces, is the call's own, here and in a walk.
        for (let i = 0; i < args.length; i++) if (!isArray(args[i])) frozen(args[i])
        return 'v' + write(apply(of[asked.run] as () => unknown, of, args), answerChars, false)
      }
      if (asked.do === 'many') return 'v' + many(asked)
      return 'v' + handlers[asked.do as keyof Handlers](asked as never)
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
