/** Rolls a check many times inside the engine, for an estimate. */
import type { Found, Outcomes } from './outcomes.ts'
import type { Asked, Bag, Part, Tools } from './tools.ts'

export interface SampleAsked {
  readonly sides: readonly Asked[]
  /** The opposed check when there are two sides. */
  readonly opposed: string | null
  /** How many rolls and how many dice, at most. */
  readonly rolls: number
  readonly dice: number
  readonly deepest: number
  /** Where the numbers start: a sandbox has no randomness of its own. */
  readonly seed: readonly [number, number, number, number]
}

/** Sent as text: see tools.ts. */
export function guestSample({ nothing, bag, arrayOf, frozen, isWhole, imul, floor, listText, part }: Tools, outcomes: Outcomes): (asked: SampleAsked) => string {
  const { needOf, verdictText } = outcomes
  type Loose = Readonly<Record<string, unknown>>
  interface Seat {
    readonly found: Found
    readonly check: Part
    readonly input: unknown
    readonly context: unknown
  }

  /** xoshiro128**: good enough for estimates, never for a roll. */
  function generator(seed: SampleAsked['seed']): (size: number) => number {
    let a = seed[0]
    let b = seed[1]
    let c = seed[2]
    let d = seed[3] | 1
    return (size) => {
      const x = imul(b, 5)
      const drawn = imul((x << 7) | (x >>> 25), 9) >>> 0
      const t = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= t
      d = (d << 11) | (d >>> 21)
      return floor((drawn / 4294967296) * size)
    }
  }

  /** Draws one group's dice onto the faces; gives how many, or 0 where something is odd. */
  function drawGroup(group: unknown, faces: Bag<number>, draw: (size: number) => number): number {
    if (typeof group !== 'object' || group === null) return 0
    const { die, count, sum } = group as Loose
    if (typeof die !== 'object' || die === null || !isWhole(count) || count < 1 || count > 1000) return 0
    const { from, to, value } = die as { from: unknown; to: unknown; value: readonly number[] | undefined }
    if (!isWhole(from) || !isWhole(to) || to < from) return 0
    let total = 0
    for (let i = 0; i < count; i++) {
      const face = draw(to - from + 1)
      if (sum !== true) faces[faces.length++] = from + face
      else if (value === undefined) total += from + face
      else if (isWhole(value[face])) total += value[face] as number
      else return 0
    }
    if (sum === true) faces[faces.length++] = total
    return count
  }

  /** What a comparison sees of an outcome. */
  function sideOf(step: unknown): unknown {
    const { success, total, degree } = step as Loose
    const side = nothing<unknown>()
    side['success'] = success
    if (total !== undefined) side['total'] = total
    if (degree !== undefined) side['degree'] = degree
    return frozen(side)
  }

  return (asked) => {
    const draw = generator(asked.seed)
    const opposed = asked.opposed === null ? undefined : part('opposed', asked.opposed)
    const seats = bag<Seat>()
    for (let i = 0; i < asked.sides.length; i++) {
      const side = asked.sides[i] as Asked
      seats[seats.length++] = { found: outcomes.begin(side), check: part('checks', side.check), input: frozen(side.input), context: frozen(side.context) }
    }
    const counts = nothing<number>()
    const order = bag<string>()
    let rolls = 0
    let dice = 0
    let cut = 0

    while (rolls < asked.rolls && dice < asked.dice) {
      let text = ''
      let isCut = false
      const sides = bag<unknown>()
      for (let i = 0; i < seats.length && !isCut; i++) {
        const { found, check, input, context } = seats[i] as Seat
        const faces = bag<number>()
        for (let needs = 0; ; needs++) {
          const step = check.resolve(input, arrayOf(faces), context)
          const cell = found.of(step)
          if (cell !== undefined) {
            text += (i > 0 ? ',' : '') + cell.text
            sides[sides.length++] = opposed && sideOf(step)
            break
          }
          const list = needOf(step)
          const look = (): string => '{"kind":"look","pair":null,"side":' + i + ',"faces":' + listText(arrayOf(faces)) + '}'
          if (list === undefined) return look()
          isCut = needs >= asked.deepest
          if (isCut) break
          const before = faces.length
          for (let g = 0; g < list.length; g++) {
            const drawn = drawGroup(list[g], faces, draw)
            dice += drawn
            if (drawn === 0) {
              faces.length = before
              return look()
            }
          }
        }
      }
      rolls++
      if (isCut) {
        cut++
        continue
      }
      if (opposed) {
        const verdict = verdictText(opposed.compare(sides[0], sides[1], (seats[0] as Seat).context))
        if (verdict === undefined) return '{"kind":"look","pair":[' + text + ']}'
        text += ',' + verdict
      }
      if (counts[text] === undefined) order[order.length++] = text
      counts[text] = (counts[text] ?? 0) + 1
    }

    let cells = ''
    for (let i = 0; i < order.length; i++) cells += (i > 0 ? ',[' : '[') + order[i] + ',' + counts[order[i] as string] + ']'
    return '{"kind":"cells","cells":[' + cells + '],"cut":' + cut + ',"rolls":' + rolls + '}'
  }
}
