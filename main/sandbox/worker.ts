/**
 * Runs in a worker thread: one engine with one system. It trusts nothing that comes out of the engine
 * and says what happened; whoever asked decides what to do about it.
 */
import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { DefaultIntrinsics, newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { createImage } from './image.ts'
import type { EngineMemory } from './image.ts'
import { prelude } from './prelude.ts'
import type { FromWorker, ToWorker } from './protocol.ts'

/** The one part of WebAssembly that is used here; Node's types leave it out. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => EngineMemory & { grow(pages: number): number }
}

const guestStackBytes = 256 * 1024

const say = (message: FromWorker): void => parentPort?.postMessage(message)
const quiet = (): void => undefined

// 16 MiB to begin with, 32 at most: the one limit on memory that nothing gets around.
const memory = new WebAssembly.Memory({ initial: 256, maximum: 512 })
let refusals = 0
const grow = memory.grow.bind(memory)
memory.grow = (pages) => {
  try {
    const before = grow(pages)
    refusals = 0
    return before
  } catch (error) {
    refusals += 1
    throw error
  }
}
// The engine's allocator tries three sizes before it gives up.
const isExhausted = (): boolean => refusals >= 3

const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory, emscriptenModule: { print: quiet, printErr: quiet } as object }))
const runtime = engine.newRuntime({ maxStackSizeBytes: guestStackBytes })
// Milliseconds that this thread has worked, where Node tells: a busy machine makes no call late.
const clock: { threadCpuUsage?(): { user: number; system: number } } = process
const workedMs = (): number => {
  const used = clock.threadCpuUsage?.()
  return used ? (used.user + used.system) / 1_000 : performance.now()
}
let deadline = Infinity
let late = false
runtime.setInterruptHandler(() => {
  late ||= workedMs() > deadline
  return late
})
const context = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } })
const image = createImage(memory)
let answer: QuickJSHandle | undefined

/** Runs something in the engine within its time: gives its text, or why the engine is of no more use. */
function within(softMs: number, run: () => string): FromWorker {
  deadline = workedMs() + softMs
  let said: FromWorker
  try {
    said = { kind: 'answer', text: run() }
  } catch (error) {
    said = { kind: 'stopped', why: 'crash', message: error instanceof Error ? error.message : String(error) }
  }
  deadline = Infinity
  if (late) return { kind: 'stopped', why: 'timeout', message: `${Math.round(softMs)} ms` }
  if (isExhausted()) return { kind: 'stopped', why: 'memory', message: '' }
  return said
}

function load({ source, softMs, answerChars, declarationChars }: Extract<ToWorker, { do: 'load' }>): FromWorker {
  return within(softMs, () => {
    answer = context.unwrapResult(context.evalCode(prelude(answerChars, declarationChars), 'prelude.js', { type: 'global' }))
    const ran = context.evalCode(source, 'rules.js', { type: 'global' })
    if (ran.error) return `t${thrown(ran.error)}`
    ran.dispose()
    const text = ask('')
    image.keep()
    return text
  })
}

function ask(request: string): string {
  if (!answer) throw new Error('a call came before the script')
  const text = context.newString(request)
  const said = context.unwrapResult(context.callFunction(answer, context.undefined, text))
  const read = context.getString(said)
  text.dispose()
  said.dispose()
  return read
}

function thrown(error: QuickJSHandle): string {
  const dumped: unknown = context.dump(error)
  error.dispose()
  if (typeof dumped !== 'object' || dumped === null) return String(dumped)
  const { name, message, stack } = dumped as Record<string, unknown>
  return [`${String(name)}: ${String(message)}`, String(stack ?? '')].join('\n').slice(0, 1_000)
}

parentPort?.on('message', (asked: ToWorker) => {
  if (asked.do === 'load') return say(load(asked))
  const said = within(asked.softMs, () => ask(asked.text))
  say(said)
  // The answer is on its way: meanwhile everything the call left behind is wiped out.
  if (said.kind === 'answer') image.restore()
})
say({ kind: 'ready' })
