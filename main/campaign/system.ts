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
  let faults: number[] = []

  const start = async (): Promise<string | undefined> => {
    const loaded = await load()
    if (!loaded.ok) return `${name} could not be loaded: ${loaded.fault.message} Your campaign is safe and can be read and edited; rolls wait.`
    sandbox = loaded.value
    faults = []
    return undefined
  }
  paused = await start()

  const pause = async (message: string): Promise<void> => {
    paused = message
    announce('system.paused', message)
    await sandbox?.close()
    sandbox = undefined
  }

  return {
    async run(call) {
      if (!sandbox) return failed('paused', paused ?? `${name} is starting again. Try once more in a moment.`)
      const answer = await call(sandbox)
      if (answer.ok) return done(answer.value)
      const at = now()
      faults = [...faults.filter((fault) => at - fault < faultWindowMs), at]
      if (faults.length >= faultsUntilPause && paused === undefined)
        await pause(`${name} failed ${faultsUntilPause} times within a minute and was paused. The last time: ${answer.fault.message} Your campaign is safe and can be read and edited.`)
      return failed('fault', `${name} failed: ${answer.fault.message} Nothing was rolled or changed.`)
    },
    paused: () => paused,
    async resume() {
      if (paused === undefined) return done(null)
      const problem = await start()
      if (problem !== undefined) {
        paused = problem
        return failed('fault', problem)
      }
      paused = undefined
      announce('system.resumed', null)
      return done(null)
    },
    async close() {
      await sandbox?.close()
      sandbox = undefined
    },
  }
}
