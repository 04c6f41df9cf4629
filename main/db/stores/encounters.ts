import type { Database } from 'better-sqlite3'
import type { CharacterId, Encounter, EncounterId } from '../../../preload/contract.ts'
import { ownKey, uuidIn } from '../own-key.ts'

export interface EncounterStore {
  create(encounter: Omit<Encounter, 'id'> & { readonly uuid: string; readonly source?: string }): EncounterId
  update(encounter: Encounter): void
  delete(id: number): void
  get(id: number): Encounter | undefined
  /** What it is called in files of ours: what it was imported as, else a name of its own, the same in no other campaign. */
  keyOf(id: number): string
  /** The one that is called so. */
  bySource(source: string): Encounter | undefined
  /** By name. */
  list(): readonly Encounter[]
}

interface EncounterRow {
  readonly id: EncounterId
  readonly name: string
  readonly notes: string
  readonly members: string
}

export function createEncounterStore(db: Database): EncounterStore {
  const add = db.prepare('INSERT INTO encounter (uuid, name, notes, members, source) VALUES (@uuid, @name, @notes, @members, @source)')
  const write = db.prepare('UPDATE encounter SET name = @name, notes = @notes, members = @members WHERE id = @id')
  const remove = db.prepare<[number]>('DELETE FROM encounter WHERE id = ?')
  const one = db.prepare<[number], EncounterRow>('SELECT id, name, notes, members FROM encounter WHERE id = ?')
  const ofSource = db.prepare<[string, string], EncounterRow>('SELECT id, name, notes, members FROM encounter WHERE source = ? OR (source IS NULL AND uuid = ?)')
  const key = db.prepare<[string, number], string>('SELECT coalesce(source, ? || uuid) FROM encounter WHERE id = ?').pluck()
  const all = db.prepare<[], EncounterRow>('SELECT id, name, notes, members FROM encounter ORDER BY name COLLATE NOCASE, id')
  return {
    create: (encounter) => Number(add.run({ source: null, ...encounter, members: JSON.stringify(encounter.members) }).lastInsertRowid) as EncounterId,
    update: (encounter) => void write.run({ ...encounter, members: JSON.stringify(encounter.members) }),
    delete: (id) => void remove.run(id),
    get(id) {
      const row = one.get(id)
      return row && rowToEncounter(row)
    },
    keyOf: (id) => key.get(ownKey, id) ?? '',
    bySource(source) {
      const row = ofSource.get(source, uuidIn(source))
      return row && rowToEncounter(row)
    },
    list: () => all.all().map(rowToEncounter),
  }
}

const rowToEncounter = ({ members, ...row }: EncounterRow): Encounter => ({
  ...row,
  members: JSON.parse(members) as { character: CharacterId; count: number; hidden: boolean }[],
})
