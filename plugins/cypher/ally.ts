/**
 * What a player rolls for an NPC on the players' side: the die against the foe's level, eased and
 * hindered by circumstances alone. It has no skill, assets, Effort or pools, and the player's own
 * don't count; its damage and Armor are flat.
 */
import type { Check, Context, Field, Input, Need, Offer, Refusal } from '../api/index.ts'
import { unpaid } from './cost.ts'
import type { Result } from './d20.ts'
import { d20Flags, rollD20 } from './d20.ts'
import { level, points, steps } from './fields.ts'
import { missed, toOutcome } from './outcome.ts'
import { toSettings } from './settings.ts'
import { unaided } from './steps.ts'

const foeLevel: Field = { ...level, label: 'Foe’s level' }

const circumstances: readonly Field[] = [
  { id: 'eases', label: 'Helpful circumstances', ...steps, help: 'At most 2 count.' },
  { id: 'hinders', label: 'Hindered', ...steps },
]

const common = { for: ['npc'], flags: d20Flags } as const

const attack: Check = {
  ...common,
  label: 'Ally attacks',
  help: 'A player rolls a plain d20 for it against the foe’s level.',
  input: [foeLevel, { id: 'targetArmor', label: 'Foe’s Armor', ...points }, { id: 'damage', label: 'Its damage', ...points, from: 'damage' }, ...circumstances],

  resolve(input, faces, context) {
    const result = rollFor(input, faces, context)
    if (!('success' in result)) return result
    if (!result.success) return toOutcome(result, context.actor, { headline: missed(result), facts: { damage: 0 } })
    const [full, armor] = [Number(input.damage), Number(input.targetArmor)]
    const damage = Math.max(0, full - armor)
    const explain = [`damage: ${full}${armor > 0 ? ` - ${armor} Armor = ${damage}` : ''}`]
    return toOutcome(result, context.actor, { headline: `Hit for ${damage}`, facts: { damage }, explain, offers: damage === 0 ? [] : [deal(damage)] })
  },
}

const defend: Check = {
  ...common,
  label: 'Ally defends',
  help: 'A player rolls a plain d20 for it against the foe’s level.',
  input: [foeLevel, { id: 'damage', label: 'Foe’s damage', ...points }, { id: 'ownArmor', label: 'Its Armor', ...points, from: 'ownArmor' }, ...circumstances],

  resolve(input, faces, context) {
    const result = rollFor(input, faces, context)
    if (!('success' in result)) return result
    if (result.success) return toOutcome(result, context.actor, { headline: 'Defended', facts: { damage: 0 } })
    const [damage, armor] = [Number(input.damage), Number(input.ownArmor)]
    const taken = Math.max(0, damage - armor)
    const offers: readonly Offer[] = taken === 0 ? [] : [{ label: `Take ${taken} damage`, action: 'damage', input: { amount: damage, kind: 'might', armor } }]
    return toOutcome(result, context.actor, {
      headline: taken === 0 ? 'Hit, no damage' : `Hit for ${taken}`,
      facts: { damage: taken },
      explain: [`damage: ${damage}${armor > 0 ? ` - ${armor} Armor = ${taken}` : ''}`],
      offers,
    })
  },
}

const task: Check = {
  ...common,
  label: 'Ally’s task',
  help: 'A player rolls a plain d20 for it against the level of what it tries.',
  input: [level, ...circumstances],

  resolve(input, faces, context) {
    const result = rollFor(input, faces, context)
    if (!('success' in result)) return result
    return toOutcome(result, context.actor, { headline: result.success ? 'Success' : missed(result) })
  },
}

export const allyChecks = { allyAttack: attack, allyDefend: defend, allyTask: task }

/** The foe's Armor is off already. */
const deal = (amount: number): Offer => ({ label: `Deal ${amount} damage`, action: 'damage', to: 'target', input: { amount, kind: 'might', armor: 0 } })

function rollFor(input: Input, faces: readonly number[], context: Context): Result | Need | Refusal {
  const attempt = { ...unaided, ...unpaid, eases: Number(input.eases), hinders: Number(input.hinders) }
  const result = rollD20(Number(input.level), attempt, 0, faces, toSettings(context.settings))
  return 'success' in result ? { ...result, houseRules: [...result.houseRules, 'plain-ally'] } : result
}
