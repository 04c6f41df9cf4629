import { Worker } from 'node:worker_threads'
import type { Job } from './jobs.ts'

/** Starts a transferring worker from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnTransfer = (workerData: Job): Worker => new Worker(new URL('./worker.ts', import.meta.url), { workerData })
