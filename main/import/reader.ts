import type { Worker } from 'node:worker_threads'
import { refuse, type Parsed } from './entry.ts'

/** Reads a file's bytes away from everything else. */
export type Reader = (bytes: Uint8Array, fileName: string) => Promise<Parsed>

const limitMs = 30_000

/** `spawn` starts worker.ts with this data. A file that takes longer than half a minute is given up. */
export function createReader(spawn: (workerData: { readonly bytes: Uint8Array; readonly fileName: string }) => Worker, deadlineMs = limitMs): Reader {
  return (bytes, fileName) =>
    new Promise((resolve) => {
      const worker = spawn({ bytes, fileName })
      const end = (parsed: Parsed): void => {
        clearTimeout(timer)
        resolve(parsed)
        void worker.terminate()
      }
      const timer = setTimeout(() => end(refuse(`"${fileName}" takes too long to read.`, 'Split it into smaller files.')), deadlineMs)
      worker.once('message', end)
      worker.once('error', (error) => end(refuse(`"${fileName}" could not be read: ${error.message}.`, 'Try a smaller part of it.')))
    })
}
