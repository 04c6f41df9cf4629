import type { Check } from '../api/index.ts'
import type { Pool } from './cost.ts'
import type { Attempt } from './d20.ts'
import { d20Flags, rollD20 } from './d20.ts'
import { attemptFields, level, points, what } from './fields.ts'
import { poolName, pools } from './options.ts'
import { toOutcome } from './outcome.ts'
import type { HouseRule } from './settings.ts'
import { toSettings } from './settings.ts'
import { variantsOf } from './variants.ts'

type Defence = Attempt & {
  readonly level: number
  readonly damage: number
  readonly ownArmor: number
  readonly damagePool: Pool
}

export const defend: Check = {
  label: 'Defend',
  help: 'A task against the foe’s level; what gets through comes with it.',
  for: ['pc', 'none'],
  input: [
    what('skills.name'),
    level,
    { id: 'damage', label: 'Foe’s damage', type: 'number', min: 0, max: 99 },
    { id: 'ownArmor', label: 'Own Armor', ...points, from: 'ownArmor' },
    { id: 'damagePool', label: 'Damage goes to', type: 'choice', options: pools, default: 'might', help: 'Armor stops damage to Might alone.' },
    ...attemptFields({ skill: 'skills.level', pool: 'skills.pool' }),
  ],
  flags: d20Flags,
  variants: variantsOf('level'),

  resolve(input, faces, context) {
    const defence = input as Defence
    const result = rollD20(defence.level, defence, defence.effort, faces, toSettings(context.settings))
    if (!('success' in result)) return result
    const houseRules: readonly HouseRule[] = (result.natural ?? 0) >= 17 ? ['plain-defence'] : []
    const reading = result.success ? { headline: 'Defended', facts: { damage: 0 } } : damageTaken(defence)
    return toOutcome({ ...result, houseRules: [...result.houseRules, ...houseRules] }, context.actor, reading)
  },
}

/** What a failed defence lets through. Armor protects Might alone. */
function damageTaken({ damage, ownArmor, damagePool }: Defence) {
  const armor = damagePool === 'might' ? ownArmor : 0
  const taken = Math.max(0, damage - armor)
  const input = { amount: damage, kind: damagePool, armor: ownArmor }
  const ignored = ownArmor > armor ? ', Armor doesn’t help' : armor > 0 ? ` - ${armor} Armor = ${taken}` : ''
  return {
    headline: taken === 0 ? 'Hit, no damage' : `Hit for ${taken}`,
    facts: { damage: taken },
    explain: [`damage to ${poolName(damagePool)}: ${damage}${ignored}`],
    offers: taken === 0 ? [] : [{ label: `Take ${taken} damage`, action: 'damage', input }],
  }
}
