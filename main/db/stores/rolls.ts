import type { Database } from 'better-sqlite3'
import type { Input, Outcome, Value } from '../../../plugins/api/index.ts'
import type { OddsSummary, Participant, RolledDice } from '../../../preload/contract.ts'

/** A roll as it is kept: enough to replay it with the package of that hash. */
export interface RollRecord {
  readonly id: number
  readonly at: number
  /** Hash of the package's script. */
  readonly package: string
  readonly check: string
  readonly participants: readonly Participant[]
  readonly inputs: readonly Input[]
  readonly settings: Readonly<Record<string, Value>>
  readonly dice: readonly RolledDice[]
  readonly outcome: Outcome
  readonly odds?: OddsSummary
  readonly undone: boolean
  readonly session: number | null
  /** Kept from players. */
  readonly secret: boolean
  /** The roll that it corrects or rerolls. */
  readonly follows: number | null
  readonly followsAs: 'correction' | 'reroll' | null
  /** Whether a roll that stands follows it. */
  readonly replaced: boolean
}

export interface RollStore {
  add(record: Omit<RollRecord, 'id' | 'undone' | 'replaced'> & { readonly uuid: string }): number
  get(id: number): RollRecord | undefined
  /** Newest first. */
  newest(limit: number): readonly RollRecord[]
  /** Oldest first, one at a time. */
  all(): IterableIterator<RollRecord>
}

interface RollRow {
  readonly id: number
  readonly at: number
  readonly package: string
  readonly check_id: string
  readonly participants: string
  readonly inputs: string
  readonly settings: string
  readonly dice: string
  readonly outcome: string
  readonly odds: string | null
  readonly undone: 0 | 1
  readonly session: number | null
  readonly secret: 0 | 1
  readonly follows: number | null
  readonly follows_as: 'correction' | 'reroll' | null
  readonly replaced: 0 | 1
}

const columns = `id, at, package, check_id, participants, inputs, settings, dice, outcome, odds, undone, session, secret, follows, follows_as,
  EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = roll.id AND later.undone = 0) AS replaced`

export function createRollStore(db: Database): RollStore {
  const add = db.prepare(
    `INSERT INTO roll (uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, session, secret, follows, follows_as)
     VALUES (@uuid, @at, @package, @check, @participants, @inputs, @settings, @dice, @outcome, @odds, @session, @secret, @follows, @followsAs)`,
  )
  const one = db.prepare<[number], RollRow>(`SELECT ${columns} FROM roll WHERE id = ?`)
  const last = db.prepare<[number], RollRow>(`SELECT ${columns} FROM roll ORDER BY id DESC LIMIT ?`)
  const every = db.prepare<[], RollRow>(`SELECT ${columns} FROM roll ORDER BY id`)

  const rowToRoll = (row: RollRow): RollRecord => ({
    id: row.id,
    at: row.at,
    package: row.package,
    check: row.check_id,
    participants: JSON.parse(row.participants) as Participant[],
    inputs: JSON.parse(row.inputs) as Input[],
    settings: JSON.parse(row.settings) as Record<string, Value>,
    dice: JSON.parse(row.dice) as RolledDice[],
    outcome: JSON.parse(row.outcome) as Outcome,
    ...(row.odds !== null && { odds: JSON.parse(row.odds) as OddsSummary }),
    undone: row.undone === 1,
    session: row.session,
    secret: row.secret === 1,
    follows: row.follows,
    followsAs: row.follows_as,
    replaced: row.replaced === 1,
  })

  return {
    add: (record) =>
      Number(
        add.run({
          uuid: record.uuid,
          at: record.at,
          package: record.package,
          check: record.check,
          participants: JSON.stringify(record.participants),
          inputs: JSON.stringify(record.inputs),
          settings: JSON.stringify(record.settings),
          dice: JSON.stringify(record.dice),
          outcome: JSON.stringify(record.outcome),
          odds: record.odds === undefined ? null : JSON.stringify(record.odds),
          session: record.session,
          secret: record.secret ? 1 : 0,
          follows: record.follows,
          followsAs: record.followsAs,
        }).lastInsertRowid,
      ),
    get(id) {
      const row = one.get(id)
      return row && rowToRoll(row)
    },
    newest: (limit) => last.all(limit).map(rowToRoll),
    *all() {
      for (const row of every.iterate()) yield rowToRoll(row)
    },
  }
}
