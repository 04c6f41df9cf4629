/** What crosses between the host and the worker, and the limits that both keep. */
import type { WorkerOptions } from 'node:worker_threads'

/** Limits of one sandbox. Times are milliseconds, sizes are characters of text. */
export interface Limits {
  /** When the engine interrupts a call by itself. Built-in loops don't notice it. */
  readonly softMs: number
  /** When the host kills the worker of a call. */
  readonly hardMs: number
  /** What a call and its one retry may take together. */
  readonly totalMs: number
  /** For running the script and reading its declarations. */
  readonly loadMs: number
  /** For a worker to start at all. */
  readonly spawnMs: number
  readonly answerChars: number
  readonly declarationChars: number
  readonly sourceChars: number
}

export const defaultLimits: Limits = {
  softMs: 50,
  hardMs: 100,
  totalMs: 215,
  loadMs: 2_000,
  spawnMs: 10_000,
  answerChars: 262_144,
  declarationChars: 2_097_152,
  sourceChars: 8_388_608,
}

/** How every sandbox worker is started. A smaller host stack overflows before the guest's own limit. */
export const workerOptions: WorkerOptions = { resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: 128 } }

export type ToWorker =
  | { readonly do: 'load'; readonly source: string; readonly softMs: number; readonly answerChars: number; readonly declarationChars: number }
  | { readonly do: 'call'; readonly text: string; readonly softMs: number }

/**
 * What a worker says. The text of an `answer` begins with one letter: `v` for a value as JSON, `i` for
 * an answer that isn't JSON or otherwise unusable, `t` for a script that threw; the rest is the value or
 * the message. After `stopped` the worker is of no more use.
 */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'stopped'; readonly why: 'timeout' | 'memory' | 'crash'; readonly message: string }
