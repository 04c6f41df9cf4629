import { Worker } from 'node:worker_threads'
import type { CopyJob } from './copy.ts'

/** Starts a copying worker from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnCopier = (workerData: CopyJob): Worker => new Worker(new URL('./copy-worker.ts', import.meta.url), { workerData })
