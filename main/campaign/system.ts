import type { Reply } from '../../preload/contract.ts'
import { done, failed } from '../rules/reply.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'

/** The open campaign's system in its sandbox. It may fail without the campaign failing. */
export interface SystemRunner {
  /** Runs calls in the sandbox. A fault is named in the reply; three in a minute pause the system. */
  run<T>(call: (sandbox: Sandbox) => Promise<Answer<T>>): Promise<Reply<T>>
  /** Why the system is paused, or undefined while it runs. */
  paused(): string | undefined
  /** Loads the system afresh. */
  resume(): Promise<Reply<null>>
  close(): Promise<void>
}

export interface SystemOptions {
  readonly name: string
  readonly load: () => Promise<Answer<Sandbox>>
  readonly now: () => number
  readonly announce: (name: 'system.paused' | 'system.resumed', message: string | null) => void
}

const faultsUntilPause = 3
const faultWindowMs = 60_000

/** Starts the system. One that doesn't load starts paused, so that the campaign opens all the same. */
export async function createSystemRunner({ name, load, now, announce }: SystemOptions): Promise<SystemRunner> {
  let sandbox: Sandbox | undefined
  let paused: string | undefined
  let starting: Promise<Reply<null>> | undefined
  let closed = false
  let faults: number[] = []

  const start = async (): Promise<Reply<null>> => {
    const loaded = await load()
    if (!loaded.ok) {
      paused = `${name} could not be loaded: ${loaded.fault.message} Your campaign is safe and can be read and edited; rolls wait.`
      return failed('fault', paused)
    }
    if (closed) {
      await loaded.value.close()
      return failed('paused', `${name} was closed.`)
    }
    sandbox = loaded.value
    paused = undefined
    faults = []
    return done(null)
  }

  const stop = async (): Promise<void> => {
    const ending = sandbox
    sandbox = undefined
    await ending?.close()
  }

  await start()
  return {
    async run(call) {
      if (!sandbox) return failed('paused', paused ?? `${name} is starting again. Try once more in a moment.`)
      const answer = await call(sandbox)
      if (answer.ok) return done(answer.value)
      const at = now()
      faults = [...faults.filter((fault) => at - fault < faultWindowMs), at]
      if (faults.length >= faultsUntilPause && paused === undefined) {
        paused = `${name} failed ${faultsUntilPause} times within a minute and was paused. The last time: ${answer.fault.message} Your campaign is safe and can be read and edited.`
        announce('system.paused', paused)
        await stop()
      }
      return failed('fault', `${name} failed: ${answer.fault.message} Nothing was rolled or changed.`)
    },
    paused: () => paused,
    async resume() {
      if (paused === undefined) return done(null)
      starting ??= start().finally(() => (starting = undefined))
      const started = await starting
      if (started.ok) announce('system.resumed', null)
      return started
    },
    async close() {
      closed = true
      await stop()
    },
  }
}
