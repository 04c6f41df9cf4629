/** Says what is wrong with an answer in words that its author understands. */
import type { core, ZodType } from 'zod'

/** What was found, short enough to read. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Thrown inside a gate and caught at its edge; never leaves this folder. */
export class Unusable extends Error {}

/** Fails with the field, what was found there and what was expected. */
export function expected(path: string, found: unknown, wanted: string): never {
  throw new Unusable(`${path}: found ${show(found)}, expected ${wanted}`)
}

/** Checks the shape; the first thing wrong is named. */
export function parseShape<T>(schema: ZodType<T>, value: unknown, at = ''): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0] as core.$ZodIssue
  const path = [...(at === '' ? [] : [at]), ...issue.path.map(String)]
  throw new Unusable(explain(issue, path, valueAt(value, issue.path)))
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined), value)
}

const typeWords: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function explain(issue: core.$ZodIssue, path: readonly string[], found: unknown): string {
  const field = path.length > 0 ? path.join('.') : 'the answer'
  const but = (wanted: string) => `${field}: found ${show(found)}, expected ${wanted}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${[...path, issue.keys[0]].join('.')}: unknown, expected no such field`
    case 'invalid_type':
      return but(typeWords[issue.expected] ?? issue.expected)
    case 'too_small':
      return but(`at least ${issue.minimum}${unitOf(issue.origin)}`)
    case 'too_big':
      return but(`at most ${issue.maximum}${unitOf(issue.origin)}`)
    case 'invalid_value':
      return but(issue.values.length === 1 ? show(issue.values[0]) : `one of ${issue.values.map((value) => show(value)).join(', ')}`)
    case 'invalid_key':
      return `${field}: an id, expected letters, digits and hyphens after a small letter`
    case 'invalid_format':
      return but('an id of letters, digits and hyphens after a small letter')
    default:
      return but(issue.message)
  }
}

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' || origin === 'object' ? ' entries' : '')
