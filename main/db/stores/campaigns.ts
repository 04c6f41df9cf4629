import type { Database } from 'better-sqlite3'
import { DamagedFile } from '../failure.ts'
import { keepRead } from '../kept.ts'
import type { Condition, Value } from '../../../plugins/api/index.ts'

/** What a campaign is, in the one row of its file. */
export interface CampaignRecord {
  readonly uuid: string
  readonly name: string
  /** Row of the package copy that it plays with. */
  readonly package: number
  readonly settings: Readonly<Record<string, Value>>
  /** Those that came with content, beside the system's. */
  readonly conditions: readonly Condition[]
}

export interface CampaignStore {
  create(record: Omit<CampaignRecord, 'conditions'>, at: number): void
  get(): CampaignRecord
  /** The campaign's own id, whatever version its file is of. */
  id(): string
  /** The row of the package copy that it plays with from now on. */
  setPackage(row: number): void
  setSettings(settings: Readonly<Record<string, Value>>): void
  setConditions(conditions: readonly Condition[]): void
}

interface CampaignRow {
  readonly uuid: string
  readonly name: string
  readonly package: number
  readonly settings: string
  readonly conditions?: string
}

export function createCampaignStore(db: Database): CampaignStore {
  const add = db.prepare(
    'INSERT INTO campaign (id, uuid, name, package, settings, created_at) VALUES (1, @uuid, @name, @package, @settings, @at)',
  )
  // Files of earlier versions are read, too, where campaigns are listed: those know no conditions.
  const read = db.prepare<[], CampaignRow>('SELECT * FROM campaign')
  const readId = db.prepare<[], string>('SELECT uuid FROM campaign').pluck()
  const writePackage = db.prepare<[number]>('UPDATE campaign SET package = ?')
  const writeSettings = db.prepare<[string]>('UPDATE campaign SET settings = ?')
  const get = keepRead(db, (): CampaignRecord => {
    const row = read.get()
    if (!row) throw new DamagedFile('A campaign file without its campaign row')
    const { uuid, name, package: copy, settings, conditions = '[]' } = row
    return { uuid, name, package: copy, settings: JSON.parse(settings) as CampaignRecord['settings'], conditions: JSON.parse(conditions) as readonly Condition[] }
  })
  return {
    create: (record, at) => void add.run({ ...record, settings: JSON.stringify(record.settings), at }),
    get: () => get(null),
    id() {
      const id = readId.get()
      if (id === undefined || !/^[\w-]{1,64}$/.test(id)) throw new DamagedFile('A campaign file without its id')
      return id
    },
    setPackage: (row) => void writePackage.run(row),
    setSettings: (settings) => void writeSettings.run(JSON.stringify(settings)),
    setConditions: (conditions) => void db.prepare<[string]>('UPDATE campaign SET conditions = ?').run(JSON.stringify(conditions)),
  }
}
