import type { Database } from 'better-sqlite3'
import type { Table, TableId } from '../../../preload/contract.ts'

export interface TableStore {
  create(table: Omit<Table, 'id'> & { readonly uuid: string }): TableId
  update(table: Table): void
  delete(id: number): void
  get(id: number): Table | undefined
  /** By name. */
  list(): readonly Table[]
}

export function createTableStore(db: Database): TableStore {
  const add = db.prepare('INSERT INTO random_table (uuid, name, text) VALUES (@uuid, @name, @text)')
  const write = db.prepare('UPDATE random_table SET name = @name, text = @text WHERE id = @id')
  const remove = db.prepare<[number]>('DELETE FROM random_table WHERE id = ?')
  const one = db.prepare<[number], Table>('SELECT id, name, text FROM random_table WHERE id = ?')
  const all = db.prepare<[], Table>('SELECT id, name, text FROM random_table ORDER BY name COLLATE NOCASE, id')
  return {
    create: (table) => Number(add.run(table).lastInsertRowid) as TableId,
    update: (table) => void write.run(table),
    delete: (id) => void remove.run(id),
    get: (id) => one.get(id),
    list: () => all.all(),
  }
}
