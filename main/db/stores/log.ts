import type { Database } from 'better-sqlite3'

/** Where an entry of the log stands: the newest first, entries of one moment in a fixed order. */
export interface LogPlace {
  readonly kind: 'roll' | 'deed'
  readonly id: number
  readonly at: number
}

/** What entries must match; `null` matches all. */
export interface LogSearch {
  readonly session: number | null
  readonly who: string | null
  readonly check: string | null
  readonly success: 0 | 1 | null
  readonly typed: 0 | 1 | null
  readonly undone: 0 | null
  readonly text: string | null
}

/** The highest rows of each kind that are still to be looked at; 0 where none are. */
export interface LogCursor {
  readonly roll: number
  readonly deed: number
}

export interface LogStore {
  /** The places after `from`, or from the newest on. */
  read(search: LogSearch, from: LogPlace | undefined, limit: number): readonly LogPlace[]
  /** Where a search by `findIn` begins: at the newest of each kind. */
  ends(): LogCursor
  /** Those that say a text among so many of each kind from there back, undone ones apart, and where the next part begins. */
  findIn(text: string, from: LogCursor, slice: number): { readonly places: readonly LogPlace[]; readonly next: LogCursor }
}

/** Text is sought as it stands, whatever it contains, in small or capital letters of any language. */
const holds = (text: string, name: string): string => `instr(fold(${text}), fold(@${name})) > 0`

const lines = (list: string): string => `coalesce((SELECT group_concat(line.value, ' ') FROM json_each(${list}) AS line), '')`

/** Whether a roll, by the name of its row, is one that is sought. */
function isSought(roll: string): string {
  const names = `(SELECT group_concat(one.value ->> '$.name', ' ') FROM json_each(${roll}.participants) AS one)`
  return `(@session IS NULL OR ${roll}.session = @session)
        AND (@who IS NULL OR ${holds(names, 'who')})
        AND (@check IS NULL OR ${roll}.check_id = @check)
        AND (@success IS NULL OR ${roll}.outcome ->> '$.success' = @success)
        AND (@typed IS NULL OR (instr(${roll}.dice, '"typed":true') > 0) = @typed)
        AND (@text IS NULL OR ${holds(`${names} || ' ' || (${roll}.outcome ->> '$.headline') || ' ' || ${lines(`${roll}.outcome, '$.explain'`)}`, 'text')})`
}

export function createLogStore(db: Database): LogStore {
  db.function('fold', { deterministic: true }, (text) => String(text).toLocaleLowerCase())
  const older = '(@at IS NULL OR (at, kind, id) < (@at, @kind, @id))'
  const read = db.prepare<[Record<string, unknown>], LogPlace>(`
    SELECT kind, id, at FROM (
      SELECT 'roll' AS kind, id, at FROM roll
      WHERE (@at IS NULL OR at <= @at)
        AND (@undone IS NULL OR undone = @undone)
        AND (batch IS NULL OR batch = id)
        AND (${isSought('roll')} OR (batch = id AND EXISTS (SELECT 1 FROM roll AS mate WHERE mate.batch = roll.id AND ${isSought('mate')})))
      UNION ALL
      SELECT 'deed' AS kind, id, at FROM deed
      WHERE (@at IS NULL OR at <= @at)
        AND (@undone IS NULL OR undone = @undone)
        AND (@session IS NULL OR session = @session)
        AND (@who IS NULL OR ${holds('coalesce(who, \'\')', 'who')})
        AND @check IS NULL AND @success IS NULL AND @typed IS NULL
        AND (@text IS NULL OR ${holds(`coalesce(who, '') || ' ' || headline || ' ' || ${lines('explain')}`, 'text')})
    )
    WHERE ${older}
    ORDER BY at DESC, kind DESC, id DESC
    LIMIT @limit`)
  const last = db.prepare<[], LogCursor>('SELECT (SELECT coalesce(max(id), 0) FROM roll) AS roll, (SELECT coalesce(max(id), 0) FROM deed) AS deed')
  const unsought = { session: null, who: null, check: null, success: null, typed: null }
  // Most rows are passed by a look at them as they are kept. A text that JSON writes otherwise is sought in what it says alone.
  const rollsIn = db.prepare<[Record<string, unknown>], LogPlace>(`
    SELECT 'roll' AS kind, coalesce(batch, id) AS id, at FROM roll
    WHERE id BETWEEN @from - @slice + 1 AND @from AND undone = 0
      AND (@escaped OR ${holds('participants || outcome', 'text')}) AND ${isSought('roll')}
    ORDER BY id DESC`)
  const deedsIn = db.prepare<[Record<string, unknown>], LogPlace>(`
    SELECT 'deed' AS kind, id, at FROM deed
    WHERE id BETWEEN @from - @slice + 1 AND @from AND undone = 0 AND ${holds(`coalesce(who, '') || ' ' || headline || ' ' || ${lines('explain')}`, 'text')}
    ORDER BY id DESC`)
  return {
    ends: () => last.get() ?? { roll: 0, deed: 0 },
    findIn(text, { roll, deed }, slice) {
      const escaped = JSON.stringify(text) === `"${text}"` ? 0 : 1
      const rolls = roll > 0 ? rollsIn.all({ ...unsought, text, escaped, from: roll, slice }) : []
      const deeds = deed > 0 ? deedsIn.all({ text, from: deed, slice }) : []
      // Rolls made together stand as one.
      const places = [...new Map([...rolls, ...deeds].map((place) => [`${place.kind} ${place.id}`, place])).values()]
      return { places, next: { roll: Math.max(0, roll - slice), deed: Math.max(0, deed - slice) } }
    },
    read: (search, from, limit) => read.all({ ...search, at: from?.at ?? null, kind: from?.kind ?? null, id: from?.id ?? null, limit }),
  }
}
