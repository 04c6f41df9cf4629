/** Points that come back: to a body by healing, to armour or a hull by repair. */
import type { Action } from '../../api/index.ts'
import { short } from '../words.ts'

interface Kind {
  readonly label: string
  readonly counter: 'hitPoints' | 'armourPoints'
  /** The stat that says how many there are when nothing is lost. */
  readonly full: 'hitPointsMax' | 'armourPointsMax'
  readonly what: string
}

function restoring({ label, counter, full, what }: Kind): Action {
  return {
    label,
    for: ['pc', 'npc'],
    input: [{ id: 'amount', label: 'Points', type: 'number', min: 1, max: 99999, unit: 'points', help: 'More than are lost fill it up.' }],

    apply(input, { actor }) {
      if (!actor) return { refuse: { message: `Somebody gets ${what} back: choose who.` } }
      const now = actor.counters[counter] ?? 0
      const lost = Number(actor.stats[full]) - now
      if (lost <= 0) return { refuse: { field: 'amount', message: `${short(actor.name)} has lost no ${what}.` } }
      const back = Math.min(lost, input.amount as number)
      return {
        counters: [{ counter, to: 'actor', amount: back }],
        explain: [`${what} ${now} to ${now + back}`],
        headline: `${short(actor.name)} gets ${back} ${what} back`,
      }
    },
  }
}

export const heal = restoring({ label: 'Heal', counter: 'hitPoints', full: 'hitPointsMax', what: 'hit points' })
export const repair = restoring({ label: 'Repair', counter: 'armourPoints', full: 'armourPointsMax', what: 'armour points' })
