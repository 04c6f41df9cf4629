import { Worker } from 'node:worker_threads'
import type { FileJob } from './copier.ts'

/** Starts a worker for files from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnCopier = (workerData: FileJob): Worker => new Worker(new URL('./worker.ts', import.meta.url), { workerData })
