import type { Dice } from '../../plugins/api/index.ts'
import type { CharacterId, CheckInput, Payment, Problem, Reply, Roll, RolledDice, RollId, RollResult } from '../../preload/contract.ts'
import type { RollRecord } from '../db/stores/rolls.ts'
import { drawFace, faceName, readFace } from '../rules/dice.ts'
import { done, failed } from '../rules/reply.ts'
import { playCheck, type Played, type PlayedDice } from '../sandbox/play.ts'
import type { Door } from './act.ts'
import { oddsToSummary, type ChanceDesk } from './chances.ts'
import { readyCheck, type ReadyCheck } from './check.ts'
import { settle, shortfall, type CounterDesk } from './counters.ts'
import type { SystemRunner } from './system.ts'

/** What rolling stands on. */
export interface RollDesk extends CounterDesk {
  readonly runner: SystemRunner
  readonly chances: ChanceDesk
  /** Hash of the package that the campaign plays with. */
  readonly package: string
  readonly random: () => number
  readonly uuid: () => string
}

/** Dice entered by hand, by side; a side without any has its dice drawn. */
export type TypedDice = readonly (readonly string[] | null)[]

/**
 * Makes a roll: fills and parses the forms, refuses what can't be paid, takes the faces, and keeps
 * the roll, its costs and its grants in one undoable step. Nothing is written in any other case.
 */
export async function makeRoll(desk: RollDesk, door: Door, input: CheckInput, typed: TypedDice): Promise<Reply<RollResult>> {
  const ready = readyCheck(desk, input)
  if (!ready.ok) return ready
  if (ready.value.problems.length > 0) return refused(ready.value.problems)
  const hand = createHand(typed, desk.random)
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
      return keep(desk, door, ready.value, played.value, typed, odds && oddsToSummary(odds))
    }
  }
}

/** Rolls older than `before`, newest first; the newest ones without it. */
export function listRolls({ records }: CounterDesk, limit: number, before: number = Number.MAX_SAFE_INTEGER): readonly Roll[] {
  return recordsToRolls(records, records.rolls.before(before, limit))
}

/** Some rolls by id, newest first. */
export function getRolls({ records }: CounterDesk, ids: readonly number[]): readonly Roll[] {
  const found = ids.map((id) => records.rolls.get(id)).filter((roll) => roll !== undefined)
  return recordsToRolls(records, found.toSorted((a, b) => b.id - a.id))
}

type Done = Extract<Played, { kind: 'done' }>

function keep(desk: RollDesk, door: Door, ready: ReadyCheck, played: Done, typed: TypedDice, odds: RollRecord['odds']): Reply<RollResult> {
  const participants = ready.sides.map(({ participant }) => participant)
  const { records } = desk
  // Another action may have spent it while the system was thinking.
  for (const [side, { costs }] of played.sides.entries()) {
    const short = shortfall(desk, participants[side] ?? { name: 'Nobody', kind: 'none' }, costs)
    if (short !== undefined) return refused([{ side, message: short }])
  }
  const kept = door.act(`${ready.label} by ${participants[0]?.name ?? 'nobody'}`, (at) => {
    const roll = records.rolls.add({
      uuid: desk.uuid(),
      at,
      package: desk.package,
      check: ready.check,
      participants,
      inputs: ready.sides.map(({ input }) => input),
      settings: records.campaigns.get().settings,
      dice: played.dice.map((dice) => toRolled(dice, typed)),
      outcome: played.outcome,
      ...(odds && { odds }),
    })
    settle(desk, at, roll, participants, played.outcome, played.sides[1]?.costs ?? [])
    return roll
  })
  if (!kept.ok) return kept
  const [roll] = getRolls(desk, [kept.value])
  return roll ? done({ kind: 'rolled', roll }) : failed('missing', 'The roll was undone at once.')
}

/** Gives faces to a check as it asks for them: the next typed ones of that side, or drawn ones. */
function createHand(typed: TypedDice, random: () => number) {
  const used: number[] = typed.map(() => 0)
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
      return texts ? readNext(side, dice, texts) : Array.from({ length: dice.count }, () => drawFace(dice.die, random))
    },
    /** What is wrong with the typed dice, ones left over included, once a check ended. */
    problems(played: Played): readonly Problem[] {
      const left = played.kind !== 'done' ? [] : typed.flatMap((texts, side) => {
        const spare = (texts?.length ?? 0) - (used[side] ?? 0)
        return spare > 0 ? [{ side, field: `typed.${used[side]}`, message: `${spare === 1 ? 'This die is' : 'These dice are'} not part of the roll.` }] : []
      })
      return [...problems, ...left]
    },
  }
}

const toRolled = ({ side, dice, faces }: PlayedDice, typed: TypedDice): RolledDice => ({
  side,
  die: dice.die.id,
  faces,
  shown: faces.map((face) => faceName(dice.die, face)),
  typed: typed[side] != null,
})

function recordsToRolls({ counters }: CounterDesk['records'], rolls: readonly RollRecord[]): readonly Roll[] {
  if (rolls.length === 0) return []
  const ids = rolls.map(({ id }) => id)
  const steps = Map.groupBy(counters.stepsOfRolls(Math.min(...ids), Math.max(...ids)), ({ roll }) => roll)
  return rolls.map(({ id, package: _package, settings: _settings, ...roll }) => ({
    ...roll,
    id: id as RollId,
    payments: (steps.get(id) ?? []).map(
      ({ character, name, counter, amount }): Payment => ({
        owner: name,
        counter,
        amount,
        ...(character !== null && { character: character as CharacterId }),
      }),
    ),
  }))
}

function refused(problems: readonly Problem[]): Reply<never> {
  return failed('refused', problems[0]?.message ?? 'This can’t be rolled.', problems)
}
