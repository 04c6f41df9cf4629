import { rmSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { MergeResult, Reply } from '../../preload/contract.ts'
import { failed } from '../rules/reply.ts'
import type { ExportJob } from './export.ts'
import type { MergeJob } from './merge.ts'
import type { ReadCampaign, ReadJob } from './read.ts'

export type Job = ExportJob | ReadJob | MergeJob

interface Results {
  readonly export: null
  readonly read: ReadCampaign
  readonly merge: MergeResult
}

/** What the worker answers: how many of how many rows, and at last what came of it, or what the disk or SQLite said. */
export type JobAnswer =
  | { readonly kind: 'progress'; readonly ended: number; readonly of: number }
  | { readonly kind: 'done'; readonly reply: Reply<unknown> }
  | { readonly kind: 'failed'; readonly message: string; readonly code?: string }

/** Exports, reads and merges whole campaigns, away from everything else. */
export interface Transferrer {
  /** What the disk or SQLite said rejects. */
  run<J extends Job>(job: J, told: (ended: number, of: number) => void): Promise<Reply<Results[J['kind']]>>
  /** Ends what runs; nothing of it is left. */
  cancel(): Promise<void>
}

/** `spawn` starts worker.ts with this job. */
export function createTransferrer(spawn: (job: Job) => Worker): Transferrer {
  const running = new Set<() => Promise<void>>()
  return {
    run: <J extends Job>(job: J, told: (ended: number, of: number) => void) =>
      new Promise<Reply<Results[J['kind']]>>((resolve, reject) => {
        const worker = spawn(job)
        const end = async (settle: () => void): Promise<void> => {
          if (!running.delete(cancel)) return
          await worker.terminate()
          settle()
        }
        const cancel = () =>
          end(() => {
            for (const path of leftOf(job)) rmSync(path, { force: true })
            resolve(failed('refused', 'It was cancelled. Nothing was changed.'))
          })
        running.add(cancel)
        worker.on('message', (answer: JobAnswer) => {
          if (answer.kind === 'progress') told(answer.ended, answer.of)
          else if (answer.kind === 'done') void end(() => resolve(answer.reply as Reply<Results[J['kind']]>))
          else void end(() => reject(Object.assign(new Error(answer.message), { code: answer.code })))
        })
        worker.once('error', (error) => void end(() => reject(error)))
        worker.once('exit', () => void end(() => reject(new Error('The worker ended early'))))
      }),
    async cancel() {
      await Promise.all([...running].map((cancel) => cancel()))
    },
  }
}

/** What an ended job may have begun. A merge is one transaction, of which SQLite leaves nothing. */
const leftOf = (job: Job): readonly string[] => (job.kind === 'merge' ? [] : ['.part', '.zip.part'].map((ending) => job.to + ending))
