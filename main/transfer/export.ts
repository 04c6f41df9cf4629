import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inflateRawSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import { ZipFile } from 'yazl'
import type { Reply } from '../../preload/contract.ts'
import { schemaVersion } from '../db/migrate.ts'
import { openForReading } from '../db/open.ts'
import { done } from '../rules/reply.ts'
import { columnsOf, formatVersion, headerName, packageFile, tableFile, tablesOf, type Header, type Told } from './format.ts'
import { writeSealed } from './seal.ts'

/** What is exported where. With a passphrase it is encrypted. */
export interface ExportJob {
  readonly kind: 'export'
  readonly from: string
  readonly to: string
  readonly passphrase?: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  readonly nativeBinding?: string | undefined
}

interface PackageRow {
  readonly id: number
  readonly sha256: string
  readonly manifest: string
  readonly declarations: Buffer
  readonly source: Buffer
}

/** Writes a campaign as it is at one moment, whoever has it open. The file gets its name only when it is whole. */
export async function exportCampaign({ from, to, passphrase, at, nativeBinding }: ExportJob, told: Told): Promise<Reply<null>> {
  const opened = openForReading(from, { nativeBinding })
  if (!opened.ok) return opened
  const { db, close } = opened.value
  const unfinished = `${to}.part`
  rmSync(unfinished, { force: true })
  try {
    db.exec('BEGIN')
    const zip = toZip(db, at, told)
    const stream = zip.outputStream as Readable
    await (passphrase === undefined ? pipeline(stream, createWriteStream(unfinished, { flags: 'wx' })) : writeSealed(stream, unfinished, passphrase))
    const written = await open(unfinished, 'r+')
    await written.sync().finally(() => written.close())
    renameSync(unfinished, to)
    return done(null)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    close()
  }
}

function toZip(db: Database, at: number, told: Told): ZipFile {
  const packages = db.prepare<[], PackageRow>('SELECT id, sha256, manifest, declarations, source FROM package ORDER BY id').all()
  const header = headerOf(db, packages, at)
  const of = Object.values(header.tables).reduce((sum, rows) => sum + rows, 0)
  const options = { mtime: new Date(at) }
  let ended = 0
  const zip = new ZipFile()
  // What goes wrong while rows are read ends the file, too.
  zip.on('error', (error: Error) => (zip.outputStream as Readable).destroy(error))
  const add = (name: string, text: string | Buffer) => zip.addBuffer(Buffer.from(text as string), name, options)
  add(headerName, JSON.stringify(header, null, 2))
  for (const { sha256, manifest, declarations, source } of packages) {
    add(packageFile(sha256, 'manifest.json'), manifest)
    add(packageFile(sha256, 'declarations.json'), inflateRawSync(declarations))
    add(packageFile(sha256, 'rules.js'), inflateRawSync(source))
  }
  for (const name of Object.keys(header.tables)) {
    zip.addReadStreamLazy(tableFile(name), options, (give) => give(null, Readable.from(linesOf(db, name, (rows) => told((ended += rows), of)), { objectMode: false })))
  }
  zip.end()
  return zip
}

function headerOf(db: Database, packages: readonly PackageRow[], exportedAt: number): Header {
  const one = db.prepare<[], { uuid: string; name: string; package: number }>('SELECT uuid, name, package FROM campaign').get()
  const { name: system = '' } = JSON.parse(packages.find(({ id }) => id === one?.package)?.manifest ?? '{}') as { name?: string }
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  return {
    format: formatVersion,
    schema: schemaVersion(db),
    exportedAt,
    uuid: one?.uuid ?? '',
    name: one?.name ?? '',
    system,
    tables: Object.fromEntries(tablesOf(db).map((table) => [table, count(table)])),
    sequences: Object.fromEntries(db.prepare<[], [string, number]>('SELECT name, seq FROM sqlite_sequence ORDER BY name').raw().all()),
    packages: packages.map(({ id, sha256 }) => ({ id, sha256 })),
  }
}

const pieceLength = 64 * 1024

/** Each row as an object on a line of its own, by its key; several lines in one piece. */
function* linesOf(db: Database, table: string, told: (rows: number) => void): Generator<Buffer> {
  const key = columnsOf(db, table).filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk).map(({ name }) => name)
  let piece = ''
  let rows = 0
  for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`).iterate()) {
    piece += `${JSON.stringify(row)}\n`
    rows += 1
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    told(rows)
    piece = ''
    rows = 0
  }
  if (piece !== '') yield Buffer.from(piece)
  told(rows)
}
