import type { Cost } from '../../plugins/api/index.ts'
import type { CheckInput, Problem, Reply, VariantOdds } from '../../preload/contract.ts'
import { parseForm } from '../rules/fields.ts'
import { done } from '../rules/reply.ts'
import type { ChanceDesk } from './chances.ts'
import { firstSteps, readyCheck, type ReadyCheck } from './check.ts'
import type { CounterDesk } from './counters.ts'
import type { SystemRunner } from './system.ts'

/** What would a little more buy? The chance and cost of each alternative that the system declares. */
export async function listVariants(desk: CounterDesk, runner: SystemRunner, chances: ChanceDesk, input: CheckInput): Promise<Reply<readonly VariantOdds[]>> {
  const ready = readyCheck(desk, input)
  if (!ready.ok) return ready
  const [side] = ready.value.sides
  const declared = Object.hasOwn(desk.declarations.checks, input.check) ? desk.declarations.checks[input.check] : undefined
  if (!declared?.variants || !side || ready.value.problems.length > 0) return done([])
  const found = await runner.run((sandbox) => sandbox.variants(input.check, side.input, side.context))
  if (!found.ok) return found

  const price = async (label: string, form: VariantOdds['input'], check: ReadyCheck): Promise<Reply<Priced>> => {
    const steps = await firstSteps(desk, runner, check)
    if (!steps.ok) return steps
    const [problem] = steps.value.problems
    const costs = steps.value.sides[0]?.costs ?? []
    const { odds } = problem ? { odds: undefined } : await chances.of(check)
    return done({ label, input: form, success: odds?.success ?? null, costs, points: costs.reduce((sum, { amount }) => sum + amount, 0), ...(problem && { problem: problem.message }) })
  }

  const now = await price('', side.input, ready.value)
  if (!now.ok) return now
  const priced: Priced[] = []
  for (const variant of found.value) {
    const { input: form, problems } = parseForm(declared.input, variant.input, side.limits)
    const sided: readonly Problem[] = problems.map((problem) => ({ side: 0, ...problem }))
    const each = await price(variant.label, variant.input, { ...ready.value, sides: [{ ...side, input: form }], problems: sided })
    if (!each.ok) return each
    priced.push(each.value)
  }
  const best = bestBuy(now.value, priced)
  return done(priced.map(({ points: _, ...variant }) => ({ ...variant, best: variant.label === best?.label })))
}

interface Priced {
  readonly label: string
  readonly input: VariantOdds['input']
  readonly success: number | null
  readonly costs: readonly Cost[]
  readonly points: number
  readonly problem?: string
}

/**
 * The most chance per point spent beyond the cheapest way to make the check; ties go to the cheaper.
 * Undefined where spending more buys nothing.
 */
export function bestBuy(now: Priced, variants: readonly Priced[]): Priced | undefined {
  const possible = [now, ...variants].filter(({ problem, success }) => problem === undefined && success !== null)
  const cheapest = possible.reduce<Priced | undefined>((least, each) => (least && least.points <= each.points ? least : each), undefined)
  if (!cheapest) return undefined
  const worth = (each: Priced): number => ((each.success ?? 0) - (cheapest.success ?? 0)) / (each.points - cheapest.points)
  return possible
    .filter((each) => each !== now && each.points > cheapest.points && (each.success ?? 0) > (cheapest.success ?? 0))
    .toSorted((a, b) => worth(b) - worth(a) || a.points - b.points)[0]
}
