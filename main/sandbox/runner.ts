/**
 * Keeps a system running: one worker at work and one loaded in reserve, so that a call whose worker
 * had to be killed is tried again at once. Calls run one after another.
 */
import type { Worker } from 'node:worker_threads'
import type { Limits } from './protocol.ts'
import { createSeat } from './seat.ts'
import type { Heard, Seat } from './seat.ts'

export interface Runner {
  /** What the script declared, or why it couldn't be loaded. */
  readonly loaded: Promise<Heard>
  run(text: string): Promise<Heard>
  /** Ends both workers and every waiting call. */
  close(): Promise<void>
}

/** The least that a retry gets. */
const retryMs = 30

const isClosed: Heard = { kind: 'closed', message: '' }

export function createRunner(spawn: () => Worker, source: string, limits: Limits): Runner {
  const seats = new Set<Seat>()
  let closed = false
  /** Whether a call failed twice: it is the system then, and not a busy machine, that is slow. */
  let isSuspect = false
  let tail: Promise<unknown> = Promise.resolve()
  let spare: Seat | undefined
  let active = open()

  function open(): Seat {
    const seat = createSeat(spawn, source, limits)
    seats.add(seat)
    return seat
  }

  /** Puts the reserve to work and starts another. */
  function replace(): void {
    void active.close()
    seats.delete(active)
    if (closed) return
    active = spare ?? open()
    spare = open()
  }

  /** Waits for the worker at work; where that ended by itself, for the reserve. */
  async function ready(): Promise<Heard> {
    const loaded = await active.loaded
    if (loaded.kind === 'answer' && !active.hasEnded()) return loaded
    replace()
    return closed ? isClosed : active.loaded
  }

  async function attempt(text: string): Promise<Heard> {
    const began = performance.now()
    const loaded = await ready()
    if (loaded.kind !== 'answer') return loaded
    const waitedMs = performance.now() - began
    const first = await active.call(text, limits.softMs, limits.hardMs)
    if (first.kind === 'answer' || closed) return first
    replace()
    // What a sleeping machine slept through isn't counted: the first try may have been late for that alone.
    const ranMs = Math.min(limits.hardMs, performance.now() - began - waitedMs)
    const until = performance.now() + limits.totalMs - waitedMs - ranMs
    // The reserve may still be starting. A system that failed before has it waited for no longer than both tries may take.
    if (isSuspect && !(await settles(active.loaded, until - retryMs - performance.now()))) return first
    const reserve = await active.loaded
    if (closed) return isClosed
    if (reserve.kind !== 'answer') return first
    const ms = Math.max(retryMs, Math.min(limits.hardMs, until - performance.now()))
    const second = await active.call(text, Math.min(limits.softMs, ms * 0.75), ms)
    if (second.kind === 'answer' || closed) return second
    replace()
    isSuspect = true
    return first
  }

  return {
    loaded: active.loaded.then((heard) => {
      if (heard.kind === 'answer' && heard.text.startsWith('v') && !closed) spare ??= open()
      return heard
    }),
    run(text) {
      if (closed) return Promise.resolve(isClosed)
      const running = tail.then(() => (closed ? isClosed : attempt(text)))
      tail = running
      return running
    },
    async close() {
      closed = true
      await Promise.all([...seats].map((seat) => seat.close()))
    },
  }
}

/** Whether something settles within so long; never, where there is no time. */
function settles(waiting: Promise<unknown>, ms: number): Promise<boolean> {
  if (ms < 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    // What lies ready while this thread was busy comes first.
    const timer = setTimeout(() => setImmediate(resolve, false), ms)
    void waiting.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
