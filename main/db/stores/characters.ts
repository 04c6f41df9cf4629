import type { Database } from 'better-sqlite3'
import type { Value } from '../../../plugins/api/index.ts'
import type { Role } from '../../../preload/contract.ts'

export interface CharacterRecord {
  readonly id: number
  readonly kind: 'pc' | 'npc'
  readonly name: string
  readonly stats: Readonly<Record<string, Value>>
  /** Markdown. */
  readonly notes: string
  readonly role: Role
  /** The template that a copy was made from, while that is there. */
  readonly template: number | null
}

export interface CharacterStore {
  /** Gives the new row's id, which is never used again. */
  create(record: Omit<CharacterRecord, 'id'> & { readonly uuid: string }, at: number): number
  update(record: CharacterRecord): void
  delete(id: number): void
  get(id: number): CharacterRecord | undefined
  /** All of them by name. */
  list(): readonly CharacterRecord[]
}

interface CharacterRow {
  readonly id: number
  readonly kind: 'pc' | 'npc'
  readonly name: string
  readonly stats: string
  readonly notes: string
  readonly role: Role
  readonly template: number | null
}

const columns = 'id, kind, name, stats, notes, role, template'

export function createCharacterStore(db: Database): CharacterStore {
  const add = db.prepare('INSERT INTO character (uuid, kind, name, stats, notes, role, template, created_at) VALUES (@uuid, @kind, @name, @stats, @notes, @role, @template, @at)')
  const write = db.prepare('UPDATE character SET kind = @kind, name = @name, stats = @stats, notes = @notes, role = @role WHERE id = @id')
  const remove = db.prepare<[number]>('DELETE FROM character WHERE id = ?')
  const one = db.prepare<[number], CharacterRow>(`SELECT ${columns} FROM character WHERE id = ?`)
  const all = db.prepare<[], CharacterRow>(`SELECT ${columns} FROM character ORDER BY name COLLATE NOCASE, id`)
  return {
    create: (record, at) => Number(add.run({ ...record, stats: JSON.stringify(record.stats), at }).lastInsertRowid),
    update: (record) => void write.run({ ...record, stats: JSON.stringify(record.stats) }),
    delete: (id) => void remove.run(id),
    get(id) {
      const row = one.get(id)
      return row && rowToCharacter(row)
    },
    list: () => all.all().map(rowToCharacter),
  }
}

const rowToCharacter = (row: CharacterRow): CharacterRecord => ({ ...row, stats: JSON.parse(row.stats) as CharacterRecord['stats'] })
