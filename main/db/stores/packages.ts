import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database } from 'better-sqlite3'
import { DamagedFile } from '../failure.ts'

/** The copy of a package that a campaign keeps, so that it opens and replays without it installed. */
export interface PackageCopy {
  readonly sha256: string
  /** The manifest as JSON text. */
  readonly manifest: string
  /** The declarations as JSON text. */
  readonly declarations: string
  /** `rules.js`. Runs only in the sandbox. */
  readonly source: string
}

export interface PackageStore {
  /** Keeps a copy once by its hash and gives its row. */
  keep(copy: PackageCopy): number
  /** What the package says of itself, where a newer version has the very same rules. */
  setManifest(row: number, manifest: string): void
  get(row: number): PackageCopy | undefined
  find(sha256: string): PackageCopy | undefined
}

interface PackageRow {
  readonly sha256: string
  readonly manifest: string
  readonly declarations: Buffer
  readonly source: Buffer
}

export function createPackageStore(db: Database): PackageStore {
  const add = db.prepare(
    'INSERT INTO package (sha256, manifest, declarations, source) VALUES (@sha256, @manifest, @declarations, @source) ON CONFLICT (sha256) DO NOTHING',
  )
  const writeManifest = db.prepare<[string, number]>('UPDATE package SET manifest = ? WHERE id = ?')
  const rowOf = db.prepare<[string], number>('SELECT id FROM package WHERE sha256 = ?').pluck()
  const byRow = db.prepare<[number], PackageRow>('SELECT sha256, manifest, declarations, source FROM package WHERE id = ?')
  const bySha = db.prepare<[string], PackageRow>('SELECT sha256, manifest, declarations, source FROM package WHERE sha256 = ?')
  return {
    keep(copy) {
      add.run({ ...copy, declarations: deflateRawSync(copy.declarations), source: deflateRawSync(copy.source) })
      return rowOf.get(copy.sha256) as number
    },
    setManifest: (row, manifest) => void writeManifest.run(manifest, row),
    get: (row) => rowToCopy(byRow.get(row)),
    find: (sha256) => rowToCopy(bySha.get(sha256)),
  }
}

function rowToCopy(row: PackageRow | undefined): PackageCopy | undefined {
  if (!row) return undefined
  try {
    return { ...row, declarations: inflateRawSync(row.declarations).toString(), source: inflateRawSync(row.source).toString() }
  } catch {
    throw new DamagedFile('A package copy that can\'t be unpacked')
  }
}
