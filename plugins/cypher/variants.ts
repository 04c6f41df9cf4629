import type { Context, Input, Variant } from '../api/index.ts'
import { mostEffort } from './cost.ts'
import type { Attempt } from './d20.ts'
import { toSettings } from './settings.ts'
import { applySteps } from './steps.ts'

/** A step easier, a step harder, and each other level of Effort until no roll is needed. `against` holds the difficulty. */
export const variantsOf =
  (against: 'difficulty' | 'level') =>
  (input: Input, context: Context): readonly Variant[] => {
    const settings = toSettings(context.settings)
    const finalOf = (changed: Input) => applySteps(changed[against] as number, changed as Attempt, settings).difficulty
    const now = input as Attempt & { damageEffort?: number }
    const steps: readonly Variant[] = [
      { label: 'one step easier (an asset)', input: { ...input, assets: Math.min(20, now.assets + 1) } },
      { label: 'one step harder', input: { ...input, hinders: Math.min(20, now.hinders + 1) } },
    ]
    return [...steps.filter((variant) => finalOf(variant.input) !== finalOf(input)), ...effortVariants(input, now, finalOf)]
  }

/** Effort is paid from a pool: without one there is only the attempt without it. */
function effortVariants(input: Input, { pool, effort, damageEffort = 0 }: Attempt & { damageEffort?: number }, finalOf: (input: Input) => number) {
  const variants: Variant[] = []
  for (let levels = 0; levels <= mostEffort - damageEffort; levels += 1) {
    const changed = { ...input, effort: levels }
    if (levels > 0 && (pool === 'none' || finalOf({ ...input, effort: levels - 1 }) === 0)) break
    if (levels !== effort) variants.push({ label: levels === 0 ? 'no Effort' : `Effort ${levels}`, input: changed })
  }
  return variants
}
