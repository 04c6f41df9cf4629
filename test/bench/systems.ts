/** The systems that are measured, each in a sandbox of its own. */
import { join } from 'node:path'
import { loadPackage, type Package } from '../../main/packages/load.ts'
import { parseForm } from '../../main/rules/fields.ts'
import { createSandbox, type Sandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import type { Context } from '../../plugins/api/index.ts'

export const root = join(import.meta.dirname, '../..')

/** The built package whose check is a plain d100. */
export async function loadD100(): Promise<Package> {
  const loaded = await loadPackage(join(root, 'out/plugins/epochrypha'))
  if (!loaded.ok) throw new Error(loaded.message)
  return loaded.package
}

/** A player's character in a new campaign of a system. */
export const newContext = ({ declarations }: Sandbox): Context => ({ settings: parseForm(declarations.settings, {}).input, actor: 'pc' })

/** Runs with a system loaded, and ends it. */
export async function withSystem<T>(source: string, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await createSandbox({ source, spawn: spawnWorker })
  if (!sandbox.ok) throw new Error(sandbox.fault.message)
  try {
    return await use(sandbox.value)
  } finally {
    await sandbox.value.close()
  }
}
