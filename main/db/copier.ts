import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { CopyJob } from './copy.ts'
import { DamagedFile } from './failure.ts'
import { NothingToSalvage, type SalvageJob, type SalvageReport } from './salvage.ts'

/** What a worker is given. */
export type FileJob = ({ readonly task: 'copy' } & CopyJob) | ({ readonly task: 'salvage' } & SalvageJob)

/** What it answers: how many of how many pages, and at last that it is done, or why it isn't. */
export type FileAnswer =
  | { readonly kind: 'progress'; readonly ended: number; readonly of: number }
  | { readonly kind: 'done'; readonly report?: SalvageReport }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string; readonly what: 'damaged' | 'hopeless' | 'other' }

/** Copies and salvages campaign files away from everything else. A failure rejects with what the disk or SQLite said. */
export interface Copier {
  /** Answers when the copy is whole, checked and on the disk. */
  copy(from: string, to: string, told?: (ended: number, of: number) => void): Promise<void>
  salvage(from: string, to: string, spares: readonly string[]): Promise<SalvageReport>
  /** Ends what is being done; nothing of it is left. */
  cancel(): Promise<void>
}

/** A copy that the app didn't wait for. */
export class CancelledCopy extends Error {}

/** `spawn` starts worker.ts with this job. */
export function createCopier(spawn: (job: FileJob) => Worker, nativeBinding?: string): Copier {
  const running = new Set<() => Promise<void>>()

  const run = (job: FileJob, told: (ended: number, of: number) => void = () => undefined): Promise<SalvageReport | undefined> =>
    new Promise((resolve, reject) => {
      const worker = spawn(job)
      const end = async (settle: () => void): Promise<void> => {
        if (!running.delete(cancel)) return
        await worker.terminate()
        settle()
      }
      const cancel = () =>
        end(() => {
          for (const what of ['.part', '.scratch']) for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(job.to + what + ending, { force: true })
          reject(new CancelledCopy('The app went on without this copy'))
        })
      running.add(cancel)
      worker.on('message', (answer: FileAnswer) => {
        if (answer.kind === 'progress') told(answer.ended, answer.of)
        else void end(() => (answer.kind === 'done' ? resolve(answer.report) : reject(toError(answer))))
      })
      worker.once('error', (error) => void end(() => reject(error)))
      worker.once('exit', () => void end(() => reject(new Error('The copying worker ended early'))))
    })

  return {
    copy: async (from, to, told) => void (await run({ task: 'copy', from, to, nativeBinding }, told)),
    async salvage(from, to, spares) {
      const report = await run({ task: 'salvage', from, to, spares, nativeBinding })
      return report ?? { kept: 0, lost: [] }
    },
    async cancel() {
      await Promise.all([...running].map((cancel) => cancel()))
    },
  }
}

function toError({ message, code, what }: Extract<FileAnswer, { kind: 'failed' }>): Error {
  if (what === 'damaged') return new DamagedFile(message)
  return what === 'hopeless' ? new NothingToSalvage(message) : Object.assign(new Error(message), { code })
}
