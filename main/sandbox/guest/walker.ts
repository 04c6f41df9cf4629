/**
 * Walks or samples a check inside the engine, so that a whole slice of the odds costs one message.
 * Like the shim it is sent as text: it uses nothing from outside itself and no built-in method.
 * Its answers are JSON written by hand out of plain texts and numbers, which no overwritten built-in
 * can reach.
 */
import type { SumTable } from '../../rules/sums.ts'
import type { Call } from './shim.ts'

export interface WalkerTools {
  readonly call: Call
  readonly frozen: <T>(value: T) => T
  readonly stringify: (value: unknown) => string
  readonly apply: (run: (...args: never[]) => unknown, of: unknown, args: readonly unknown[]) => unknown
  readonly slice: (...args: never[]) => unknown
  readonly log: (x: number) => number
  readonly exp: (x: number) => number
  readonly imul: (a: number, b: number) => number
  readonly floor: (x: number) => number
  /** An object without a prototype, so that no setter of the system's sees what is put in. */
  readonly nothing: <T>() => Record<string, T>
}

/** A list that no setter on a prototype can reach. */
interface Bag<T> {
  length: number
  [index: number]: T
}

interface Asked {
  readonly check: string
  readonly input: unknown
  readonly context: unknown
  readonly flags: readonly string[]
  readonly counters: readonly string[]
  /** Keep apart what a comparison sees (total too), or what a screen shows (flags too). */
  readonly by: 'check' | 'side'
}

/** One slice of a walk. */
export interface WalkAsked extends Asked {
  readonly limit: number
  /** Where the slice before stopped: the digits of every open need, outermost first. */
  readonly cursor: readonly (readonly number[])[] | null
  readonly sums: Readonly<Record<string, SumTable>>
  /** Needs on top of each other, and the chance of a branch, from which on it isn't followed. */
  readonly deepest: number
  readonly least: number
  /** More results than this in the first need alone aren't begun. */
  readonly most: number
}

export interface SampleAsked {
  readonly sides: readonly Asked[]
  /** Name of the compare function when there are two sides. */
  readonly compare: string | null
  readonly rolls: number
  /** Ends the slice early: dice drawn. */
  readonly dice: number
  readonly deepest: number
  readonly seed: readonly [number, number, number, number]
}

export interface CompareAllAsked {
  readonly compare: string
  readonly actors: readonly unknown[]
  readonly opponents: readonly unknown[]
  readonly context: unknown
}

export interface Walker {
  walk(asked: WalkAsked): string
  sample(asked: SampleAsked): string
  compareAll(asked: CompareAllAsked): string
}

/** Builds the walker; see the comment above the file. */
export function guestWalker(tools: WalkerTools): Walker {
  const { call, frozen, stringify, apply, slice, log, exp, imul, floor, nothing } = tools
  const wholeLimit = 9007199254740992
  const loose = <T>(): Bag<T> => {
    const bag = nothing<unknown>() as unknown as Bag<T>
    bag.length = 0
    return bag
  }
  const isWhole = (value: unknown): value is number =>
    typeof value === 'number' && value % 1 === 0 && value < wholeLimit && value > -wholeLimit
  const arrayOf = (bag: Bag<number>): readonly number[] =>
    bag.length === 1 ? [bag[0] as number] : (apply(slice, bag, [0]) as readonly number[])

  interface Group {
    readonly kind: 'sum' | 'set' | 'row'
    readonly from: number
    /** How many values a digit of this group takes. */
    readonly size: number
    readonly digits: number
    /** How many combinations, and out of how many equal chances; `of` is 1 where that isn't whole. */
    readonly ways: number
    readonly of: number
    readonly each: number
    readonly table: SumTable | undefined
  }
  interface Frame {
    readonly groups: Bag<Group>
    readonly digits: Bag<number>
    /** Faces before this need, and its chance as a count out of equal chances. */
    readonly prefix: readonly number[]
    readonly n: number
    readonly d: number
  }
  type Shaped = Frame | 'odd' | 'sum'

  const logFactorials = loose<number>()
  const logFactorial = (n: number): number => {
    if (logFactorials.length === 0) logFactorials[logFactorials.length++] = 0
    while (logFactorials.length <= n) {
      const next = logFactorials.length
      logFactorials[logFactorials.length++] = (logFactorials[next - 1] as number) + log(next)
    }
    return logFactorials[n] as number
  }

  /** Reads one group of a need; anything out of the ordinary is left to the host to name. */
  function groupOf(dice: unknown, sums: WalkAsked['sums']): Group | 'odd' | 'sum' {
    if (typeof dice !== 'object' || dice === null) return 'odd'
    const { die, count, sum, unordered } = dice as Record<string, unknown>
    if (typeof die !== 'object' || die === null || !isWhole(count) || count < 1 || count > 1000) return 'odd'
    const { from, to, value } = die as Record<string, unknown>
    if (!isWhole(from) || !isWhole(to) || to < from) return 'odd'
    const size = to - from + 1
    if (sum === true) {
      const table = sums[from + ' ' + to + ' ' + count + ' ' + (value === undefined ? '' : stringify(value))]
      if (table === undefined) return 'sum'
      const ways = table.at.length
      return { kind: 'sum', from, size: ways, digits: 1, ways, of: table.of, each: 1, table }
    }
    let ways = 1
    let of = 1
    for (let i = 1; i <= count; i++) {
      ways = unordered === true ? (ways * (size + i - 1)) / i : ways * size
      of *= size
    }
    const whole = of <= wholeLimit
    const kind = unordered === true && count > 1 ? 'set' : 'row'
    return { kind, from, size, digits: count, ways, of: whole ? of : 1, each: whole ? 1 : exp(-count * log(size)), table: undefined }
  }

  function frameOf(need: unknown, prefix: readonly number[], n: number, d: number, sums: WalkAsked['sums']): Shaped {
    const list = need as readonly unknown[]
    const groups = loose<Group>()
    const digits = loose<number>()
    if (!isWhole(list.length) || list.length < 1 || list.length > 100) return 'odd'
    for (let i = 0; i < list.length; i++) {
      const group = groupOf(list[i], sums)
      if (group === 'odd' || group === 'sum') return group
      groups[groups.length++] = group
      for (let j = 0; j < group.digits; j++) digits[digits.length++] = 0
    }
    return { groups, digits, prefix, n, d }
  }

  /** Steps to the next combination, the last digit quickest; false when all have been. */
  function advance(frame: Frame): boolean {
    const { groups, digits } = frame
    let end = digits.length
    for (let g = groups.length - 1; g >= 0; g--) {
      const group = groups[g] as Group
      const begin = end - group.digits
      for (let i = end - 1; i >= begin; i--) {
        const next = (digits[i] as number) + 1
        if (next < group.size) {
          digits[i] = next
          // A multiset is written in rising order; in a row the digits after start over.
          for (let j = i + 1; j < end; j++) digits[j] = group.kind === 'set' ? next : 0
          return true
        }
      }
      for (let i = begin; i < end; i++) digits[i] = 0
      end = begin
    }
    return false
  }

  /** In how many orders a multiset of digits can fall, as a count, or times `each` where that isn't whole. */
  function orders(group: Group, digits: Bag<number>, begin: number): number {
    const whole = group.each === 1
    let ways = whole ? 1 : logFactorial(group.digits)
    let run = 0
    for (let i = 0; i < group.digits; i++) {
      run = i > 0 && digits[begin + i] === digits[begin + i - 1] ? run + 1 : 1
      if (whole) ways = (ways * (i + 1)) / run
      else ways -= log(run)
    }
    return whole ? ways : exp(ways - group.digits * log(group.size))
  }

  /** The faces of a frame's present combination with all before, and its chance. */
  function present(frame: Frame): { readonly faces: readonly number[]; readonly n: number; readonly d: number } {
    const { groups, digits, prefix } = frame
    const faces = loose<number>()
    for (let i = 0; i < prefix.length; i++) faces[faces.length++] = prefix[i] as number
    let { n, d } = frame
    let at = 0
    for (let g = 0; g < groups.length; g++) {
      const group = groups[g] as Group
      if (group.table) {
        faces[faces.length++] = group.table.at[digits[at] as number] as number
        n *= group.table.n[digits[at] as number] as number
      } else {
        for (let i = 0; i < group.digits; i++) faces[faces.length++] = group.from + (digits[at + i] as number)
        n *= group.kind === 'set' ? orders(group, digits, at) : group.each
      }
      d *= group.of
      at += group.digits
    }
    return d <= wholeLimit ? { faces: arrayOf(faces), n, d } : { faces: arrayOf(faces), n: n / d, d: 1 }
  }

  interface Known {
    readonly flags: Record<string, string>
    readonly counters: Record<string, string>
    readonly asked: Asked
  }
  function knownOf(asked: Asked): Known {
    const flags = nothing<string>()
    const counters = nothing<string>()
    for (let i = 0; i < asked.flags.length; i++) flags[asked.flags[i] as string] = stringify(asked.flags[i])
    for (let i = 0; i < asked.counters.length; i++) counters[asked.counters[i] as string] = stringify(asked.counters[i])
    return { flags, counters, asked }
  }

  const optional = (value: unknown): string | undefined => (value === undefined ? 'null' : isWhole(value) ? '' + value : undefined)

  /** An outcome as `success,total,degree,[flags],[[counter,amount]]`, or undefined when something is odd. */
  function keyOf(step: Record<string, unknown>, known: Known): string | undefined {
    const { success } = step
    const { asked } = known
    if (success !== true && success !== false && success !== null) return undefined
    const degree = optional(step['degree'])
    const total = asked.by === 'side' ? optional(step['total']) : 'null'
    const flags = step['flags'] as readonly unknown[]
    const grants = step['grants'] as readonly unknown[]
    if (degree === undefined || total === undefined || typeof flags !== 'object' || flags === null) return undefined
    if (typeof grants !== 'object' || grants === null) return undefined
    let shown = ''
    if (flags.length === 1) {
      shown = known.flags[flags[0] as string] as string
      if (shown === undefined) return undefined
    } else if (flags.length !== 0) {
      const has = nothing<true>()
      for (let i = 0; i < flags.length; i++) {
        if (known.flags[flags[i] as string] === undefined) return undefined
        has[flags[i] as string] = true
      }
      for (let i = 0; i < asked.flags.length; i++) {
        if (has[asked.flags[i] as string]) shown += (shown && ',') + known.flags[asked.flags[i] as string]
      }
    }
    const gains = grants.length === 0 ? '' : gainsOf(grants, known)
    if (gains === undefined) return undefined
    return success + ',' + total + ',' + degree + ',[' + (asked.by === 'side' ? '' : shown) + '],[' + gains + ']'
  }

  function gainsOf(grants: readonly unknown[], known: Known): string | undefined {
    const amounts = nothing<number>()
    let counted = 0
    let only = ''
    for (let i = 0; i < grants.length; i++) {
      const grant = grants[i] as Record<string, unknown>
      if (typeof grant !== 'object' || grant === null) return undefined
      const { counter, amount } = grant
      if (known.counters[counter as string] === undefined || !isWhole(amount) || amount === 0) return undefined
      if (grant['offered'] === true) continue
      only = counter as string
      counted++
      amounts[only] = (amounts[only] ?? 0) + amount
    }
    if (counted === 0) return ''
    if (counted === 1) return '[' + known.counters[only] + ',' + amounts[only] + ']'
    let text = ''
    for (let i = 0; i < known.asked.counters.length; i++) {
      const id = known.asked.counters[i] as string
      if (amounts[id] !== undefined) text += (text && ',') + '[' + known.counters[id] + ',' + amounts[id] + ']'
    }
    return text
  }

  const facesText = (faces: readonly number[]): string => {
    let text = ''
    for (let i = 0; i < faces.length; i++) text += (i > 0 ? ',' : '') + faces[i]
    return '[' + text + ']'
  }

  /** What a step is: a key, or a need, or something that the host has to look at. */
  function readStep(step: unknown, known: Known): { readonly key: string | undefined; readonly need: unknown } | undefined {
    if (typeof step !== 'object' || step === null) return undefined
    const { need } = step as Record<string, unknown>
    if (need !== undefined) return typeof need === 'object' && need !== null ? { key: undefined, need } : undefined
    const key = keyOf(step as Record<string, unknown>, known)
    return key === undefined ? undefined : { key, need: undefined }
  }

  function walk(asked: WalkAsked): string {
    const known = knownOf(asked)
    const name = 'checks.' + asked.check + '.resolve'
    const input = frozen(asked.input)
    const context = frozen(asked.context)
    const resolve = (faces: readonly number[]): unknown => call(name, [input, faces, context])
    const frames = loose<Frame>()
    const cells = nothing<Bag<number>>()
    const order = loose<string>()
    let leaves = 0
    let visits = 0
    let cut = 0

    const add = (key: string, n: number, d: number): void => {
      let masses = cells[key]
      if (masses === undefined) {
        masses = loose<number>()
        cells[key] = masses
        order[order.length++] = key
      }
      leaves++
      for (let i = 0; i < masses.length; i += 2) {
        if (masses[i] === d) {
          masses[i + 1] = (masses[i + 1] as number) + n
          return
        }
      }
      masses[masses.length++] = d
      masses[masses.length++] = n
    }
    const odd = (faces: readonly number[]): string => '{"kind":"look","faces":' + facesText(faces) + '}'

    // The first step, or the way back to where the last slice stopped: each open need is asked again.
    const cursor = asked.cursor
    let faces: readonly number[] = []
    let n = 1
    let d = 1
    const depth = cursor === null ? 1 : cursor.length
    for (let level = 0; level < depth; level++) {
      const step = readStep(resolve(faces), known)
      if (step === undefined) return odd(faces)
      if (step.need === undefined) {
        if (cursor !== null) return odd(faces)
        add(step.key as string, 1, 1)
        break
      }
      const frame = frameOf(step.need, faces, n, d, asked.sums)
      if (frame === 'odd' || frame === 'sum') return odd(faces)
      frames[frames.length++] = frame
      if (cursor === null) {
        let ways = 1
        for (let g = 0; g < frame.groups.length; g++) ways *= (frame.groups[g] as Group).ways
        if (ways > asked.most) return '{"kind":"many"}'
        break
      }
      const digits = cursor[level] as readonly number[]
      if (digits.length !== frame.digits.length) return odd(faces)
      for (let i = 0; i < digits.length; i++) frame.digits[i] = digits[i] as number
      if (level === depth - 1) break
      const combination = present(frame)
      faces = combination.faces
      n = combination.n
      d = combination.d
    }

    while (frames.length > 0 && visits < asked.limit) {
      const combination = present(frames[frames.length - 1] as Frame)
      const step = readStep(resolve(combination.faces), known)
      visits++
      if (step === undefined) return odd(combination.faces)
      if (step.need === undefined) {
        add(step.key as string, combination.n, combination.d)
      } else if (frames.length >= asked.deepest || combination.n / combination.d < asked.least) {
        cut += combination.n / combination.d
      } else {
        const frame = frameOf(step.need, combination.faces, combination.n, combination.d, asked.sums)
        if (frame === 'odd' || frame === 'sum') return odd(combination.faces)
        frames[frames.length++] = frame
        continue
      }
      while (frames.length > 0 && !advance(frames[frames.length - 1] as Frame)) frames.length--
    }

    let text = ''
    for (let i = 0; i < order.length; i++) {
      const masses = cells[order[i] as string] as Bag<number>
      text += (i > 0 ? ',' : '') + '[' + order[i]
      for (let j = 0; j < masses.length; j++) text += ',' + masses[j]
      text += ']'
    }
    let open = ''
    for (let i = 0; i < frames.length; i++) open += (i > 0 ? ',' : '') + facesText(arrayOf((frames[i] as Frame).digits))
    return (
      '{"kind":"cells","cells":[' + text + '],"cut":' + cut + ',"leaves":' + leaves + ',"visits":' + visits +
      ',"cursor":' + (frames.length > 0 ? '[' + open + ']' : 'null') + '}'
    )
  }

  /** xoshiro128**, seeded by the host: numbers for estimates, never for a roll. */
  function generator(seed: SampleAsked['seed']): (size: number) => number {
    let a = seed[0]
    let b = seed[1]
    let c = seed[2]
    let d = seed[3] | 1
    const next = (): number => {
      const x = imul(b, 5)
      const result = imul((x << 7) | (x >>> 25), 9) >>> 0
      const t = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= t
      d = (d << 11) | (d >>> 21)
      return result
    }
    return (size) => floor((next() / 4294967296) * size)
  }

  function sample(asked: SampleAsked): string {
    const draw = generator(asked.seed)
    const sides = loose<{ readonly known: Known; readonly name: string; readonly input: unknown; readonly context: unknown }>()
    for (let i = 0; i < asked.sides.length; i++) {
      const side = asked.sides[i] as Asked
      sides[sides.length++] = { known: knownOf(side), name: 'checks.' + side.check + '.resolve', input: frozen(side.input), context: frozen(side.context) }
    }
    let dice = 0
    /** One side rolled to its end: its key and step, or the faces to look at, or cut off. */
    function roll(index: number): { readonly key: string; readonly step: unknown } | readonly number[] | 'cut' {
      const side = sides[index] as (typeof sides)[number]
      const faces = loose<number>()
      for (let needs = 0; needs <= asked.deepest; needs++) {
        const given = faces.length === 0 ? [] : arrayOf(faces)
        const answer = call(side.name, [side.input, given, side.context])
        const step = readStep(answer, side.known)
        if (step === undefined) return arrayOf(faces)
        if (step.need === undefined) return { key: step.key as string, step: answer }
        const list = step.need as readonly unknown[]
        if (!isWhole(list.length) || list.length < 1 || list.length > 100) return arrayOf(faces)
        for (let g = 0; g < list.length; g++) {
          const group = list[g] as { readonly die: { from: unknown; to: unknown; value?: readonly number[] }; count: unknown; sum?: unknown }
          if (typeof group !== 'object' || group === null || typeof group.die !== 'object' || group.die === null) return arrayOf(faces)
          const { die, count } = group
          const { from, to, value } = die
          if (!isWhole(from) || !isWhole(to) || to < from || !isWhole(count) || count < 1 || count > 1000) return arrayOf(faces)
          let sum = 0
          for (let i = 0; i < count; i++) {
            const face = draw(to - from + 1)
            if (group.sum !== true) faces[faces.length++] = from + face
            else sum += value === undefined ? from + face : (value[face] as number)
          }
          if (group.sum === true) faces[faces.length++] = sum
          dice += count
        }
      }
      return 'cut'
    }

    const cells = nothing<number>()
    const order = loose<string>()
    let rolls = 0
    let cut = 0
    while (rolls < asked.rolls && dice < asked.dice) {
      let key = ''
      const seen = loose<unknown>()
      let lost = false
      for (let i = 0; i < sides.length && !lost; i++) {
        const rolled = roll(i)
        if (rolled === 'cut') lost = true
        else if (!('key' in rolled)) return '{"kind":"look","side":' + i + ',"faces":' + facesText(rolled) + '}'
        else {
          key += (i > 0 ? ',' : '') + rolled.key
          seen[seen.length++] = sideOf(rolled.step as Record<string, unknown>)
        }
      }
      rolls++
      if (lost) {
        cut++
        continue
      }
      if (asked.compare !== null) {
        const verdict = verdictText(call(asked.compare, [seen[0], seen[1], (sides[0] as (typeof sides)[number]).context]))
        if (verdict === undefined) return '{"kind":"look","side":null,"faces":[]}'
        key += ',' + verdict
      }
      if (cells[key] === undefined) {
        cells[key] = 0
        order[order.length++] = key
      }
      cells[key] = (cells[key] as number) + 1
    }
    let text = ''
    for (let i = 0; i < order.length; i++) text += (i > 0 ? ',' : '') + '[' + order[i] + ',' + cells[order[i] as string] + ']'
    return '{"kind":"cells","cells":[' + text + '],"cut":' + cut + ',"rolls":' + rolls + '}'
  }

  function sideOf(step: Record<string, unknown>): unknown {
    const side = nothing<unknown>()
    const { success, total, degree } = step
    side['success'] = success
    if (total !== undefined) side['total'] = total
    if (degree !== undefined) side['degree'] = degree
    return frozen(side)
  }

  /** A verdict as `success,degree`, or undefined when something is odd. */
  function verdictText(verdict: unknown): string | undefined {
    if (typeof verdict !== 'object' || verdict === null) return undefined
    const { success } = verdict as Record<string, unknown>
    const degree = optional((verdict as Record<string, unknown>)['degree'])
    if ((success !== true && success !== false && success !== null) || degree === undefined) return undefined
    return success + ',' + degree
  }

  function compareAll(asked: CompareAllAsked): string {
    const { actors, opponents } = asked
    const context = frozen(asked.context)
    frozen(actors)
    frozen(opponents)
    const places = nothing<number>()
    let verdicts = ''
    let known = 0
    let table = ''
    for (let i = 0; i < actors.length; i++) {
      for (let j = 0; j < opponents.length; j++) {
        const text = verdictText(call(asked.compare, [actors[i], opponents[j], context]))
        if (text === undefined) return '{"kind":"look","actor":' + i + ',"opponent":' + j + '}'
        let place = places[text]
        if (place === undefined) {
          place = known++
          places[text] = place
          verdicts += (place > 0 ? ',' : '') + '[' + text + ']'
        }
        table += (i + j > 0 ? ',' : '') + place
      }
    }
    return '{"kind":"verdicts","verdicts":[' + verdicts + '],"table":[' + table + ']}'
  }

  return { walk, sample, compareAll }
}
