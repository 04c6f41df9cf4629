import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJournal, type JournalLimits } from '../../main/db/journal.ts'
import { migrate } from '../../main/db/migrate.ts'

function world(limits?: JournalLimits) {
  const db = new Sqlite(':memory:')
  migrate(db)
  db.pragma('foreign_keys = ON')
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  const journal = createJournal(db, limits && (() => limits))
  const act = (label: string, run: () => void) =>
    db.transaction(() => {
      const { changes } = journal.watch(run)
      if (changes.length > 0) journal.append(label, 1, changes)
      return changes
    })()
  const flip = (direction: 'undo' | 'redo') => db.transaction(() => journal.flip(direction))()
  const addCharacter = (name: string) =>
    db.prepare("INSERT INTO character (uuid, kind, name, stats, created_at) VALUES (?, 'pc', ?, '{\"a\":1}', 5)").run(`u-${name}`, name)
  const addCounter = (character: number | bigint, value: number) =>
    db.prepare("INSERT INTO counter (owner, character, counter, value) VALUES ('character', ?, 'points', ?)").run(character, value)
  return { db, journal, act, flip, addCharacter, addCounter }
}

/** Everything a campaign holds, the journal itself aside. */
const dump = (db: Sqlite.Database) =>
  Object.fromEntries(['campaign', 'character', 'counter', 'counter_change', 'roll'].map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()]))

describe('the journal', () => {
  it('takes a step back and does it again', () => {
    const { db, journal, act, flip, addCharacter } = world()
    act('adding Hob', () => addCharacter('Hob'))
    const after = dump(db)
    expect(journal.history()).toMatchObject({ undo: { label: 'adding Hob' }, redo: undefined })
    flip('undo')
    expect(dump(db).character).toEqual([])
    expect(journal.history()).toMatchObject({ undo: undefined, redo: { label: 'adding Hob' } })
    flip('redo')
    expect(dump(db)).toEqual(after)
  })

  it('brings back what a cascade took, children included', () => {
    const { db, act, flip, addCharacter, addCounter } = world()
    act('adding', () => addCounter(addCharacter('Hob').lastInsertRowid, 3))
    const before = dump(db)
    act('deleting', () => db.prepare('DELETE FROM character').run())
    expect(dump(db).counter).toEqual([])
    flip('undo')
    expect(dump(db)).toEqual(before)
  })

  it('undoes with the newest step what was made a part of it, in the right order', () => {
    const { db, journal, act, flip, addCharacter, addCounter } = world()
    act('adding Hob', () => addCharacter('Hob'))
    const before = dump(db)
    const rename = (name: string) => () => void db.prepare('UPDATE character SET name = ?').run(name)
    const extend = (run: () => void) => db.transaction(() => journal.extend(journal.watch(run).changes))()
    act('typing', rename('H'))
    extend(rename('Ha'))
    extend(() => {
      rename('Hal')()
      addCounter(1, 3)
    })
    extend(() => void db.prepare('UPDATE counter SET value = 4').run())
    const after = dump(db)
    flip('undo')
    expect(dump(db)).toEqual(before)
    flip('redo')
    expect(dump(db)).toEqual(after)
    expect(db.prepare('SELECT label FROM journal ORDER BY id').pluck().all()).toEqual(['adding Hob', 'typing'])
  })

  it('drops what could have been redone when something new is done', () => {
    const { journal, act, flip, addCharacter } = world()
    act('one', () => addCharacter('One'))
    flip('undo')
    act('two', () => addCharacter('Two'))
    expect(journal.history().redo).toBeUndefined()
    expect(flip('redo')).toBeUndefined()
  })

  it('marks a roll instead of deleting it, and nothing else ever changes one', () => {
    const { db, act, flip } = world()
    const undone = () => db.prepare('SELECT undone FROM roll').pluck().all()
    act('roll', () =>
      db.exec(`INSERT INTO roll (uuid, at, package, check_id, participants, inputs, settings, dice, outcome)
               VALUES ('r', 1, 'p', 'c', '[]', '[]', '{}', '[]', '{}')`),
    )
    flip('undo')
    expect(undone()).toEqual([1])
    flip('redo')
    expect(undone()).toEqual([0])
    expect(() => db.exec('DELETE FROM roll')).toThrow('never deleted')
    expect(() => db.exec("UPDATE roll SET outcome = '{\"a\":1}'")).toThrow('never changed')
  })

  it('records nothing for a step that fails', () => {
    const { journal, act, addCharacter } = world()
    expect(() =>
      act('failing', () => {
        addCharacter('Hob')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(journal.history().undo).toBeUndefined()
    expect(act('nothing', () => undefined)).toEqual([])
    expect(journal.history().undo).toBeUndefined()
  })

  it('follows a limit that is changed while it is open', () => {
    const limits = { entries: 100, bytes: 1e6 }
    const { journal, act, addCharacter } = world(limits)
    for (let step = 0; step < 10; step += 1) act(`adding ${step}`, () => addCharacter(`c${step}`))
    limits.entries = 3
    act('adding last', () => addCharacter('last'))
    expect(journal.list().entries.map(({ label }) => label)).toEqual(['adding last', 'adding 9', 'adding 8'])
  })

  it('forgets the oldest steps beyond its limits, by number and by size', () => {
    const few = world({ entries: 3, bytes: 1e9 })
    for (let step = 0; step < 10; step += 1) few.act(`step ${step}`, () => few.addCharacter(`c${step}`))
    expect(few.db.prepare('SELECT label FROM journal ORDER BY id').pluck().all()).toEqual(['step 7', 'step 8', 'step 9'])
    const small = world({ entries: 1000, bytes: 400 })
    for (let step = 0; step < 40; step += 1) small.act(`step ${step}`, () => small.db.exec(`INSERT INTO counter (owner, counter, value) VALUES ('gm', 'c${step}', 1)`))
    const bytes = small.db.prepare('SELECT sum(octet_length(changes)) FROM journal').pluck().get() as number
    expect(bytes).toBeLessThanOrEqual(400)
    expect(small.db.prepare('SELECT label FROM journal ORDER BY id DESC LIMIT 1').pluck().get()).toBe('step 39')
  })

  it('finds every earlier state again, whatever the steps were', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), name: fc.string({ minLength: 1, maxLength: 8 }), value: fc.integer({ min: -5, max: 5 }) }),
      fc.record({ kind: fc.constant('rename' as const), pick: fc.nat(20), name: fc.string({ unit: 'binary', maxLength: 8 }) }),
      fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(20) }),
      fc.record({ kind: fc.constant('move' as const), amount: fc.integer({ min: -9, max: 9 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const { db, act, flip, addCharacter, addCounter } = world()
        const pick = (index: number): number | undefined => {
          const ids = db.prepare<[], number>('SELECT id FROM character ORDER BY id').pluck().all()
          return ids[index % Math.max(ids.length, 1)]
        }
        const states = [dump(db)]
        let number = 0
        for (const each of steps) {
          const changes = act(each.kind, () => {
            if (each.kind === 'add') addCounter(addCharacter(`${each.name}${(number += 1)}`).lastInsertRowid, each.value)
            if (each.kind === 'rename') db.prepare('UPDATE character SET name = ? WHERE id = ?').run(each.name, pick(each.pick) ?? 0)
            if (each.kind === 'delete') db.prepare('DELETE FROM character WHERE id = ?').run(pick(each.pick) ?? 0)
            if (each.kind === 'move') db.prepare('UPDATE counter SET value = value + ?').run(each.amount)
          })
          if (changes.length > 0) states.push(dump(db))
        }
        for (const state of states.toReversed().slice(1)) {
          expect(flip('undo')).toBeDefined()
          expect(dump(db)).toEqual(state)
        }
        expect(flip('undo')).toBeUndefined()
        for (const state of states.slice(1)) {
          flip('redo')
          expect(dump(db)).toEqual(state)
        }
        db.close()
      }),
      { numRuns: 60 },
    )
  })
})
