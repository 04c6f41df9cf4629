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

/** The least that a retry gets, however long it had to wait for a worker. */
const retryMs = 30

export function createRunner(spawn: () => Worker, source: string, limits: Limits): Runner {
  const seats = new Set<Seat>()
  let closed = false
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

  async function attempt(text: string): Promise<Heard> {
    const began = performance.now()
    const first = await callOnce(text, limits.softMs, limits.hardMs)
    if (first.kind === 'answer' || closed) return first
    replace()
    const hardMs = () => Math.max(retryMs, Math.min(limits.hardMs, limits.totalMs - (performance.now() - began)))
    const second = await callOnce(text, limits.softMs, hardMs)
    if (second.kind === 'answer' || closed) return second
    replace()
    // The first try had all the time there is: it tells more about what is wrong.
    return first
  }

  async function callOnce(text: string, softMs: number, hardMs: number | (() => number)): Promise<Heard> {
    const seat = active
    const loaded = await seat.loaded
    if (loaded.kind !== 'answer') return loaded
    const ms = typeof hardMs === 'number' ? hardMs : hardMs()
    return seat.call(text, Math.min(softMs, ms * 0.75), ms)
  }

  return {
    loaded: active.loaded.then((heard) => {
      if (heard.kind === 'answer' && heard.text.startsWith('v') && !closed) spare ??= open()
      return heard
    }),
    run(text) {
      if (closed) return Promise.resolve({ kind: 'closed', message: '' })
      const running = tail.then(() => (closed ? ({ kind: 'closed', message: '' } as const) : attempt(text)))
      tail = running
      return running
    },
    async close() {
      closed = true
      await Promise.all([...seats].map((seat) => seat.close()))
    },
  }
}
