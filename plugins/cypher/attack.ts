import type { Check, Offer } from '../api/index.ts'
import { mostEffort } from './cost.ts'
import type { Attempt, Result } from './d20.ts'
import { d20Flags, rollD20 } from './d20.ts'
import { attemptFields, level, levels, points, what } from './fields.ts'
import { missed, toOutcome } from './outcome.ts'
import { toSettings } from './settings.ts'
import { weapons } from './options.ts'
import { variantsOf } from './variants.ts'
import { lines } from './words.ts'

type Attack = Attempt & {
  readonly level: number
  readonly weapon: keyof typeof weaponDamage
  readonly practiced: boolean
  readonly damageEffort: number
  readonly area: boolean
  readonly targetArmor: number
}

const weaponDamage = { light: 2, medium: 4, heavy: 6 } as const

export const attack: Check = {
  label: 'Attack',
  help: 'A task against the foe’s level; its damage comes with it.',
  for: ['pc', 'none'],
  input: [
    what('attacks.name'),
    level,
    { id: 'weapon', label: 'Weapon', type: 'choice', options: weapons, default: 'medium', from: 'attacks.weapon' },
    {
      id: 'practiced',
      label: 'Practiced with it',
      type: 'flag',
      default: true,
      from: 'attacks.practiced',
      help: 'If not, the attack is hindered.',
    },
    { id: 'targetArmor', label: 'Foe’s Armor', ...points },
    ...attemptFields({ skill: 'attacks.skill', pool: 'attacks.pool' }),
    {
      id: 'damageEffort',
      label: 'Effort for damage',
      ...levels,
      group: 'Effort',
      maxFrom: 'effort',
      help: 'Each level adds 3 damage; it eases nothing.',
    },
    { id: 'area', label: 'Hits an area', type: 'flag', default: false, group: 'Effort', help: 'Levels for damage add 2 instead of 3.' },
  ],
  flags: d20Flags,
  variants: variantsOf('level'),

  resolve(input, faces, context) {
    const attack = input as Attack
    const paid = attack.effort + attack.damageEffort
    if (paid > mostEffort) {
      const message = `Effort and Effort for damage together are at most ${mostEffort} levels, not ${paid}.`
      return { refuse: { field: 'damageEffort', message } }
    }
    const result = rollD20(attack.level, attack, paid, faces, toSettings(context.settings))
    if (!('success' in result)) return result
    if (!result.success) return toOutcome(result, context.actor, { headline: missed(result), facts: { damage: 0 } })
    const { damage, explain } = damageOf(attack, result)
    return toOutcome(result, context.actor, { headline: `Hit for ${damage}`, facts: { damage }, explain, offers: damage === 0 ? [] : [deal(damage)] })
  },
}

/** The foe's Armor is off already. */
const deal = (amount: number): Offer => ({ label: `Deal ${amount} damage`, action: 'damage', to: 'target', input: { amount, kind: 'might', armor: 0 } })

/** Damage of a hit: weapon, Effort for it, and what the natural die adds, less the foe's Armor. */
function damageOf(attack: Attack, { natural }: Result) {
  const { weapon, damageEffort, area, targetArmor, impaired } = attack
  const effort = damageEffort * (area ? 2 : 3)
  const lucky = naturalBonus(natural, impaired)
  const damage = Math.max(0, weaponDamage[weapon] + effort + lucky - targetArmor)
  const terms = lines(
    `${weaponDamage[weapon]} ${weapon} weapon`,
    effort > 0 && `+ ${effort} Effort`,
    lucky > 0 && `+ ${lucky} for the natural ${natural}`,
    targetArmor > 0 && `- ${targetArmor} Armor`,
  )
  return {
    damage,
    explain: lines(
      `damage: ${terms.join(' ')} = ${damage}`,
      lucky === 3 && 'or a minor effect instead of the 3 for the natural 19',
      lucky === 4 && 'or a major effect instead of the 4 for the natural 20',
    ),
  }
}

/** 1 to 4 for a natural 17 to 20; while impaired 1 for any of them. */
function naturalBonus(natural: number | undefined, impaired: boolean): number {
  if (natural === undefined || natural < 17) return 0
  return impaired ? 1 : natural - 16
}
