import { isDeepStrictEqual } from 'node:util'
import type { Dice, Outcome } from '../../plugins/api/index.ts'
import type { Problem, Reply, RolledDice, TypedSide } from '../../preload/contract.ts'
import { faceValue, sumOfFaces } from '../rules/dice.ts'
import { done, failed } from '../rules/reply.ts'
import { waysOf, type Way } from '../rules/ways.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import type { PlaySide } from '../sandbox/play.ts'
import type { ReadyCheck } from './check.ts'
import type { SystemRunner } from './system.ts'

/** Dice that come to a typed total. */
export interface FoundTotal {
  readonly total: number
  /** Natural faces of each group; those of one way where several come to the same. */
  readonly faces: readonly (readonly number[])[]
  /** Whether these must be the faces. */
  readonly certain: boolean
  /** Lines of the arithmetic that other dice with this total would not have. */
  readonly doubtful: readonly string[]
}

/** More ways than this aren't tried. */
const wayLimit = 2_000

/**
 * Finds dice for each side of which only the total is known; undefined for the others. Refused where none
 * come to it, where several do and end differently, and where one need doesn't decide the check.
 */
export async function findTotals(runner: SystemRunner, ready: ReadyCheck, typed: readonly TypedSide[]): Promise<Reply<readonly (FoundTotal | undefined)[]>> {
  const found: (FoundTotal | undefined)[] = []
  const problems: Problem[] = []
  for (const [side, play] of ready.sides.entries()) {
    const text = textOf(typed[side])
    if (text === undefined) {
      found.push(undefined)
      continue
    }
    const total = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
    const reply = total === undefined ? done('A total is a whole number.') : await runner.run((sandbox) => findTotal(sandbox, ready.check, play, total))
    if (!reply.ok) return reply
    if (typeof reply.value === 'string') problems.push({ side, field: 'typed.total', message: reply.value })
    else found.push(reply.value)
  }
  const [problem] = problems
  return problem ? failed('refused', problem.message, problems) : done(found)
}

/** Whether nobody knows a group's faces: others come to the same total. */
export const isUnknown = ({ faces, shown }: Pick<RolledDice, 'faces' | 'shown'>): boolean => shown.length < faces.length

/** Takes out of the arithmetic what only some of the dice with these totals would bring. */
export function withoutDoubt<T extends { readonly outcome: Outcome; readonly sides: readonly Outcome[] }>(played: T, totals: readonly (FoundTotal | undefined)[]): T {
  if (totals.every((total) => total === undefined)) return played
  // The arithmetic of each side comes first, in their order.
  const known = played.sides.flatMap(({ explain }, side) => explain.map((line) => totals[side]?.doubtful.includes(line) !== true))
  return { ...played, outcome: { ...played.outcome, explain: played.outcome.explain.filter((_, index) => known[index] ?? true) } }
}

const textOf = (typed: TypedSide | undefined): string | undefined => (typed && 'total' in typed ? typed.total.trim().replace('\u2212', '-') : undefined)

/** The dice, or why there are none, in words. Undefined where the check refuses its input: playing it says so. */
async function findTotal(sandbox: Sandbox, check: string, { input: given, context }: PlaySide, total: number): Promise<Answer<FoundTotal | string | undefined>> {
  const contest = Object.hasOwn(sandbox.declarations.opposed, check) ? sandbox.declarations.opposed[check] : undefined
  const own: Answer<PlaySide['input']> = contest ? await sandbox.toInput(check, given) : { ok: true, value: given }
  if (!own.ok) return own
  const of = contest?.of ?? check
  const first = await sandbox.resolve(of, own.value, [], context)
  if (!first.ok) return first
  if ('refuse' in first.value) return { ok: true, value: undefined }
  if (!('need' in first.value)) return { ok: true, value: 'This roll takes no dice, so there is no total to type.' }
  const { need } = first.value
  const ways = waysOf(need, wayLimit)
  if (!ways) return { ok: true, value: 'These dice can fall in too many ways for their total to tell enough: type the dice instead.' }
  const ends: End[] = []
  for (const way of ways) {
    const step = await sandbox.resolve(of, own.value, toSeen(need, way), context)
    if (!step.ok) return step
    if (!('success' in step.value)) return { ok: true, value: 'This roll may ask for more dice, so a total alone does not tell how it ends: type the dice instead.' }
    const reached = step.value.total ?? sumOfNeed(need, way)
    if (reached === undefined) return { ok: true, value: 'These dice have names, so they come to no total: type the dice instead.' }
    ends.push({ way, outcome: step.value, total: reached })
  }
  return { ok: true, value: choose(ends, total) }
}

/** A way with how the check ends then. */
interface End {
  readonly way: Way
  readonly outcome: Outcome
  readonly total: number
}

function choose(ends: readonly End[], total: number): FoundTotal | string {
  const [first, ...others] = ends.filter((end) => end.total === total)
  const totals = ends.map((end) => end.total)
  if (!first) return `No dice come to ${total} here: the total is ${Math.min(...totals)} to ${Math.max(...totals)}.`
  if (others.some(({ outcome }) => !isDeepStrictEqual(ending(outcome), ending(first.outcome)))) return `Dice that come to ${total} may end differently here: type the dice.`
  return {
    total,
    faces: first.way.faces,
    certain: others.length === 0 && first.way.only,
    doubtful: first.outcome.explain.filter((line) => others.some(({ outcome }) => !outcome.explain.includes(line))),
  }
}

/** All of an outcome but how it is explained. */
const ending = ({ explain: _, ...rest }: Outcome): Omit<Outcome, 'explain'> => rest

/** The faces as the system gets them. */
const toSeen = (need: readonly Dice[], { faces }: Way): readonly number[] =>
  need.flatMap(({ die, sum }, group) => (sum ? [sumOfFaces(die, faces[group] ?? [])] : (faces[group] ?? [])))

/** What the dice count for together; undefined where they have names. */
function sumOfNeed(need: readonly Dice[], { faces }: Way): number | undefined {
  if (need.some(({ die }) => die.faces)) return undefined
  return need.reduce((sum, { die }, group) => (faces[group] ?? []).reduce((all, face) => all + faceValue(die, face), sum), 0)
}
