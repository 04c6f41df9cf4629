/** Runs in a worker thread: copies one campaign file and checks the copy, or salvages one, so that play goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FileAnswer, FileJob } from './copier.ts'
import { copySound } from './copy.ts'
import { DamagedFile } from './failure.ts'
import { NothingToSalvage, salvage } from './salvage.ts'

const answer = (told: FileAnswer): void => parentPort?.postMessage(told)
const job = workerData as FileJob

try {
  if (job.task === 'salvage') answer({ kind: 'done', report: salvage(job) })
  else {
    await copySound(job, (ended, of) => answer({ kind: 'progress', ended, of }))
    answer({ kind: 'done' })
  }
} catch (error) {
  const { message, code } = error as { message?: unknown; code?: unknown }
  const what = error instanceof DamagedFile ? 'damaged' : error instanceof NothingToSalvage ? 'hopeless' : 'other'
  answer({ kind: 'failed', message: String(message), what, ...(typeof code === 'string' && { code }) })
}
