import { mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache, say } from './shell.mjs'

const BEAT_MS = 2_000
const STALE_MS = 20_000

/** Lets one process at a time do a named job. A holder that died stops touching its lock, and the next one takes it over. */
export async function withLock(name, job) {
  const lock = join(cache, 'locks', name)
  mkdirSync(join(cache, 'locks'), { recursive: true })
  for (let waited = false; !take(lock); waited = true) {
    if (!waited) say(`Waiting for another run that is at work on the same thing (${name}).`)
    await sleep(500)
  }
  const beat = setInterval(() => touch(lock), BEAT_MS)
  const free = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', free)
  try {
    return await job()
  } finally {
    clearInterval(beat)
    process.off('exit', free)
    free()
  }
}

function take(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > STALE_MS) {
    // Renaming succeeds for one of several waiters only.
    const dead = `${lock}-dead-${process.pid}`
    try {
      renameSync(lock, dead)
      rmSync(dead, { recursive: true })
    } catch {}
  }
  return false
}

function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {}
}
