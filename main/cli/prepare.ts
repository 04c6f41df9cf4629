import type { ActorKind, Context, Declarations, Field } from '../../plugins/api/index.ts'
import { parseForm } from '../rules/fields.ts'
import type { PlaySide } from '../sandbox/play.ts'

export type Json = Readonly<Record<string, unknown>>

/** Why a check isn't made. */
export interface Refused {
  readonly field?: string
  readonly message: string
}

export type Prepared =
  | { readonly kind: 'ready'; readonly sides: readonly PlaySide[] }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'unknown'; readonly message: string }

/**
 * Makes a check ready from what a script or a golden row gives: settings and input checked against
 * the declarations and completed by defaults. The input of an opposed check is
 * `{ actor: {…}, opponent: {…} }`. Both sides are players' characters where the check is for them.
 */
export function prepare(declarations: Declarations, check: string, input: Json, settings: Json): Prepared {
  const { checks, opposed } = declarations
  const contest = own(opposed, check)
  const plain = own(checks, check)
  if (!contest && !plain) {
    const ids = [...Object.keys(checks), ...Object.keys(opposed)]
    return { kind: 'unknown', message: `There is no check "${check}"; this system has ${ids.join(', ')}.` }
  }
  const set = parse(declarations.settings, settings, 'settings.')
  if (set.kind === 'refused') return set
  const context = (kinds: readonly ActorKind[]): Context => ({
    settings: set.input,
    actor: kinds.includes('pc') ? 'pc' : (kinds[0] ?? 'none'),
  })
  if (plain) {
    const parsed = parse(plain.input, input)
    return parsed.kind === 'refused' ? parsed : { kind: 'ready', sides: [{ input: parsed.input, context: context(plain.for) }] }
  }
  const stranger = Object.keys(input).find((key) => !sides.some((side) => side === key))
  if (stranger !== undefined) return refuse(`There is no side "${stranger}"; actor and opponent were expected.`, stranger)
  const ready: PlaySide[] = []
  for (const side of sides) {
    const parsed = parse(contest?.side ?? [], toObject(input[side]), `${side}.`)
    if (parsed.kind === 'refused') return parsed
    ready.push({ input: parsed.input, context: context(contest?.for ?? []) })
  }
  return { kind: 'ready', sides: ready }
}

const sides = ['actor', 'opponent'] as const

const own = <T>(map: Readonly<Record<string, T>>, id: string): T | undefined => (Object.hasOwn(map, id) ? map[id] : undefined)

const toObject = (value: unknown): Json => (isObject(value) ? value : {})

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const refuse = (message: string, field?: string) =>
  ({ kind: 'refused', refused: { ...(field !== undefined && { field }), message } }) as const

function parse(fields: readonly Field[], raw: Json, prefix = '') {
  const { input, problems } = parseForm(fields, raw)
  // A name that no field has says more than the field that lacks its value for it.
  const problem = problems.find(({ field }) => !fields.some(({ id }) => id === field)) ?? problems[0]
  return problem ? refuse(problem.message, prefix + problem.field) : ({ kind: 'parsed', input } as const)
}
