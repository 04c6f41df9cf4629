import type { Database } from 'better-sqlite3'
import { keepRead } from '../kept.ts'

/** Whose a counter is: a character's by its id, or the GM's or the table's. */
export type Owner = { readonly character: number } | 'gm' | 'table'

/** One step of a counter and why. */
export interface CounterStep {
  readonly counter: string
  readonly owner: Owner
  /** The owner's name then. */
  readonly name: string
  readonly amount: number
  /** The value after the step. */
  readonly value: number
  readonly roll?: number | undefined
  readonly deed?: number | undefined
  readonly session?: number | undefined
  readonly fight?: number | undefined
  readonly reason?: string | undefined
}

/** A step as an entry of the log tells it. */
export interface CausedStep {
  readonly owner: 'character' | 'gm' | 'table'
  readonly character: number | null
  readonly name: string
  readonly counter: string
  readonly amount: number
}

/** A step that a roll caused. */
export interface RollStep extends CausedStep {
  readonly roll: number
}

export interface CounterStore {
  create(owner: Owner, counter: string, value: number): void
  /** Values by counter id. */
  of(owner: Owner): Readonly<Record<string, number>>
  /** Values by counter id of every character, by character id: one query for a whole roster. */
  ofCharacters(): ReadonlyMap<number, Readonly<Record<string, number>>>
  /** Sets the value without a step: nobody gained or spent anything. */
  set(owner: Owner, counter: string, value: number): void
  /** Sets the value and keeps the step. */
  step(step: CounterStep, at: number): void
  stepsOfRolls(first: number, last: number): readonly RollStep[]
  stepsOfDeed(deed: number): readonly CausedStep[]
  /** What each owner gained and spent of each counter in a fight, spending below zero. */
  sumsOfFight(fight: number): readonly { readonly character: number | null; readonly name: string; readonly counter: string; readonly gained: number; readonly spent: number }[]
  /** Whose counter a row is. */
  ownerOf(row: number): Owner | undefined
}

interface CounterRow {
  readonly owner: 'character' | 'gm' | 'table'
  readonly character: number | null
  readonly counter: string
  readonly value: number
}

export function createCounterStore(db: Database): CounterStore {
  const add = db.prepare('INSERT INTO counter (owner, character, counter, value) VALUES (@owner, @character, @counter, @value)')
  const ofOne = db.prepare<[number], CounterRow>('SELECT owner, character, counter, value FROM counter WHERE character = ?')
  const ofAll = db.prepare<[], CounterRow>("SELECT owner, character, counter, value FROM counter WHERE owner = 'character'")
  const ofTable = db.prepare<[string], CounterRow>('SELECT owner, character, counter, value FROM counter WHERE owner = ? AND character IS NULL')
  const set = db.prepare('UPDATE counter SET value = @value WHERE owner = @owner AND character IS @character AND counter = @counter')
  const note = db.prepare(
    `INSERT INTO counter_change (at, owner, character, name, counter, amount, value, roll, deed, reason, session, fight)
     VALUES (@at, @owner, @character, @name, @counter, @amount, @value, @roll, @deed, @reason, @session, @fight)`,
  )
  const steps = db.prepare<[number, number], RollStep>(
    'SELECT roll, owner, character, name, counter, amount FROM counter_change WHERE roll BETWEEN ? AND ? ORDER BY id',
  )
  const ofDeed = db.prepare<[number], CausedStep>('SELECT owner, character, name, counter, amount FROM counter_change WHERE deed = ? ORDER BY id')
  const sums = db.prepare<[number], { character: number | null; name: string; counter: string; gained: number; spent: number }>(
    `SELECT character, name, counter, sum(max(amount, 0)) AS gained, sum(min(amount, 0)) AS spent
     FROM counter_change WHERE fight = ? GROUP BY owner, character, counter ORDER BY min(id)`,
  )
  const byRow = db.prepare<[number], CounterRow>('SELECT owner, character, counter, value FROM counter WHERE id = ?')
  const ofCharacter = keepRead(db, (character: number) => rowsToValues(ofOne.all(character)))
  return {
    create: (owner, counter, value) => void add.run({ ...ownerToColumns(owner), counter, value }),
    of: (owner) => (typeof owner === 'string' ? rowsToValues(ofTable.all(owner)) : ofCharacter(owner.character)),
    ofCharacters: () =>
      new Map([...Map.groupBy(ofAll.all(), (row) => row.character as number)].map(([id, rows]) => [id, rowsToValues(rows)])),
    set(owner, counter, value) {
      const columns = ownerToColumns(owner)
      if (set.run({ ...columns, counter, value }).changes === 0) add.run({ ...columns, counter, value })
    },
    step({ counter, owner, name, amount, value, roll, deed, reason, session, fight }, at) {
      const columns = ownerToColumns(owner)
      if (set.run({ ...columns, counter, value }).changes === 0) add.run({ ...columns, counter, value })
      note.run({ ...columns, at, name, counter, amount, value, roll: roll ?? null, deed: deed ?? null, reason: reason ?? null, session: session ?? null, fight: fight ?? null })
    },
    stepsOfRolls: (first, last) => steps.all(first, last),
    stepsOfDeed: (deed) => ofDeed.all(deed),
    sumsOfFight: (fight) => sums.all(fight),
    ownerOf(row) {
      const found = byRow.get(row)
      return found && (found.owner === 'character' ? { character: found.character as number } : found.owner)
    },
  }
}

const ownerToColumns = (owner: Owner): { owner: string; character: number | null } =>
  typeof owner === 'string' ? { owner, character: null } : { owner: 'character', character: owner.character }

const rowsToValues = (rows: readonly CounterRow[]): Readonly<Record<string, number>> =>
  Object.fromEntries(rows.map(({ counter, value }) => [counter, value]))
