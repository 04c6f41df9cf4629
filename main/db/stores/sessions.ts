import type { Database } from 'better-sqlite3'

export interface SessionRecord {
  readonly id: number
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly notes: string
}

export interface SessionStore {
  start(session: { readonly uuid: string; readonly name: string }, at: number): number
  end(id: number, at: number): void
  update(session: Pick<SessionRecord, 'id' | 'name' | 'notes'>): void
  get(id: number): SessionRecord | undefined
  /** The one that runs. */
  running(): SessionRecord | undefined
  /** The newest first. */
  list(): readonly SessionRecord[]
}

const columns = 'id, name, started_at AS startedAt, ended_at AS endedAt, notes'

export function createSessionStore(db: Database): SessionStore {
  const add = db.prepare('INSERT INTO session (uuid, name, started_at) VALUES (@uuid, @name, @at)')
  const close = db.prepare('UPDATE session SET ended_at = @at WHERE id = @id')
  const write = db.prepare('UPDATE session SET name = @name, notes = @notes WHERE id = @id')
  const one = db.prepare<[number], SessionRecord>(`SELECT ${columns} FROM session WHERE id = ?`)
  const open = db.prepare<[], SessionRecord>(`SELECT ${columns} FROM session WHERE ended_at IS NULL`)
  const all = db.prepare<[], SessionRecord>(`SELECT ${columns} FROM session ORDER BY id DESC`)
  return {
    start: (session, at) => Number(add.run({ ...session, at }).lastInsertRowid),
    end: (id, at) => void close.run({ id, at }),
    update: (session) => void write.run(session),
    get: (id) => one.get(id),
    running: () => open.get(),
    list: () => all.all(),
  }
}
