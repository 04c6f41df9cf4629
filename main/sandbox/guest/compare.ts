/** Compares many pairs of sides inside the engine. */
import type { Outcomes } from './outcomes.ts'
import type { Tools } from './tools.ts'

export interface CompareAllAsked {
  readonly opposed: string
  /** What the comparison sees of each side. */
  readonly actors: readonly ComparedSide[]
  readonly opponents: readonly ComparedSide[]
  readonly context: unknown
  /** Stop as soon as the comparison looks at a total: the sides given stand for others of other totals. */
  readonly withoutTotals: boolean
}

export interface ComparedSide {
  readonly success: boolean | null
  readonly total?: number
  readonly degree?: number
}

/** Sent as text: see tools.ts. Distinct verdicts once, and the place of each pair's, row by row. */
export function guestCompare({ nothing, bag, frozen, freeze, defineProperty, part }: Tools, { verdictText }: Outcomes): (asked: CompareAllAsked) => string {
  return (asked) => {
    const opposed = part('opposed', asked.opposed)
    const context = frozen(asked.context)
    let isTotalSeen = false

    function watched(sides: readonly ComparedSide[]) {
      const list = bag<unknown>()
      for (let i = 0; i < sides.length; i++) {
        const side = sides[i] as ComparedSide
        if (asked.withoutTotals && side.total !== undefined) {
          const { total } = side
          const get = (): number => {
            isTotalSeen = true
            return total
          }
          defineProperty(side, 'total', { __proto__: null, enumerable: true, get } as PropertyDescriptor)
        }
        list[list.length++] = freeze(side)
      }
      return list
    }

    const actors = watched(asked.actors)
    const opponents = watched(asked.opponents)
    const places = nothing<number>()
    let count = 0
    let verdicts = ''
    let table = ''
    for (let i = 0; i < actors.length; i++) {
      for (let j = 0; j < opponents.length; j++) {
        const text = verdictText(opposed.compare(actors[i], opponents[j], context))
        if (isTotalSeen) return '{"kind":"totals"}'
        if (text === undefined) return '{"kind":"look","actor":' + i + ',"opponent":' + j + '}'
        if (places[text] === undefined) {
          verdicts += (count > 0 ? ',[' : '[') + text + ']'
          places[text] = count++
        }
        table += (i + j > 0 ? ',' : '') + places[text]
      }
    }
    return '{"kind":"verdicts","verdicts":[' + verdicts + '],"table":[' + table + ']}'
  }
}
