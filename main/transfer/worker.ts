/** Runs in a worker thread: exports, reads or merges one campaign, so that play goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { exportCampaign } from './export.ts'
import type { Job, JobAnswer } from './jobs.ts'
import { mergeCampaign } from './merge.ts'
import { readCampaign } from './read.ts'

const everyMs = 50
let toldAt = -Infinity
const answer = (message: JobAnswer): void => parentPort?.postMessage(message)
const told = (ended: number, of: number): void => {
  const at = performance.now()
  if (at - toldAt < everyMs) return
  toldAt = at
  answer({ kind: 'progress', ended, of })
}

const job = workerData as Job
try {
  const reply = job.kind === 'export' ? await exportCampaign(job, told) : job.kind === 'read' ? await readCampaign(job, told) : await mergeCampaign(job, told)
  answer({ kind: 'done', reply })
} catch (error) {
  const { message, code } = error as { message?: unknown; code?: unknown }
  answer({ kind: 'failed', message: String(message), ...(typeof code === 'string' && { code }) })
}
