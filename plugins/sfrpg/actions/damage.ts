import type { Action } from '../../api/index.ts'
import { points } from '../sheet.ts'
import { lines, short } from '../words.ts'

type Hit = { readonly amount: number; readonly reduction: number }

export const damage: Action = {
  label: 'Damage',
  help: 'The reduction comes off first, then armour points take what they can, then hit points.',
  for: ['pc', 'npc'],
  input: [
    { id: 'amount', label: 'Damage', type: 'number', min: 1, max: 99999, unit: 'points' },
    { id: 'reduction', label: 'Damage reduction', ...points, from: 'damageReduction' },
  ],

  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody takes the damage: choose who.' } }
    const { amount, reduction } = input as Hit
    const through = Math.max(0, amount - reduction)
    const { armourPoints: armour = 0, hitPoints: body = 0 } = actor.counters
    const offArmour = Math.min(through, Math.max(0, armour))
    const offBody = Math.min(through - offArmour, Math.max(0, body))
    const beyond = through - offArmour - offBody
    return {
      counters: [
        { counter: 'armourPoints', to: 'actor', amount: -offArmour } as const,
        { counter: 'hitPoints', to: 'actor', amount: -offBody } as const,
      ].filter((loss) => loss.amount < 0),
      explain: lines(
        reduction > 0 && `${amount} damage - ${Math.min(amount, reduction)} reduced = ${through}`,
        offArmour > 0 && `armour points ${armour} to ${armour - offArmour}`,
        offBody > 0 && `hit points ${body} to ${body - offBody}`,
        beyond > 0 && `${beyond} more than hit points are left`,
      ),
      headline: `${short(actor.name)} takes ${through === 0 ? 'no' : through} damage${offBody > 0 && offBody === body ? ': no hit points left' : ''}`,
    }
  },
}
