import fc from 'fast-check'
import type { Context, Field, Input, Outcome, Step, System, Value } from '../../plugins/api/index.ts'
import { parseForm } from '../../main/rules/fields.ts'
import { sumOfFaces } from '../../main/rules/dice.ts'

/** The settings of a system, defaults filled in, for a player's character. */
export const contextOf = (system: System, settings: Readonly<Record<string, Value>> = {}, actor: Context['actor'] = 'pc'): Context => ({
  settings: whole(system.settings, settings),
  actor,
})

/** An input with its defaults filled in. */
export const whole = (fields: readonly Field[], input: Readonly<Record<string, Value>>): Input => {
  const parsed = parseForm(fields, input)
  if (parsed.problems[0]) throw new Error(parsed.problems[0].message)
  return parsed.input
}

const checkOf = (system: System, id: string) => {
  const check = system.checks[id]
  if (!check) throw new Error(`no check ${id}`)
  return check
}

/** What the first call answers: dice, a refusal, or an outcome. */
export const firstStep = (system: System, check: string, input: Readonly<Record<string, Value>>, context = contextOf(system)): Step =>
  checkOf(system, check).resolve(whole(checkOf(system, check).input, input), [], context)

/** The outcome for given natural faces. */
export function outcomeOf(
  system: System,
  check: string,
  input: Readonly<Record<string, Value>>,
  faces: readonly number[],
  context = contextOf(system),
): Outcome {
  const { resolve, input: fields } = checkOf(system, check)
  const complete = whole(fields, input)
  const left = [...faces]
  const seen: number[] = []
  for (;;) {
    const step = resolve(complete, seen, context)
    if ('refuse' in step) throw new Error(`refused: ${step.refuse.message}`)
    if (!('need' in step)) return step
    for (const { die, count, sum } of step.need) {
      const taken = left.splice(0, count)
      if (taken.length < count) throw new Error('more dice were asked for')
      seen.push(...(sum ? [sumOfFaces(die, taken)] : taken))
    }
  }
}

/** Every outcome of a check that asks for at most one die, one for each face. */
export function everyOutcome(system: System, check: string, input: Readonly<Record<string, Value>>, context = contextOf(system)): readonly Outcome[] {
  const step = firstStep(system, check, input, context)
  if ('refuse' in step) throw new Error(`refused: ${step.refuse.message}`)
  if (!('need' in step)) return [step]
  const [dice, ...more] = step.need
  if (!dice || more.length > 0 || dice.count !== 1) throw new Error('one die was expected')
  const size = dice.die.to - dice.die.from + 1
  return Array.from({ length: size }, (_, index) => outcomeOf(system, check, input, [dice.die.from + index], context))
}

/** The share of outcomes that succeed. */
export const chanceOf = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ success }) => success === true).length / outcomes.length

/** A record without some of its keys. */
export const without = <T>(record: Readonly<Record<string, T>>, ...keys: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

/** Any input that the form takes. */
export const anyInput = (fields: readonly Field[]): fc.Arbitrary<Record<string, Value>> =>
  fc
    .tuple(...fields.map((field) => anyValue(field)))
    .map((values) => Object.fromEntries(fields.flatMap(({ id }, index) => (values[index] === undefined ? [] : [[id, values[index]]]))))

function anyValue(field: Field): fc.Arbitrary<Value | undefined> {
  const some = given(field)
  return field.optional || field.default !== undefined ? fc.option(some, { nil: undefined, freq: 3 }) : some
}

function given(field: Field): fc.Arbitrary<Value> {
  switch (field.type) {
    case 'number':
      return fc.integer({ min: field.min ?? -1_000, max: field.max ?? 1_000 })
    case 'choice':
      return fc.constantFrom(...(field.options ?? []).map(({ id }) => id))
    case 'flag':
      return fc.boolean()
    default:
      return fc.constant('')
  }
}
