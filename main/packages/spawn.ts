import { Worker } from 'node:worker_threads'
import type { BundleSource } from './bundle.ts'
import { readerLimits } from './reader.ts'

/** Starts a reading worker from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnBundleReader = (workerData: BundleSource): Worker => new Worker(new URL('./worker.ts', import.meta.url), { workerData, ...readerLimits })
