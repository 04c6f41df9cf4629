import type { Database } from 'better-sqlite3'
import type { Grant } from '../../../plugins/api/index.ts'
import type { CharacterId, CounterStep, CounterTotal, Odds, RollId } from '../../../preload/contract.ts'
import type { CourseMove } from '../../rules/course.ts'

/** What one roll let expect of a counter, and what it brought. */
interface Share {
  readonly counter: string
  readonly expected: number
  readonly actual: number
}

/** How often one face of a die fell. */
export interface FaceCount {
  readonly die: string
  readonly low: number
  readonly high: number
  readonly typed: boolean
  readonly face: number
  readonly count: number
}

/** What a session did to one owner's counter. */
export interface CounterSpan {
  readonly owner: CounterStep['owner']
  readonly name: string
  readonly counter: string
  readonly from: number
  readonly to: number
  readonly gained: number
  readonly spent: number
}

/** What the dashboard reads: nothing here writes. `null` is every session. */
export interface EconomyStore {
  /** The newest steps of all counters, oldest first. */
  steps(session: number | null, limit: number): readonly CounterStep[]
  totals(session: number | null): readonly CounterTotal[]
  /** What the GM, the table and the players' characters hold of each counter together. */
  held(): Readonly<Record<string, number>>
  /** How they came to hold it, oldest first: each change, or in a campaign of more than `exact` changes sums of a few hundred. */
  moves(exact: number): readonly CourseMove[]
  /** Each change in a session, as `moves` has them. */
  movesOf(session: number): readonly CourseMove[]
  /** From where to where each of those who have a share in `held` went in a session. */
  spans(session: number): readonly CounterSpan[]
  /** How many rolls of a session stand, can pass or fail, and passed. */
  rolls(session: number): { readonly rolls: number; readonly decided: number; readonly passed: number }
  /** The pass that was least likely of a session, and the failure that was; none that players may not see. */
  unlikely(session: number): { readonly pass: number | undefined; readonly failure: number | undefined }
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
  readonly deed: number | null
  readonly reason: string | null
}

/** The faces of a session, or of all where it is null. */
export const facesSql = `SELECT die, low, high, typed, face, sum(count) AS count FROM die_face WHERE @session IS NULL OR session = @session
  GROUP BY die, low, high, typed, face HAVING sum(count) > 0 ORDER BY die, low, high, typed, face`

export function createEconomyStore(db: Database): EconomyStore {
  const stepsWhere = (where: string) =>
    db.prepare<{ session: number | null; limit: number }, StepRow>(
      `SELECT at, owner, character, name, counter, amount, value, roll, deed, reason FROM counter_change WHERE ${where} ORDER BY id DESC LIMIT @limit`,
    )
  // Two statements, since an "or" would read every change there is.
  const [allSteps, stepsOf] = [stepsWhere('@session IS NULL'), stepsWhere('session = @session')]
  const totalsWhere = (where: string) =>
    db.prepare<{ session: number | null }, CounterTotal & { readonly character: CharacterId | 0 }>(
      `SELECT owner, character, max(name) AS name, counter, sum(gained) AS gained, sum(spent) AS spent FROM counter_sum
       WHERE ${where} GROUP BY owner, character, counter HAVING sum(steps) > 0 ORDER BY min(first)`,
    )
  const [allTotals, totalsOf] = [totalsWhere('@session IS NULL'), totalsWhere('part = @session')]
  const ofPlayers = "(owner <> 'character' OR character IN (SELECT id FROM character WHERE kind = 'pc'))"
  const held = db.prepare<[], { counter: string; value: number }>(`SELECT counter, sum(value) AS value FROM counter WHERE ${ofPlayers} GROUP BY counter`)
  const count = db.prepare<[], number>('SELECT coalesce(sum(steps), 0) FROM counter_sum').pluck()
  const change = 'SELECT session, id AS point, counter, max(amount, 0) AS gained, -min(amount, 0) AS spent FROM counter_change'
  const each = db.prepare<[], CourseMove>(`${change} WHERE ${ofPlayers} ORDER BY id`)
  const eachOf = db.prepare<[number], CourseMove>(`${change} WHERE session = ? AND ${ofPlayers} ORDER BY id`)
  const spans = db.prepare<[number], CounterSpan>(
    `WITH span AS (
       SELECT owner, character, max(name) AS name, counter, min(id) AS first, max(id) AS last, sum(max(amount, 0)) AS gained, -sum(min(amount, 0)) AS spent
       FROM counter_change WHERE session = ? AND ${ofPlayers} GROUP BY owner, character, counter
     )
     SELECT span.owner, span.name, span.counter, began.value - began.amount AS "from", ended.value AS "to", gained, spent
     FROM span JOIN counter_change AS began ON began.id = first JOIN counter_change AS ended ON ended.id = last ORDER BY span.owner = 'character', span.name, first`,
  )
  const summed = db.prepare<[], CourseMove>(
    `SELECT iif(part > 0, part, NULL) AS session, stretch AS point, counter, gained, spent FROM counter_sum
     WHERE steps > 0 AND ${ofPlayers} ORDER BY abs(part), part < 0, stretch`,
  )
  const stands = 'session = @session AND undone = 0 AND NOT EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = roll.id AND later.undone = 0)'
  const standing = `${stands} AND odds IS NOT NULL`
  const rolls = db.prepare<{ session: number }, { rolls: number; decided: number; passed: number }>(
    `SELECT count(*) AS rolls, count(outcome ->> '$.success') AS decided, coalesce(sum(outcome ->> '$.success'), 0) AS passed FROM roll WHERE ${stands}`,
  )
  const leastLikely = (success: 0 | 1, order: 'ASC' | 'DESC') =>
    db.prepare<{ session: number }, number>(`SELECT id FROM roll WHERE ${standing} AND secret = 0 AND outcome ->> '$.success' = ${success} AND odds ->> '$.success' IS NOT NULL ORDER BY odds ->> '$.success' ${order}, id LIMIT 1`).pluck()
  const [luckiest, unluckiest] = [leastLikely(1, 'ASC'), leastLikely(0, 'DESC')]
  const standingIds = db.prepare<{ session: number }, number>(`SELECT id FROM roll WHERE ${standing}`).pluck()
  const grants = db.prepare<[number], { hoped: string | null; came: string | null }>("SELECT odds -> '$.grants' AS hoped, outcome -> '$.grants' AS came FROM roll WHERE id = ?")
  // A roll never changes, so what it let expect is read once. Of one session: that is looked at again and again.
  let known: { readonly session: number; readonly shares: Map<number, readonly Share[]> } | undefined
  const sharesOf = (session: number): readonly Share[] => {
    known = known?.session === session ? known : { session, shares: new Map() }
    const { shares } = known
    return standingIds.all({ session }).flatMap((id) => {
      const found = shares.get(id) ?? toShares(grants.get(id))
      shares.set(id, found)
      return found
    })
  }
  const faces = db.prepare<{ session: number | null }, Omit<FaceCount, 'typed'> & { readonly typed: 0 | 1 }>(facesSql)
  const reasons = db
    .prepare<{ counter: string; limit: number }, string>('SELECT reason FROM counter_change WHERE counter = @counter AND roll IS NULL AND reason IS NOT NULL GROUP BY reason ORDER BY max(id) DESC LIMIT @limit')
    .pluck()
  return {
    steps: (session, limit) => (session === null ? allSteps : stepsOf).all({ session, limit }).reverse().map(rowToStep),
    totals: (session) => (session === null ? allTotals : totalsOf).all({ session }).map(({ character, ...total }) => ({ ...total, ...(character !== 0 && { character }) })),
    held: () => Object.fromEntries(held.all().map(({ counter, value }) => [counter, value])),
    moves: (exact) => ((count.get() ?? 0) <= exact ? each : summed).all(),
    movesOf: (session) => eachOf.all(session),
    spans: (session) => spans.all(session),
    rolls: (session) => rolls.get({ session }) ?? { rolls: 0, decided: 0, passed: 0 },
    unlikely: (session) => ({ pass: luckiest.get({ session }), failure: unluckiest.get({ session }) }),
    expected(session) {
      const hopes = new Map<string, { counter: string; expected: number; actual: number; rolls: number }>()
      for (const { counter, expected, actual } of sharesOf(session)) {
        const hope = hopes.get(counter) ?? { counter, expected: 0, actual: 0, rolls: 0 }
        hopes.set(counter, { counter, expected: hope.expected + expected, actual: hope.actual + actual, rolls: hope.rolls + 1 })
      }
      return [...hopes.values()].toSorted((a, b) => (a.counter < b.counter ? -1 : 1))
    },
    faces: (session) => faces.all({ session }).map((row) => ({ ...row, typed: row.typed === 1 })),
    reasons: (counter, limit) => reasons.all({ counter, limit }),
  }
}

const rowToStep = ({ character, roll, deed, reason, ...step }: StepRow): CounterStep => ({
  ...step,
  ...(character !== null && { character }),
  ...(roll !== null && { roll }),
  ...(deed !== null && { deed }),
  ...(reason !== null && { reason }),
})

/** Each counter that a roll's odds name, with what it granted of that by itself: what it only offered is none. */
function toShares(row: { readonly hoped: string | null; readonly came: string | null } | undefined): readonly Share[] {
  const hoped = Object.entries(JSON.parse(row?.hoped ?? '{}') as Odds['grants'])
  const came = JSON.parse(row?.came ?? '[]') as readonly Grant[]
  return hoped.map(([counter, amount]) => ({
    counter,
    expected: typeof amount === 'number' ? amount : amount.actor + amount.opponent,
    actual: came.reduce((sum, grant) => sum + (grant.counter === counter && grant.offered !== true ? grant.amount : 0), 0),
  }))
}
