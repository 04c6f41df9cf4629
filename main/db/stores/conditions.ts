import type { Database } from 'better-sqlite3'
import type { CharacterId, CombatantId, ConditionId, FightId } from '../../../preload/contract.ts'
import type { HeldCondition } from '../../rules/fight.ts'
import { keepRead } from '../kept.ts'

export interface ConditionStore {
  add(condition: Omit<HeldCondition, 'id'>): ConditionId
  get(id: number): HeldCondition | undefined
  /** Those of one character, in the order in which they came. */
  of(character: number): readonly HeldCondition[]
  /** Those of every character, by character id: one query for a whole roster. */
  ofCharacters(): ReadonlyMap<number, readonly HeldCondition[]>
  /** Those of everybody who is in a fight, and those of others that end by its turns. */
  inFight(fight: FightId): readonly HeldCondition[]
  /** Writes what is different; one whose character is gone is left out. */
  save(before: readonly HeldCondition[], after: readonly HeldCondition[]): void
}

interface ConditionRow {
  readonly id: ConditionId
  readonly character: CharacterId
  readonly label: string
  readonly condition: string | null
  readonly fight: FightId | null
  readonly anchor: CombatantId | null
  readonly edge: 'start' | 'end' | null
  readonly remaining: number | null
  readonly since: number | null
}

const columns = 'id, character, label, condition, fight, anchor, edge, remaining, since'

export function createConditionStore(db: Database): ConditionStore {
  const add = db.prepare(
    `INSERT INTO condition (${columns}) SELECT @id, id, @label, @condition, @fight, @anchor, @edge, @remaining, @since FROM character WHERE id = @character`,
  )
  const set = db.prepare(
    'UPDATE condition SET label = @label, condition = @condition, fight = @fight, anchor = @anchor, edge = @edge, remaining = @remaining, since = @since WHERE id = @id',
  )
  const remove = db.prepare<[number]>('DELETE FROM condition WHERE id = ?')
  const one = db.prepare<[number], ConditionRow>(`SELECT ${columns} FROM condition WHERE id = ?`)
  const ofOne = db.prepare<[number], ConditionRow>(`SELECT ${columns} FROM condition WHERE character = ? ORDER BY id`)
  const all = db.prepare<[], ConditionRow>(`SELECT ${columns} FROM condition ORDER BY id`)
  const inFight = db.prepare<{ fight: number }, ConditionRow>(
    `SELECT ${columns} FROM condition WHERE fight = @fight OR character IN (SELECT character FROM combatant WHERE fight = @fight AND gone = 0) ORDER BY id`,
  )
  return {
    add: (condition) => Number(add.run({ ...conditionToRow({ ...condition, id: 0 as ConditionId }), id: null }).lastInsertRowid) as ConditionId,
    get(id) {
      const row = one.get(id)
      return row && rowToCondition(row)
    },
    of: (character) => ofOne.all(character).map(rowToCondition),
    ofCharacters: () => Map.groupBy(all.all().map(rowToCondition), ({ character }) => character),
    inFight: keepRead(db, (fight: FightId) => inFight.all({ fight }).map(rowToCondition)),
    save(before, after) {
      const old = new Map(before.map((condition) => [condition.id, condition]))
      for (const condition of after) {
        const was = old.get(condition.id)
        old.delete(condition.id)
        if (was === condition) continue
        if (was) set.run(conditionToRow(condition))
        else add.run(conditionToRow(condition))
      }
      for (const id of old.keys()) remove.run(id)
    },
  }
}

const rowToCondition = ({ id, character, label, condition, fight, anchor, edge, remaining, since }: ConditionRow): HeldCondition => ({
  id,
  character,
  label,
  condition: condition ?? undefined,
  until: fight === null || anchor === null || edge === null || remaining === null ? undefined : { fight, anchor, edge, left: remaining, since: since ?? 0 },
})

const conditionToRow = ({ id, character, label, condition, until }: HeldCondition) => ({
  id,
  character,
  label,
  condition: condition ?? null,
  fight: until?.fight ?? null,
  anchor: until?.anchor ?? null,
  edge: until?.edge ?? null,
  remaining: until?.left ?? null,
  since: until?.since ?? null,
})
