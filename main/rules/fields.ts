import type { Field, Input, Row, Value } from '../../plugins/api/index.ts'

/** What is wrong with one field. A list's cell is named `list.row.column`, rows from 0. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

export interface ParsedForm {
  /** Every field that has a value, defaults filled in. Only whole when there are no problems. */
  readonly input: Input
  readonly problems: readonly FieldProblem[]
}

const textLimit = 2_000
const rowLimit = 500

/**
 * Checks what a GM, a script or a file gave to a form. Fills defaults, refuses values of the wrong
 * type or out of range and keys that no field declares.
 *
 * @param limits largest values by field id that the actor's sheet allows, besides the field's own.
 */
export function parseForm(
  fields: readonly Field[],
  raw: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<string, number>> = {},
): ParsedForm {
  const input: Record<string, Value> = {}
  const problems: FieldProblem[] = []
  for (const field of fields) {
    const given = Object.hasOwn(raw, field.id) ? raw[field.id] : undefined
    const value = given ?? field.default ?? (field.type === 'list' ? [] : undefined)
    if (value === undefined) {
      if (!field.optional) problems.push({ field: field.id, message: `${field.label} is needed.` })
      continue
    }
    const found = problemsOf(field, value, limits[field.id])
    problems.push(...found)
    if (found.length === 0) input[field.id] = field.type === 'list' ? parseRows(field, value) : (value as Value)
  }
  const known = new Set(fields.map(({ id }) => id))
  for (const key of Object.keys(raw)) {
    if (!known.has(key)) problems.push({ field: key, message: `There is no field "${key}" here.` })
  }
  return { input, problems }
}

function problemsOf(field: Field, value: unknown, limit: number | undefined): readonly FieldProblem[] {
  if (field.type === 'list') return problemsOfRows(field, value)
  const message = problemOf(field, value, limit)
  return message === undefined ? [] : [{ field: field.id, message }]
}

function problemOf(field: Field, value: unknown, limit: number | undefined): string | undefined {
  switch (field.type) {
    case 'number': {
      if (!Number.isSafeInteger(value)) return `${field.label} is a whole number.`
      const number = value as number
      if (limit !== undefined && number > limit) return `${field.label} is at most ${limit} for this character.`
      if (number < (field.min ?? -Infinity) || number > (field.max ?? Infinity)) return `${field.label} is ${rangeInWords(field)}.`
      return undefined
    }
    case 'text':
      if (typeof value !== 'string') return `${field.label} is a text.`
      return value.length > textLimit ? `${field.label} is at most ${textLimit} characters long.` : undefined
    case 'choice':
      if ((field.options ?? []).some(({ id }) => id === value)) return undefined
      return `${field.label} is one of ${(field.options ?? []).map(({ label }) => label).join(', ')}.`
    case 'flag':
      return typeof value === 'boolean' ? undefined : `${field.label} is yes or no.`
    case 'list':
      return undefined
  }
}

function problemsOfRows(field: Field, value: unknown): readonly FieldProblem[] {
  if (!Array.isArray(value)) return [{ field: field.id, message: `${field.label} is a list.` }]
  if (value.length > rowLimit) return [{ field: field.id, message: `${field.label} holds at most ${rowLimit} rows.` }]
  return value.flatMap((row: unknown, index) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      return [{ field: `${field.id}.${index}`, message: `Row ${index + 1} of ${field.label} can't be read.` }]
    return parseForm(field.columns ?? [], row as Record<string, unknown>).problems.map((problem) => ({
      field: `${field.id}.${index}.${problem.field}`,
      message: problem.message,
    }))
  })
}

const parseRows = (field: Field, value: unknown): readonly Row[] =>
  (value as readonly Record<string, unknown>[]).map((row) => parseForm(field.columns ?? [], row).input as Row)

function rangeInWords({ min, max }: Field): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`
  return min !== undefined ? `${min} or more` : `${max} or less`
}
