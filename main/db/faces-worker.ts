/** Runs in a worker thread: reads the counted faces of many campaign files, so that play goes on meanwhile. */
import { parentPort, workerData } from 'node:worker_threads'
import { readFaces, type FacesJob } from './faces.ts'

const { paths, nativeBinding } = workerData as FacesJob
for (const path of paths) parentPort?.postMessage(readFaces(path, { nativeBinding }))
