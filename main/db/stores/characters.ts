import type { Database } from 'better-sqlite3'
import type { Value } from '../../../plugins/api/index.ts'
import type { Role } from '../../../preload/contract.ts'
import { keepReads } from '../kept.ts'
import { ownKey, uuidIn } from '../own-key.ts'

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
  readonly tags: readonly string[]
  /** What it is called in the file it was imported from. */
  readonly source: string | null
}

export interface CharacterStore {
  /** Gives the new row's id, which is never used again. */
  create(record: Omit<CharacterRecord, 'id'> & { readonly uuid: string }, at: number): number
  update(record: CharacterRecord): void
  delete(id: number): void
  get(id: number): CharacterRecord | undefined
  /** Reads these at once, so that `get` has them at hand. */
  fetch(ids: readonly number[]): void
  /** All of them by name. */
  list(): readonly CharacterRecord[]
  /** Those of the roster that hold every word, or the beginning of it, in name, tags or notes; the best first. */
  search(words: readonly string[], limit: number): readonly number[]
  /** What it is called in files of ours: what it was imported as, else a name of its own, the same in no other campaign. */
  keyOf(id: number): string
  /** Whoever is called so. */
  bySource(source: string): CharacterRecord | undefined
  copiesOf(template: number): readonly CharacterRecord[]
}

interface CharacterRow {
  readonly id: number
  readonly kind: 'pc' | 'npc'
  readonly name: string
  readonly stats: string
  readonly notes: string
  readonly role: Role
  readonly template: number | null
  readonly tags: string
  readonly source: string | null
}

const columns = 'id, kind, name, stats, notes, role, template, tags, source'

export function createCharacterStore(db: Database): CharacterStore {
  const add = db.prepare('INSERT INTO character (uuid, kind, name, stats, notes, role, template, tags, source, created_at) VALUES (@uuid, @kind, @name, @stats, @notes, @role, @template, @tags, @source, @at)')
  const write = db.prepare('UPDATE character SET kind = @kind, name = @name, stats = @stats, notes = @notes, role = @role, tags = @tags WHERE id = @id')
  const remove = db.prepare<[number]>('DELETE FROM character WHERE id = ?')
  const one = db.prepare<[number], CharacterRow>(`SELECT ${columns} FROM character WHERE id = ?`)
  const some = db.prepare<[string], CharacterRow>(`SELECT ${columns} FROM character WHERE id IN (SELECT value FROM json_each(?))`)
  const all = db.prepare<[], CharacterRow>(`SELECT ${columns} FROM character ORDER BY name COLLATE NOCASE, id`)
  const found = db
    .prepare<{ words: string; limit: number }, number>(
      `SELECT character.id FROM character_search JOIN character ON character.id = character_search.rowid
       WHERE character_search MATCH @words AND role <> 'copy' ORDER BY bm25(character_search, 10, 5, 1), character.name COLLATE NOCASE LIMIT @limit`,
    )
    .pluck()
  const bySource = db.prepare<[string, string], CharacterRow>(`SELECT ${columns} FROM character WHERE source = ? OR (source IS NULL AND uuid = ? AND role <> 'copy')`)
  const key = db.prepare<[string, number], string>('SELECT coalesce(source, ? || uuid) FROM character WHERE id = ?').pluck()
  const copies = db.prepare<[number], CharacterRow>(`SELECT ${columns} FROM character WHERE template = ? AND role = 'copy' ORDER BY id`)
  const kept = keepReads(db, (id: number) => {
    const row = one.get(id)
    return row && rowToCharacter(row)
  })
  return {
    create: (record, at) => Number(add.run({ ...recordToRow(record), at }).lastInsertRowid),
    update: (record) => void write.run(recordToRow(record)),
    delete: (id) => void remove.run(id),
    get: kept.get,
    fetch: (ids) => kept.keep(some.all(JSON.stringify(ids)).map((row) => [row.id, rowToCharacter(row)])),
    list: () => all.all().map(rowToCharacter),
    // Each word is quoted, so that nothing in it is read as an operator.
    search: (words, limit) => (words.length === 0 ? [] : found.all({ words: words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' '), limit })),
    keyOf: (id) => key.get(ownKey, id) ?? '',
    bySource(source) {
      const row = bySource.get(source, uuidIn(source))
      return row && rowToCharacter(row)
    },
    copiesOf: (template) => copies.all(template).map(rowToCharacter),
  }
}

const rowToCharacter = (row: CharacterRow): CharacterRecord => ({
  ...row,
  stats: JSON.parse(row.stats) as CharacterRecord['stats'],
  tags: JSON.parse(row.tags) as string[],
})

const recordToRow = <T extends Omit<CharacterRecord, 'id'>>(record: T) => ({ ...record, stats: JSON.stringify(record.stats), tags: JSON.stringify(record.tags) })
