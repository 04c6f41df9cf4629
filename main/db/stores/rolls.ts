import type { Database } from 'better-sqlite3'
import type { Input, Outcome, Value } from '../../../plugins/api/index.ts'
import type { OddsSummary, Participant, RolledDice } from '../../../preload/contract.ts'
import { keepRead } from '../kept.ts'

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
  /** The first of the rolls that were made together, and how many they are. */
  readonly batch: number | null
  readonly mates: number
  /** Of the first of these: how many of them succeed, each as it stands. */
  readonly succeeded: number | null
}

/** A roll to be kept, under an id that is its own in every file. */
export type NewRoll = Omit<RollRecord, 'id' | 'undone' | 'replaced' | 'mates' | 'succeeded'> & { readonly uuid: string }

export interface RollStore {
  add(roll: NewRoll): number
  /** Adds rolls that were made together and gives them as `get` does; more than one make a batch. */
  addTogether(rolls: readonly NewRoll[]): readonly RollRecord[]
  get(id: number): RollRecord | undefined
  /** Those that the log shows by themselves: made alone, or the first of their batch. */
  standing(ids: Iterable<number>): readonly number[]
  /** Ids of the rolls made together with the first of them, and of those that follow any of these, in their order. */
  mates(batch: number): readonly number[]
  /** The first of the batch that a roll is of, or that a roll which it follows is of. */
  batchOf(id: number): number | undefined
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
  readonly batch: number | null
  readonly mates: number
  readonly succeeded: number | null
}

/** Rolls of a batch are added one after the other in one transaction, so the last id says how many they are without counting. */
const columns = `id, at, package, check_id, participants, inputs, settings, dice, outcome, odds, undone, session, secret, follows, follows_as, batch,
  CASE WHEN batch IS NULL THEN 0 ELSE (SELECT max(mate.id) FROM roll AS mate WHERE mate.batch = roll.batch) - roll.batch + 1 END AS mates,
  CASE WHEN batch = id THEN (
    WITH RECURSIVE mate (id) AS (SELECT one.id FROM roll AS one WHERE one.batch = roll.id UNION SELECT later.id FROM roll AS later JOIN mate ON later.follows = mate.id)
    SELECT count(*) FROM mate JOIN roll AS one USING (id)
    WHERE one.outcome ->> '$.success' = 1
      AND (one.batch IS NOT NULL OR one.undone = 0)
      AND NOT EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = one.id AND later.undone = 0)
  ) END AS succeeded,
  EXISTS (SELECT 1 FROM roll AS later WHERE later.follows = roll.id AND later.undone = 0) AS replaced`

export function createRollStore(db: Database): RollStore {
  const add = db.prepare(
    `INSERT INTO roll (uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds, session, secret, follows, follows_as, batch)
     VALUES (@uuid, @at, @package, @check, @participants, @inputs, @settings, @dice, @outcome, @odds, @session, @secret, @follows, @followsAs, @batch)`,
  )
  const one = db.prepare<[number], RollRow>(`SELECT ${columns} FROM roll WHERE id = ?`)
  const last = db.prepare<[number], RollRow>(`SELECT ${columns} FROM roll ORDER BY id DESC LIMIT ?`)
  const every = db.prepare<[], RollRow>(`SELECT ${columns} FROM roll ORDER BY id`)

  const alone = db.prepare<[string], number>('SELECT id FROM roll WHERE id IN (SELECT value FROM json_each(?)) AND (batch IS NULL OR batch = id)').pluck()
  const highest = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'roll'").pluck()
  const together = db
    .prepare<{ batch: number }, number>(
      `WITH RECURSIVE mate (id) AS (SELECT id FROM roll WHERE batch = @batch UNION SELECT roll.id FROM roll JOIN mate ON roll.follows = mate.id) SELECT id FROM mate ORDER BY id`,
    )
    .pluck()

  const above = db
    .prepare<[number], number>(
      `WITH RECURSIVE before (id, follows, batch) AS (SELECT id, follows, batch FROM roll WHERE id = ? UNION SELECT roll.id, roll.follows, roll.batch FROM roll JOIN before ON roll.id = before.follows)
       SELECT batch FROM before WHERE batch IS NOT NULL`,
    )
    .pluck()

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
    batch: row.batch,
    mates: row.mates,
    succeeded: row.succeeded,
  })

  // What many rolls have in common is made a text once.
  const texts = new WeakMap<object, string>()
  const toText = (shared: object): string => {
    const text = texts.get(shared) ?? JSON.stringify(shared)
    texts.set(shared, text)
    return text
  }

  const addRoll = (roll: NewRoll): number =>
    Number(
      add.run({
        uuid: roll.uuid,
        at: roll.at,
        package: roll.package,
        check: roll.check,
        participants: JSON.stringify(roll.participants),
        inputs: JSON.stringify(roll.inputs),
        settings: toText(roll.settings),
        dice: JSON.stringify(roll.dice),
        outcome: JSON.stringify(roll.outcome),
        odds: roll.odds === undefined ? null : toText(roll.odds),
        session: roll.session,
        secret: roll.secret ? 1 : 0,
        follows: roll.follows,
        followsAs: roll.followsAs,
        batch: roll.batch,
      }).lastInsertRowid,
    )

  return {
    add: addRoll,
    addTogether(rolls) {
      const batch = rolls.length > 1 ? (highest.get() ?? 0) + 1 : null
      const mates = batch === null ? 0 : rolls.length
      const succeeded = rolls.filter(({ outcome }) => outcome.success).length
      return rolls.map(({ uuid, ...roll }) => {
        const id = addRoll({ ...roll, uuid, batch })
        return { ...roll, id, batch, mates, succeeded: id === batch ? succeeded : null, undone: false, replaced: false }
      })
    },
    get: keepRead(db, (id: number) => {
      const row = one.get(id)
      return row && rowToRoll(row)
    }),
    standing: (ids) => alone.all(JSON.stringify([...ids])),
    mates: (batch) => together.all({ batch }),
    batchOf: (id) => above.get(id),
    newest: (limit) => last.all(limit).map(rowToRoll),
    *all() {
      for (const row of every.iterate()) yield rowToRoll(row)
    },
  }
}
