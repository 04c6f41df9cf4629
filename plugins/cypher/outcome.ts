import type { ActorKind, Fact, Offer, Outcome } from '../api/index.ts'
import type { Result } from './d20.ts'

/** What a check adds to the core roll. */
interface Reading {
  readonly headline: string
  readonly facts?: Readonly<Record<string, Fact>>
  readonly explain?: readonly string[]
  /** What may be done next: by whoever rolled, or to somebody whom the GM chooses. */
  readonly offers?: readonly Offer[]
}

/** The core roll as an outcome, in the words of the check that made it. */
export const toOutcome = (result: Result, actor: ActorKind, { headline, facts = {}, explain = [], offers = [] }: Reading): Outcome => ({
  success: result.success,
  ...(result.total === undefined ? {} : { total: result.total }),
  target: result.target,
  flags: result.flags,
  grants: [],
  costs: result.costs,
  facts: { difficulty: result.difficulty, effort: result.effort, ...facts },
  explain: [...result.explain, ...explain],
  headline,
  houseRules: result.houseRules,
  offers: [...offers, ...(result.natural === 1 && actor === 'pc' ? [freeIntrusion] : [])].filter(({ to }) => actor !== 'none' || to === 'target'),
})

const freeIntrusion: Offer = { label: 'GM intrusion without XP', action: 'intrusion', input: { answer: 'free' } }

/** By how much the total fell short. */
export const missed = ({ total = 0, target }: Result) => `Missed by ${target - total}`
