import type { Cost, Outcome } from '../../plugins/api/index.ts'
import type { CharacterId, Participant } from '../../preload/contract.ts'
import type { Played } from '../sandbox/play.ts'
import { countersOf, holderOf, kindOf, moveCounter, moveOf, nameOf, ownerOf, type CounterDesk, type Holder } from './counters.ts'

/** One amount that a roll moves: what it costs, what it grants, or what it takes back of an earlier roll. */
export interface Move {
  readonly holder: Holder
  readonly counter: string
  /** Signed. */
  readonly amount: number
  readonly as: 'cost' | 'grant' | 'back'
}

/** What a played check costs and grants. What nobody present can receive stays an offer and is not among them. */
export function movesOf(desk: CounterDesk, participants: readonly Participant[], played: Extract<Played, { kind: 'done' }>): readonly Move[] {
  const [actor, opponent] = participants.map(({ id }) => holderOf(desk, id))
  const paid = [...costMoves(actor, played.outcome.costs), ...costMoves(opponent, played.sides[1]?.costs ?? [])]
  const granted = played.outcome.grants.flatMap(({ counter, to, amount, offered }): readonly Move[] => {
    const holder = to === 'actor' ? actor : to === 'opponent' ? opponent : to
    return holder && !offered ? [{ holder, counter, amount, as: 'grant' }] : []
  })
  return [...paid, ...granted]
}

/** What takes back all that a roll, and the rolls it followed itself, have moved, but for the price of rerolls: that stays paid. */
export function movesBack(desk: CounterDesk, roll: number): readonly Move[] {
  const kept = desk.records.rolls.get(roll)
  const own = desk.records.counters.stepsOfRolls(roll, roll).flatMap(({ owner, character, counter, amount }): readonly Move[] => {
    const holder = owner === 'character' ? holderOf(desk, character as CharacterId) : owner
    return holder ? [{ holder, counter, amount: -amount, as: 'back' }] : []
  })
  if (kept?.follows == null) return own
  const price = kept.followsAs === 'reroll' ? rerollMoves(desk, kept.participants[0]).map((move): Move => ({ ...move, as: 'back' })) : []
  return [...own, ...price, ...movesBack(desk, kept.follows)]
}

/** What rolling a check again costs its actor. */
export const rerollMoves = (desk: CounterDesk, actor: Participant | undefined): readonly Move[] =>
  costMoves(holderOf(desk, actor?.id), desk.declarations.reroll?.costs ?? [])

/** Why an actor can't pay, in words, or undefined when it can. Nobody in particular pays nothing. */
export const shortfall = (desk: CounterDesk, participant: Participant, costs: readonly Cost[], back: readonly Move[] = []): string | undefined =>
  movesShortfall(desk, [...back, ...costMoves(holderOf(desk, participant.id), costs)])

/** The first cost among the moves that can't be paid, after what they give back. */
export function movesShortfall(desk: CounterDesk, moves: readonly Move[]): string | undefined {
  for (const parts of byCounter(moves.filter(({ as }) => as !== 'grant'))) {
    const [first] = parts
    if (!first || !parts.some(({ as }) => as === 'cost')) continue
    const { holder, counter: id } = first
    const counter = countersOf(desk, kindOf(holder)).find((each) => each.id === id)
    if (!counter) return `${nameOf(holder)} has no ${desk.declarations.counters.find((each) => each.id === id)?.label ?? id} to pay this with.`
    const sum = (as: Move['as']): number => parts.reduce((total, move) => total + (move.as === as ? move.amount : 0), 0)
    const { value, bounds } = moveOf(desk, counter, holder, 0)
    const has = value + sum('back')
    const costs = -sum('cost')
    const short = costs - (has - (bounds.min ?? 0))
    if (short > 0) return `This costs ${costs} ${counter.label} and ${nameOf(holder)} has ${has}: ${short} short.`
  }
  return undefined
}

/** Writes what a roll moves, each counter once; the transaction is the caller's. */
export function settle(desk: CounterDesk, at: number, roll: number, moves: readonly Move[]): void {
  for (const parts of byCounter(moves)) {
    const [first] = parts
    const amount = parts.reduce((sum, move) => sum + move.amount, 0)
    if (first && amount !== 0) moveCounter(desk, first.holder, first.counter, amount, at, { roll })
  }
}

const costMoves = (holder: Holder | undefined, costs: Outcome['costs']): readonly Move[] =>
  holder ? costs.map(({ pool, amount }) => ({ holder, counter: pool, amount: -amount, as: 'cost' })) : []

const byCounter = (moves: readonly Move[]): Iterable<readonly Move[]> =>
  Map.groupBy(moves, ({ holder, counter }) => JSON.stringify([ownerOf(holder), counter])).values()
