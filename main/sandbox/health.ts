/** The gate for what a system says about health in a fight. */
import { z } from 'zod'
import type { Declarations, Health } from '../../plugins/api/index.ts'
import { oneOf } from './answers.ts'
import { expected } from './words.ts'

const id = z.string().max(60)
const counters = z.array(id).min(1).max(20)

export const healthShape = z.strictObject({ counters, vital: counters.optional(), damage: id.optional(), heal: id.optional() })

/** Counters must be characters' own, and a fight must be able to do both actions with nothing but an amount. */
export function checkHealth(declared: Declarations, { counters: shown, vital = [], damage, heal }: Health): void {
  const pools = declared.counters.filter(({ owner }) => owner === 'character').map((counter) => counter.id)
  for (const [at, ids] of [['counters', shown], ['vital', vital]] as const) {
    ids.forEach((counter, index) => {
      if (!pools.includes(counter)) expected(`health.${at}.${index}`, counter, oneOf(pools, "character's counter that the system declares"))
      if (ids.indexOf(counter) < index) expected(`health.${at}`, counter, 'each id once')
    })
  }
  checkAction(declared, damage, 'health.damage')
  checkAction(declared, heal, 'health.heal')
}

function checkAction({ actions }: Declarations, action: string | undefined, at: string): void {
  if (action === undefined) return
  const declared = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!declared) return expected(at, action, oneOf(Object.keys(actions), 'action that the system declares'))
  if (declared.for.every((kind) => kind === 'none')) expected(at, action, 'an action for characters')
  if (declared.target === 'needed') expected(at, action, 'an action that needs no second character')
  const amount = declared.input.find((field) => field.id === 'amount')
  if (amount?.type !== 'number' || amount.optional) expected(at, action, "an action with a number field amount that isn't optional")
}
