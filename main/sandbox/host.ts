/** A system as the app sees it: its declarations and its functions, each answer checked. */
import type { Worker } from 'node:worker_threads'
import type { Change, Context, Declarations, Fact, Foes, Holder, Input, Need, OldRecord, Place, Rating, Refusal, Side, State, Step, Target, Value, Variant, Varied, Verdict } from '../../plugins/api/index.ts'
import type { CompareAllAsked } from './guest/compare.ts'
import type { SampleAsked } from './guest/sample.ts'
import type { WalkAsked } from './guest/walk.ts'
import { parseCheckInput, parseStep, parseSteps, parseVerdict } from './answers.ts'
import type { Gate } from './answers.ts'
import { parseBuilt, parseChange, parseFacts, parsePlace, parseRatings, parseRecord, parseTargets, parseVariants, parseVaried } from './changes.ts'
import { parseDeclarations } from './declarations.ts'
import { defaultLimits } from './protocol.ts'
import type { Limits } from './protocol.ts'
import { createRunner } from './runner.ts'
import type { Heard } from './seat.ts'
import { createSlicer } from './slicer.ts'
import { parseSampled, parseVerdicts, parseWalked } from './walked.ts'
import type { Sampled, Verdicts, Walked } from './walked.ts'

/**
 * How a system failed: it took too long, filled its memory, threw, answered with something that the
 * API doesn't allow, or couldn't be loaded.
 */
export type FaultKind = 'timeout' | 'memory' | 'threw' | 'invalid' | 'load'

export interface Fault {
  readonly kind: FaultKind
  /** Plain words for the GM and the author: which call, what was found, what was expected. */
  readonly message: string
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault }

export interface SandboxOptions {
  /** The text of rules.js. */
  readonly source: string
  /** Starts a thread that runs worker.ts, with `workerOptions`. */
  readonly spawn: () => Worker
  readonly limits?: Partial<Limits>
  /** Turns lines of the script in what a fault says into those of the sources that it was made from. */
  readonly locate?: ((message: string) => string) | undefined
}

/** A loaded system. Calls are run one after another, and keep no state: the same call gives the same answer. */
export interface Sandbox {
  readonly declarations: Declarations
  /** `input` must have been checked against the check's fields. */
  resolve(check: string, input: Input, faces: readonly number[], context: Context): Promise<Answer<Step>>
  /** Many steps of one check in as few calls as they fit in: all with the same context. */
  resolveMany(check: string, jobs: readonly { readonly input: Input; readonly faces: readonly number[] }[], context: Context): Promise<Answer<readonly Step[]>>
  toInput(opposed: string, side: Input): Promise<Answer<Input>>
  compare(opposed: string, actor: Side, opponent: Side, context: Context): Promise<Answer<Verdict>>
  variants(check: string, input: Input, context: Context): Promise<Answer<readonly Variant[]>>
  apply(action: string, input: Input, state: State, context: Context): Promise<Answer<Change | Refusal>>
  /** What places in the order depend on; nothing where the system needs nothing. */
  prepare(combatants: readonly Holder[], context: Context): Promise<Answer<Readonly<Record<string, Fact>>>>
  place(input: Input, faces: readonly number[], context: Context): Promise<Answer<Need | Refusal | Place>>
  build(input: Input, context: Context): Promise<Answer<Readonly<Record<string, Value>>>>
  vary(input: Input, faces: readonly number[], context: Context): Promise<Answer<Need | Varied>>
  /** What each of them sets for the rolls of others. */
  targets(holders: readonly Holder[], context: Context): Promise<Answer<readonly (readonly Target[])[]>>
  /** How hard each of some encounters is. Only where the system declares it. */
  rate(encounters: readonly { readonly foes: readonly Foes[]; readonly players: readonly Holder[] }[], context: Context): Promise<Answer<readonly Rating[]>>
  migrate(version: number, record: OldRecord): Promise<Answer<OldRecord>>
  /** One slice of a check's odds. */
  walk(asked: WalkAsked): Promise<Answer<Walked>>
  /** A handful of rolls with the given seed, for an estimate. */
  sample(asked: SampleAsked): Promise<Answer<Sampled>>
  /** Every actor's side against every opponent's. */
  compareAll(asked: CompareAllAsked): Promise<Answer<Verdicts>>
  /** Ends the workers; calls that still wait are answered with a fault. Always ends. */
  close(): Promise<void>
}

/** Loads a system. On a fault nothing is left running. */
export async function createSandbox({ source, spawn, limits: given, locate = (message) => message }: SandboxOptions): Promise<Answer<Sandbox>> {
  const located = <T>(answer: Answer<T>): Answer<T> => (answer.ok ? answer : failed(answer.fault.kind, locate(answer.fault.message)))
  const limits = { ...defaultLimits, ...given }
  if (source.length > limits.sourceChars) {
    return failed('load', `The script is ${source.length} characters long, expected at most ${limits.sourceChars}.`)
  }
  const runner = createRunner(spawn, source, limits)
  const loaded = located(declared(await runner.loaded))
  if (!loaded.ok) {
    await runner.close()
    return loaded
  }
  const declarations = loaded.value

  /** `name` is what a fault is called by. */
  async function ask<T>(name: string, request: object, parse: (value: unknown) => Gate<T>): Promise<Answer<T>> {
    return located(answered(name, await runner.run(JSON.stringify(request)), parse))
  }
  function call<T>(group: string, id: string, run: string, args: readonly unknown[], parse: (value: unknown) => Gate<T>): Promise<Answer<T>> {
    return ask([group, id, run].filter((part) => part !== '').join('.'), { do: 'call', group, id, run, args }, parse)
  }

  /** One function over many arguments, `last` being the last of each; `parse` gets from which on the answers are. */
  async function callMany<T>(group: string, id: string, run: string, list: readonly (readonly unknown[])[], last: unknown, parse: (value: unknown, from: number) => Gate<readonly T[]>): Promise<Answer<readonly T[]>> {
    const slicer = createSlicer()
    const answers: T[] = []
    while (answers.length < list.length) {
      const from = answers.length
      const name = [group, id, run].filter((part) => part !== '').join('.')
      const answer = await slicer.run((limit) => ask(name, { do: 'many', group, id, run, list: list.slice(from, from + limit), last }, (value) => parse(value, from)))
      if (!answer.ok) return answer
      answers.push(...answer.value)
    }
    return { ok: true, value: answers }
  }

  const sandbox: Sandbox = {
    declarations,
    resolve: (check, input, faces, context) =>
      call('checks', check, 'resolve', [input, faces, context], (value) => parseStep(declarations, check, faces.length, value)),
    resolveMany: (check, jobs, context) =>
      callMany('checks', check, 'resolve', jobs.map(({ input, faces }) => [input, faces]), context, (value, from) => parseSteps(declarations, check, jobs.slice(from), value)),
    toInput: (opposed, side) =>
      call('opposed', opposed, 'toInput', [side], (value) => parseCheckInput(declarations, declarations.opposed[opposed]?.of ?? '', value)),
    compare: (opposed, actor, opponent, context) =>
      call('opposed', opposed, 'compare', [actor, opponent, context], (value) => parseVerdict(declarations, value)),
    variants: (check, input, context) =>
      call('checks', check, 'variants', [input, context], (value) => parseVariants(declarations, check, value)),
    apply: (action, input, state, context) => call('actions', action, 'apply', [input, state, context], (value) => parseChange(declarations, value)),
    prepare: async (combatants, context) =>
      declarations.initiative?.prepare ? call('initiative', '', 'prepare', [combatants, context], parseFacts) : { ok: true, value: {} },
    place: (input, faces, context) => call('initiative', '', 'resolve', [input, faces, context], (value) => parsePlace(declarations, value)),
    build: (input, context) => call('npc', '', 'build', [input, context], (value) => parseBuilt(declarations, value)),
    vary: (input, faces, context) => call('npc', '', 'vary', [input, faces, context], (value) => parseVaried(declarations, input, value)),
    targets: (holders, context) =>
      declarations.targets ? callMany('targets', '', 'list', holders.map((holder) => [holder]), context, (value, from) => parseTargets(declarations, holders.length - from, value)) : Promise.resolve({ ok: true, value: holders.map(() => []) }),
    rate: (encounters, context) =>
      callMany('difficulty', '', 'rate', encounters.map(({ foes, players }) => [foes, players]), context, (value, from) => parseRatings(encounters.length - from, value)),
    migrate: (version, record) => call('migrate', String(version), 'run', [record], (value) => parseRecord(record.kind, value)),
    walk: (asked) => ask(`checks.${asked.check}.resolve`, { do: 'walk', ...asked }, parseWalked),
    sample: (asked) => ask(`checks.${asked.sides[0]?.check ?? ''}.resolve`, { do: 'sample', ...asked }, parseSampled),
    compareAll: (asked) => ask(`opposed.${asked.opposed}.compare`, { do: 'compareAll', ...asked }, parseVerdicts),
    close: runner.close,
  }
  return { ok: true, value: sandbox }
}

const failed = (kind: FaultKind, message: string): { readonly ok: false; readonly fault: Fault } => ({ ok: false, fault: { kind, message } })

function declared(heard: Heard): Answer<Declarations> {
  if (heard.kind !== 'answer') return failed('load', stopped('The script', heard))
  const text = heard.text.slice(1)
  if (heard.text.startsWith('t')) return failed('load', `The script threw ${thrown(text)}.`)
  if (heard.text.startsWith('i')) return failed('load', `The script can't be used: ${text}.`)
  const parsed = parseDeclarations(fromJson(text))
  return parsed.ok ? parsed : failed('load', `The declarations can't be used: ${parsed.message}.`)
}

function answered<T>(name: string, heard: Heard, parse: (value: unknown) => Gate<T>): Answer<T> {
  if (heard.kind === 'closed') return failed('load', 'The system was closed.')
  if (heard.kind === 'spawn') return failed('load', stopped(name, heard))
  if (heard.kind !== 'answer') return failed(heard.kind === 'crash' ? 'threw' : heard.kind, stopped(name, heard))
  const text = heard.text.slice(1)
  if (heard.text.startsWith('t')) {
    if (text.startsWith('InternalError: out of memory')) return failed('memory', stopped(name, { kind: 'memory', message: '' }))
    return failed('threw', `${name} threw ${thrown(text)}.`)
  }
  if (heard.text.startsWith('i')) return failed('invalid', `${name}: ${text}.`)
  if (text.includes('"__proto__"')) return failed('invalid', `${name}: a field is called __proto__, expected another name.`)
  const parsed = parse(fromJson(text))
  return parsed.ok ? parsed : failed('invalid', `${name}: ${parsed.message}.`)
}

/** What was thrown in one line, with the line of the script where the engine knows it. */
function thrown(text: string): string {
  const [what = '', ...stack] = text.split('\n')
  const place = /rules\.js:\d+/.exec(stack.join('\n'))
  return place ? `${what} (${place[0]})` : what
}

/** Unreadable text becomes `undefined`, which no gate lets through. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stopped(name: string, heard: Exclude<Heard, { kind: 'answer' }>): string {
  switch (heard.kind) {
    case 'timeout':
      return `${name} was stopped: it took longer than ${heard.message}.`
    case 'memory':
      return `${name} was stopped: it filled its memory.`
    case 'crash':
      return `${name} crashed its engine: ${heard.message}.`
    case 'spawn':
      return `${name} could not be started: ${heard.message}.`
    case 'closed':
      return `${name} was closed.`
  }
}
