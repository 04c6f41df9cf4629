import type { Worker } from 'node:worker_threads'
import { failed } from '../rules/reply.ts'
import type { FacesAnswer, FacesJob } from './faces.ts'

/** Reads counted faces away from everything else: an answer for each path, in their order. */
export type FaceReader = (paths: readonly string[], told: (ended: number, of: number) => void) => Promise<readonly FacesAnswer[]>

const limitMs = 20_000

/** `spawn` starts faces-worker.ts with this job. What isn't read in time, as on a disk that is gone, is left out. */
export function createFaceReader(spawn: (job: FacesJob) => Worker, nativeBinding?: string, deadlineMs = limitMs): FaceReader {
  return (paths, told) =>
    new Promise((resolve) => {
      if (paths.length === 0) return resolve([])
      const answers: FacesAnswer[] = []
      const worker = spawn({ paths, nativeBinding })
      const end = (): void => {
        clearTimeout(timer)
        void worker.terminate()
        resolve(paths.map((_, index) => answers[index] ?? failed('disk', 'It took too long to read. Nothing was changed. Check that its disk is connected.')))
      }
      const timer = setTimeout(end, deadlineMs)
      worker.on('message', (answer: FacesAnswer) => {
        told(answers.push(answer), paths.length)
        if (answers.length === paths.length) end()
      })
      worker.once('error', end)
      worker.once('exit', end)
    })
}
