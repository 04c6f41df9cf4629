import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate, migrations } from '../../main/db/migrate.ts'
import { createRecords } from '../../main/campaign/records.ts'

const world = (version: number) => {
  const db = new Sqlite(':memory:')
  db.pragma('foreign_keys = ON')
  migrate(db, migrations.slice(0, version))
  return db
}

it('brings a campaign of the first version to sessions and notes with all it holds', () => {
  const db = world(1)
  db.exec(`
    INSERT INTO character (uuid, kind, name, stats, created_at) VALUES ('u', 'pc', 'Hob', '{"a":1}', 5);
    INSERT INTO counter (owner, character, counter, value) VALUES ('character', 1, 'points', 3);
    INSERT INTO counter_change (at, owner, character, name, counter, amount, value, roll) VALUES (1, 'character', 1, 'Hob', 'points', 3, 3, 1);
    INSERT INTO roll (uuid, at, package, check_id, participants, inputs, settings, dice, outcome, undone)
      VALUES ('r', 1, 'p', 'toss', '[{"name":"Hob","kind":"pc","id":1}]', '[{}]', '{}', '[]', '{"headline":"Made it"}', 1);`)
  migrate(db)
  const { characters, rolls, sessions, counters } = createRecords(db)
  expect(characters.get(1)).toEqual({ id: 1, kind: 'pc', name: 'Hob', role: 'self', template: null, tags: [], source: null, stats: { a: 1 }, notes: '' })
  expect(counters.of({ character: 1 })).toEqual({ points: 3 })
  expect(rolls.get(1)).toMatchObject({ check: 'toss', undone: true, session: null, secret: false, follows: null, replaced: false })
  expect(sessions.list()).toEqual([])
  expect(() => db.exec('UPDATE roll SET secret = 1')).toThrow('never changed')
})

it('lets one session run at a time', () => {
  const { sessions } = createRecords(world(migrations.length))
  sessions.end(sessions.start({ uuid: 'a', name: 'One' }, 1), 2)
  sessions.start({ uuid: 'b', name: 'Two' }, 3)
  expect(() => sessions.start({ uuid: 'c', name: 'Three' }, 4)).toThrow('UNIQUE')
})

it('sums the changes that a campaign of before had, by session and by the time between', () => {
  const db = world(7)
  db.exec(`
    INSERT INTO session (id, uuid, name, started_at, ended_at) VALUES (1, 'a', 'One', 10, 20);
    INSERT INTO counter_change (id, at, owner, character, name, counter, amount, value, session)
      VALUES (1, 5, 'gm', NULL, 'GM', 'doom', 2, 2, NULL), (2, 11, 'gm', NULL, 'GM', 'doom', 3, 5, 1), (3, 12, 'gm', NULL, 'GM', 'doom', -1, 4, 1), (4, 25, 'gm', NULL, 'GM', 'doom', 1, 5, NULL);
    INSERT INTO counter (owner, counter, value) VALUES ('gm', 'doom', 5);`)
  migrate(db)
  const { economy } = createRecords(db)
  expect(economy.totals(1)).toEqual([{ owner: 'gm', name: 'GM', counter: 'doom', gained: 3, spent: 1 }])
  expect(economy.moves(-1).map(({ session, gained, spent }) => [session, gained, spent])).toEqual([[null, 2, 0], [1, 3, 1], [null, 1, 0]])
})
