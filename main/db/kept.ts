import type { Database } from 'better-sqlite3'

/** So much is kept at most; a campaign can have any number of rolls. */
const most = 4_096

export interface KeptReads<K, T> {
  get(key: K): T
  /** Keeps what was just read of many keys at once. */
  keep(entries: Iterable<readonly [K, T]>): void
}

/**
 * Gives what was read for a key while nothing has been written since, and reads it anew otherwise. In a
 * transaction nothing is kept, which may yet be rolled back.
 */
export const keepRead = <K, T>(db: Database, read: (key: K) => T): ((key: K) => T) => keepReads(db, read).get

/** The same where many can be read at once. */
export function keepReads<K, T>(db: Database, read: (key: K) => T): KeptReads<K, T> {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  const kept = new Map<K, T>()
  let keptAt = 0
  const renew = (): void => {
    const at = written.get() ?? 0
    if (at !== keptAt || kept.size >= most) kept.clear()
    keptAt = at
  }
  return {
    get(key) {
      if (db.inTransaction) return read(key)
      renew()
      const known = kept.get(key)
      if (known !== undefined || kept.has(key)) return known as T
      const value = read(key)
      kept.set(key, value)
      return value
    },
    keep(entries) {
      if (db.inTransaction) return
      renew()
      for (const [key, value] of entries) kept.set(key, value)
    },
  }
}
