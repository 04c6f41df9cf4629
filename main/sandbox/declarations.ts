/** The gate for what a system declares: shape first, then everything that refers to something else. */
import { z } from 'zod'
import type { Check, Counter, Declarations, Field, Source } from '../../plugins/api/index.ts'
import { parseForm } from '../rules/fields.ts'
import { gate } from './answers.ts'
import type { Gate } from './answers.ts'
import { checkFigure, figuresShape } from './figures.ts'
import { checkHealth, healthShape } from './health.ts'
import { expected, parseShape, show } from './words.ts'

const fieldId = z.string().regex(/^[a-z][A-Za-z0-9]*$/).max(60)
const id = z.string().regex(/^[a-z][A-Za-z0-9-]*$/).max(60)
const label = z.string().min(1).max(200)
const help = z.string().max(2_000)
const whole = z.int()
export const tone = z.enum(['boon', 'bane', 'plain'])
const kinds = z.array(z.enum(['pc', 'npc'])).min(1).max(2)
const actors = z.array(z.enum(['pc', 'npc', 'none'])).min(1).max(3)

const plain = z.union([z.boolean(), whole, z.string().max(2_000)], { error: 'a whole number, a text, or true or false' })
const source = z.union(
  [
    z.string().max(200),
    z.strictObject({ by: fieldId, of: z.record(z.string().max(100), z.string().max(200)) }),
    z.strictObject({ stat: fieldId, is: z.record(z.string().max(100), plain) }),
  ],
  { error: 'the id of a stat or counter, { by, of } or { stat, is }' },
)
const fieldBase = {
  id: fieldId,
  label,
  type: z.enum(['number', 'text', 'choice', 'flag', 'list']),
  min: whole.optional(),
  max: whole.optional(),
  default: z.union([plain, z.array(z.record(z.string(), plain)).max(500)], { error: 'a whole number, a text, true or false, or rows' }).optional(),
  optional: z.boolean().optional(),
  options: z.array(z.strictObject({ id: z.string().min(1).max(100), label })).min(1).max(500).optional(),
  multiline: z.boolean().optional(),
  unit: z.string().max(60).optional(),
  help: help.optional(),
  group: z.string().max(100).optional(),
  for: kinds.optional(),
  from: source.optional(),
  maxFrom: source.optional(),
  aliases: z.array(label).min(1).max(50).optional(),
}
const field = z.strictObject({ ...fieldBase, columns: z.array(z.strictObject(fieldBase)).min(1).max(50).optional() })
const fields = z.array(field).max(300)

const shape = z.strictObject({
  stats: fields,
  counters: z
    .array(
      z.strictObject({
        id: fieldId,
        label,
        owner: z.enum(['character', 'gm', 'table']),
        for: kinds.optional(),
        min: whole.optional(),
        max: whole.optional(),
        maxFrom: fieldId.optional(),
        initial: z.union([whole, z.literal('max')], { error: 'a whole number or "max"' }),
        tone,
        resets: z.enum(['session', 'rest']).optional(),
        reasonRequired: z.boolean().optional(),
      }),
    )
    .max(100),
  settings: z.array(field.extend({ houseRule: z.boolean().optional() })).max(100),
  figures: figuresShape,
  houseRules: z.record(id, z.string().min(1).max(2_000)),
  checks: z.record(
    id,
    z.strictObject({
      label,
      help: help.optional(),
      for: actors,
      input: fields,
      flags: z.array(z.strictObject({ id, label, tone })).max(100).optional(),
      degree: label.optional(),
      variants: z.literal(true).optional(),
    }),
  ),
  opposed: z.record(id, z.strictObject({ label, help: help.optional(), for: actors, of: id, side: fields, degree: label.optional() })),
  actions: z.record(id, z.strictObject({ label, help: help.optional(), for: actors, target: z.enum(['needed', 'optional']).optional(), input: fields })),
  conditions: z.array(z.strictObject({ id, label, help: help.optional(), tone })).max(100),
  health: healthShape.optional(),
  initiative: z
    .strictObject({ input: fields, slots: z.array(z.strictObject({ id, label })).min(1).max(20).optional(), prepare: z.literal(true).optional() })
    .optional(),
  npc: z.strictObject({ input: fields, vary: z.literal(true).optional() }).optional(),
  targets: z.strictObject({}).optional(),
  difficulty: z.strictObject({}).optional(),
  reroll: z.strictObject({ costs: z.array(z.strictObject({ pool: fieldId, amount: whole.min(1).max(1_000_000_000) })).min(1).max(20) }).optional(),
  migrate: z.array(z.int().min(2).max(10_000)).max(10_000),
})

/** Names that plain objects answer to by themselves. */
const reserved = new Set(['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString'])

/** What `defineSystem` was given, without its functions. */
export function parseDeclarations(value: unknown): Gate<Declarations> {
  const parsed = parse(value)
  return parsed.ok ? parsed : { ok: false, message: parsed.message + ownersOf(value, parsed.message) }
}

/** `input.3` tells an author little: the ids of the fields, counters and so on that a path leads through. */
function ownersOf(value: unknown, message: string): string {
  const owners: string[] = []
  let at: unknown = value
  for (const key of message.slice(0, message.indexOf(': ')).split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) break
    at = (at as Readonly<Record<string, unknown>>)[key]
    const owner: unknown = /^\d+$/.test(key) && typeof at === 'object' && at !== null && 'id' in at ? at.id : undefined
    if (typeof owner === 'string') owners.push(show(owner))
  }
  return owners.length > 0 ? ` (in ${owners.join(', ')})` : ''
}

const parse = (value: unknown): Gate<Declarations> =>
  gate(() => {
    const declared = parseShape(shape, value) as Declarations
    const { stats, counters, settings, checks, opposed, actions, figures, conditions, health, initiative, npc, reroll, houseRules } = declared
    unique([...stats, ...counters].map((one) => one.id), 'stats and counters')
    unique([...Object.keys(checks), ...Object.keys(opposed)], 'checks and opposed')
    unique(Object.keys(houseRules), 'houseRules')
    if (Object.keys(checks).length === 0) expected('checks', {}, 'at least one check')
    checkForm(declared, stats, 'stats')
    checkAliases(stats)
    checkForm(declared, settings, 'settings')
    settings.forEach((setting, index) => {
      const at = `settings.${index}`
      if (setting.default === undefined && !setting.optional) expected(`${at}.default`, undefined, 'a default: a new campaign starts with it')
      if (setting.type === 'list') expected(`${at}.type`, 'list', 'another type: only stats are lists')
    })
    counters.forEach((counter, index) => checkCounter(declared, counter, `counters.${index}`))
    for (const [check, { input, for: actorKinds, flags }] of Object.entries(checks)) {
      const at = `checks.${check}`
      checkInput(declared, input, `${at}.input`)
      unique(actorKinds, `${at}.for`)
      unique((flags ?? []).map((flag) => flag.id), `${at}.flags`)
    }
    for (const [contest, { of, side, for: actorKinds }] of Object.entries(opposed)) {
      const at = `opposed.${contest}`
      if (!Object.hasOwn(checks, of)) expected(`${at}.of`, of, `a check: ${Object.keys(checks).join(', ')}`)
      checkInput(declared, side, `${at}.side`)
      unique(actorKinds, `${at}.for`)
    }
    for (const [action, { input, for: actorKinds }] of Object.entries(actions)) {
      checkInput(declared, input, `actions.${action}.input`)
      unique(actorKinds, `actions.${action}.for`)
    }
    unique(Object.keys(actions), 'actions')
    unique(figures.map((figure) => figure.id), 'figures')
    figures.forEach((figure, index) => checkFigure(declared, figure, `figures.${index}`))
    unique(conditions.map((condition) => condition.id), 'conditions')
    if (health) checkHealth(declared, health)
    if (initiative) {
      checkInput(declared, initiative.input, 'initiative.input')
      unique((initiative.slots ?? []).map((slot) => slot.id), 'initiative.slots')
    }
    if (npc) checkInput(declared, npc.input, 'npc.input')
    const pools = counters.filter((counter) => counter.owner === 'character').map((counter) => counter.id)
    reroll?.costs.forEach(({ pool }, index) => {
      if (!pools.includes(pool)) expected(`reroll.costs.${index}.pool`, pool, `a character's counter: ${pools.join(', ')}`)
    })
    return declared
  })

function unique(ids: readonly string[], at: string): void {
  const twice = ids.find((one, index) => ids.indexOf(one) !== index)
  if (twice !== undefined) expected(at, twice, 'each id once')
  const bad = ids.find((one) => reserved.has(one))
  if (bad !== undefined) expected(at, bad, 'another id: this one is reserved')
}

/** Two stats with one alias for the same kind of character would leave it to chance which one a file fills. */
function checkAliases(stats: readonly Field[]): void {
  const taken = new Map<string, string>()
  stats.forEach((stat, index) => {
    for (const kind of stat.for ?? (['pc', 'npc'] as const)) {
      for (const alias of new Set((stat.aliases ?? []).map((name) => name.trim().toLowerCase()))) {
        const owner = taken.get(`${kind} ${alias}`)
        if (owner !== undefined) expected(`stats.${index}.aliases`, alias, `each alias at one stat; ${owner} has it`)
        taken.set(`${kind} ${alias}`, stat.id)
      }
    }
  })
}

function checkInput(declared: Declarations, form: Check['input'], at: string): void {
  form.forEach((one, index) => {
    if (one.type === 'list') expected(`${at}.${index}.type`, 'list', 'another type: only stats are lists')
  })
  checkForm(declared, form, at)
}

function checkForm(declared: Declarations, form: readonly Field[], at: string): void {
  unique(form.map((one) => one.id), at)
  form.forEach((one, index) => {
    const here = `${at}.${index}`
    checkField(one, here)
    if (one.from !== undefined) checkSource(declared, form, one, one.from, `${here}.from`)
    if (one.maxFrom !== undefined) {
      if (one.type !== 'number') expected(`${here}.maxFrom`, one.maxFrom, 'none, as the field is no number')
      checkSource(declared, form, one, one.maxFrom, `${here}.maxFrom`)
    }
    if (one.columns) checkForm(declared, one.columns, `${here}.columns`)
  })
}

function checkField(one: Field, at: string): void {
  const only = (key: 'min' | 'max' | 'options' | 'columns' | 'multiline', type: Field['type']): void => {
    if (one[key] !== undefined && one.type !== type) expected(`${at}.${key}`, one[key], `none, as the field is no ${type}`)
  }
  only('min', 'number')
  only('max', 'number')
  only('options', 'choice')
  only('columns', 'list')
  only('multiline', 'text')
  if (one.min !== undefined && one.max !== undefined && one.max < one.min) expected(`${at}.max`, one.max, `${one.min} or more, as \`min\` is ${one.min}`)
  if (one.type === 'choice') {
    if (!one.options) expected(`${at}.options`, undefined, 'the answers of the choice')
    unique(one.options?.map((option) => option.id) ?? [], `${at}.options`)
  }
  if (one.type === 'list') {
    if (!one.columns) expected(`${at}.columns`, undefined, 'the columns of the list')
    one.columns?.forEach((column, index) => {
      if (column.type === 'list') expected(`${at}.columns.${index}.type`, 'list', 'another type: a list holds no lists')
    })
  }
  if (one.default !== undefined) {
    const [problem] = parseForm([one], { [one.id]: one.default }).problems
    if (problem) expected(`${at}.default`, one.default, `a value that the field allows: ${problem.message.replace(/\.$/, '')}`)
  }
}

/** Every source must exist and hold what the field takes. */
function checkSource(declared: Declarations, form: readonly Field[], one: Field, from: Source, at: string): void {
  if (typeof from === 'string') return checkPath(declared, one, from, at)
  if ('stat' in from) return checkOptions(declared, one, from, at)
  const by = form.find((other) => other.id === from.by)
  if (by?.type !== 'choice') return expected(`${at}.by`, from.by, 'a choice of the same form')
  for (const [option, path] of Object.entries(from.of)) {
    if (!by.options?.some((known) => known.id === option)) expected(`${at}.of.${option}`, option, `an option of ${by.id}`)
    checkPath(declared, one, path, `${at}.of.${option}`)
  }
}

/** Each option must be one of the stat, its value one that the field takes. */
function checkOptions({ stats }: Declarations, one: Field, { stat: id, is }: Extract<Source, { stat: string }>, at: string): void {
  const stat = stats.find((known) => known.id === id)
  if (stat?.type !== 'choice') return expected(`${at}.stat`, id, 'a stat that is a choice')
  for (const [option, value] of Object.entries(is)) {
    if (!stat.options?.some((known) => known.id === option)) expected(`${at}.is.${option}`, option, `an option of ${id}`)
    const [problem] = parseForm([one], { [one.id]: value }).problems
    if (problem) expected(`${at}.is.${option}`, value, `a value that the field allows: ${problem.message.replace(/\.$/, '')}`)
  }
}

function checkPath(declared: Declarations, one: Field, path: string, at: string): void {
  const [head = '', column, ...more] = path.split('.')
  const stat = declared.stats.find((known) => known.id === head)
  const counter = declared.counters.find((known) => known.id === head && known.owner === 'character')
  const cell = column === undefined ? undefined : stat?.columns?.find((known) => known.id === column)
  const found = column === undefined ? (counter ? 'number' : stat?.type) : cell?.type
  if (found === undefined || more.length > 0) return expected(at, path, sourcesFor(declared, one))
  if (found === 'list') return expected(at, path, `a column of the list, as ${head}.column`)
  if (found !== one.type) expected(at, path, `a ${one.type}, as the field is one; this is a ${found}`)
}

/** What a field may be filled from. */
function sourcesFor({ stats, counters }: Declarations, { type }: Field): string {
  const columns = stats.flatMap((stat) => (stat.columns ?? []).map((column) => ({ id: `${stat.id}.${column.id}`, type: column.type })))
  const pools = counters.filter(({ owner }) => owner === 'character').map(({ id: pool }) => ({ id: pool, type: 'number' }))
  const fitting = [...stats, ...columns, ...pools].filter((source) => source.type === type).map((source) => source.id)
  const kinds = "a stat, a column of a list as list.column, or a character's counter"
  return fitting.length === 0 ? kinds : `${kinds}; those that hold a ${type}: ${fitting.slice(0, 12).join(', ')}${fitting.length > 12 ? ', ...' : ''}`
}

function checkCounter({ stats }: Declarations, counter: Counter, at: string): void {
  const { min = -Infinity, max = Infinity, maxFrom, initial } = counter
  if (max < min) expected(`${at}.max`, max, `${min} or more, as \`min\` is ${min}`)
  if (maxFrom !== undefined) {
    if (counter.owner !== 'character') expected(`${at}.maxFrom`, maxFrom, 'none, as only a character has stats')
    if (stats.find((stat) => stat.id === maxFrom)?.type !== 'number') expected(`${at}.maxFrom`, maxFrom, 'a stat that is a number')
  }
  if (initial === 'max') {
    if (counter.max === undefined && maxFrom === undefined) expected(`${at}.initial`, initial, 'a number, as the counter has no maximum')
  } else if (initial < min || initial > max) expected(`${at}.initial`, initial, "a number within the counter's bounds")
}
