import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, openSync, readSync, closeSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { columnsOf } from './contents.ts'
import { finishFile } from './copy.ts'
import { troubleOf } from './failure.ts'
import { applicationId, migrate, migrations, schemaVersion } from './migrate.ts'
import { readAround } from './read-around.ts'

/** How many rows could be read, and in words what could not. */
export interface SalvageReport {
  readonly kept: number
  readonly lost: readonly string[]
}

export interface SalvageJob {
  readonly from: string
  readonly to: string
  /** Sound backups of the campaign, the newest first, for what it can't be played without. */
  readonly spares: readonly string[]
  readonly nativeBinding?: string | undefined
}

/** Why nothing of a file can be saved: what happened, and what to do. */
export class NothingToSalvage extends Error {}

const words: Readonly<Record<string, string>> = {
  campaign: 'name and settings of the campaign',
  package: "copies of the system's rules",
  character: 'characters',
  counter: 'counters',
  counter_change: 'steps of counters',
  counter_sum: 'sums of counters',
  die_face: 'counts of dice',
  figure_count: 'counts of figures',
  session: 'sessions',
  roll: 'rolls',
  deed: 'deeds',
  fight: 'fights',
  fight_clock: 'clocks of fights',
  place: 'places in fights',
  combatant: 'combatants',
  turn: 'turns',
  condition: 'conditions',
  encounter: 'encounters',
  random_table: 'random tables',
  note: 'notes',
}

/**
 * Reads what can be read of a damaged campaign file, row by row around its damaged pages, into a new
 * one. Works on a copy, so that the file stays as it is. What could be undone is left behind: its
 * steps may be about rows that are lost.
 */
export function salvage({ from, to, spares, nativeBinding }: SalvageJob): SalvageReport {
  const options = nativeBinding === undefined ? {} : { nativeBinding }
  const scratch = `${to}.scratch`
  const unfinished = `${to}.part`
  const clear = (path: string): void => ['', '-journal', '-wal', '-shm'].forEach((ending) => rmSync(path + ending, { force: true }))
  clear(scratch)
  clear(unfinished)
  try {
    for (const ending of ['', '-wal']) if (existsSync(from + ending)) copyFileSync(from + ending, scratch + ending)
    const isBorrowed = fillUp(scratch, from, spares)
    const source = new Sqlite(scratch, options)
    // What the damaged part of the schema doesn't tell is done without.
    source.unsafeMode(true)
    source.pragma('writable_schema = ON')
    const target = new Sqlite(unfinished, options)
    try {
      const report = carryOver(source, target, from, spares, options)
      if (isBorrowed && report.kept === 0) throw gone(from)
      finishFile(target, unfinished, to)
      return report
    } finally {
      target.close()
      source.close()
    }
  } finally {
    clear(scratch)
    clear(unfinished)
  }
}

const gone = (from: string): NothingToSalvage => new NothingToSalvage(`"${basename(from)}" is not a Tollkeeper campaign, or its beginning is gone. Restore it from a backup.`)

/**
 * Checks that it is a campaign file at all, and gives one that was cut off its full length again. Where
 * the first page is gone, which says where every table begins, a backup's says the same: says whether.
 */
function fillUp(scratch: string, from: string, spares: readonly string[]): boolean {
  const own = firstPage(scratch)
  const borrowed = own ? undefined : spares.map(firstPage).find((page) => page !== undefined)
  const page = own ?? borrowed
  if (!page) throw gone(from)
  const { size } = statSync(scratch)
  if (borrowed) {
    if (size < borrowed.length) throw gone(from)
    borrowed.writeUInt32BE(Math.floor(size / borrowed.length), 28)
    const handle = openSync(scratch, 'r+')
    writeSync(handle, borrowed, 0, borrowed.length, 0)
    closeSync(handle)
  }
  const bytes = page.length * page.readUInt32BE(28)
  if (size < bytes) truncateSync(scratch, bytes)
  return borrowed !== undefined
}

/** The first page of a campaign file; undefined where it is none, or its beginning is gone. */
function firstPage(path: string): Buffer | undefined {
  const header = Buffer.alloc(65_536)
  const handle = openSync(path, 'r')
  const length = readSync(handle, header, 0, header.length, 0)
  closeSync(handle)
  if (length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0' || header.readUInt32BE(68) !== applicationId) return undefined
  const declared = header.readUInt16BE(16)
  return header.subarray(0, declared === 1 ? 65_536 : declared)
}

function carryOver(source: Database, target: Database, from: string, spares: readonly string[], options: { nativeBinding?: string }): SalvageReport {
  const version = schemaVersion(source)
  if (version < 1 || version > migrations.length)
    throw new NothingToSalvage(`"${basename(from)}" is of file version ${version}; this Tollkeeper knows up to ${migrations.length}. Update Tollkeeper to salvage it.`)
  migrate(target, migrations.slice(0, version))
  target.pragma('foreign_keys = OFF')
  target.pragma('synchronous = OFF')
  const triggers = target.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) target.exec(`DROP TRIGGER ${name}`)
  const lost: string[] = []
  let kept = 0
  target.transaction(() => {
    for (const table of ownTables(target)) {
      const each = carryTable(source, target, table)
      kept += each.kept
      lost.push(...each.lost.map((what) => `${words[table.name] ?? table.name}: ${what}`))
    }
    lost.push(...takeFromSpares(target, spares, options))
    if (target.prepare('SELECT 1 FROM campaign JOIN package ON package.id = campaign.package').get() === undefined)
      throw new NothingToSalvage(`The rules that "${basename(from)}" is played with can't be read any more, and no backup has them. Restore it from a backup.`)
    lost.push(...dropDangling(target))
    if (lost.length > 0) settleFights(target)
    for (const { name } of target.pragma('table_list') as { name: string; type: string }[])
      if (name.endsWith('_search')) target.exec(`INSERT INTO ${name} (${name}) VALUES ('rebuild')`)
    for (const { sql } of triggers) target.exec(sql)
    target.exec("UPDATE campaign SET name = name || ' (salvaged)'")
  })()
  migrate(target)
  return { kept, lost }
}

interface OwnTable {
  readonly name: string
  /** Without row ids, so that nothing after a damaged page can be found. */
  readonly isKeyed: boolean
}

/** The tables that hold what the campaign is, the journal aside. */
function ownTables(db: Database): readonly OwnTable[] {
  const all = db.pragma('table_list') as { schema: string; name: string; type: string; wr: number }[]
  return all
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_') && name !== 'journal')
    .map(({ name, wr }) => ({ name, isKeyed: wr === 1 }))
    .toReversed()
}

function carryTable(source: Database, target: Database, { name, isKeyed }: OwnTable): { kept: number; lost: readonly string[] } {
  const known = columnsOf(target, name)
  const columns = columnsOf(source, name).filter((column) => known.includes(column))
  if (columns.length === 0) return { kept: 0, lost: ['all'] }
  const add = target.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const lost: string[] = []
  let kept = 0
  readAround(source, name, columns, isKeyed, {
    row(values) {
      if (name === 'package' && !isUsable(columns, values)) return false
      // What lay on a lost page reads as zeros.
      const whole = values.map((value) => (typeof value === 'string' && value.includes('\0') ? value.slice(0, value.indexOf('\0')) : value))
      try {
        add.run(...whole)
        kept += 1
        if (whole.some((value, index) => value !== values[index])) lost.push(`number ${String(values[columns.indexOf('id')])}, cut short`)
        return true
      } catch (error) {
        // What breaks the rules of its table isn't what was written there.
        if (/^SQLITE_(CONSTRAINT|MISMATCH|ERROR)/.test(String((error as { code?: unknown }).code))) return false
        throw error
      }
    },
    lost: (first, last) => lost.push(first === undefined ? 'some' : last === undefined ? (first <= 1 ? 'all' : `all from number ${first} on`) : first === last ? `number ${first}` : `numbers ${first} to ${last}`),
  })
  return { kept, lost }
}

/** A copy of a system's rules that is damaged may still unpack: only its hash tells. */
function isUsable(columns: readonly string[], values: readonly unknown[]): boolean {
  const at = (column: string): unknown => values[columns.indexOf(column)]
  try {
    JSON.parse(inflateRawSync(at('declarations') as Buffer).toString())
    return createHash('sha256').update(inflateRawSync(at('source') as Buffer)).digest('hex') === at('sha256')
  } catch {
    return false
  }
}

/** A campaign can't be played without its one row and its system's rules: where they are lost, a backup has them. */
function takeFromSpares(target: Database, spares: readonly string[], options: { nativeBinding?: string }): readonly string[] {
  const taken: string[] = []
  const isMissing = () => ({
    campaign: target.prepare('SELECT 1 FROM campaign').get() === undefined,
    rules: target.prepare('SELECT 1 FROM package WHERE id = coalesce((SELECT package FROM campaign), id)').get() === undefined,
  })
  for (const spare of spares) {
    const { campaign, rules } = isMissing()
    if (!campaign && !rules) break
    const backup = new Sqlite(spare, { readonly: true, ...options })
    try {
      for (const [name, wanted] of [['campaign', campaign], ['package', rules]] as const) {
        if (!wanted) continue
        const columns = columnsOf(backup, name).filter((column) => columnsOf(target, name).includes(column))
        const rows = backup.prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM ${name}`).raw().all()
        const add = target.prepare(`INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
        if (rows.map((row) => add.run(...row).changes).some((changes) => changes > 0)) taken.push(`${words[name]}: taken from a backup`)
      }
    } catch (error) {
      if (!troubleOf(error)) throw error
    } finally {
      backup.close()
    }
  }
  return [...new Set(taken)]
}

/** Rows that belonged to lost ones go, or stand without them where the schema says so. */
function dropDangling(target: Database): readonly string[] {
  const counts = new Map<string, number>()
  for (;;) {
    const dangling = target.pragma('foreign_key_check') as { table: string; rowid: number; fkid: number }[]
    if (dangling.length === 0) break
    for (const { table, rowid, fkid } of dangling) {
      const keys = target.pragma(`foreign_key_list(${table})`) as { id: number; from: string; on_delete: string }[]
      const key = keys.find(({ id }) => id === fkid)
      if (key?.on_delete === 'SET NULL') target.prepare(`UPDATE ${table} SET ${key.from} = NULL WHERE rowid = ?`).run(rowid)
      else if (target.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowid).changes > 0) counts.set(table, (counts.get(table) ?? 0) + 1)
    }
  }
  return [...counts].map(([table, count]) => `${words[table] ?? table}: ${count} whose owner is lost`)
}

/** A fight stands at the beginning of a turn that nobody has: who had it, and the way back, may be lost. */
function settleFights(target: Database): void {
  if (columnsOf(target, 'fight').length === 0) return
  target.exec(`
    DELETE FROM combatant WHERE place NOT IN (SELECT id FROM place);
    DELETE FROM turn;
    UPDATE fight SET active = NULL, up_next = '[]', extra = 0 WHERE active NOT IN (SELECT id FROM place) OR up_next <> '[]';`)
}
