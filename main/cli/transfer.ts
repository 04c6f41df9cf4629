import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackups } from '../campaign/backups.ts'
import { createTransfers, type Transfers } from '../campaign/transfers.ts'
import { createCopier } from '../db/copier.ts'
import { spawnCopier } from '../db/spawn.ts'
import { exportCampaign } from '../transfer/export.ts'
import { createTransferrer } from '../transfer/jobs.ts'
import { spawnTransfer } from '../transfer/spawn.ts'
import { done } from '../rules/reply.ts'

/** Wrong use of the command line: ends in the usage. */
export class WrongUse extends Error {}

const passphrase = (): string | undefined => process.env.TOLLKEEPER_PASSPHRASE || undefined
const here = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)

/** `export FILE OUT`. Gives the exit code. */
export async function runExport(args: readonly string[]): Promise<number> {
  const [file, out, ...rest] = args
  if (file === undefined || out === undefined || rest.length > 0) throw new WrongUse('export takes FILE and OUT.')
  const reply = await exportCampaign({ kind: 'export', from: here(file), to: here(out), passphrase: passphrase(), at: Date.now() }, () => undefined)
  console.log(reply.ok ? `Exported to ${here(out)}` : reply.error.message)
  return reply.ok ? 0 : 1
}

/** `import IN [--into FOLDER] [--as new|merge|replace] [--take here|file]`. Gives the exit code. */
export async function runImport(args: readonly string[]): Promise<number> {
  const { from, into, as, take } = parseImport(args)
  mkdirSync(into, { recursive: true })
  const transfers = transfersIn(into)
  try {
    const read = await transfers.read(here(from))
    const secret = passphrase()
    const opened = read.ok && read.value.kind === 'sealed' && secret !== undefined ? await transfers.unlock(secret) : read
    if (!opened.ok || opened.value.kind === 'sealed') {
      console.log(opened.ok ? `"${basename(from)}" is encrypted. ${opened.value.kind === 'sealed' && opened.value.message !== undefined ? opened.value.message : ''} Give its passphrase as TOLLKEEPER_PASSPHRASE.` : opened.error.message)
      return 1
    }
    const applied = await transfers.apply(as ?? (opened.value.here ? 'merge' : 'new'), take)
    if (!applied.ok) {
      console.log(applied.error.message)
      return 1
    }
    const { file, merged } = applied.value
    console.log(`${join(into, file)}${merged ? `: ${merged.added} new, ${merged.updated} brought up to date, ${merged.unchanged} as they were` : ''}`)
    return 0
  } finally {
    await transfers.cancel()
  }
}

function parseImport(args: readonly string[]) {
  const text = { type: 'string' } as const
  const { positionals, values } = parse(args, { into: text, as: text, take: text })
  const [from, ...rest] = positionals
  const { into = usualFolder(), as, take = 'here' } = values
  if (from === undefined || rest.length > 0) throw new WrongUse('import takes one file.')
  if (as !== undefined && as !== 'new' && as !== 'merge' && as !== 'replace') throw new WrongUse('--as is new, merge or replace.')
  if (take !== 'here' && take !== 'file') throw new WrongUse('--take is here or file.')
  return { from, into: here(into), as, take } as const
}

function parse(args: readonly string[], options: Readonly<Record<'into' | 'as' | 'take', { readonly type: 'string' }>>) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new WrongUse((error as Error).message)
  }
}

/** Where the app keeps its campaigns. */
function usualFolder(): string {
  const { platform, env } = process
  const data = platform === 'win32' ? (env.APPDATA ?? join(homedir(), 'AppData/Roaming')) : platform === 'darwin' ? join(homedir(), 'Library/Application Support') : (env.XDG_CONFIG_HOME ?? join(homedir(), '.config'))
  return join(data, 'Tollkeeper', 'campaigns')
}

function transfersIn(folder: string): Transfers {
  const announce = () => undefined
  return createTransfers({
    folder: () => folder,
    jobs: createTransferrer(spawnTransfer),
    backups: createBackups({ folder: () => join(folder, 'backups'), limitBytes: () => 1e9, copier: createCopier(spawnCopier), announce, now: Date.now, logBug: (error) => String(error) }),
    library: { current: () => undefined, closeCampaign: async () => undefined, open: async () => done(null) },
    announce,
    now: Date.now,
    uuid: randomUUID,
  })
}
