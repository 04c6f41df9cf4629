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

export interface LogStore {
  /** The places after `from`, or from the newest on. */
  read(search: LogSearch, from: LogPlace | undefined, limit: number): readonly LogPlace[]
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
  return {
    read: (search, from, limit) => read.all({ ...search, at: from?.at ?? null, kind: from?.kind ?? null, id: from?.id ?? null, limit }),
  }
}
