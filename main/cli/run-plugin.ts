import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Dice } from '../../plugins/api/index.ts'
import { randomUint32 } from '../entropy.ts'
import { drawFace } from '../rules/dice.ts'
import type { Sandbox } from '../sandbox/host.ts'
import { computeOdds } from '../sandbox/odds.ts'
import type { PlaySide } from '../sandbox/play.ts'
import { playCheck } from '../sandbox/play.ts'
import { checkPackage, sentence } from './check-package.ts'
import { newPlugin } from './new-plugin.ts'
import { openPackage } from '../packages/sources.ts'
import { openSandbox } from './open-package.ts'
import { packPlugin } from './pack-plugin.ts'
import type { Command } from './plugin-arguments.ts'
import { parseCommand, usage, WrongUse } from './plugin-arguments.ts'
import { prepare, type Refused } from './prepare.ts'

/** Where the tool was called and where its lines go. */
export interface Terminal {
  /** The folder that paths are relative to. */
  readonly from: string
  /** The checkout that `new` adds a system to. Default: the one that this file lies in. */
  readonly root?: string
  out(line: string): void
  err(line: string): void
}

/** Runs one command. Gives the exit code: 0 done, 1 failed or refused, 2 wrong use. */
export async function runPlugin(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = parseCommand(args)
    if (command.kind === 'new') return await makeNew(command.id, terminal)
    if (command.kind === 'pack') return await pack(command, terminal)
    if (command.kind !== 'check') return await answer(command, terminal)
    const golden = command.golden === undefined ? undefined : await readText(terminal.from, command.golden)
    return await checkPackage({ path: command.path, from: terminal.from, system: command.system, out: terminal.out, golden })
  } catch (error) {
    if (error instanceof WrongUse) {
      terminal.err(`${error.message}\n\n${usage}`)
      return 2
    }
    if (error instanceof Failed) {
      terminal.err(error.message)
      return 1
    }
    throw error
  }
}

/** A failure that one sentence explains. */
class Failed extends Error {}

type Question = Exclude<Command, { kind: 'new' | 'check' | 'pack' }>

async function makeNew(id: string, { root = join(import.meta.dirname, '../..'), out }: Terminal): Promise<number> {
  const made = await newPlugin(root, id)
  if (!made.ok) throw new Failed(made.message)
  for (const line of made.lines) out(line)
  return 0
}

async function pack({ path, key }: Extract<Command, { kind: 'pack' }>, { from, out }: Terminal): Promise<number> {
  const packed = await packPlugin(resolve(from, path), from, key === undefined ? undefined : resolve(from, key))
  if (!packed.ok) throw new Failed(packed.message)
  for (const line of packed.lines) out(line)
  return 0
}

async function answer(question: Question, terminal: Terminal): Promise<number> {
  const loaded = await openPackage(resolve(terminal.from, question.path))
  if (!loaded.ok) throw new Failed(loaded.message)
  const created = await openSandbox(loaded.package.source)
  if (!created.ok) throw new Failed(sentence(created.fault))
  const sandbox = created.value
  try {
    const prepared = prepare(sandbox.declarations, question.check, question.input, question.settings)
    if (prepared.kind === 'unknown') throw new Failed(prepared.message)
    const answered = prepared.kind === 'refused' ? prepared : await ask(sandbox, question, prepared.sides)
    if ('refused' in answered) {
      const { field, message } = answered.refused
      terminal.out(JSON.stringify({ refused: { ...(field !== undefined && { field }), message } }))
      return 1
    }
    terminal.out(JSON.stringify(answered))
    return 0
  } finally {
    await sandbox.close()
  }
}

type Answered = { readonly refused: Refused } | object

const ask = (sandbox: Sandbox, question: Question, sides: readonly PlaySide[]): Promise<Answered> =>
  question.kind === 'odds' ? oddsOf(sandbox, question.check, sides) : roll(sandbox, question.check, sides, question.faces)

async function oddsOf(sandbox: Sandbox, check: string, sides: readonly PlaySide[]): Promise<Answered> {
  const computed = await computeOdds(sandbox, check, sides, { random: randomUint32 })
  if (!computed.ok) throw new Failed(sentence(computed.fault))
  const odds = computed.value
  if ('refused' in odds) return odds
  if ('cancelled' in odds) throw new Failed('The odds were not finished.')
  const { exact, cut, success, flags, degrees, grants } = odds
  return { exact, success, flags, degrees, grants, ...(exact ? {} : { cut }) }
}

/** Rolls with the faces given, or draws them. */
async function roll(sandbox: Sandbox, check: string, sides: readonly PlaySide[], faces?: readonly number[]): Promise<Answered> {
  const left = [...(faces ?? [])]
  let stranger: string | undefined
  const take = (_side: number, { die, count }: Dice): readonly number[] | undefined => {
    if (!faces) return Array.from({ length: count }, () => drawFace(die, randomUint32))
    const taken = left.splice(0, count)
    const wrong = taken.find((face) => face < die.from || face > die.to)
    if (wrong !== undefined) stranger = `${wrong} is no face of a ${die.id}: ${die.from} to ${die.to} was expected.`
    return taken.length < count || wrong !== undefined ? undefined : taken
  }
  const played = await playCheck(sandbox, check, sides, { take })
  if (stranger !== undefined) return { refused: { field: 'faces', message: stranger } }
  switch (played.kind) {
    case 'refused':
      return { refused: played }
    case 'fault':
      throw new Failed(sentence(played.fault))
    case 'needs':
      throw new Failed(`More dice were asked for than the ${faces?.length ?? 0} faces given.`)
    case 'done':
      if (left.length > 0) throw new Failed(`${left.length} of the ${faces?.length ?? 0} faces given were not asked for.`)
      return played.outcome
  }
}

async function readText(from: string, file: string): Promise<string> {
  try {
    return await readFile(resolve(from, file), 'utf8')
  } catch {
    throw new Failed(`${file} can’t be read.`)
  }
}
