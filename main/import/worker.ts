/** Runs in a worker thread: reads one file, so that a hostile one blocks nobody. */
import { parentPort, workerData } from 'node:worker_threads'
import { readImport } from './read.ts'

const { bytes, fileName } = workerData as { readonly bytes: Uint8Array; readonly fileName: string }
parentPort?.postMessage(readImport(bytes, fileName))
