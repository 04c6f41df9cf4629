/** Runs in a worker thread: copies one campaign file and checks the copy, so that play goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { copySound, type CopyAnswer, type CopyJob } from './copy.ts'
import { DamagedFile } from './failure.ts'

const answer = (told: CopyAnswer): void => parentPort?.postMessage(told)

try {
  await copySound(workerData as CopyJob, (ended, of) => answer({ kind: 'progress', ended, of }))
  answer({ kind: 'done' })
} catch (error) {
  const { message, code } = error as { message?: unknown; code?: unknown }
  answer({ kind: 'failed', message: String(message), damaged: error instanceof DamagedFile, ...(typeof code === 'string' && { code }) })
}
