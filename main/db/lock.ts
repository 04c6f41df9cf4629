import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, unlinkSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import type { Reply } from '../../preload/contract.ts'
import { failed } from '../rules/reply.ts'
import { troubleOf } from './failure.ts'

/** Says who has a campaign open. */
export interface Holder {
  readonly host: string
  readonly pid: number
  /** Milliseconds since 1970; absent where an older Tollkeeper has it. */
  readonly since?: number
}

/** What a lock file holds: who, and which taking of the lock, so that one is never taken for another. */
interface LockFile extends Holder {
  readonly key: string
  readonly thread?: number
}

export interface Lock {
  release(): void
}

const heartbeatMs = 10_000
const staleMs = 60_000

/** The keys of this thread's locks. One of ours that isn't among them was left on a disk that was away when it should have gone. */
const held = new Set<string>()

/**
 * Takes the lock file beside a campaign, or says who holds it. A lock is stale when its process is
 * gone from this machine, or when nobody has touched it for a minute (another machine that died).
 */
export function takeLock(path: string): { readonly lock: Lock } | { readonly heldBy: Holder } {
  const file = `${path}.lock`
  for (;;) {
    try {
      const handle = openSync(file, 'wx')
      const key = randomUUID()
      try {
        writeSync(handle, JSON.stringify({ host: hostname(), pid: process.pid, since: Date.now(), key, thread: threadId } satisfies LockFile))
      } catch (error) {
        // On a full disk there is room for its name alone.
        rmSync(file, { force: true })
        throw error
      } finally {
        closeSync(handle)
      }
      held.add(key)
      return { lock: keep(file, key) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = liveHolder(file)
    if (holder) return { heldBy: holder }
    rmSync(file, { force: true })
  }
}

/** Who has a campaign open that isn't this process; undefined where nobody has. */
export function holderOf(path: string): Holder | undefined {
  const file = `${path}.lock`
  const holder = existsSync(file) ? liveHolder(file) : undefined
  return holder && (holder.host !== hostname() || holder.pid !== process.pid) ? holder : undefined
}

/** Says who has a campaign open, since when, and what to do. */
export function heldElsewhere({ host, pid, since }: Holder, name: string): Reply<never> {
  const when = since === undefined ? '' : `, since ${new Date(since).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`
  return failed('locked', `"${name}" is open in another Tollkeeper (process ${pid} on ${host}${when}). Nothing was changed. Close it there and try again.`)
}

function keep(file: string, key: string): Lock {
  const heartbeat = setInterval(() => {
    const found = keyIn(file)
    // A machine that slept may find that somebody took the lock over.
    if (found !== undefined && found !== key) return clearInterval(heartbeat)
    const now = new Date()
    triesTo(() => utimesSync(file, now, now))
  }, heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      held.delete(key)
      if (keyIn(file) === key) triesTo(() => unlinkSync(file))
    },
  }
}

function keyIn(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as LockFile).key
  } catch {
    return undefined
  }
}

/** On a disk that is away or read-only by now there is nobody to keep out. */
function triesTo(touch: () => void): void {
  try {
    touch()
  } catch (error) {
    if (!troubleOf(error)) throw error
  }
}

function liveHolder(file: string): Holder | undefined {
  try {
    const touchedMs = Date.now() - statSync(file).mtimeMs
    const holder = JSON.parse(readFileSync(file, 'utf8')) as LockFile
    if (touchedMs > staleMs) return undefined
    if (holder.host !== hostname()) return holder
    if (holder.pid === process.pid && holder.thread === threadId) return held.has(holder.key) ? holder : undefined
    return isAlive(holder.pid) ? holder : undefined
  } catch (error) {
    // Gone in between, or half written by a process that died there.
    return error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { host: 'unknown', pid: 0 }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
