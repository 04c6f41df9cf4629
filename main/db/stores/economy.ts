import type { Database } from 'better-sqlite3'
import type { CharacterId, CounterStep, CounterTotal, RollId } from '../../../preload/contract.ts'

/** How often one face of a die fell. */
export interface FaceCount {
  readonly die: string
  readonly low: number
  readonly high: number
  readonly typed: boolean
  readonly face: number
  readonly count: number
}

/** What the dashboard reads: nothing here writes. `null` is every session. */
export interface EconomyStore {
  /** The newest steps of all counters, oldest first. */
  steps(session: number | null, limit: number): readonly CounterStep[]
  totals(session: number | null): readonly CounterTotal[]
  /** Of each counter, the sum that the standing rolls' odds let expect, and what their outcomes granted. */
  expected(session: number): readonly { readonly counter: string; readonly expected: number; readonly actual: number; readonly rolls: number }[]
  faces(session: number | null): readonly FaceCount[]
  /** Reasons given for a counter, the newest first. */
  reasons(counter: string, limit: number): readonly string[]
}

interface StepRow {
  readonly at: number
  readonly owner: CounterStep['owner']
  readonly character: CharacterId | null
  readonly name: string
  readonly counter: string
  readonly amount: number
  readonly value: number
  readonly roll: RollId | null
  readonly reason: string | null
}

export function createEconomyStore(db: Database): EconomyStore {
  const steps = db.prepare<{ session: number | null; limit: number }, StepRow>(
    `SELECT at, owner, character, name, counter, amount, value, roll, reason FROM counter_change
     WHERE @session IS NULL OR session = @session ORDER BY id DESC LIMIT @limit`,
  )
  const totals = db.prepare<{ session: number | null }, CounterTotal & { readonly character: CharacterId | null }>(
    `SELECT owner, character, max(name) AS name, counter, sum(max(amount, 0)) AS gained, -sum(min(amount, 0)) AS spent FROM counter_change
     WHERE @session IS NULL OR session = @session GROUP BY owner, character, counter ORDER BY min(id)`,
  )
  const standing = 'session = @session AND undone = 0 AND odds IS NOT NULL AND NOT EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = roll.id AND later.undone = 0)'
  const expected = db.prepare<{ session: number }, { counter: string; expected: number; actual: number; rolls: number }>(`
    WITH hope AS (
      SELECT roll.id, hoped.key AS counter, iif(hoped.type = 'object', (hoped.value ->> '$.actor') + (hoped.value ->> '$.opponent'), hoped.value) AS amount
      FROM roll, json_each(roll.odds, '$.grants') AS hoped WHERE ${standing}
    ), came AS (
      SELECT granted.value ->> '$.counter' AS counter, sum(granted.value ->> '$.amount') AS amount
      FROM roll, json_each(roll.outcome, '$.grants') AS granted WHERE ${standing} AND granted.value ->> '$.offered' IS NULL GROUP BY 1
    )
    SELECT hope.counter, sum(hope.amount) AS expected, coalesce(max(came.amount), 0) AS actual, count(DISTINCT hope.id) AS rolls
    FROM hope LEFT JOIN came ON came.counter = hope.counter GROUP BY hope.counter`)
  const faces = db.prepare<{ session: number | null }, Omit<FaceCount, 'typed'> & { readonly typed: 0 | 1 }>(
    `SELECT die, low, high, typed, face, sum(count) AS count FROM die_face WHERE @session IS NULL OR session = @session
     GROUP BY die, low, high, typed, face HAVING sum(count) > 0 ORDER BY die, low, high, typed, face`,
  )
  const reasons = db
    .prepare<{ counter: string; limit: number }, string>('SELECT reason FROM counter_change WHERE counter = @counter AND roll IS NULL AND reason IS NOT NULL GROUP BY reason ORDER BY max(id) DESC LIMIT @limit')
    .pluck()
  return {
    steps: (session, limit) => steps.all({ session, limit }).reverse().map(rowToStep),
    totals: (session) => totals.all({ session }).map(({ character, ...total }) => ({ ...total, ...(character !== null && { character }) })),
    expected: (session) => expected.all({ session }),
    faces: (session) => faces.all({ session }).map((row) => ({ ...row, typed: row.typed === 1 })),
    reasons: (counter, limit) => reasons.all({ counter, limit }),
  }
}

const rowToStep = ({ character, roll, reason, ...step }: StepRow): CounterStep => ({
  ...step,
  ...(character !== null && { character }),
  ...(roll !== null && { roll }),
  ...(reason !== null && { reason }),
})
