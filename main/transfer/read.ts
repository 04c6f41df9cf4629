import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import type { CampaignHoldings, Reply } from '../../preload/contract.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { syncFile } from '../db/sync.ts'
import { BrokenEntry, openArchive, type Archive } from '../packages/archive.ts'
import { parseStrictJson } from '../packages/json.ts'
import { done, failed } from '../rules/reply.ts'
import { campaignLimits, columnsOf, formatVersion, headerLimitBytes, headerName, headerShape, packageFile, packageLimitBytes, RefusedFile, rowLimitBytes, tableFile, tablesOf, type Header, type Told } from './format.ts'
import { isSealed, unseal } from './seal.ts'

/** Which file is read, and where the campaign file that it makes goes. */
export interface ReadJob {
  readonly kind: 'read'
  readonly from: string
  readonly to: string
  readonly passphrase?: string | undefined
  readonly nativeBinding?: string | undefined
}

/** What was read: a campaign file of its own, and what it holds. `sealed` asks for a passphrase. */
export type ReadCampaign =
  | { readonly kind: 'sealed'; readonly message?: string }
  | { readonly kind: 'read'; readonly uuid: string; readonly name: string; readonly system: string; readonly exportedAt: number; readonly holds: CampaignHoldings }

/**
 * Makes a campaign file of an exported one, row by row, every rule of the schema checked. The file
 * gets its name only when all was read and found whole; whatever fails leaves nothing.
 */
export async function readCampaign({ from, to, passphrase, nativeBinding }: ReadJob, told: Told): Promise<Reply<ReadCampaign>> {
  const unfinished = `${to}.part`
  const plain = `${to}.zip.part`
  let archive: Archive | undefined
  let db: Database | undefined
  try {
    const sealed = isSealed(from)
    if (sealed && passphrase === undefined) return done({ kind: 'sealed' })
    if (sealed) await unseal(from, plain, passphrase ?? '')
    const opened = await openArchive(sealed ? plain : from, campaignLimits)
    if (!opened.ok) throw new RefusedFile(opened.message)
    archive = opened.archive
    const header = await readHeader(archive)
    db = new Sqlite(unfinished, nativeBinding === undefined ? {} : { nativeBinding })
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    await fill(db, archive, header, told)
    const holds = holdingsOf(db)
    db.close()
    syncFile(unfinished)
    renameSync(unfinished, to)
    const { uuid, name, system, exportedAt } = header
    return done({ kind: 'read', uuid, name, system, exportedAt, holds })
  } catch (error) {
    if (error instanceof RefusedFile && error.sealed) return done({ kind: 'sealed', message: error.message })
    if (error instanceof RefusedFile || error instanceof BrokenEntry) return failed('refused', error.message)
    throw error
  } finally {
    archive?.close()
    db?.close()
    for (const path of [unfinished, plain]) rmSync(path, { force: true })
  }
}

async function readHeader(archive: Archive): Promise<Header> {
  const text = await readText(archive, headerName, headerLimitBytes)
  const json = parseStrictJson(text)
  if (!json.ok) throw new RefusedFile(`${headerName} can't be read: ${json.message}.`)
  const format = z.looseObject({ format: z.int().positive() }).safeParse(json.value)
  if (!format.success) throw new RefusedFile('It is a zip, but no campaign that Tollkeeper exported.')
  if (format.data.format > formatVersion) throw new RefusedFile(`It was written by a newer Tollkeeper (format ${format.data.format}; this one knows up to ${formatVersion}). Update Tollkeeper to read it.`)
  const parsed = headerShape.safeParse(json.value)
  if (!parsed.success) throw new RefusedFile(`${headerName} is not as it should be: ${z.prettifyError(parsed.error).split('\n').slice(0, 2).join(' ')}`)
  if (parsed.data.schema > migrations.length) {
    throw new RefusedFile(`It is a campaign of a newer Tollkeeper (file version ${parsed.data.schema}; this one knows up to ${migrations.length}). Update Tollkeeper to read it.`)
  }
  return parsed.data
}

async function fill(db: Database, archive: Archive, header: Header, told: Told): Promise<void> {
  migrate(db, migrations.slice(0, header.schema))
  const tables = tablesOf(db)
  if (tables.join() !== Object.keys(header.tables).toSorted().join()) throw new RefusedFile(`${headerName} does not list the tables of file version ${header.schema}.`)
  const expected = new Set([headerName, ...tables.map(tableFile), ...header.packages.flatMap(({ sha256 }) => (['manifest.json', 'declarations.json', 'rules.js'] as const).map((name) => packageFile(sha256, name)))])
  const stranger = archive.names.find((name) => !expected.has(name))
  if (stranger !== undefined) throw new RefusedFile(`It holds ${JSON.stringify(stranger)}, which is no part of a campaign.`)

  // Rows come as they were: what triggers would do to them is done already.
  const triggers = db.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  const isSearched = (db.pragma('table_list') as { name: string }[]).some(({ name }) => name === 'character_search')
  const of = Object.values(header.tables).reduce((sum, rows) => sum + rows, 0)
  let ended = 0
  db.pragma('foreign_keys = OFF')
  db.exec('BEGIN')
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  for (const { id, sha256 } of header.packages) await takePackage(db, archive, id, sha256)
  for (const table of tables) {
    const rows = await takeTable(db, archive, table, (more) => told((ended += more), of))
    if (rows !== header.tables[table]) throw new RefusedFile(`${tableFile(table)} holds ${rows} rows where ${header.tables[table]} were written.`)
  }
  keepSequences(db, header)
  for (const { sql } of triggers) db.exec(sql)
  if (isSearched) db.exec("INSERT INTO character_search (character_search) VALUES ('rebuild')")
  db.exec('COMMIT')
  const dangling = db.pragma('foreign_key_check') as readonly { table: string }[]
  if (dangling.length > 0) throw new RefusedFile(`${tableFile(dangling[0]?.table ?? '')} refers to rows that are not in the file.`)
  const campaign = db.prepare<[], { uuid: string; name: string }>('SELECT uuid, name FROM campaign').all()
  if (campaign.length !== 1 || campaign[0]?.uuid !== header.uuid || campaign[0].name !== header.name) throw new RefusedFile(`${tableFile('campaign')} and ${headerName} are about different campaigns.`)
  migrate(db)
}

async function takePackage(db: Database, archive: Archive, id: number, sha256: string): Promise<void> {
  const manifest = await readText(archive, packageFile(sha256, 'manifest.json'), packageLimitBytes)
  const declarations = await readText(archive, packageFile(sha256, 'declarations.json'), packageLimitBytes)
  const source = await readText(archive, packageFile(sha256, 'rules.js'), packageLimitBytes)
  if (createHash('sha256').update(source).digest('hex') !== sha256) throw new RefusedFile(`${packageFile(sha256, 'rules.js')} is not the script that the campaign was played with.`)
  if (!manifestShape.safeParse(parse(manifest)).success || !z.looseObject({}).safeParse(parse(declarations)).success) throw new RefusedFile(`The package copy ${sha256.slice(0, 8)}… says nothing of itself that can be read.`)
  insert(db, 'INSERT INTO package (id, sha256, manifest, declarations, source) VALUES (@id, @sha256, @manifest, @declarations, @source)', `the package copy ${sha256.slice(0, 8)}…`)({
    id,
    sha256,
    manifest,
    declarations: deflateRawSync(declarations),
    source: deflateRawSync(source),
  })
}

const manifestShape = z.looseObject({ id: z.string().min(1), name: z.string().min(1), version: z.string().min(1) })

const tellEvery = 1_000

async function takeTable(db: Database, archive: Archive, table: string, told: (rows: number) => void): Promise<number> {
  const columns = columnsOf(db, table).map(({ name }) => name)
  const file = tableFile(table)
  const add = insert(db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`, file)
  const known = new Set(columns)
  let rows = 0
  for await (const line of linesOf(archive, file)) {
    const row = parse(line)
    rows += 1
    if (!isRow(row, known)) throw new RefusedFile(`${file}, line ${rows}, is no row of that table.`)
    add(row)
    if (rows % tellEvery === 0) told(tellEvery)
  }
  told(rows % tellEvery)
  return rows
}

type Row = Readonly<Record<string, unknown>>

/** Writes rows; one that the schema doesn't allow refuses the file. */
function insert(db: Database, sql: string, where: string): (row: Row) => void {
  const statement = db.prepare(sql)
  return (row) => {
    try {
      statement.run(row)
    } catch (error) {
      const { code, message } = error as { code?: unknown; message: string }
      if (typeof code === 'string' && (code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_MISMATCH' || code === 'SQLITE_TOOBIG')) throw new RefusedFile(`In ${where} a row is not as it should be: ${message}.`)
      throw error
    }
  }
}

function isRow(row: unknown, columns: ReadonlySet<string>): row is Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  const entries = Object.entries(row)
  return entries.length === columns.size && entries.every(([name, value]) => columns.has(name) && (value === null || typeof value === 'string' || typeof value === 'number'))
}

/** The lines of a file, none longer than a row may be. */
async function* linesOf(archive: Archive, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (bytes?: Buffer): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new RefusedFile(`${name} is no valid UTF-8.`)
    }
  }
  let rest = ''
  for await (const chunk of archive.stream(name)) {
    const lines = (rest + decode(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > rowLimitBytes) throw new RefusedFile(`${name} holds a row that is too long.`)
    yield* lines
  }
  rest += decode()
  if (rest !== '') throw new RefusedFile(`${name} ends in the middle of a row.`)
}

function keepSequences(db: Database, { sequences }: Header): void {
  const known = db.prepare('SELECT 1 FROM sqlite_sequence WHERE name = ?')
  for (const [table, seq] of Object.entries(sequences)) {
    const write = known.get(table) === undefined ? 'INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)' : 'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?'
    db.prepare(write).run(seq, table)
  }
}

/** What a campaign of the newest schema holds, in figures. */
function holdingsOf(db: Database): CampaignHoldings {
  const count = (from: string): number => db.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get() ?? 0
  const lastRollAt = db.prepare<[], number>('SELECT at FROM roll ORDER BY id DESC LIMIT 1').pluck().get()
  return {
    characters: count("character WHERE role <> 'copy'"),
    sessions: count('session'),
    rolls: count('roll'),
    fights: count('fight'),
    notes: count('note'),
    tables: count('random_table'),
    encounters: count('encounter'),
    ...(lastRollAt !== undefined && { lastRollAt }),
  }
}

async function readText(archive: Archive, name: string, limitBytes: number): Promise<string> {
  const file = await archive.read(name, limitBytes)
  if (!file.ok) throw new RefusedFile('missing' in file && name === headerName ? 'It is a zip, but no campaign that Tollkeeper exported.' : file.message)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.bytes)
  } catch {
    throw new RefusedFile(`${name} is no valid UTF-8.`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
