/** An estimate by rolling, while the exact odds take their time or are out of reach. */
import type { Context, Input } from '../../plugins/api/index.ts'
import type { Odds } from '../../preload/contract.ts'
import { createTallying, expectedAmount, splitGrants, toOdds } from '../rules/odds.ts'
import type { Tally } from '../rules/odds.ts'
import type { Answer, Sandbox } from './host.ts'
import type { NoOdds, OddsOptions } from './odds.ts'
import { createSlicer } from './slicer.ts'
import type { Sampled, SampledCell } from './walked.ts'

export interface Sampler {
  /** Gives the first estimate once it is time for it; meant to be called between slices of a walk. */
  offer(): Promise<void>
  /** Gives the estimate if it hasn't been given, rolls on and answers with the best there is. */
  finish(): Promise<Answer<Odds | NoOdds>>
}

interface RolledSide {
  readonly check: string
  readonly input: Input
  readonly context: Context
}

/** When to stop waiting for the exact odds, and how long the first estimate may then take. */
const patienceMs = 40
const estimateMs = 40
/** Where a sample has to do: rolls, and how long they may take. */
const enoughRolls = 100_000
const enoughMs = 2_000
/** Dice of one slice. */
const sliceDice = 20_000
const deepest = 32

export function createSampler(sandbox: Sandbox, contest: string | undefined, sides: readonly RolledSide[], options: OddsOptions): Sampler {
  const { declarations } = sandbox
  const began = performance.now()
  const slicer = createSlicer()
  const flags = (declarations.checks[sides[0]?.check ?? '']?.flags ?? []).map(({ id }) => id)
  const counters = declarations.counters.map(({ id }) => id)
  const gathered = gather(sides.length)
  let offered = false

  async function roll(untilRolls: number, ms: number): Promise<Answer<Odds | NoOdds>> {
    const since = performance.now()
    do {
      if (options.signal?.aborted) return { ok: true, value: { cancelled: true } }
      const slice = await slicer.run((rolls) => {
        const seed = [options.random(), options.random(), options.random(), options.random()] as const
        const asked = sides.map((side) => ({ ...side, flags, counters, by: contest === undefined ? ('check' as const) : ('side' as const) }))
        return sandbox.sample({ sides: asked, opposed: contest ?? null, rolls, dice: sliceDice, deepest, seed })
      })
      if (!slice.ok) return slice
      if (slice.value.kind !== 'cells') return look(slice.value)
      gathered.add(slice.value.cells, slice.value.cut, slice.value.rolls)
    } while (gathered.rolls() < untilRolls && performance.now() - since < ms)
    return { ok: true, value: gathered.odds(contest === undefined ? flags : []) }
  }

  /** Asks the host's gate what is wrong with an answer that the guest couldn't read. */
  async function look(at: Exclude<Sampled, { kind: 'cells' }>): Promise<Answer<Odds | NoOdds>> {
    if (at.kind === 'look-at-pair') {
      const verdict = await sandbox.compare(contest ?? '', at.actor, at.opponent, sides[0]?.context ?? { settings: {}, actor: 'none' })
      return verdict.ok ? unsteady(`opposed.${contest}.compare`) : verdict
    }
    const side = sides[at.side]
    if (!side) return unsteady('the sample')
    const step = await sandbox.resolve(side.check, side.input, at.faces, side.context)
    if (!step.ok) return step
    return 'refuse' in step.value ? { ok: true, value: { refused: { side: at.side, ...step.value.refuse } } } : unsteady(`checks.${side.check}.resolve`)
  }

  async function offer(): Promise<void> {
    if (offered || !options.onSample || performance.now() - began < patienceMs) return
    offered = true
    const estimate = await roll(enoughRolls, estimateMs)
    if (estimate.ok && 'success' in estimate.value) options.onSample(estimate.value)
  }

  return {
    offer,
    async finish() {
      if (!offered && options.onSample) {
        offered = true
        const estimate = await roll(enoughRolls, estimateMs)
        if (!estimate.ok || !('success' in estimate.value)) return estimate
        options.onSample(estimate.value)
      }
      return roll(enoughRolls, enoughMs)
    },
  }
}

/** The guest and the host's gate disagree about the same call. */
const unsteady = (name: string): Answer<never> => ({ ok: false, fault: { kind: 'invalid', message: `${name}: the same call gave different answers.` } })

function gather(sides: number) {
  const whole = createTallying()
  // Each side's grants by themselves, for what is expected of its dice.
  const own = Array.from({ length: sides }, createTallying)
  let rolls = 0
  let cut = 0
  const finish = (tallying: ReturnType<typeof createTallying>): Tally => scaled(tallying.finish(0, rolls), rolls, cut)
  return {
    rolls: () => rolls,
    add(cells: readonly SampledCell[], cutNow: number, rollsNow: number): void {
      for (const { success, degree, flags, grants, count } of cells) {
        const sum: Record<string, number> = {}
        for (const [counter, amount] of grants.flat()) sum[counter] = (sum[counter] ?? 0) + amount
        whole.add({ success, ...(degree === null ? {} : { degree }), flags, grants: sum }, [1, count])
        grants.forEach((one, side) => own[side]?.add({ success: null, flags: [], grants: Object.fromEntries(one) }, [1, count]))
      }
      rolls += rollsNow
      cut += cutNow
    },
    odds(flags: readonly string[]): Odds {
      const odds = toOdds(finish(whole), flags, 'sample')
      if (sides < 2) return odds
      const [actor, opponent] = own.map(finish)
      if (!actor || !opponent) return odds
      return {
        ...odds,
        grants: splitGrants((counter) => expectedAmount(actor, counter), (counter) => expectedAmount(opponent, counter), [actor, opponent]),
      }
    },
  }
}

/** Counts of rolls are counts out of all rolls. */
const scaled = (tally: Tally, rolls: number, cut: number): Tally => ({ ...tally, of: rolls, cut: cut / rolls })
