/** Points that go down: what a spent point buys is between the GM and the table, so it takes a reason. */
import type { Action, Field } from '../api/index.ts'
import { lines, short } from './words.ts'

const form: readonly Field[] = [
  { id: 'amount', label: 'Points', type: 'number', min: 1, max: 999, default: 1 },
  { id: 'reason', label: 'For what', type: 'text', help: 'Stands in the log beside it.' },
]

type Spend = { readonly amount: number; readonly reason: string }

export const spendLuck: Action = {
  label: 'Spend Luck',
  help: 'Of the character’s own.',
  for: ['pc', 'npc'],
  input: form,
  apply(input, { actor }) {
    if (!actor) return { refuse: { message: 'Somebody spends Luck: choose who.' } }
    return spend('luck', 'actor', actor.name, actor.counters.luck ?? 0, input as Spend)
  },
}

export const spendToll: Action = {
  label: 'Spend Toll',
  help: 'Of the GM’s.',
  for: ['none'],
  input: form,
  apply: (input, { gm }) => spend('toll', 'gm', 'The GM', gm.toll ?? 0, input as Spend),
}

function spend(counter: 'luck' | 'toll', to: 'actor' | 'gm', holder: string, held: number, { amount, reason }: Spend): ReturnType<Action['apply']> {
  const [who, what] = [short(holder), counter === 'luck' ? 'Luck' : 'Toll']
  if (reason.trim() === '') return { refuse: { field: 'reason', message: `Say what the ${what} is spent for.` } }
  if (amount > held) return { refuse: { field: 'amount', message: `${who} has ${held} ${what}, not ${amount}.` } }
  return {
    counters: [{ counter, to, amount: -amount }],
    explain: lines(reason.trim(), `${what} ${held} to ${held - amount}`),
    headline: `${who} spends ${amount} ${what}`,
  }
}
