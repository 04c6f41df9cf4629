import type { Sandbox } from '../../main/sandbox/host.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { buildSystem } from '../../plugins/bundle.ts'

/** A built-in system, built in memory and loaded in the real sandbox. */
export async function openBuilt(id: string): Promise<Sandbox> {
  const { source } = await buildSystem(`plugins/${id}`)
  const created = await createSandbox({ source, spawn: spawnWorker })
  if (!created.ok) throw new Error(created.fault.message)
  return created.value
}
