import { parseArgs } from 'node:util'
import { isObject, type Json } from './prepare.ts'

export const usage = `Usage:
  npm run -s plugin -- new NAME
  npm run -s plugin -- check PATH [--golden FILE] [--system PATH]
  npm run -s plugin -- pack PATH [--key FILE]
  npm run -s plugin -- odds PATH CHECK --input JSON [--settings JSON]
  npm run -s plugin -- roll PATH CHECK --input JSON [--settings JSON] [--faces JSON]

NAME is the id of a new system, such as night-trains. PATH is the source folder of a system, a
built package folder, a content pack, or a zip of one.
new     copies plugins/starter to plugins/NAME
check   loads the package and runs its golden rows, or those in FILE; the last line counts. A
        content pack is held against its system: that of plugins/, or the one at --system
pack    writes ID-VERSION.tollkeeper-plugin here, signed by the ed25519 key in FILE (PEM)
odds    prints the exact chances of a check as one line of JSON
roll    prints the outcome of a check as JSON; --faces are natural faces in order, else dice are drawn
The input of an opposed check is {"actor":{…},"opponent":{…}}.`

/** Wrong use of the command line: ends in the usage and exit code 2. */
export class WrongUse extends Error {}

export type Command =
  | { readonly kind: 'new'; readonly id: string }
  | { readonly kind: 'check'; readonly path: string; readonly golden?: string; readonly system?: string }
  | { readonly kind: 'pack'; readonly path: string; readonly key?: string }
  | ({ readonly kind: 'odds' } & Question)
  | ({ readonly kind: 'roll'; readonly faces?: readonly number[] } & Question)

/** A check of a system with what a script gave to it, not yet held against its declarations. */
export interface Question {
  readonly path: string
  readonly check: string
  readonly input: Json
  readonly settings: Json
}

/** Reads the arguments of the tool. Throws `WrongUse`. */
export function parseCommand(args: readonly string[]): Command {
  const { positionals, values } = parse(args)
  const [kind, path, check, ...rest] = positionals
  if (kind !== 'new' && kind !== 'check' && kind !== 'pack' && kind !== 'odds' && kind !== 'roll') throw new WrongUse('new, check, pack, odds or roll was expected.')
  const stranger = Object.keys(values).find((option) => !takes[kind].includes(option))
  if (stranger !== undefined) throw new WrongUse(`${kind} takes no --${stranger}.`)
  if (path === undefined) throw new WrongUse(`${kind === 'new' ? 'NAME' : 'PATH'} is missing.`)
  if (rest.length > 0 || ((kind === 'new' || kind === 'check' || kind === 'pack') && check !== undefined)) throw new WrongUse('There are more arguments than expected.')
  if (kind === 'new') return { kind, id: path }
  if (kind === 'check') return { kind, path, ...(values.golden !== undefined && { golden: values.golden }), ...(values.system !== undefined && { system: values.system }) }
  if (kind === 'pack') return { kind, path, ...(values.key !== undefined && { key: values.key }) }
  if (check === undefined) throw new WrongUse('CHECK is missing.')
  const question = {
    path,
    check,
    input: parseObject('--input', values.input),
    settings: parseObject('--settings', values.settings ?? '{}'),
  }
  if (kind === 'odds' || values.faces === undefined) return { kind, ...question }
  return { kind, ...question, faces: parseFaces(values.faces) }
}

const takes: Readonly<Record<Command['kind'], readonly string[]>> = {
  new: [],
  check: ['golden', 'system'],
  pack: ['key'],
  odds: ['input', 'settings'],
  roll: ['input', 'settings', 'faces'],
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { golden: text, system: text, key: text, input: text, settings: text, faces: text },
    })
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

function parseObject(option: string, text: string | undefined): Json {
  if (text === undefined) throw new WrongUse(`${option} is missing.`)
  const value = parseJson(option, text)
  if (!isObject(value)) throw new WrongUse(`${option} is a JSON object.`)
  return value
}

function parseFaces(text: string): readonly number[] {
  const value = parseJson('--faces', text)
  if (Array.isArray(value) && value.every((face) => Number.isSafeInteger(face))) return value as readonly number[]
  throw new WrongUse('--faces is a JSON list of whole numbers.')
}

function parseJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongUse(`${option} is not valid JSON.`)
  }
}
