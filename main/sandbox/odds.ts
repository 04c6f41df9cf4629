/**
 * The chances of a check, slice by slice: short calls, so that rolls and edits get their turn in
 * between and no slice comes near its deadline.
 */
import type { Context, Dice, Input, Step } from '../../plugins/api/index.ts'
import type { Odds } from '../../preload/contract.ts'
import { createTallying, toOdds } from '../rules/odds.ts'
import type { Tally } from '../rules/odds.ts'
import { sumsOf } from '../rules/sums.ts'
import type { SumTable } from '../rules/sums.ts'
import { parseStep } from './answers.ts'
import { compareSides } from './compare.ts'
import type { Answer, Sandbox } from './host.ts'
import type { PlaySide } from './play.ts'
import { createSampler } from './sample.ts'
import { createSlicer } from './slicer.ts'
import type { WalkedCell } from './walked.ts'

/** Why there are no odds: the check refuses this input before the first die, or nobody wants them any more. */
export type NoOdds =
  | { readonly refused: { readonly side: number; readonly field?: string; readonly message: string } }
  | { readonly cancelled: true }

export interface OddsOptions {
  /** Ends the work between two slices. */
  readonly signal?: AbortSignal
  /** Uniform 32-bit numbers for the sample. */
  readonly random: () => number
  /** A first estimate, where the exact odds take longer than a tenth of a second. */
  onSample?(odds: Odds): void
}

/** Results walked of one side, pairs compared, from which on a sample has to do. */
const leafLimit = 1_000_000
/** Needs on top of each other, and the chance of a branch, from which on it isn't followed. */
const deepest = 32
const least = 1e-12

/**
 * The exact odds of a check (one side) or an opposed check (two, as in `playCheck`), by walking every
 * face through the system's own functions. Where more than a million results would have to be walked,
 * a sample, whose `exact` is false. An input that the check refuses gives `refused`, an aborted
 * signal `cancelled`: neither is a fault.
 */
export async function computeOdds(sandbox: Sandbox, check: string, sides: readonly PlaySide[], options: OddsOptions): Promise<Answer<Odds | NoOdds>> {
  const { declarations } = sandbox
  const contest = Object.hasOwn(declarations.opposed, check) ? declarations.opposed[check] : undefined
  const [actor, opponent] = sides
  if (!actor || (contest ? !opponent : opponent) || !(contest || Object.hasOwn(declarations.checks, check))) {
    return invalid(`There are no odds of ${check} with ${sides.length} sides.`)
  }
  const walkers: Walker[] = []
  const of = contest?.of ?? check
  for (const side of sides) {
    const input: Answer<Input> = contest ? await sandbox.toInput(check, side.input) : { ok: true, value: side.input }
    if (!input.ok) return input
    walkers.push({ check: of, input: input.value, context: side.context })
  }

  const estimate = createSampler(sandbox, contest ? check : undefined, walkers, options)
  const tallies: Tally[] = []
  for (const [index, walker] of walkers.entries()) {
    const walked = await walk(sandbox, walker, contest ? 'side' : 'check', index, options, estimate.offer)
    if (!walked.ok) return walked
    if (walked.value === 'many') return estimate.finish()
    if ('cancelled' in walked.value || 'refused' in walked.value) return { ok: true, value: walked.value }
    tallies.push(walked.value)
  }
  const [first, second] = tallies
  if (!first) return invalid('There is no side to walk.')
  if (!contest || !second) {
    const flags = (declarations.checks[of]?.flags ?? []).map(({ id }) => id)
    return { ok: true, value: toOdds(first, flags, 'walk') }
  }
  return compareSides(sandbox, check, [first, second], actor.context, options, estimate)
}

interface Walker {
  readonly check: string
  readonly input: Input
  readonly context: Context
}

type Offer = () => Promise<void>

async function walk(
  sandbox: Sandbox,
  { check, input, context }: Walker,
  by: 'check' | 'side',
  side: number,
  { signal }: OddsOptions,
  offer: Offer,
): Promise<Answer<Tally | NoOdds | 'many'>> {
  const { declarations } = sandbox
  const flags = (declarations.checks[check]?.flags ?? []).map(({ id }) => id)
  const counters = declarations.counters.map(({ id }) => id)
  const asked = { check, input, context, flags, counters, by, deepest, least, most: leafLimit }
  const sums: Record<string, SumTable> = {}
  const tallying = createTallying()
  const slicer = createSlicer()
  let cursor: readonly (readonly number[])[] | null = null
  let leaves = 0
  let cut = 0
  for (;;) {
    if (signal?.aborted) return cancelled
    const slice = await slicer.run((limit) => sandbox.walk({ ...asked, limit, cursor, sums }))
    if (!slice.ok) return slice
    const walked = slice.value
    if (walked.kind === 'many') return { ok: true, value: 'many' }
    if (walked.kind === 'look') {
      const seen = parseStep(declarations, check, walked.faces.length, walked.step)
      const step = seen.ok && unsummed(seen.value, sums).length > 0 ? seen : await sandbox.resolve(check, input, walked.faces, context)
      if (!step.ok) return step
      if ('refuse' in step.value) return { ok: true, value: { refused: { side, ...step.value.refuse } } }
      const missing = unsummed(step.value, sums)
      // The host sees nothing wrong and nothing to prepare: the walk and the call disagree.
      if (missing.length === 0) return invalid(`checks.${check}.resolve: the same call gave different answers.`)
      for (const dice of missing) {
        const table = await tableOf(dice)
        if (!table) return { ok: true, value: 'many' }
        sums[sumKey(dice)] = table
      }
      continue
    }
    for (const cell of walked.cells) tallying.add(toResult(cell), cell.masses)
    leaves += walked.leaves
    cut += walked.cut
    cursor = walked.cursor
    if (cursor === null) return { ok: true, value: tallying.finish(cut, leaves) }
    if (leaves > leafLimit) return { ok: true, value: 'many' }
    await offer()
  }
}

/** The `sum` groups of a step that there is no table for. */
const unsummed = (step: Step, sums: Readonly<Record<string, SumTable>>): readonly Dice[] =>
  'need' in step ? step.need.filter((dice) => dice.sum === true && sums[sumKey(dice)] === undefined) : []

/** As the guest names a `sum` group. */
const sumKey = ({ die, count }: Dice): string => `${die.from} ${die.to} ${count} ${die.value ? JSON.stringify(die.value) : ''}`

/** Long tables are made in pieces, so that the app answers in between. */
async function tableOf({ die, count }: Dice): Promise<SumTable | undefined> {
  const steps = sumsOf(die, count)
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < 5) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}

function toResult({ success, total, degree, flags, grants }: WalkedCell) {
  return {
    success,
    ...(total === null ? {} : { total }),
    ...(degree === null ? {} : { degree }),
    flags,
    grants: Object.fromEntries(grants),
  }
}

const cancelled = { ok: true, value: { cancelled: true } } as const

const invalid = (message: string): { readonly ok: false; readonly fault: { readonly kind: 'invalid'; readonly message: string } } => ({
  ok: false,
  fault: { kind: 'invalid', message },
})
