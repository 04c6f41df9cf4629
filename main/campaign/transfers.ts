import { closeSync, existsSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Reply, TransferPreview, TransferResult } from '../../preload/contract.ts'
import { diskFailure } from '../db/failure.ts'
import { heldElsewhere, takeLock } from '../db/lock.ts'
import { openForReading, type OpenOptions } from '../db/open.ts'
import { createCampaignStore } from '../db/stores/campaigns.ts'
import { syncFolder } from '../db/sync.ts'
import { done, failed } from '../rules/reply.ts'
import type { ReadCampaign } from '../transfer/read.ts'
import type { Transferrer } from '../transfer/jobs.ts'
import type { Backups } from './backups.ts'
import type { Announce } from './campaign.ts'
import { ending, freeName } from './file-names.ts'
import { createQueue } from './queue.ts'

/** Whole campaigns out of the folder as one file each, and back. */
export interface Transfers {
  /** Writes a campaign of the folder to `to`. */
  export(file: string, to: string, passphrase: string | undefined): Promise<Reply<string>>
  /** Reads an exported campaign. It waits to be taken over, until another is read. */
  read(path: string): Promise<Reply<TransferPreview>>
  /** Reads the one that asked for its passphrase. */
  unlock(passphrase: string): Promise<Reply<TransferPreview>>
  apply(as: 'new' | 'merge' | 'replace', take: 'here' | 'file'): Promise<Reply<TransferResult>>
  /** Ends what runs, and forgets what waits. */
  cancel(): Promise<void>
}

export interface TransfersOptions extends Pick<OpenOptions, 'nativeBinding'> {
  readonly folder: () => string
  readonly jobs: Transferrer
  readonly backups: Pick<Backups, 'make'>
  /** The open campaign, which is closed while its file is changed. */
  readonly library: { current(): { readonly file: string } | undefined; closeCampaign(): Promise<void>; open(file: string): Promise<Reply<unknown>> }
  readonly announce: Announce
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly uuid: () => string
}

type Waiting = { readonly path: string; readonly read: Extract<ReadCampaign, { kind: 'read' }>; readonly made: string }

/** A campaign that was read and waits lies in the folder under this ending, so that it need only be renamed. */
const waitingEnding = '.incoming'
const nothingWaits = failed('missing', 'No file waits to be imported. Choose one first.')

export function createTransfers({ folder, jobs, backups, library, announce, now, uuid, nativeBinding }: TransfersOptions): Transfers {
  const inTurn = createQueue()
  /** The file that was chosen last, and the campaign that was made of it. */
  let chosen: string | undefined
  let waiting: Waiting | undefined
  const told = (ended: number, of: number): void => announce('transfer.progressed', { ended, of })

  const forget = (): void => {
    if (waiting) rmSync(waiting.made, { force: true })
    waiting = undefined
  }

  const toPreview = ({ path, read }: Waiting): TransferPreview => {
    const { name, system, exportedAt, holds } = read
    const here = findHere(read.uuid)
    return { kind: 'ready', fileName: basename(path), name, system, exportedAt, holds, ...(here && { here }) }
  }

  /** The campaign of that id in the folder. */
  const findHere = (id: string): { readonly file: string; readonly name: string } | undefined => {
    for (const file of readdirSync(folder()).filter((each) => each.endsWith(ending))) {
      const opened = openForReading(join(folder(), file), { nativeBinding })
      if (!opened.ok) continue
      try {
        const { uuid: known, name } = createCampaignStore(opened.value.db).get()
        if (known === id) return { file, name }
      } catch {
        // A damaged one is none that could be merged into.
      } finally {
        opened.value.close()
      }
    }
    return undefined
  }

  const readNow = async (path: string, passphrase: string | undefined): Promise<Reply<TransferPreview>> => {
    forget()
    chosen = path
    const fileName = basename(path)
    const made = join(folder(), `import-${uuid()}${waitingEnding}`)
    try {
      sweep(folder())
      // Tried here, where it is known which of the two can't be written or read.
      closeSync(openSync(made, 'wx'))
    } catch (error) {
      return diskFailure(error, folder()) ?? Promise.reject(error)
    }
    try {
      const reply = await jobs.run({ kind: 'read', from: path, to: made, passphrase, nativeBinding }, told)
      if (!reply.ok || reply.value.kind === 'sealed') rmSync(made, { force: true })
      if (!reply.ok) return failed(reply.error.code, `"${fileName}" can't be imported. ${reply.error.message} Nothing was changed.`)
      if (reply.value.kind === 'sealed') return done({ ...reply.value, fileName })
      waiting = { path, read: reply.value, made }
      return done(toPreview(waiting))
    } catch (error) {
      return diskFailure(error, fileName) ?? Promise.reject(error)
    }
  }

  const addNow = (from: Waiting): Reply<TransferResult> => {
    const isKnown = findHere(from.read.uuid) !== undefined
    const name = isKnown ? `${from.read.name} copy` : from.read.name
    if (isKnown) becomeOwn(from.made, { name, uuid: uuid(), nativeBinding })
    const file = freeName(folder(), name)
    renameSync(from.made, join(folder(), file))
    return done({ file, name })
  }

  /** Closes the campaign where it is open, keeps a copy, and gives its file to `change`; opens it again. */
  const changeNow = async (file: string, change: (path: string) => Promise<Reply<TransferResult>>): Promise<Reply<TransferResult>> => {
    const isOpen = library.current()?.file === file
    if (isOpen) await library.closeCampaign()
    const path = join(folder(), file)
    const taken = takeLock(path)
    if ('heldBy' in taken) return heldElsewhere(taken.heldBy, file)
    const changed = await keepAnd(path, change).finally(() => taken.lock.release())
    if (isOpen) await library.open(file)
    return changed
  }

  const keepAnd = async (path: string, change: (path: string) => Promise<Reply<TransferResult>>): Promise<Reply<TransferResult>> => {
    const kept = await backups.make(path, 'import')
    if (!kept.ok) return failed(kept.error.code, `Nothing was imported, since that is done only after a backup. ${kept.error.message}`)
    return change(path)
  }

  const applyNow = async (as: 'new' | 'merge' | 'replace', take: 'here' | 'file'): Promise<Reply<TransferResult>> => {
    const from = waiting
    if (!from || !existsSync(from.made)) return nothingWaits
    const here = findHere(from.read.uuid)
    if (as === 'new') return addNow(from)
    if (!here) return failed('missing', 'That campaign is not here any more. Nothing was changed. Import it as one of its own.')
    if (as === 'replace') {
      return changeNow(here.file, async (path) => {
        replace(from.made, path)
        return done({ file: here.file, name: from.read.name })
      })
    }
    return changeNow(here.file, async (path) => {
      const merged = await jobs.run({ kind: 'merge', from: from.made, into: path, take, nativeBinding }, told)
      return merged.ok ? done({ ...here, merged: merged.value }) : merged
    })
  }

  return {
    async export(file, to, passphrase) {
      if (basename(file) !== file || !file.endsWith(ending)) return failed('missing', 'There is no such campaign.')
      try {
        const reply = await jobs.run({ kind: 'export', from: join(folder(), file), to, passphrase, at: now(), nativeBinding }, told)
        return reply.ok ? done(to) : reply
      } catch (error) {
        return diskFailure(error, basename(to)) ?? Promise.reject(error)
      }
    },
    read: (path) => inTurn(() => readNow(path, undefined)),
    unlock: (passphrase) => inTurn(async () => (chosen === undefined ? nothingWaits : readNow(chosen, passphrase))),
    apply: (as, take) =>
      inTurn(async () => {
        try {
          const applied = await applyNow(as, take)
          if (applied.ok) {
            forget()
            chosen = undefined
          }
          return applied
        } catch (error) {
          return diskFailure(error, basename(waiting?.path ?? folder())) ?? Promise.reject(error)
        }
      }),
    async cancel() {
      await jobs.cancel()
      await inTurn(async () => {
        forget()
        chosen = undefined
      })
    },
  }
}

/** A copy is a campaign of its own from then on, with backups of its own. */
function becomeOwn(path: string, { name, uuid, nativeBinding }: { readonly name: string; readonly uuid: string } & Pick<OpenOptions, 'nativeBinding'>): void {
  const db = new Sqlite(path, nativeBinding === undefined ? {} : { nativeBinding })
  try {
    db.pragma('synchronous = FULL')
    db.prepare('UPDATE campaign SET name = ?, uuid = ?').run(name, uuid)
  } finally {
    db.close()
  }
}

/** At any moment the old file or the new one has the name. */
function replace(from: string, path: string): void {
  // The old file was closed, so that its log is empty; on the new one it would do harm.
  for (const log of ['-wal', '-shm', '-journal']) rmSync(path + log, { force: true })
  renameSync(from, path)
  syncFolder(dirname(path))
}

const hourMs = 3_600_000

/** What an app that was killed left of an import or a copy; one that is being made now is younger. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.includes(waitingEnding) && Date.now() - statSync(path).mtimeMs > hourMs) rmSync(path, { force: true })
  }
}
