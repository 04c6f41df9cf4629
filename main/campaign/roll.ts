import type { Dice } from '../../plugins/api/index.ts'
import type { CheckInput, Problem, Reply, Roll, RolledDice, RollId, RollResult, SessionId, TypedSide } from '../../preload/contract.ts'
import type { NewRoll, RollRecord } from '../db/stores/rolls.ts'
import { drawFace, faceName, readFace } from '../rules/dice.ts'
import { done, failed } from '../rules/reply.ts'
import { playCheck, type Played, type PlayedDice } from '../sandbox/play.ts'
import type { Door } from './act.ts'
import { oddsToSummary, type ChanceDesk } from './chances.ts'
import { readyCheck, type ReadyCheck } from './check.ts'
import type { CounterDesk } from './counters.ts'
import { stepToPayment } from './deeds.ts'
import { movesBack, movesOf, movesShortfall, rerollMoves, settle, shortfall } from './payments.ts'
import type { SystemRunner } from './system.ts'
import { findTotals, withoutDoubt, type FoundTotal } from './typed-total.ts'

/** What rolling stands on. */
export interface RollDesk extends CounterDesk {
  readonly runner: SystemRunner
  readonly chances: ChanceDesk
  /** Hash of the package that the campaign plays with. */
  readonly package: string
  readonly random: () => number
  readonly uuid: () => string
}

/**
 * Makes a roll: fills and parses the forms, refuses what can't be paid, takes the faces, and keeps
 * the roll, its costs and its grants in one undoable step. Nothing is written in any other case.
 */
export async function makeRoll(desk: RollDesk, door: Door, input: CheckInput, typed: readonly TypedSide[], secret = false): Promise<Reply<RollResult>> {
  const ready = readyCheck(desk, input)
  if (!ready.ok) return ready
  if (ready.value.problems.length > 0) return refused(ready.value.problems)
  const totals = await findTotals(desk.runner, ready.value, typed)
  if (!totals.ok) return totals
  const hand = createHand(typed, totals.value, desk.random)
  const { sides, check } = ready.value
  const played = await desk.runner.run(async (sandbox) => {
    const answer = await playCheck(sandbox, check, sides, {
      take: hand.take,
      afford: (side, costs) => shortfall(desk, (sides[side] as (typeof sides)[number]).participant, costs),
    })
    return answer.kind === 'fault' ? { ok: false, fault: answer.fault } : { ok: true, value: answer }
  })
  if (!played.ok) return played
  const problems = hand.problems(played.value)
  if (problems.length > 0) return refused(problems)
  switch (played.value.kind) {
    case 'refused': {
      const { side, field, message } = played.value
      return refused([{ side, message, ...(field !== undefined && { field }) }])
    }
    case 'needs':
      return done({ kind: 'needs', side: played.value.side, dice: played.value.dice })
    case 'done': {
      const { odds } = await desk.chances.of(ready.value)
      const dice = played.value.dice.map((group) => toRolled(group, typed[group.side] != null, totals.value[group.side]))
      const kept = keepRoll(desk, door, ready.value, withoutDoubt(played.value, totals.value), dice, odds && oddsToSummary(odds), { secret })
      return kept.ok ? done({ kind: 'rolled', roll: kept.value }) : kept
    }
  }
}

/** The newest rolls, newest first. */
export const listRolls = ({ records }: CounterDesk, limit: number): readonly Roll[] => recordsToRolls(records, records.rolls.newest(limit))

/** Some rolls by id, newest first. */
export function getRolls({ records }: CounterDesk, ids: readonly number[]): readonly Roll[] {
  const found = ids.map((id) => records.rolls.get(id)).filter((roll) => roll !== undefined)
  return recordsToRolls(records, found.toSorted((a, b) => b.id - a.id))
}

export type Done = Extract<Played, { kind: 'done' }>

/** How a roll stands to the rest of the log. */
export interface Standing {
  /** Kept from players. */
  readonly secret: boolean
  /** The roll whose costs and grants this one takes back. */
  readonly follows?: { readonly roll: RollRecord; readonly as: 'correction' | 'reroll' }
}

/** Keeps a roll with its costs and grants in one undoable step. */
export function keepRoll(desk: RollDesk, door: Door, ready: ReadyCheck, played: Done, dice: readonly RolledDice[], odds: RollRecord['odds'], { secret, follows }: Standing): Reply<Roll> {
  const participants = ready.sides.map(({ participant }) => participant)
  const { records } = desk
  // Something else may have been done while the system was thinking.
  if (participants.some(({ id }) => id !== undefined && !records.characters.get(id)))
    return failed('missing', 'Somebody in this roll is not there any more. Nothing was rolled.')
  const followed = follows && records.rolls.get(follows.roll.id)
  if (follows && (!followed || followed.undone || followed.replaced)) return failed('refused', 'That roll was undone or changed meanwhile. Nothing was rolled.')
  const moves = [
    ...(follows ? movesBack(desk, follows.roll.id) : []),
    ...(follows?.as === 'reroll' ? rerollMoves(desk, participants[0]) : []),
    ...movesOf(desk, participants, played),
  ]
  const short = movesShortfall(desk, moves)
  if (short !== undefined) return refused([{ side: 0, message: short }])
  const what = follows?.as === 'correction' ? 'correction of ' : follows?.as === 'reroll' ? 'reroll of ' : ''
  const kept = door.act(`${what}${ready.label} by ${participants[0]?.name ?? 'nobody'}`, (at) => {
    const standing = { secret, follows: follows?.roll.id ?? null, followsAs: follows?.as ?? null }
    const roll = records.rolls.add({ ...rollRecord(desk, ready, played, dice, at), ...standing, ...(odds && { odds }) })
    settle(desk, at, roll, moves)
    return roll
  })
  if (!kept.ok) return kept
  const [roll] = getRolls(desk, [kept.value])
  return roll ? done(roll) : failed('missing', 'The roll was undone at once.')
}

/** A roll as it is kept, made openly and following no other. */
export const rollRecord = (desk: RollDesk, ready: ReadyCheck, played: Done, dice: readonly RolledDice[], at: number): NewRoll => ({
  uuid: desk.uuid(),
  at,
  package: desk.package,
  check: ready.check,
  participants: ready.sides.map(({ participant }) => participant),
  inputs: ready.sides.map(({ input }) => input),
  settings: ready.sides[0]?.context.settings ?? {},
  dice,
  outcome: played.outcome,
  session: desk.records.sessions.running()?.id ?? null,
  secret: false,
  follows: null,
  followsAs: null,
  batch: null,
})

/** Gives faces to a check as it asks for them: the next typed ones of that side, or drawn ones. */
export function createHand(typed: readonly TypedSide[], totals: readonly (FoundTotal | undefined)[], random: () => number) {
  const used: number[] = typed.map(() => 0)
  const found = totals.map((total) => [...(total?.faces ?? [])])
  const problems: Problem[] = []
  const readNext = (side: number, { die, count }: Dice, texts: readonly string[]): readonly number[] | undefined => {
    const start = used[side] ?? 0
    if (start >= texts.length) return undefined
    used[side] = start + count
    const faces: number[] = []
    for (let index = start; index < start + count; index += 1) {
      const read = readFace(die, texts[index] ?? '')
      if (read.ok) faces.push(read.face)
      else problems.push({ side, field: `typed.${index}`, message: read.message })
    }
    return faces.length === count ? faces : undefined
  }
  return {
    take: (side: number, dice: Dice): readonly number[] | undefined => {
      const texts = typed[side]
      if (!texts) return Array.from({ length: dice.count }, () => drawFace(dice.die, random))
      return 'total' in texts ? found[side]?.shift() : readNext(side, dice, texts)
    },
    /** What is wrong with the typed dice, ones left over included, once a check ended. */
    problems(played: Pick<Played, 'kind'>): readonly Problem[] {
      const left = played.kind !== 'done' ? [] : typed.flatMap((texts, side) => {
        const spare = (texts && !('total' in texts) ? texts.length : 0) - (used[side] ?? 0)
        return spare > 0 ? [{ side, field: `typed.${used[side]}`, message: `${spare === 1 ? 'This die is' : 'These dice are'} not part of the roll.` }] : []
      })
      return [...problems, ...left]
    },
  }
}

/** A group of dice as the log keeps it. Faces that only might have come to a total are not shown. */
export const toRolled = ({ side, dice, faces }: PlayedDice, typed: boolean, found?: FoundTotal): RolledDice => ({
  side,
  die: dice.die.id,
  faces,
  shown: found?.certain === false ? [] : faces.map((face) => faceName(dice.die, face)),
  typed,
  from: dice.die.from,
  to: dice.die.to,
  ...(found && { total: found.total }),
})

/** Rolls as the log shows them. */
export function recordsToRolls({ counters }: CounterDesk['records'], rolls: readonly RollRecord[]): readonly Roll[] {
  if (rolls.length === 0) return []
  const ids = rolls.map(({ id }) => id)
  const steps = Map.groupBy(counters.stepsOfRolls(Math.min(...ids), Math.max(...ids)), ({ roll }) => roll)
  return rolls.map(({ id, package: _package, settings: _settings, session, follows, followsAs, batch, mates, succeeded, ...roll }) => ({
    ...roll,
    id: id as RollId,
    ...(session !== null && { session: session as SessionId }),
    ...(batch !== null && { batch: { first: batch as RollId, count: mates, ...(succeeded !== null && { succeeded }) } }),
    ...(follows !== null && followsAs !== null && { follows: { roll: follows as RollId, as: followsAs } }),
    payments: (steps.get(id) ?? []).map(stepToPayment),
  }))
}

function refused(problems: readonly Problem[]): Reply<never> {
  return failed('refused', problems[0]?.message ?? 'This can’t be rolled.', problems)
}
