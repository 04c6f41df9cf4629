import type { Database } from 'better-sqlite3'

/** So much is kept at most; a campaign can have any number of rolls. */
const most = 4_096

/**
 * Gives what was read for a key while nothing has been written since, and reads it anew otherwise. In a
 * transaction nothing is kept, which may yet be rolled back.
 */
export function keepRead<K, T>(db: Database, read: (key: K) => T): (key: K) => T {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  const kept = new Map<K, T>()
  let keptAt = 0
  return (key) => {
    if (db.inTransaction) return read(key)
    const at = written.get() ?? 0
    if (at !== keptAt || kept.size >= most) kept.clear()
    keptAt = at
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known as T
    const value = read(key)
    kept.set(key, value)
    return value
  }
}
