import type { Database } from 'better-sqlite3'

/** A free note of the campaign. */
export interface NoteRecord {
  readonly id: number
  readonly title: string
  /** Markdown. */
  readonly text: string
}

export interface NoteStore {
  create(note: { readonly uuid: string; readonly title: string }, at: number): number
  update(note: NoteRecord): void
  delete(id: number): void
  get(id: number): NoteRecord | undefined
  /** By title. */
  list(): readonly NoteRecord[]
}

export function createNoteStore(db: Database): NoteStore {
  const add = db.prepare('INSERT INTO note (uuid, title, created_at) VALUES (@uuid, @title, @at)')
  const write = db.prepare('UPDATE note SET title = @title, text = @text WHERE id = @id')
  const remove = db.prepare<[number]>('DELETE FROM note WHERE id = ?')
  const one = db.prepare<[number], NoteRecord>('SELECT id, title, text FROM note WHERE id = ?')
  const all = db.prepare<[], NoteRecord>('SELECT id, title, text FROM note ORDER BY title COLLATE NOCASE, id')
  return {
    create: (note, at) => Number(add.run({ ...note, at }).lastInsertRowid),
    update: ({ id, title, text }) => void write.run({ id, title, text }),
    delete: (id) => void remove.run(id),
    get: (id) => one.get(id),
    list: () => all.all(),
  }
}
