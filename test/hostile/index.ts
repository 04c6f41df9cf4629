/** `npm run -s hostile`: every hostile package, script and call against the real installer and sandbox, a row each. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { faultOf, pc, sandboxOf, valueOf } from '../support/sandbox.ts'
import { callGroups, callScript, limitsFor } from './calls.ts'
import { goodScript, loadingCases } from './loading.ts'
import { archiveCases, manifestCases } from './packages.ts'
import { createHostileWorld } from './world.ts'

const mostGrownMb = 64
let passed = 0
let failed = 0

/** Meets one case, prints how it ended and how long it took; what throws has failed. */
async function row(name: string, meet: () => Promise<string>): Promise<void> {
  const began = performance.now()
  let ended: string
  try {
    ended = await meet()
    passed += 1
  } catch (error) {
    ended = `FAILED: ${error instanceof Error ? error.message : String(error)}`
    failed += 1
  }
  process.stdout.write(`${name}\t${ended.replaceAll('\n', ' ').slice(0, 160)}\t${Math.round(performance.now() - began)} ms\n`)
}

/** Megabytes that the process holds when it is idle: the middle one of three looks. */
async function held(): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 3; look += 1) {
    await wait(300)
    globalThis.gc?.()
    looks.push(process.memoryUsage().rss / 1024 / 1024)
  }
  return looks.toSorted((a, b) => a - b)[1] as number
}

const folder = mkdtempSync(join(tmpdir(), 'tollkeeper-hostile-'))
const world = await createHostileWorld(folder)
try {
  // The first threads of each sort bring memory along that the process keeps for the next ones.
  faultOf(await createSandbox({ source: 'for (;;) {}', spawn: spawnWorker, limits: { loadMs: 400 } }))
  for (const group of ['loops', 'memory'] as const) {
    const sandbox = await sandboxOf(callScript(callGroups[group]), limitsFor(group))
    for (const [index] of callGroups[group].entries()) faultOf(await sandbox.resolve(`case${index}`, {}, [], pc))
    await sandbox.close()
  }
  const before = await held()
  for (const one of archiveCases) await row(`archive: ${one[0]}`, () => world.meet(one))
  for (const one of manifestCases) await row(`manifest: ${one[0]}`, () => world.meet(one))
  for (const [name, source, message] of loadingCases)
    await row(`loading: ${name}`, async () => {
      const fault = faultOf(await createSandbox({ source, spawn: spawnWorker, limits: message.includes('stopped') && !message.includes('memory') ? { loadMs: 400 } : {} }))
      if (!fault.message.includes(message)) throw new Error(`it ended otherwise: ${fault.message}`)
      const next = await sandboxOf(goodScript)
      valueOf(await next.resolve('good', {}, [], pc))
      await next.close()
      return fault.kind
    })
  for (const [group, cases] of Object.entries(callGroups)) {
    const sandbox = await sandboxOf(callScript(cases), limitsFor(group))
    for (const [index, [name, , kinds, message = '']] of cases.entries())
      await row(`calls, ${group}: ${name}`, async () => {
        const fault = faultOf(await sandbox.resolve(`case${index}`, {}, [], pc))
        if (![kinds].flat().includes(fault.kind) || !fault.message.includes(message)) throw new Error(`it ended otherwise: ${fault.kind}, ${fault.message}`)
        valueOf(await sandbox.resolve('good', {}, [], pc))
        return fault.kind
      })
    await sandbox.close()
  }
  await row('host memory after all of it', async () => {
    const grown = Math.round((await held()) - before)
    if (grown > mostGrownMb) throw new Error(`grew by ${grown} MB, at most ${mostGrownMb} were expected`)
    return `grew by ${grown} MB`
  })
} finally {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
