import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { keepRead, keepReads } from '../../main/db/kept.ts'

function counted() {
  const db = new Sqlite(':memory:')
  db.exec('CREATE TABLE score (id INTEGER PRIMARY KEY, value INTEGER); INSERT INTO score VALUES (1, 10), (2, 20)')
  const query = db.prepare<[number], number>('SELECT value FROM score WHERE id = ?').pluck()
  let reads = 0
  const read = keepRead(db, (id: number) => {
    reads += 1
    return query.get(id)
  })
  return { db, read, reads: () => reads }
}

it('reads each key once while nothing is written, and one that is not there too', () => {
  const { read, reads } = counted()
  expect([read(1), read(2), read(1), read(2), read(3), read(3)]).toEqual([10, 20, 10, 20, undefined, undefined])
  expect(reads()).toBe(3)
})

it('reads anew after anything was written', () => {
  const { db, read } = counted()
  expect(read(1)).toBe(10)
  db.prepare('UPDATE score SET value = 11 WHERE id = 1').run()
  expect(read(1)).toBe(11)
})

it('keeps nothing that a transaction rolls back', () => {
  const { db, read } = counted()
  expect(read(1)).toBe(10)
  expect(() =>
    db.transaction(() => {
      db.prepare('UPDATE score SET value = 12 WHERE id = 1').run()
      expect(read(1)).toBe(12)
      throw new Error('no')
    })(),
  ).toThrow('no')
  expect(read(1)).toBe(10)
})

it('keeps what was read of many at once until something is written, and nothing in a transaction', () => {
  const { db } = counted()
  const reads = keepReads(db, (id: number) => -id)
  reads.keep([[1, 10], [2, 20]])
  expect([reads.get(1), reads.get(2), reads.get(3)]).toEqual([10, 20, -3])
  db.prepare('UPDATE score SET value = 11 WHERE id = 1').run()
  expect(reads.get(1)).toBe(-1)
  db.transaction(() => reads.keep([[1, 12]]))()
  expect(reads.get(1)).toBe(-1)
})
