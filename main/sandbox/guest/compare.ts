/** Compares many pairs of sides inside the engine. */
import type { Outcomes } from './outcomes.ts'
import type { Tools } from './tools.ts'

export interface CompareAllAsked {
  readonly opposed: string
  /** What the comparison sees of each side. */
  readonly actors: readonly unknown[]
  readonly opponents: readonly unknown[]
  readonly context: unknown
}

/** Sent as text: see tools.ts. Distinct verdicts once, and the place of each pair's, row by row. */
export function guestCompare({ nothing, frozen, part }: Tools, { verdictText }: Outcomes): (asked: CompareAllAsked) => string {
  return (asked) => {
    const opposed = part('opposed', asked.opposed)
    const actors = frozen(asked.actors)
    const opponents = frozen(asked.opponents)
    const context = frozen(asked.context)
    const places = nothing<number>()
    let count = 0
    let verdicts = ''
    let table = ''
    for (let i = 0; i < actors.length; i++) {
      for (let j = 0; j < opponents.length; j++) {
        const text = verdictText(opposed.compare(actors[i], opponents[j], context))
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
