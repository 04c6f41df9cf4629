import { readPackageFile } from '../packages/load.ts'
import type { Answer, Sandbox } from '../sandbox/host.ts'
import { createSandbox } from '../sandbox/host.ts'
import { spawnWorker } from '../sandbox/spawn.ts'

/**
 * Loads rules.js with the app's limit on a call's own work, but with patience for the machine: nobody
 * waits at a table, and a busy computer must not look like a mistake in a system.
 */
export const openSandbox = (source: string): Promise<Answer<Sandbox>> => createSandbox({ source, spawn: spawnWorker, limits: { hardMs: 2_000, totalMs: 4_100 } })

/** The package's own golden rows, or undefined when it has none. */
export async function ownGolden(path: string): Promise<string | undefined> {
  const file = await readPackageFile(path, 'golden.json', goldenLimitBytes)
  return file.ok ? Buffer.from(file.bytes).toString('utf8') : undefined
}

const goldenLimitBytes = 8 * 1024 * 1024
