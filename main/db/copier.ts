import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { CopyAnswer, CopyJob } from './copy.ts'
import { DamagedFile } from './failure.ts'

/** Copies campaign files away from everything else. */
export interface Copier {
  /** Answers when the copy is whole, checked and on the disk. A failure rejects with what the disk or SQLite said. */
  copy(from: string, to: string, told?: (ended: number, of: number) => void): Promise<void>
  /** Ends what is being copied; nothing of it is left. */
  cancel(): Promise<void>
}

/** A copy that the app didn't wait for. */
export class CancelledCopy extends Error {}

/** `spawn` starts copy-worker.ts with this job. */
export function createCopier(spawn: (job: CopyJob) => Worker, nativeBinding?: string): Copier {
  const running = new Set<() => Promise<void>>()
  return {
    copy: (from, to, told = () => undefined) =>
      new Promise((resolve, reject) => {
        const worker = spawn({ from, to, nativeBinding })
        const end = async (settle: () => void): Promise<void> => {
          if (!running.delete(cancel)) return
          await worker.terminate()
          settle()
        }
        const cancel = () =>
          end(() => {
            rmSync(`${to}.part`, { force: true })
            rmSync(`${to}.part-journal`, { force: true })
            reject(new CancelledCopy('The app went on without this copy'))
          })
        running.add(cancel)
        worker.on('message', (answer: CopyAnswer) => {
          if (answer.kind === 'progress') told(answer.ended, answer.of)
          else if (answer.kind === 'done') void end(resolve)
          else void end(() => reject(answer.damaged ? new DamagedFile(answer.message) : Object.assign(new Error(answer.message), { code: answer.code })))
        })
        worker.once('error', (error) => void end(() => reject(error)))
        worker.once('exit', () => void end(() => reject(new Error('The copying worker ended early'))))
      }),
    async cancel() {
      await Promise.all([...running].map((cancel) => cancel()))
    },
  }
}
