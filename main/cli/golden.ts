import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Dice } from '../../plugins/api/index.ts'
import type { Sandbox } from '../sandbox/host.ts'
import { playCheck } from '../sandbox/play.ts'
import { isObject, prepare } from './prepare.ts'

const object = z.record(z.string(), z.unknown())

const goldenSchema = z.array(
  z.looseObject({
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
  return parsed.success ? { ok: true, rows: parsed.data } : { ok: false, message: explain(parsed.error, json) }
}

const wanted: Readonly<Record<string, string>> = { name: 'a text', check: 'the id of a check', expect: 'an object of what must come out', faces: 'a list of whole numbers' }

/** The first problem, with the row by its place and name. */
function explain({ issues: [issue] }: z.ZodError, json: unknown): string {
  const [index, key] = issue?.path ?? []
  if (typeof index !== 'number' || !Array.isArray(json)) return 'golden.json must be a list of rows: [{ "name": …, "check": …, "input": …, "faces": …, "expect": … }]'
  const row: unknown = json[index]
  if (!isObject(row) || key === undefined) return `golden row ${index + 1}: found ${JSON.stringify(row)}, expected an object with name, check, input, faces and expect`
  const name = typeof row.name === 'string' ? ` (${JSON.stringify(row.name)})` : ''
  const found = row[String(key)]
  const stranger = Object.keys(row).find(isStranger)
  const instead = found === undefined && stranger !== undefined ? ` The row has "${stranger}", which is not read.` : ''
  return `golden row ${index + 1}${name}: "${String(key)}": found ${found === undefined ? 'nothing' : JSON.stringify(found)}, expected ${wanted[String(key)] ?? 'an object'}.${instead}`
}

/** What is wrong with the system by this row, a line for each difference; none when it passes. */
export async function runRow(sandbox: Sandbox, row: GoldenRow): Promise<readonly string[]> {
  const problems = await problemsOf(sandbox, row)
  // A misspelt entry is a likely reason.
  const strangers = problems.length > 0 ? Object.keys(row).filter(isStranger) : []
  return [...problems, ...strangers.map((entry) => `the row has "${entry}", which is not read`)]
}

const isStranger = (entry: string): boolean => !Object.hasOwn(goldenSchema.element.shape, entry)

async function problemsOf(sandbox: Sandbox, row: GoldenRow): Promise<readonly string[]> {
  const prepared = prepare(sandbox.declarations, row.check, row.input, row.settings)
  if (prepared.kind === 'unknown') return [prepared.message]
  const faces = [...row.faces]
  const misfits: string[] = []
  const take = (_side: number, dice: Dice): readonly number[] | undefined => {
    const taken = faces.splice(0, dice.count)
    const { die } = dice
    const misfit = taken.find((face) => face < die.from || face > die.to)
    if (misfit !== undefined) misfits.push(`${misfit} is no face of a ${die.id} (${die.from} to ${die.to})`)
    if (taken.length < dice.count) misfits.push(`too few faces: ${dice.count} of a ${die.id} asked for, ${taken.length} left`)
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
