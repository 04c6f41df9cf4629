import { Worker } from 'node:worker_threads'
import type { FileJob } from './copier.ts'
import type { FacesJob } from './faces.ts'

/** Starts a worker for files from the sources, for Node that strips types. The packaged app has its own way. */
export const spawnCopier = (workerData: FileJob): Worker => new Worker(new URL('./worker.ts', import.meta.url), { workerData })

/** The same for a worker that reads counted faces. */
export const spawnFaceReader = (workerData: FacesJob): Worker => new Worker(new URL('./faces-worker.ts', import.meta.url), { workerData })
