/** The gate for answers that aren't checks: actions, variants, places in the order, NPCs, migrations. */
import { z } from 'zod'
import type { Change, Declarations, Dice, Fact, Field, Grant, Input, Need, OldRecord, Place, Rating, Refusal, Target, Value, Variant, Varied } from '../../plugins/api/index.ts'
import { parseForm } from '../rules/fields.ts'
import { checkDice, checkGrant, checkHouseRules, explanation, gate, headline, houseRules, needShape, oneOf, refusalShape, type Gate } from './answers.ts'
import { tone } from './declarations.ts'
import { Unusable, expected, parseShape } from './words.ts'

const id = z.string().min(1).max(100)
const amount = z.int().min(-1_000_000_000).max(1_000_000_000)
const values = z.record(z.string().max(100), z.unknown())

const changeShape = z.strictObject({
  counters: z.array(z.strictObject({ counter: id, to: z.enum(['actor', 'target', 'players', 'gm', 'table']), amount })).max(200).optional(),
  stats: z.array(z.strictObject({ to: z.enum(['actor', 'target']), stat: id, value: z.unknown() })).max(200).optional(),
  explain: explanation,
  headline,
})
const variantsShape = z.array(z.strictObject({ label: z.string().min(1).max(200), input: values })).max(20)
const placeShape = z.strictObject({
  slot: id.optional(),
  value: amount,
  ties: z.array(amount).max(10).optional(),
  grants: z
    .array(z.strictObject({ counter: id, to: z.enum(['actor', 'opponent', 'gm', 'table']), amount, offered: z.boolean().optional() }))
    .max(100)
    .optional(),
  explain: explanation,
  houseRules: houseRules.optional(),
})
const variedShape = z.strictObject({ input: values })
const factsShape = z.record(z.string().regex(/^[a-z][A-Za-z0-9-]*$/).max(100), z.union([z.number(), z.boolean(), z.string().max(2_000)]))
const targetsShape = z
  .array(
    z.strictObject({
      label: z.string().min(1).max(200),
      value: amount,
      explain: z.string().max(500).optional(),
      check: id.optional(),
      input: z.record(id, z.union([z.int(), z.string().max(2_000), z.boolean()])).optional(),
    }),
  )
  .max(50)
const ratingShape = z.strictObject({ label: z.string().min(1).max(60), tone, explain: explanation })
const recordShape = z.strictObject({ kind: z.enum(['stats', 'counters', 'settings']), data: values })

/** What `actions.<id>.apply` answered. Whether it fits the sheets is seen when it is written. */
export const parseChange = (declarations: Declarations, value: unknown): Gate<Change | Refusal> =>
  gate(() => {
    if (isRefusal(value)) return parseShape(refusalShape, value) as Refusal
    const change = parseShape(changeShape, value) as Change
    change.counters?.forEach(({ counter, to, amount: moved }, index) => {
      const declared = declarations.counters.find((each) => each.id === counter)
      if (!declared) return expected(`counters.${index}.counter`, counter, oneOf(declarations.counters.map((each) => each.id), 'counter that the system declares'))
      if (moved === 0) expected(`counters.${index}.amount`, 0, 'another number than 0')
      if (declared.owner !== (to === 'gm' || to === 'table' ? to : 'character')) expected(`counters.${index}.to`, to, `a holder of ${counter}: its owner is the ${declared.owner}`)
    })
    change.stats?.forEach(({ stat }, index) => {
      if (!declarations.stats.some((each) => each.id === stat)) expected(`stats.${index}.stat`, stat, oneOf(declarations.stats.map((each) => each.id), 'stat that the system declares'))
    })
    return change
  })

/** What `checks.<id>.variants` answered; each input is as the check's form takes it. */
export const parseVariants = (declarations: Declarations, check: string, value: unknown): Gate<readonly Variant[]> =>
  gate(() =>
    parseShape(variantsShape, value).map(({ label, input }, index) => ({
      label,
      input: formOf(declarations.checks[check]?.input ?? [], input, `${index}.input`),
    })),
  )

/** What `targets.list` answered for some, at most `most`, but one at least. */
export const parseTargets = (declarations: Declarations, most: number, value: unknown): Gate<readonly (readonly Target[])[]> =>
  gate(() => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) return expected('the answer', value, `1 to ${most} lists`)
    return value.map((list) => {
      const targets = parseShape(targetsShape, list) as readonly Target[]
      targets.forEach(({ check }, index) => {
        if (check !== undefined && !Object.hasOwn(declarations.checks, check)) expected(`${index}.check`, check, oneOf(Object.keys(declarations.checks), 'check that the system declares'))
      })
      return targets
    })
  })

/** What `difficulty.rate` answered for some, at most `most`, but one at least. */
export const parseRatings = (most: number, value: unknown): Gate<readonly Rating[]> =>
  gate(() => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most) return expected('the answer', value, `1 to ${most} ratings`)
    return value.map((rating) => parseShape(ratingShape, rating) as Rating)
  })

/** What `initiative.resolve` answered. */
export const parsePlace = (declarations: Declarations, value: unknown): Gate<Need | Refusal | Place> =>
  gate(() => {
    if (isRefusal(value)) return parseShape(refusalShape, value) as Refusal
    if (typeof value === 'object' && value !== null && 'need' in value) {
      const need = parseShape(needShape, value) as Need
      need.need.forEach((dice: Dice, index) => checkDice(dice, `need.${index}`))
      return need
    }
    const place = parseShape(placeShape, value) as Place
    const slots = (declarations.initiative?.slots ?? []).map((slot) => slot.id)
    if (slots.length > 0 && (place.slot === undefined || !slots.includes(place.slot))) expected('slot', place.slot, oneOf(slots, 'slot that the system declares'))
    if (slots.length === 0 && place.slot !== undefined) expected('slot', place.slot, 'none: the system declares no slots')
    place.grants?.forEach((grant: Grant, index) => checkGrant(declarations, grant, `grants.${index}`))
    checkHouseRules(declarations, place.houseRules)
    return place
  })

/** What `initiative.prepare` answered. */
export const parseFacts = (value: unknown): Gate<Readonly<Record<string, Fact>>> => gate(() => parseShape(factsShape, value))

/** The stats that `npc.build` gave; those left out take their defaults later. */
export const parseBuilt = (declarations: Declarations, value: unknown): Gate<Readonly<Record<string, Value>>> =>
  gate(() => {
    const given = parseShape(values, value)
    const known = declarations.stats.filter(({ id: stat }) => Object.hasOwn(given, stat))
    return formOf(known, given, 'the sheet')
  })

/** What `npc.vary` answered: dice needed, or the whole form, with what it left out as it was. */
export const parseVaried = (declarations: Declarations, before: Input, value: unknown): Gate<Need | Varied> =>
  gate(() => {
    if (typeof value !== 'object' || value === null) return expected('the answer', value, 'dice needed or an input')
    if ('need' in value) {
      const need = parseShape(needShape, value) as Need
      if (need.costs?.length) expected('costs', need.costs, 'none: nobody pays for a variation')
      need.need.forEach((dice, index) => checkDice(dice, `need.${index}`))
      return need
    }
    const { input } = parseShape(variedShape, value)
    const fields = declarations.npc?.input ?? []
    const stray = Object.keys(input).find((key) => !fields.some(({ id }) => id === key))
    if (stray !== undefined) expected(`input.${stray}`, input[stray], oneOf(fields.map(({ id }) => id), 'field of npc'))
    return { input: formOf(fields, { ...before, ...input }, 'input') }
  })

/** What `migrate[version]` answered: the same kind of record. */
export const parseRecord = (kind: OldRecord['kind'], value: unknown): Gate<OldRecord> =>
  gate(() => {
    const record = parseShape(recordShape, value) as OldRecord
    if (record.kind !== kind) expected('kind', record.kind, `"${kind}", as it was`)
    return record
  })

const isRefusal = (value: unknown): boolean => typeof value === 'object' && value !== null && 'refuse' in value

function formOf(fields: readonly Field[], given: Readonly<Record<string, unknown>>, at: string): Input {
  const { input, problems } = parseForm(fields, given)
  const [problem] = problems
  if (problem) throw new Unusable(`${at}.${problem.field}: ${problem.message.replace(/\.$/, '')}`)
  return input
}
