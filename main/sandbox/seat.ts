/** One worker with the system loaded: it answers calls one at a time until it stops for good. */
import type { Worker } from 'node:worker_threads'
import type { FromWorker, Limits, ToWorker } from './protocol.ts'

/** What came of a call. After anything but `answer` the worker is dead. */
export type Heard =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'timeout' | 'memory' | 'crash' | 'spawn' | 'closed'; readonly message: string }

export interface Seat {
  /** Settles when the script ran or failed to. */
  readonly loaded: Promise<Heard>
  /** Whether its worker is gone. */
  hasEnded(): boolean
  /** One call. The next may come only after this one settled. */
  call(text: string, softMs: number, hardMs: number): Promise<Heard>
  /** Ends the worker, whatever it does; a running call settles as `closed`. */
  close(): Promise<void>
}

/** Ending a thread takes some milliseconds; nobody waits longer than this for it. */
const endMs = 2_000

export function createSeat(spawn: () => Worker, source: string, limits: Limits): Seat {
  let settle: ((heard: Heard) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let ended: Promise<void> | undefined

  const worker = spawn()
  // What is being waited for holds the process by its timer; an idle worker doesn't.
  worker.unref()

  function finish(heard: Heard): void {
    clearTimeout(timer)
    const waiting = settle
    settle = undefined
    if (heard.kind !== 'answer') void end()
    waiting?.(heard)
  }

  function end(): Promise<void> {
    ended ??= within(worker.terminate(), endMs)
    return ended
  }

  function watch(ms: number, late: Heard): void {
    clearTimeout(timer)
    // An answer that lies ready while this thread was busy is taken before the worker is called late.
    timer = setTimeout(() => {
      const waiting = settle
      setImmediate(() => waiting === settle && settle !== undefined && finish(late))
    }, ms)
  }

  const loaded = new Promise<Heard>((resolve) => (settle = resolve))
  watch(limits.spawnMs, { kind: 'spawn', message: `no worker started within ${limits.spawnMs} ms` })
  worker.on('message', (said: FromWorker) => {
    if (said.kind === 'ready') return watch(limits.loadMs, { kind: 'timeout', message: `${limits.loadMs} ms` })
    if (said.kind === 'answer') return finish(said)
    finish({ kind: said.why, message: said.message })
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    finish({ kind: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', message: error.message }),
  )
  worker.on('exit', (code) => finish({ kind: 'crash', message: `the worker ended with code ${code}` }))
  const { answerChars, declarationChars } = limits
  const load: ToWorker = { do: 'load', source, softMs: limits.loadMs * 0.75, answerChars, declarationChars }
  worker.postMessage(load)

  return {
    loaded,
    hasEnded: () => ended !== undefined,
    call(text, softMs, hardMs) {
      if (ended) return Promise.resolve({ kind: 'crash', message: 'the worker had ended' })
      const asked: ToWorker = { do: 'call', text, softMs }
      worker.postMessage(asked)
      watch(hardMs, { kind: 'timeout', message: `${Math.round(hardMs)} ms` })
      return new Promise((resolve) => (settle = resolve))
    },
    close() {
      finish({ kind: 'closed', message: '' })
      return end()
    },
  }
}

/** Settles with `work`, whatever comes of it, or after so long. */
function within(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    work.then(done, done)
  })
}
