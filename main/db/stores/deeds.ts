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

/** The action that a deed was, and for whom. */
export interface DeedAction {
  readonly action: string
  readonly character: number | undefined
}

export interface DeedStore {
  add(deed: Omit<DeedRecord, 'id' | 'undone'>, of?: DeedAction): number
  get(id: number): DeedRecord | undefined
  /** Those of a session that stand, oldest first, by what their headline ends with. */
  endingWith(session: number, words: string): readonly DeedRecord[]
}

interface DeedRow extends Omit<DeedRecord, 'explain' | 'undone'> {
  readonly explain: string
  readonly undone: 0 | 1
}

export function createDeedStore(db: Database): DeedStore {
  const add = db.prepare('INSERT INTO deed (at, session, headline, explain, who, action, character) VALUES (@at, @session, @headline, @explain, @who, @action, @character)')
  const columns = 'id, at, session, headline, explain, who, undone'
  const one = db.prepare<[number], DeedRow>(`SELECT ${columns} FROM deed WHERE id = ?`)
  const ending = db.prepare<{ session: number; words: string }, DeedRow>(`SELECT ${columns} FROM deed WHERE session = @session AND undone = 0 AND substr(headline, -length(@words)) = @words ORDER BY id`)
  return {
    add: (deed, of) => Number(add.run({ ...deed, explain: JSON.stringify(deed.explain), action: of?.action ?? null, character: of?.character ?? null }).lastInsertRowid),
    get(id) {
      const row = one.get(id)
      return row && rowToDeed(row)
    },
    endingWith: (session, words) => ending.all({ session, words }).map(rowToDeed),
  }
}

const rowToDeed = (row: DeedRow): DeedRecord => ({ ...row, explain: JSON.parse(row.explain) as string[], undone: row.undone === 1 })
