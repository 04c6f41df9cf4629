/** The shape of an exported campaign, as docs/campaign-format.md describes it. */
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { ArchiveLimits } from '../packages/archive.ts'

/** The version of this format, apart from that of the campaign's schema. */
export const formatVersion = 1

/** What an exported campaign may weigh. It is read piece by piece and never unpacked as it is, so that this only bounds time and disk. */
export const campaignLimits: ArchiveLimits = {
  zip: 8 * 1024 ** 3,
  entries: 2_000,
  file: 32 * 1024 ** 3,
  unpacked: 64 * 1024 ** 3,
  // More than deflate can do: rows that are alike pack very well.
  ratio: 1_100,
}

export const headerName = 'campaign.json'
export const headerLimitBytes = 1024 ** 2
/** Of `rules.js` and the declarations. */
export const packageLimitBytes = 8 * 1024 ** 2
/** One row as JSON. */
export const rowLimitBytes = 128 * 1024 ** 2

const count = z.int().nonnegative()
const table = z.string().regex(/^[a-z][a-z_]{0,39}$/)

export const headerShape = z.strictObject({
  format: z.int().positive(),
  /** The schema that the tables are of. */
  schema: z.int().positive(),
  /** Milliseconds since 1970. */
  exportedAt: count,
  uuid: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().max(1_000),
  /** The name of its system. */
  system: z.string().max(1_000),
  /** How many rows each table has. */
  tables: z.record(table, count),
  /** The highest id that each table ever gave: none is given twice. */
  sequences: z.record(table, count),
  /** The package copies, by the row of each. */
  packages: z.array(z.strictObject({ id: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })).max(500),
})

export type Header = z.infer<typeof headerShape>

/** The tables that go as rows of JSON: all but those of the search, which are made anew, and package copies, which go as files. */
export function tablesOf(db: Database): readonly string[] {
  const all = db.pragma('table_list') as { schema: string; name: string; type: string }[]
  return all
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_') && name !== 'package')
    .map(({ name }) => name)
    .toSorted()
}

export interface Column {
  readonly name: string
  /** Its place in the primary key, from 1; 0 where it is none of it. */
  readonly pk: number
}

export const columnsOf = (db: Database, name: string): readonly Column[] => db.pragma(`main.table_info(${name})`) as Column[]

export const tableFile = (name: string): string => `tables/${name}.jsonl`
export const packageFile = (sha256: string, name: 'manifest.json' | 'declarations.json' | 'rules.js'): string => `packages/${sha256}/${name}`

/** A file that is not taken, with the reason in words for the GM. */
export class RefusedFile extends Error {
  /** It is encrypted, and no passphrase was given or the wrong one. */
  readonly sealed: boolean
  constructor(message: string, sealed = false) {
    super(message)
    this.sealed = sealed
  }
}

/** How far a job is, in rows. */
export type Told = (ended: number, of: number) => void
