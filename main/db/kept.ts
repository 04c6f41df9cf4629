import type { Database } from 'better-sqlite3'

/**
 * Gives what was read last for a key while nothing has been written since, and reads it anew otherwise. In a
 * transaction nothing is kept, which may yet be rolled back.
 */
export function keepRead<K, T>(db: Database, read: (key: K) => T): (key: K) => T {
  const written = db.prepare<[], number>('SELECT total_changes()').pluck()
  let kept: { readonly key: K; readonly at: number; readonly value: T } | undefined
  return (key) => {
    if (db.inTransaction) return read(key)
    const at = written.get() ?? 0
    if (kept?.key !== key || kept.at !== at) kept = { key, at, value: read(key) }
    return kept.value
  }
}
