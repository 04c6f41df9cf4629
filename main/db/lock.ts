import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'

/** Says who has a campaign open. */
export interface Holder {
  readonly host: string
  readonly pid: number
}

export interface Lock {
  release(): void
}

const heartbeatMs = 10_000
const staleMs = 60_000

/**
 * Takes the lock file beside a campaign, or says who holds it. A lock is stale when its process is
 * gone from this machine, or when nobody has touched it for a minute (another machine that died).
 */
export function takeLock(path: string): { readonly lock: Lock } | { readonly heldBy: Holder } {
  const file = `${path}.lock`
  for (;;) {
    try {
      const handle = openSync(file, 'wx')
      writeSync(handle, JSON.stringify({ host: hostname(), pid: process.pid } satisfies Holder))
      closeSync(handle)
      return { lock: keep(file) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = liveHolder(file)
    if (holder) return { heldBy: holder }
    rmSync(file, { force: true })
  }
}

function keep(file: string): Lock {
  const heartbeat = setInterval(() => {
    const now = new Date()
    // The file may be gone with its whole disk; the next action says so, a heartbeat needn't.
    try {
      utimesSync(file, now, now)
    } catch {
      clearInterval(heartbeat)
    }
  }, heartbeatMs)
  heartbeat.unref()
  return {
    release() {
      clearInterval(heartbeat)
      rmSync(file, { force: true })
    },
  }
}

function liveHolder(file: string): Holder | undefined {
  try {
    const touchedMs = Date.now() - statSync(file).mtimeMs
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    if (touchedMs > staleMs) return undefined
    return holder.host !== hostname() || isAlive(holder.pid) ? holder : undefined
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
