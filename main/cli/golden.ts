import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Dice } from '../../plugins/api/index.ts'
import type { Sandbox } from '../sandbox/host.ts'
import { playCheck } from '../sandbox/play.ts'
import { isObject, prepare } from './prepare.ts'

const object = z.record(z.string(), z.unknown())

const goldenSchema = z.array(
  z.object({
    name: z.string(),
    check: z.string(),
    settings: object.default({}),
    input: object.default({}),
    faces: z.array(z.int()).default([]),
    expect: object,
  }),
)

/** A worked example of a check: `faces` are natural, in the order in which the dice are asked for. */
export type GoldenRow = z.infer<typeof goldenSchema>[number]

export type ParsedGolden =
  | { readonly ok: true; readonly rows: readonly GoldenRow[] }
  | { readonly ok: false; readonly message: string }

export function parseGolden(text: string): ParsedGolden {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, message: 'the golden rows are not valid JSON' }
  }
  const parsed = goldenSchema.safeParse(json)
  if (parsed.success) return { ok: true, rows: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false, message: `golden row ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not readable'}` }
}

/** What is wrong with the system by this row, a line for each difference; none when it passes. */
export async function runRow(sandbox: Sandbox, row: GoldenRow): Promise<readonly string[]> {
  const prepared = prepare(sandbox.declarations, row.check, row.input, row.settings)
  if (prepared.kind === 'unknown') return [prepared.message]
  const faces = [...row.faces]
  const misfits: string[] = []
  const take = (_side: number, dice: Dice): readonly number[] | undefined => {
    const taken = faces.splice(0, dice.count)
    const { die } = dice
    const misfit = taken.find((face) => face < die.from || face > die.to)
    if (misfit !== undefined) misfits.push(`${misfit} is no face of a ${die.id} (${die.from} to ${die.to})`)
    if (taken.length < dice.count) misfits.push(`${dice.count} faces of a ${die.id} were asked for, ${taken.length} were left`)
    return misfits.length > 0 ? undefined : taken
  }
  const played = prepared.kind === 'refused' ? prepared : await playCheck(sandbox, row.check, prepared.sides, { take })
  if (misfits.length > 0) return misfits
  switch (played.kind) {
    case 'fault':
      return [played.fault.message.split('\n')[0] ?? 'the system failed']
    case 'needs':
      return ['more dice were asked for']
    case 'refused': {
      const message = 'refused' in played ? played.refused.message : played.message
      if (row.expect.refused !== true) return [`refused: ${message}`]
      return faces.length < row.faces.length ? ['refused only after dice were rolled'] : []
    }
    case 'done':
      if (row.expect.refused === true) return ['expected a refusal, found an outcome']
      if (faces.length > 0) return [`${faces.length} of the faces were not asked for`]
      return differences(row.expect, { ...played.outcome })
  }
}

/** Each expected key against what was found: lists in any order, facts by the expected keys alone. */
function differences(expected: Readonly<Record<string, unknown>>, found: Readonly<Record<string, unknown>>, path = ''): readonly string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const other = found[key]
    if (key === 'facts' && isObject(value) && isObject(other)) return differences(value, other, 'facts.')
    return isDeepStrictEqual(inOrder(value), inOrder(other))
      ? []
      : [`${path}${key}: expected ${JSON.stringify(value)}, found ${JSON.stringify(other) ?? 'nothing'}`]
  })
}

/** Sorts the items of a list and the keys of objects, so that equal multisets are deeply equal. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(inOrder(item))).sort()
  if (isObject(value)) return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, inOrder(item)]))
  return value
}
