import type { Database } from 'better-sqlite3'
import type { CharacterId } from '../../../preload/contract.ts'

export interface SessionRecord {
  readonly id: number
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly notes: string
  readonly present: readonly CharacterId[]
}

export interface SessionStore {
  start(session: { readonly uuid: string; readonly name: string; readonly present?: readonly CharacterId[] }, at: number): number
  attend(id: number, present: readonly CharacterId[]): void
  end(id: number, at: number): void
  update(session: Pick<SessionRecord, 'id' | 'name' | 'notes'>): void
  get(id: number): SessionRecord | undefined
  /** The one that runs. */
  running(): SessionRecord | undefined
  /** The newest first. */
  list(): readonly SessionRecord[]
}

type SessionRow = Omit<SessionRecord, 'present'> & { readonly present: string }

const columns = 'id, name, started_at AS startedAt, ended_at AS endedAt, notes, present'

export function createSessionStore(db: Database): SessionStore {
  const add = db.prepare('INSERT INTO session (uuid, name, started_at, present) VALUES (@uuid, @name, @at, @present)')
  const close = db.prepare('UPDATE session SET ended_at = @at WHERE id = @id')
  const write = db.prepare('UPDATE session SET name = @name, notes = @notes WHERE id = @id')
  const attend = db.prepare('UPDATE session SET present = @present WHERE id = @id')
  const one = db.prepare<[number], SessionRow>(`SELECT ${columns} FROM session WHERE id = ?`)
  const open = db.prepare<[], SessionRow>(`SELECT ${columns} FROM session WHERE ended_at IS NULL`)
  const all = db.prepare<[], SessionRow>(`SELECT ${columns} FROM session ORDER BY id DESC`)
  return {
    start: ({ present = [], ...session }, at) => Number(add.run({ ...session, present: JSON.stringify(present), at }).lastInsertRowid),
    attend: (id, present) => void attend.run({ id, present: JSON.stringify(present) }),
    end: (id, at) => void close.run({ id, at }),
    update: (session) => void write.run(session),
    get: (id) => rowToSession(one.get(id)),
    running: () => rowToSession(open.get()),
    list: () => all.all().flatMap((row) => rowToSession(row) ?? []),
  }
}

const rowToSession = (row: SessionRow | undefined): SessionRecord | undefined => row && { ...row, present: JSON.parse(row.present) as CharacterId[] }
