import type { Database } from 'better-sqlite3'

/** Something done that isn't a roll. */
export interface DeedRecord {
  readonly id: number
  readonly at: number
  readonly session: number | null
  readonly headline: string
  readonly explain: readonly string[]
  readonly who: string | null
  readonly undone: boolean
}

export interface DeedStore {
  add(deed: Omit<DeedRecord, 'id' | 'undone'>): number
  get(id: number): DeedRecord | undefined
}

interface DeedRow extends Omit<DeedRecord, 'explain' | 'undone'> {
  readonly explain: string
  readonly undone: 0 | 1
}

export function createDeedStore(db: Database): DeedStore {
  const add = db.prepare('INSERT INTO deed (at, session, headline, explain, who) VALUES (@at, @session, @headline, @explain, @who)')
  const one = db.prepare<[number], DeedRow>('SELECT id, at, session, headline, explain, who, undone FROM deed WHERE id = ?')
  return {
    add: (deed) => Number(add.run({ ...deed, explain: JSON.stringify(deed.explain) }).lastInsertRowid),
    get(id) {
      const row = one.get(id)
      return row && { ...row, explain: JSON.parse(row.explain) as string[], undone: row.undone === 1 }
    },
  }
}
