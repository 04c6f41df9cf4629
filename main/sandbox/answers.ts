/**
 * The gate between a system's answers and the rest of the app: shape by schema, then everything that
 * only the declarations know. What passes is as the types of the API say.
 */
import { z } from 'zod'
import type { Cost, Declarations, Dice, Grant, Input, Outcome, Step, Verdict } from '../../plugins/api/index.ts'
import { parseForm } from '../rules/fields.ts'
import { isPlainOutcome } from './plain.ts'
import { Unusable, expected, parseShape } from './words.ts'

const amountLimit = 1_000_000_000
const faceLimit = 1_000_000_000

const whole = z.int()
const id = z.string().min(1).max(100)
const line = z.string().max(2_000)
const success = z.union([z.boolean(), z.null()], { error: 'true, false or null' })
const degree = whole.min(0)
export const explanation = z.array(line).max(500)
export const headline = z.string().min(1).max(200)
export const houseRules = z.array(id).max(100)
const costs = z.array(z.strictObject({ pool: id, amount: whole.min(1).max(amountLimit) })).max(100)

export const outcomeShape = z.strictObject({
  success,
  total: whole.optional(),
  target: whole.optional(),
  degree: degree.optional(),
  flags: z.array(id).max(100),
  grants: z
    .array(
      z.strictObject({
        counter: id,
        to: z.enum(['actor', 'opponent', 'gm', 'table']),
        amount: whole.min(-amountLimit).max(amountLimit),
        offered: z.boolean().optional(),
      }),
    )
    .max(100),
  costs,
  facts: z.record(z.string().regex(/^[a-z][A-Za-z0-9-]*$/).max(100), z.union([z.number(), z.boolean(), line], { error: 'a number, a text, or true or false' })),
  explain: explanation,
  headline,
  houseRules: houseRules.optional(),
  offers: z
    .array(
      z.strictObject({
        label: z.string().min(1).max(200),
        action: id,
        to: z.enum(['actor', 'target']).optional(),
        input: z.record(id, z.union([whole, line, z.boolean()])),
      }),
    )
    .max(20)
    .optional(),
})

const face = whole.min(-faceLimit).max(faceLimit)
export const needShape = z.strictObject({
  need: z
    .array(
      z.strictObject({
        die: z.strictObject({
          id,
          from: face,
          to: face,
          value: z.array(whole.min(-amountLimit).max(amountLimit)).max(100_000).optional(),
          faces: z.array(z.string().min(1).max(100)).max(100_000).optional(),
          reads: z.record(z.string().min(1).max(100), face).optional(),
        }),
        count: whole.min(1).max(1_000),
        sum: z.boolean().optional(),
        unordered: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(100),
  costs: costs.optional(),
})

export const refusalShape = z.strictObject({ refuse: z.strictObject({ field: id.optional(), message: z.string().min(1).max(2_000) }) })
const verdictShape = z.strictObject({ success, degree: degree.optional(), explain: explanation, headline, houseRules: houseRules.optional() })
const inputShape = z.record(z.string(), z.unknown())

/** What a gate lets through, or why not. */
export type Gate<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** Runs a check that throws `Unusable` and makes a value of it. */
export function gate<T>(run: () => T): Gate<T> {
  try {
    return { ok: true, value: run() }
  } catch (error) {
    if (error instanceof Unusable) return { ok: false, message: error.message }
    throw error
  }
}

/** A step of `checks.<check>.resolve`, given after `rolled` faces. */
export const parseStep = (declarations: Declarations, check: string, rolled: number, value: unknown): Gate<Step> =>
  gate(() => {
    if (typeof value !== 'object' || value === null) return expected('the answer', value, 'dice needed, a refusal or an outcome')
    if ('refuse' in value) {
      if (rolled > 0) return expected('refuse', value.refuse, 'dice or an outcome: a check refuses before the first die or not at all')
      return parseShape(refusalShape, value) as Step
    }
    if ('need' in value) {
      const need = parseShape(needShape, value)
      need.need.forEach((dice, index) => checkDice(dice as Dice, `need.${index}`))
      checkCosts(declarations, need.costs ?? [])
      return need as Step
    }
    const outcome = isPlainOutcome(value) ? value : (parseShape(outcomeShape, value) as Outcome)
    checkOutcome(declarations, check, outcome)
    return outcome
  })

/** Steps of one check, each for its job; there may be fewer than jobs, but one at least. */
export const parseSteps = (declarations: Declarations, check: string, jobs: readonly { readonly faces: readonly number[] }[], value: unknown): Gate<readonly Step[]> =>
  gate(() => {
    if (!Array.isArray(value) || value.length === 0 || value.length > jobs.length) return expected('the answer', value, `1 to ${jobs.length} steps`)
    return value.map((each, index) => {
      const step = parseStep(declarations, check, jobs[index]?.faces.length ?? 0, each)
      if (!step.ok) throw new Unusable(step.message)
      return step.value
    })
  })

/** What `opposed.<id>.compare` found. */
export const parseVerdict = (declarations: Declarations, value: unknown): Gate<Verdict> =>
  gate(() => {
    const verdict = parseShape(verdictShape, value) as Verdict
    checkHouseRules(declarations, verdict.houseRules)
    return verdict
  })

/** The input for `check` that `opposed.<id>.toInput` gave; defaults are filled in. */
export const parseCheckInput = (declarations: Declarations, check: string, value: unknown): Gate<Input> =>
  gate(() => {
    const { input, problems } = parseForm(declarations.checks[check]?.input ?? [], parseShape(inputShape, value))
    const [problem] = problems
    if (problem) throw new Unusable(`${problem.field}: ${problem.message.replace(/\.$/, '')}`)
    return input
  })

export function checkDice({ die, count }: Dice, at: string): void {
  if (die.to < die.from) expected(`${at}.die.to`, die.to, `${die.from} or more, as \`from\` is ${die.from}`)
  const size = die.to - die.from + 1
  if (die.value && die.value.length !== size) expected(`${at}.die.value`, `${die.value.length} values`, `${size}, one for each face`)
  if (die.faces && die.faces.length !== size) expected(`${at}.die.faces`, `${die.faces.length} names`, `${size}, one for each face`)
  if (die.faces) onceEach(die.faces.map((name) => name.toLowerCase()), `${at}.die.faces`)
  for (const [read, meant] of Object.entries(die.reads ?? {})) {
    if (meant < die.from || meant > die.to) expected(`${at}.die.reads.${read}`, meant, `a face from ${die.from} to ${die.to}`)
  }
  const largest = Math.max(Math.abs(die.from), Math.abs(die.to), ...(die.value ?? []).slice(0, 1_000).map(Math.abs))
  if (largest * count > Number.MAX_SAFE_INTEGER) expected(`${at}.count`, count, 'fewer dice of this size')
}

function checkOutcome(declarations: Declarations, check: string, outcome: Outcome): void {
  const flags = new Set((declarations.checks[check]?.flags ?? []).map((flag) => flag.id))
  outcome.flags.forEach((flag, index) => {
    if (!flags.has(flag)) expected(`flags.${index}`, flag, oneOf(flags, 'flag that the check declares'))
  })
  onceEach(outcome.flags, 'flags')
  outcome.grants.forEach((grant, index) => checkGrant(declarations, grant, `grants.${index}`))
  checkCosts(declarations, outcome.costs)
  checkHouseRules(declarations, outcome.houseRules)
  outcome.offers?.forEach(({ action, input }, index) => {
    const declared = Object.hasOwn(declarations.actions, action) ? declarations.actions[action] : undefined
    if (!declared) return expected(`offers.${index}.action`, action, oneOf(Object.keys(declarations.actions), 'action that the system declares'))
    const fields = declared.input.map((field) => field.id)
    const stray = Object.keys(input).find((key) => !fields.includes(key))
    if (stray !== undefined) expected(`offers.${index}.input.${stray}`, input[stray], oneOf(fields, `field of ${action}`))
  })
}

export function checkGrant(declarations: Declarations, grant: Grant, at: string): void {
  const counter = declarations.counters.find((declared) => declared.id === grant.counter)
  if (!counter) return expected(`${at}.counter`, grant.counter, oneOf(declarations.counters.map((declared) => declared.id), 'counter that the system declares'))
  if (grant.amount === 0) expected(`${at}.amount`, 0, 'another number than 0')
  const holder = grant.to === 'actor' || grant.to === 'opponent' ? 'character' : grant.to
  if (counter.owner !== holder) {
    const wanted = counter.owner === 'character' ? '"actor" or "opponent"' : `"${counter.owner}"`
    expected(`${at}.to`, grant.to, `${wanted}, whose counter ${counter.id} is`)
  }
}

function checkCosts(declarations: Declarations, paid: readonly Cost[]): void {
  if (paid.length === 0) return
  const pools = declarations.counters.filter((counter) => counter.owner === 'character').map((counter) => counter.id)
  paid.forEach(({ pool }, index) => {
    if (!pools.includes(pool)) expected(`costs.${index}.pool`, pool, oneOf(pools, "character's counter that the system declares"))
  })
}

export function checkHouseRules(declarations: Declarations, named: readonly string[] | undefined): void {
  named?.forEach((rule, index) => {
    if (!Object.hasOwn(declarations.houseRules, rule)) expected(`houseRules.${index}`, rule, oneOf(Object.keys(declarations.houseRules), 'house rule that the system declares'))
  })
  onceEach(named ?? [], 'houseRules')
}

export function oneOf(ids: Iterable<string>, what: string): string {
  const all = [...ids]
  return all.length === 0 ? `nothing: there is no ${what}` : `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}: ${all.slice(0, 12).join(', ')}${all.length > 12 ? ', ...' : ''}`
}

function onceEach(names: readonly string[], at: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) expected(at, twice, 'each once')
}
