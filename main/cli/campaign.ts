import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { createRecords } from '../campaign/records.ts'
import { replayDice } from '../campaign/quick-dice.ts'
import { replayRoll } from '../campaign/replay.ts'
import { diskFailure } from '../db/failure.ts'
import { migrate, migrations, schemaVersion } from '../db/migrate.ts'
import { openForReading } from '../db/open.ts'
import { NothingToSalvage, salvage } from '../db/salvage.ts'
import { createSandbox, type Sandbox } from '../sandbox/host.ts'
import { spawnWorker } from '../sandbox/spawn.ts'
import { runExport, runImport, WrongUse } from './transfer.ts'

const usage = `Usage: npm run -s campaign -- check FILE
       npm run -s campaign -- salvage FILE OUT [BACKUP…]
       npm run -s campaign -- export FILE OUT
       npm run -s campaign -- import IN [--into FOLDER] [--as new|merge|replace] [--take here|file]

check tests a campaign file: its integrity, its schema, and every roll replayed with the package it
was made with. Prints what failed; the last line counts. Ends with 0 where all is well, 1 where not.

salvage reads what can be read of a damaged file into a new one, with the help of backups of the
same campaign, the newest first. Prints what is lost; the last line counts. Ends with 0 where
nothing is lost, 1 where something is, 3 where nothing could be saved.

export writes a whole campaign to one file, and import takes that over into a folder of campaigns, by
default the app's own (docs/campaign-format.md). Ends with 0, or 1 where it was refused.

FILE is only read. A wrong call ends with 2.`

const [command, file, out, ...rest] = process.argv.slice(2)
const at = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path)
if (command === 'export' || command === 'import') process.exit(await transfer(command, process.argv.slice(3)))
else if (command === 'check' && file !== undefined && out === undefined) process.exit(await check(at(file)))
else if (command === 'salvage' && file !== undefined && out !== undefined) process.exit(save(at(file), at(out), rest.map(at)))
else {
  console.error(usage)
  process.exit(2)
}

function save(from: string, to: string, spares: readonly string[]): number {
  if (existsSync(to)) {
    console.log(`"${to}" is there already. Nothing was changed. Give another name.`)
    return 3
  }
  try {
    const { kept, lost } = salvage({ from, to, spares })
    for (const what of lost) console.log(`Lost: ${what}`)
    console.log(`${kept} rows saved, ${lost.length} losses`)
    return lost.length > 0 ? 1 : 0
  } catch (error) {
    const failure = diskFailure(error, from)
    if (!(error instanceof NothingToSalvage) && !failure) throw error
    console.log(failure && !failure.ok ? failure.error.message : (error as Error).message)
    return 3
  }
}

async function transfer(kind: 'export' | 'import', args: readonly string[]): Promise<number> {
  try {
    return await (kind === 'export' ? runExport(args) : runImport(args))
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error
    console.error(`${error.message}\n\n${usage}`)
    return 2
  }
}

async function check(path: string): Promise<number> {
  const opened = openForReading(path)
  if (!opened.ok) {
    console.log(opened.error.message)
    console.log('0 passed, 1 failed')
    return 1
  }
  const { db, close } = opened.value
  if (schemaVersion(db) < migrations.length) {
    close()
    console.log(`This file was saved by an older Tollkeeper. Open it once in this one, which backs it up and brings it forward; then check it.`)
    console.log('0 passed, 1 failed')
    return 1
  }
  const problems: (string | undefined)[] = [integrity(db), schema(db)]
  const isSound = problems.filter((problem) => problem !== undefined).length === 0
  if (isSound) for await (const problem of replays(db)) problems.push(problem)
  close()
  const failures = problems.filter((problem) => problem !== undefined)
  for (const failure of failures) console.log(failure)
  console.log(`${problems.length - failures.length} passed, ${failures.length} failed`)
  return failures.length > 0 ? 1 : 0
}

function integrity(db: Database): string | undefined {
  try {
    const found = db.pragma('integrity_check') as { integrity_check: string }[]
    const dangling = db.pragma('foreign_key_check') as unknown[]
    if (found[0]?.integrity_check !== 'ok') return `Integrity: ${found.map((row) => row.integrity_check).join('; ')}`
    return dangling.length > 0 ? `Integrity: ${dangling.length} rows refer to rows that are gone` : undefined
  } catch (error) {
    return `Integrity: ${(error as Error).message}`
  }
}

function schema(db: Database): string | undefined {
  const read = (from: Database): readonly string[] =>
    from.prepare<[], string>("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name").pluck().all()
  const model = new Sqlite(':memory:')
  migrate(model)
  const expected = read(model)
  model.close()
  try {
    const found = read(db)
    const missing = expected.filter((sql) => !found.includes(sql)).length
    const extra = found.filter((sql) => !expected.includes(sql)).length
    return missing + extra > 0 ? `Schema: ${missing} expected parts are missing or changed, ${extra} are not expected` : undefined
  } catch (error) {
    return `Schema: ${(error as Error).message}`
  }
}

async function* replays(db: Database): AsyncGenerator<string | undefined> {
  const { packages, rolls } = createRecords(db)
  const sandboxes = new Map<string, Sandbox | string>()
  try {
    for (const roll of rolls.all()) {
      if (roll.package === '') {
        const changed = replayDice(roll)
        yield changed === undefined ? undefined : `Roll ${roll.id}: ${changed}`
        continue
      }
      const sandbox = sandboxes.get(roll.package) ?? (await load(packages.find(roll.package)?.source))
      sandboxes.set(roll.package, sandbox)
      const problem = typeof sandbox === 'string' ? sandbox : await replayRoll(sandbox, roll)
      yield problem === undefined ? undefined : `Roll ${roll.id} (${roll.check}): ${problem}`
    }
  } finally {
    for (const sandbox of sandboxes.values()) if (typeof sandbox !== 'string') await sandbox.close()
  }
}

async function load(source: string | undefined): Promise<Sandbox | string> {
  if (source === undefined) return 'the file has no copy of its package'
  const loaded = await createSandbox({ source, spawn: spawnWorker })
  return loaded.ok ? loaded.value : `its package can't be loaded: ${loaded.fault.message}`
}
