/** One check for many at once, as one undoable step. */
import type { BatchInput, BatchOdds, CharacterId, Odds, OddsSummary, Problem, Reply, Roll, RollId, TypedSide } from '../../preload/contract.ts'
import { done, failed } from '../rules/reply.ts'
import { playCheck, type Played } from '../sandbox/play.ts'
import { playMany } from '../sandbox/play-many.ts'
import type { Door } from './act.ts'
import { oddsToSummary } from './chances.ts'
import { readyCheck, type ReadyCheck } from './check.ts'
import { movesOf, movesShortfall, settle, shortfall } from './payments.ts'
import { createHand, getRolls, recordsToRolls, rollRecord, toRolled, type Done, type RollDesk } from './roll.ts'
import { findTotals, withoutDoubt, type FoundTotal } from './typed-total.ts'

/** Told how many have been resolved; false ends the work with nothing rolled. */
export type BatchProgress = (ended: number, of: number) => boolean

/** The chance of each, worked out once for those whose input is alike. */
export async function previewBatch(desk: RollDesk, input: BatchInput): Promise<Reply<readonly BatchOdds[]>> {
  const checks = readyAll(desk, input)
  if (!checks.ok) return checks
  const odds: BatchOdds[] = []
  for (const [index, ready] of checks.value.entries()) {
    const one = { who: input.actors[index] as CharacterId, input: ready.sides[0]?.input ?? {} }
    if (ready.problems.length > 0) {
      const own = ready.problems.find(({ side }) => side === 0)
      odds.push({ ...one, success: null, ...(own && { problem: own.message }) })
      continue
    }
    const chances = await desk.chances.of(ready)
    odds.push({ ...one, success: chances.odds?.success ?? null, ...(chances.problem !== undefined && { problem: chances.problem }) })
  }
  return done(odds)
}

/** Rolls a check for each of the actors. Nothing is written unless all of them can. */
export async function rollBatch(desk: RollDesk, door: Door, input: BatchInput, progress: BatchProgress): Promise<Reply<readonly Roll[] | null>> {
  const { actors, typed = [], opponentTyped, secret = false } = input
  const checks = readyAll(desk, input)
  if (!checks.ok) return checks
  const [first] = checks.value
  if (!first) return failed('refused', 'Choose who rolls first.')
  const open = checks.value.flatMap(({ problems }) => problems)
  if (open.length > 0) return refused(open)
  const hands: TypedSide[] = actors.map((who) => typed.find((each) => each.who === who)?.dice ?? null)
  const totals = await findBatchTotals(desk, checks.value, hands, opponentTyped ?? null)
  if (!totals.ok) return totals
  const { actors: owns, opponent: met } = totals.value
  const hand = createHand(hands, owns, desk.random)
  const played = await desk.runner.run(async (sandbox) => {
    const of = actors.length
    if (first.sides.length === 1) {
      const sides = checks.value.map(({ sides: [side] }) => side as (typeof first.sides)[number])
      return playMany(sandbox, first.check, sides, {
        take: hand.take,
        afford: (index, costs) => shortfall(desk, (sides[index] as (typeof sides)[number]).participant, costs),
        progress: (ended) => progress(ended, of),
      })
    }
    // The opponent rolls once, and each of them is compared with that.
    const once = createOnce(createHand([opponentTyped ?? null], [met], desk.random))
    const all: Played[] = []
    for (const [index, ready] of checks.value.entries()) {
      if (!progress(index, of)) return { ok: true, value: undefined }
      once.again()
      const one = await playCheck(sandbox, ready.check, ready.sides, {
        take: (side, dice) => (side === 0 ? hand.take(index, dice) : once.take(dice)),
        afford: (side, costs) => shortfall(desk, (ready.sides[side] as (typeof ready.sides)[number]).participant, costs),
      })
      if (one.kind === 'fault') return { ok: false, fault: one.fault }
      all.push(one)
    }
    return progress(of, of) ? { ok: true, value: all } : { ok: true, value: undefined }
  })
  if (!played.ok) return played
  if (!played.value) return done(null)
  const isDone = played.value.every(({ kind }) => kind === 'done')
  const misread = hand.problems({ kind: isDone ? 'done' : 'needs' }).map(({ side, message }) => ({ side: 0, message: `${nameOf(desk, actors[side])}: ${message}` }))
  const problems = [...misread, ...problemsOf(desk, played.value, actors)]
  if (problems.length > 0) return refused(problems)
  const known = (played.value as readonly Done[]).map((one, index) => withoutDoubt(one, [owns[index], met]))
  return keepBatch(desk, door, checks.value, known, { typed: hands, opponentTyped: opponentTyped !== undefined, totals: totals.value, secret })
}

/** What was typed, and what it was found to mean. */
interface ByHand {
  readonly typed: readonly TypedSide[]
  readonly opponentTyped: boolean
  readonly totals: BatchTotals
  readonly secret: boolean
}

async function keepBatch(desk: RollDesk, door: Door, checks: readonly ReadyCheck[], played: readonly Done[], { typed, opponentTyped, totals, secret }: ByHand): Promise<Reply<readonly Roll[]>> {
  const { records } = desk
  // Those whose input is alike have the same odds.
  const summaries = new Map<Odds, OddsSummary>()
  const odds: (OddsSummary | undefined)[] = []
  for (const ready of checks) {
    const { odds: found } = await desk.chances.of(ready)
    if (found && !summaries.has(found)) summaries.set(found, oddsToSummary(found))
    odds.push(found && summaries.get(found))
  }
  if (checks.some(({ sides }) => sides.some(({ participant: { id } }) => id !== undefined && !records.characters.get(id))))
    return failed('missing', 'Somebody in this roll is not there any more. Nothing was rolled.')
  // What the opponent's own roll pays and brings counts once.
  const counted = played.map((one, index) => (index === 0 || one.sides.length < 2 ? one : withoutOpponent(one)))
  const moves = counted.map((one, index) => movesOf(desk, (checks[index] as ReadyCheck).sides.map(({ participant }) => participant), one))
  const short = movesShortfall(desk, moves.flat())
  if (short !== undefined) return refused([{ side: 0, message: short }])
  const [first] = checks as readonly [ReadyCheck, ...ReadyCheck[]]
  const label = checks.length === 1 ? `${first.label} by ${first.sides[0]?.participant.name}` : `${first.label} by ${checks.length}`
  const kept = door.act(label, (at) => {
    const rolls = records.rolls.addTogether(
      checks.map((ready, index) => {
        const one = played[index] as Done
        const dice = one.dice.map((group) => (group.side === 0 ? toRolled(group, typed[index] != null, totals.actors[index]) : toRolled(group, opponentTyped, totals.opponent)))
        const summary = odds[index]
        return { ...rollRecord(desk, ready, one, dice, at), secret, ...(summary && { odds: summary }) }
      }),
    )
    for (const [index, { id }] of rolls.entries()) settle(desk, at, id, moves[index] ?? [])
    return rolls
  })
  return kept.ok ? done(recordsToRolls(records, kept.value)) : kept
}

/** The dice behind typed totals: of each of them, and of the other side. */
interface BatchTotals {
  readonly actors: readonly (FoundTotal | undefined)[]
  readonly opponent: FoundTotal | undefined
}

/** Those whose input and total are alike are tried once. */
async function findBatchTotals(desk: RollDesk, checks: readonly ReadyCheck[], hands: readonly TypedSide[], opponent: TypedSide): Promise<Reply<BatchTotals>> {
  const actors: (FoundTotal | undefined)[] = []
  const known = new Map<string, FoundTotal | undefined>()
  const problems: Problem[] = []
  for (const [index, ready] of checks.entries()) {
    const typed = hands[index] ?? null
    if (!typed || !('total' in typed)) {
      actors.push(undefined)
      continue
    }
    const [side] = ready.sides
    const alike = JSON.stringify([typed.total.trim(), side?.input, side?.context])
    if (!known.has(alike)) {
      const found = await findTotals(desk.runner, ready, [typed])
      if (found.ok) known.set(alike, found.value[0])
      else if (found.error.code !== 'refused') return found
      else problems.push({ side: 0, message: `${side?.participant.name}: ${found.error.message}` })
    }
    actors.push(known.get(alike))
  }
  const [first] = checks
  const met = first?.sides.length === 2 ? await findTotals(desk.runner, first, [null, opponent]) : done([])
  if (!met.ok) {
    if (met.error.code !== 'refused') return met
    problems.push({ side: 1, message: `The other side: ${met.error.message}` })
  }
  return problems.length > 0 || !met.ok ? refused(problems) : done({ actors, opponent: met.value[1] })
}

function readyAll(desk: RollDesk, { check, actors, input, inputs = [], picks = {}, opponent }: BatchInput): Reply<readonly ReadyCheck[]> {
  desk.records.characters.fetch(actors)
  const owns = new Map(inputs.map((each) => [each.who, each]))
  const checks: ReadyCheck[] = []
  for (const who of actors) {
    const own = owns.get(who)
    const side = { who, picks: { ...picks, ...own?.picks }, input: { ...input, ...own?.input } }
    const ready = readyCheck(desk, { check, sides: opponent ? [side, opponent] : [side] })
    if (!ready.ok) return ready
    const name = ready.value.sides[0]?.participant.name ?? ''
    const whose = (problem: Problem) => (problem.side === 1 ? 'The other side: ' : actors.length > 1 ? `${name}: ` : '')
    checks.push({ ...ready.value, problems: ready.value.problems.map((problem) => ({ ...problem, message: `${whose(problem)}${problem.message}` })) })
  }
  return done(checks)
}

const nameOf = ({ records }: RollDesk, who: CharacterId | undefined): string => (who === undefined ? undefined : records.characters.get(who)?.name) ?? 'Somebody'

function problemsOf(desk: RollDesk, played: readonly Played[], actors: readonly CharacterId[]): readonly Problem[] {
  return played.flatMap((one, index): Problem[] => {
    if (one.kind === 'done') return []
    const name = nameOf(desk, actors[index])
    if (one.kind === 'refused') return [{ side: one.side, message: `${name}: ${one.message}`, ...(one.field !== undefined && { field: one.field }) }]
    if (one.kind !== 'needs') return []
    const missing = one.dice.map(({ count, die }) => `${count} ${die.id}`).join(' and ')
    return [{ side: one.side, message: `${one.side === 0 ? name : 'The other side'} needs ${missing} more.` }]
  })
}

/** Hands out the same faces to every comparison. */
function createOnce(hand: ReturnType<typeof createHand>) {
  const drawn: (readonly number[])[] = []
  let at = 0
  return {
    again: () => void (at = 0),
    take(dice: Parameters<typeof hand.take>[1]): readonly number[] | undefined {
      const known = drawn[at]
      const faces = known ?? hand.take(0, dice)
      if (faces && !known) drawn.push(faces)
      at += 1
      return faces
    },
  }
}

function withoutOpponent(one: Done): Done {
  const [actor, opponent] = one.sides
  if (!actor || !opponent) return one
  return { ...one, outcome: { ...one.outcome, grants: actor.grants }, sides: [actor, { ...opponent, costs: [] }] }
}

const refused = (problems: readonly Problem[]): Reply<never> => failed('refused', problems[0]?.message ?? 'This can’t be rolled.', problems)

/** All rolls made together with one, in their order, with what corrected or rerolled them. */
export function listMates(desk: RollDesk, roll: RollId): Reply<readonly Roll[]> {
  const kept = desk.records.rolls.get(roll)
  if (kept?.batch == null) return failed('missing', 'That roll was made alone.')
  return done(getRolls(desk, desk.records.rolls.mates(kept.batch)).toReversed())
}
