import type { Database } from 'better-sqlite3'
import type { CharacterId, CombatantId, FightCard, FightId, FightRules, PlaceId } from '../../../preload/contract.ts'
import { keepRead } from '../kept.ts'
import { usualRules, type Combatant, type Fight, type Place, type TurnRecord } from '../../rules/fight.ts'

/** A fight without the conditions of those who fight. */
export type FightRecord = Omit<Fight, 'conditions'>

/** How long a fight has run up to a moment, and since when its turn runs. */
export interface Clock {
  readonly elapsedMs: number
  readonly turnAt: number
}

export interface FightStore {
  create(fight: { readonly uuid: string; readonly name: string }, at: number): FightId
  rename(fight: FightId, name: string): void
  /** Its places, combatants and turns go with it. */
  delete(fight: FightId): void
  nameOf(fight: FightId): string | undefined
  /** Newest first. */
  list(): readonly FightCard[]
  open(): FightId | undefined
  setOpen(fight: FightId | undefined): void
  load(fight: FightId): FightRecord | undefined
  /** Writes what is different. */
  save(before: FightRecord, after: FightRecord): void
  /** The fights in which a character is, with its combatant there. */
  withCharacter(character: number): readonly { readonly fight: FightId; readonly combatant: CombatantId }[]
  /** Ids for new places and combatants, never given twice. */
  newId(): number
  addTurn(fight: FightId, record: TurnRecord): void
  /** The steps from turn to turn, newest first, one at a time. */
  turns(fight: FightId): IterableIterator<{ readonly id: number; readonly record: TurnRecord }>
  hasTurns(fight: FightId): boolean
  dropTurn(id: number): void
  rules(): FightRules
  setRules(rules: FightRules): void
  clock(fight: FightId, at: number): Clock
  /** A turn begins: its time runs from now, and that of the whole fight where it is the `first`. A paused fight's clock stands still. */
  startTurnClock(fight: FightId, at: number, first: boolean): void
  /** Counts what has run until now. */
  stopClocks(at: number): void
  /** Only the open fight's clock runs, from now on. `since` is until when those that ran count; absent, not at all. */
  runOpenClock(at: number, since?: number): void
}

interface FightRow {
  readonly id: FightId
  readonly round: number
  readonly turn: number
  readonly active: PlaceId | null
  readonly extra: 0 | 1
  readonly up_next: string
}

interface PlaceRow {
  readonly id: PlaceId
  readonly rank: number
  readonly number: number | null
  readonly ties: string
  readonly slot: string | null
  readonly explain: string
  readonly came: number
  readonly began_turn: number | null
  readonly began_round: number | null
  readonly waiting: string | null
}

interface CombatantRow {
  readonly id: CombatantId
  readonly place: PlaceId
  readonly character: CharacterId | null
  readonly name: string
  readonly hidden: 0 | 1
  readonly defeated: 0 | 1
  readonly done: 0 | 1
  readonly gone: 0 | 1
}

interface ClockRow {
  readonly elapsed_ms: number
  readonly running_since: number | null
  readonly turn_at: number
}

export function createFightStore(db: Database): FightStore {
  const add = db.prepare('INSERT INTO fight (uuid, name, created_at) VALUES (@uuid, @name, @at)')
  const setName = db.prepare('UPDATE fight SET name = @name WHERE id = @fight')
  const remove = db.prepare<[number]>('DELETE FROM fight WHERE id = ?')
  const name = db.prepare<[number], string>('SELECT name FROM fight WHERE id = ?').pluck()
  const cards = db.prepare<[], FightCard>(
    'SELECT id, name, round, (SELECT count(*) FROM combatant WHERE fight = fight.id AND gone = 0) AS combatants FROM fight ORDER BY id DESC',
  )
  const openOne = db.prepare<[], FightId>('SELECT id FROM fight WHERE is_open = 1').pluck()
  const close = db.prepare('UPDATE fight SET is_open = 0 WHERE is_open = 1')
  const open = db.prepare<[number]>('UPDATE fight SET is_open = 1 WHERE id = ?')
  const one = db.prepare<[number], FightRow>('SELECT id, round, turn, active, extra, up_next FROM fight WHERE id = ?')
  const move = db.prepare('UPDATE fight SET round = @round, turn = @turn, active = @active, extra = @extra, up_next = @upNext WHERE id = @fight')
  const places = db.prepare<[number], PlaceRow>('SELECT id, rank, number, ties, slot, explain, came, began_turn, began_round, waiting FROM place WHERE fight = ? ORDER BY rank')
  const addPlace = db.prepare(
    `INSERT INTO place (id, fight, rank, number, ties, slot, explain, came, began_turn, began_round, waiting)
     VALUES (@id, @fight, @rank, @number, @ties, @slot, @explain, @came, @beganTurn, @beganRound, @waiting)`,
  )
  const setPlace = db.prepare(
    `UPDATE place SET rank = @rank, number = @number, ties = @ties, slot = @slot, explain = @explain, came = @came,
     began_turn = @beganTurn, began_round = @beganRound, waiting = @waiting WHERE id = @id`,
  )
  const removePlace = db.prepare<[number]>('DELETE FROM place WHERE id = ?')
  const combatants = db.prepare<[number], CombatantRow>('SELECT id, place, character, name, hidden, defeated, done, gone FROM combatant WHERE fight = ? ORDER BY id')
  const addCombatant = db.prepare(
    'INSERT INTO combatant (id, fight, place, character, name, hidden, defeated, done, gone) VALUES (@id, @fight, @place, @character, @name, @hidden, @defeated, @done, @gone)',
  )
  const setCombatant = db.prepare(
    'UPDATE combatant SET place = @place, character = @character, name = @name, hidden = @hidden, defeated = @defeated, done = @done, gone = @gone WHERE id = @id',
  )
  const removeCombatant = db.prepare<[number]>('DELETE FROM combatant WHERE id = ?')
  const ofCharacter = db.prepare<[number], { fight: FightId; combatant: CombatantId }>('SELECT fight, id AS combatant FROM combatant WHERE character = ? AND gone = 0 ORDER BY fight')
  const highest = db.prepare<[], number | null>("SELECT max(seq) FROM sqlite_sequence WHERE name IN ('place', 'combatant')").pluck()
  const note = db.prepare('INSERT INTO turn (fight, record) VALUES (@fight, @record)')
  const newestTurn = db.prepare<[number, number], { id: number; record: string }>('SELECT id, record FROM turn WHERE fight = ? AND id < ? ORDER BY id DESC LIMIT 1')
  const dropTurn = db.prepare<[number]>('DELETE FROM turn WHERE id = ?')
  const rules = db.prepare<[], string>('SELECT fight_rules FROM campaign').pluck()
  const setRules = db.prepare('UPDATE campaign SET fight_rules = ?')
  const clock = db.prepare<[number], ClockRow>('SELECT elapsed_ms, running_since, turn_at FROM fight_clock WHERE fight = ?')
  const startTurn = db.prepare(
    `INSERT INTO fight_clock (fight, elapsed_ms, running_since, turn_at) SELECT id, 0, iif(is_open = 1, @at, NULL), @at FROM fight WHERE id = @fight
     ON CONFLICT (fight) DO UPDATE SET running_since = excluded.running_since, turn_at = @at,
       elapsed_ms = iif(@first = 1, 0, elapsed_ms + @at - coalesce(running_since, @at))`,
  )
  const stopAll = db.prepare('UPDATE fight_clock SET elapsed_ms = elapsed_ms + max(0, @since - running_since), running_since = NULL WHERE running_since IS NOT NULL')
  const runOpen = db.prepare('UPDATE fight_clock SET running_since = @at, turn_at = @at WHERE fight = (SELECT id FROM fight WHERE is_open = 1)')
  const load = keepRead(db, (fight: FightId): FightRecord | undefined => {
    const row = one.get(fight)
    return row && { ...rowToFight(row), places: places.all(fight).map(rowToPlace), combatants: combatants.all(fight).map(rowToCombatant) }
  })
  let lastId = 0

  const newestBefore = (fight: number, before: number) => newestTurn.get(fight, before)
  const elapsed = (row: ClockRow | undefined, at: number): number =>
    row ? row.elapsed_ms + (row.running_since === null ? 0 : Math.max(0, at - row.running_since)) : 0

  return {
    create: (fight, at) => Number(add.run({ ...fight, at }).lastInsertRowid) as FightId,
    rename: (fight, called) => void setName.run({ fight, name: called }),
    delete: (fight) => void remove.run(fight),
    nameOf: (fight) => name.get(fight),
    list: () => cards.all(),
    open: () => openOne.get(),
    setOpen(fight) {
      if (openOne.get() === fight) return
      close.run()
      if (fight !== undefined) open.run(fight)
    },
    load,
    save(before, after) {
      const fight = after.id
      if (before.cursor !== after.cursor) {
        const { round, turn, active = null, extra, upNext } = after.cursor
        move.run({ fight, round, turn, active, extra: extra ? 1 : 0, upNext: JSON.stringify(upNext) })
      }
      const old = new Map(before.places.map((place, rank) => [place.id, { place, rank }]))
      for (const [rank, place] of after.places.entries()) {
        const was = old.get(place.id)
        old.delete(place.id)
        if (was?.place === place && was.rank === rank) continue
        if (was) setPlace.run(placeToRow(place, rank))
        else addPlace.run({ ...placeToRow(place, rank), fight })
      }
      for (const id of old.keys()) removePlace.run(id)
      const oldOnes = new Map(before.combatants.map((combatant) => [combatant.id, combatant]))
      for (const combatant of after.combatants) {
        const was = oldOnes.get(combatant.id)
        oldOnes.delete(combatant.id)
        if (was === combatant) continue
        if (was) setCombatant.run(combatantToRow(combatant))
        else addCombatant.run({ ...combatantToRow(combatant), fight })
      }
      for (const id of oldOnes.keys()) removeCombatant.run(id)
    },
    withCharacter: (character) => ofCharacter.all(character),
    newId: () => (lastId = Math.max(lastId, highest.get() ?? 0) + 1),
    addTurn: (fight, record) => void note.run({ fight, record: JSON.stringify(record) }),
    *turns(fight) {
      for (let row = newestBefore(fight, Number.MAX_SAFE_INTEGER); row; row = newestBefore(fight, row.id)) yield { id: row.id, record: JSON.parse(row.record) as TurnRecord }
    },
    hasTurns: (fight) => newestBefore(fight, Number.MAX_SAFE_INTEGER) !== undefined,
    dropTurn: (id) => void dropTurn.run(id),
    rules: () => ({ ...usualRules, ...(JSON.parse(rules.get() ?? '{}') as Partial<FightRules>) }),
    setRules: (changed) => void setRules.run(JSON.stringify(changed)),
    clock(fight, at) {
      const row = clock.get(fight)
      return { elapsedMs: elapsed(row, at), turnAt: row?.turn_at ?? at }
    },
    startTurnClock: (fight, at, first) => void startTurn.run({ fight, at, first: first ? 1 : 0 }),
    stopClocks: (at) => void stopAll.run({ since: at }),
    runOpenClock(at, since = 0) {
      stopAll.run({ since })
      runOpen.run({ at })
    },
  }
}

const rowToFight = ({ id, round, turn, active, extra, up_next }: FightRow): Pick<FightRecord, 'id' | 'cursor'> => ({
  id,
  cursor: { round, turn, active: active ?? undefined, extra: extra === 1, upNext: JSON.parse(up_next) as PlaceId[] },
})

const rowToPlace = ({ id, number, ties, slot, explain, came, began_turn, began_round, waiting }: PlaceRow): Place => ({
  id,
  number: number ?? undefined,
  ties: JSON.parse(ties) as number[],
  slot: slot ?? undefined,
  explain: JSON.parse(explain) as string[],
  came,
  began: began_turn === null ? undefined : { turn: began_turn, round: began_round ?? 0 },
  waiting: waiting ?? undefined,
})

const placeToRow = ({ id, number, ties, slot, explain, came, began, waiting }: Place, rank: number) => ({
  id,
  rank,
  number: number ?? null,
  ties: JSON.stringify(ties),
  slot: slot ?? null,
  explain: JSON.stringify(explain),
  came,
  beganTurn: began?.turn ?? null,
  beganRound: began?.round ?? null,
  waiting: waiting ?? null,
})

const rowToCombatant = ({ character, hidden, defeated, done, gone, ...rest }: CombatantRow): Combatant => ({
  ...rest,
  character: character ?? undefined,
  hidden: hidden === 1,
  defeated: defeated === 1,
  done: done === 1,
  gone: gone === 1,
})

const combatantToRow = ({ character, hidden, defeated, done, gone, ...rest }: Combatant) => ({
  ...rest,
  character: character ?? null,
  hidden: Number(hidden),
  defeated: Number(defeated),
  done: Number(done),
  gone: Number(gone),
})
