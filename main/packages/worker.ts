/** Runs in a worker thread: reads one package, so that a hostile one blocks nobody. */
import { parentPort, workerData } from 'node:worker_threads'
import { readBundle, type BundleSource } from './bundle.ts'

parentPort?.postMessage(await readBundle(workerData as BundleSource))
