import { Worker } from 'node:worker_threads'
import { workerOptions } from './protocol.ts'

/** Starts a worker from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), workerOptions)
