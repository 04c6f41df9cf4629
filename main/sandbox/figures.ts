/** The gate for what a system wants counted of its rolls and actions. */
import { z } from 'zod'
import type { Declarations, Figure } from '../../plugins/api/index.ts'
import { oneOf } from './answers.ts'
import { expected } from './words.ts'

const fieldId = z.string().regex(/^[a-z][A-Za-z0-9]*$/).max(60)
const id = z.string().max(60)
const key = z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, { error: 'the name of a fact: letters, digits and hyphens' }).max(60)
const fact = z.union([z.boolean(), z.number(), z.string().max(2_000)], { error: 'a number, a text, or true or false' })

export const figuresShape = z
  .array(
    z.strictObject({
      id: fieldId,
      label: z.string().min(1).max(200),
      owner: z.enum(['character', 'table']),
      tone: z.enum(['boon', 'bane', 'plain']).optional(),
      check: id.optional(),
      success: z.boolean().optional(),
      flag: id.optional(),
      fact: z.strictObject({ id: key, is: fact }).optional(),
      sum: key.optional(),
      action: id.optional(),
      since: z.boolean().optional(),
    }),
  )
  .max(50)

const ofRolls = ['check', 'success', 'flag', 'fact', 'sum'] as const

/** A figure counts something that the system has: rolls, or an action, never both. */
export function checkFigure({ checks, opposed, actions }: Declarations, figure: Figure, at: string): void {
  const { check, flag, action, since } = figure
  const asked = ofRolls.filter((part) => figure[part] !== undefined)
  if (action === undefined) {
    if (asked.length === 0) expected(at, figure, `something to count: ${ofRolls.join(', ')} or action`)
    if (since !== undefined) expected(`${at}.since`, since, 'none, as the figure counts no action')
  } else {
    const [first] = asked
    if (!Object.hasOwn(actions, action)) expected(`${at}.action`, action, oneOf(Object.keys(actions), 'action that the system declares'))
    if (first !== undefined) expected(`${at}.${first}`, figure[first], 'none, as the figure counts an action')
  }
  if (check !== undefined && !Object.hasOwn(checks, check) && !Object.hasOwn(opposed, check))
    expected(`${at}.check`, check, oneOf([...Object.keys(checks), ...Object.keys(opposed)], 'check that the system declares'))
  if (flag === undefined) return
  const shown = check === undefined ? Object.values(checks) : Object.hasOwn(checks, check) ? [checks[check]] : []
  const flags = new Set(shown.flatMap((each) => each?.flags ?? []).map((each) => each.id))
  if (!flags.has(flag)) expected(`${at}.flag`, flag, oneOf(flags, check === undefined ? 'flag that a check declares' : 'flag that the check declares'))
}
