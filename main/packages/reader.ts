import type { Worker } from 'node:worker_threads'
import type { BundleSource, ReadBundle } from './bundle.ts'

/** Reads a package away from everything else. */
export type BundleReader = (source: BundleSource) => Promise<ReadBundle>

const limitMs = 30_000

/** What a reading thread may take: a hostile package fills its own memory and nobody else's. */
export const readerLimits = { resourceLimits: { maxOldGenerationSizeMb: 192 } }

/** `spawn` starts worker.ts with this source. A package that takes longer than half a minute is given up. */
export function createBundleReader(spawn: (source: BundleSource) => Worker, deadlineMs = limitMs): BundleReader {
  return (source) =>
    new Promise((resolve) => {
      const worker = spawn(source)
      const end = (read: ReadBundle): void => {
        clearTimeout(timer)
        resolve(read)
        void worker.terminate()
      }
      const timer = setTimeout(() => end({ ok: false, message: `It takes longer than ${deadlineMs / 1_000} seconds to read.` }), deadlineMs)
      worker.once('message', end)
      worker.once('error', (error) => end({ ok: false, message: `It can’t be read: ${error.message}.` }))
      worker.once('exit', () => end({ ok: false, message: 'It can’t be read: reading ended early.' }))
    })
}
