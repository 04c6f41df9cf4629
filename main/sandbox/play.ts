/** Plays a check to its end: asks, takes faces, asks again. */
import type { Context, Cost, Dice, Grant, Input, Outcome, Side, Verdict } from '../../plugins/api/index.ts'
import { sumOfFaces } from '../rules/dice.ts'
import type { Fault, Sandbox } from './host.ts'

/** What one side brings: its complete input (the side's form when opposed) and who it is for. */
export interface PlaySide {
  /** What they are called; absent for nobody in particular. */
  readonly name?: string | undefined
  readonly input: Input
  readonly context: Context
}

/** One group of dice that was rolled. */
export interface PlayedDice {
  readonly side: number
  readonly dice: Dice
  /** Every natural face, also of a `sum` group. */
  readonly faces: readonly number[]
}

export type Played =
  /** `sides` are the outcomes of each side's own check; of a plain check that is `outcome` alone. */
  | { readonly kind: 'done'; readonly outcome: Outcome; readonly dice: readonly PlayedDice[]; readonly sides: readonly Outcome[] }
  | { readonly kind: 'refused'; readonly side: number; readonly field?: string; readonly message: string }
  /** `take` had no faces for these. */
  | { readonly kind: 'needs'; readonly side: number; readonly dice: readonly Dice[]; readonly costs: readonly Cost[] }
  | { readonly kind: 'fault'; readonly fault: Fault }

export interface PlayOptions {
  /** The natural faces of a group, `count` of them; `undefined` when there are none to give. */
  take(side: number, dice: Dice): readonly number[] | undefined
  /** Why these costs can't be paid; asked before any face that hangs on them is taken. */
  afford?(side: number, costs: readonly Cost[]): string | undefined
}

/** A check that asks for more than this doesn't end. */
const needLimit = 1_000
const diceLimit = 10_000

/**
 * Plays a check (one side) or an opposed check (two, each with the input of the opposed check's form).
 * The combined outcome of an opposed check has both sides' grants, what the opponent's side grants its
 * actor going to the opponent, and the costs of side 0; side 1's own stay in `sides`.
 */
export async function playCheck(sandbox: Sandbox, check: string, sides: readonly PlaySide[], options: PlayOptions): Promise<Played> {
  const contest = Object.hasOwn(sandbox.declarations.opposed, check) ? sandbox.declarations.opposed[check] : undefined
  const [actor, opponent] = sides
  if (!actor || sides.length !== (contest ? 2 : 1)) return fault(`${check} takes ${contest ? 2 : 1} sides, not ${sides.length}.`)
  if (!contest) {
    if (!Object.hasOwn(sandbox.declarations.checks, check)) return fault(`The system has no check ${check}.`)
    return playSide(sandbox, check, 0, actor, options)
  }
  if (!opponent) return fault(`${check} takes 2 sides.`)

  const played: Extract<Played, { kind: 'done' }>[] = []
  for (const [index, side] of [actor, opponent].entries()) {
    const input = await sandbox.toInput(check, side.input)
    if (!input.ok) return { kind: 'fault', fault: input.fault }
    const one = await playSide(sandbox, contest.of, index, { input: input.value, context: side.context }, options)
    if (one.kind !== 'done') return one
    played.push(one)
  }
  const [first, second] = played as [Extract<Played, { kind: 'done' }>, Extract<Played, { kind: 'done' }>]
  const verdict = await sandbox.compare(check, sideOf(first.outcome), sideOf(second.outcome), actor.context)
  if (!verdict.ok) return { kind: 'fault', fault: verdict.fault }
  return {
    kind: 'done',
    outcome: combine(first.outcome, second.outcome, withNames(verdict.value, actor.name, opponent.name)),
    dice: [...first.dice, ...second.dice],
    sides: [first.outcome, second.outcome],
  }
}

async function playSide(sandbox: Sandbox, check: string, side: number, { input, context }: PlaySide, options: PlayOptions): Promise<Played> {
  const dice: PlayedDice[] = []
  const faces: number[] = []
  let rolled = 0
  for (let needs = 0; needs <= needLimit; needs += 1) {
    const answer = await sandbox.resolve(check, input, faces, context)
    if (!answer.ok) return { kind: 'fault', fault: answer.fault }
    const step = answer.value
    if ('refuse' in step) return { kind: 'refused', side, ...step.refuse }
    if (!('need' in step)) {
      const unpaid = needs === 0 ? unaffordable(side, step.costs, options) : undefined
      return unpaid ?? { kind: 'done', outcome: step, dice, sides: [step] }
    }

    const unpaid = unaffordable(side, step.costs ?? [], options)
    if (unpaid) return unpaid
    rolled += step.need.reduce((sum, { count }) => sum + count, 0)
    if (rolled > diceLimit) break
    for (const [index, group] of step.need.entries()) {
      const taken = options.take(side, group)
      if (!taken) return { kind: 'needs', side, dice: step.need.slice(index), costs: step.costs ?? [] }
      dice.push({ side, dice: group, faces: taken })
      if (group.sum) faces.push(sumOfFaces(group.die, taken))
      else faces.push(...taken)
    }
  }
  return fault(`checks.${check}.resolve: asks for dice without end, expected an outcome after at most ${diceLimit} dice or ${needLimit} needs.`)
}

function unaffordable(side: number, costs: readonly Cost[], { afford }: PlayOptions): Played | undefined {
  const message = costs.length > 0 ? afford?.(side, costs) : undefined
  return message === undefined ? undefined : { kind: 'refused', side, message }
}

/** What a comparison sees of an outcome. */
export function sideOf({ success, total, degree }: Side): Side {
  return { success, ...(total === undefined ? {} : { total }), ...(degree === undefined ? {} : { degree }) }
}

/** A system knows no names; its verdict says where they go. Of two alike it is said which is which. */
function withNames(verdict: Verdict, actor: string | undefined, opponent: string | undefined): Verdict {
  const named = (name: string | undefined, part: string) => (name === undefined ? undefined : actor === opponent ? `${name} (${part})` : name)
  const names: Readonly<Record<string, string | undefined>> = { actor: named(actor, 'actor'), opponent: named(opponent, 'opponent') }
  const fill = (text: string) => text.replace(/\{(actor|opponent)\}/g, (_, part: string, at: number) => names[part] ?? `${at === 0 ? 'The' : 'the'} ${part}`)
  return { ...verdict, headline: fill(verdict.headline), explain: verdict.explain.map(fill) }
}

function combine(actor: Outcome, opponent: Outcome, verdict: Verdict): Outcome {
  const houseRules = [...new Set([...(actor.houseRules ?? []), ...(opponent.houseRules ?? []), ...(verdict.houseRules ?? [])])]
  return {
    success: verdict.success,
    ...(verdict.degree === undefined ? {} : { degree: verdict.degree }),
    flags: [],
    grants: [...actor.grants, ...opponent.grants.map(toOtherSide)],
    costs: actor.costs,
    facts: {},
    explain: [...actor.explain, ...opponent.explain, ...verdict.explain],
    headline: verdict.headline,
    ...(houseRules.length > 0 ? { houseRules } : {}),
  }
}

const otherSide = { actor: 'opponent', opponent: 'actor', gm: 'gm', table: 'table' } as const

const toOtherSide = (grant: Grant): Grant => ({ ...grant, to: otherSide[grant.to] })

const fault = (message: string): Played => ({ kind: 'fault', fault: { kind: 'invalid', message } })

