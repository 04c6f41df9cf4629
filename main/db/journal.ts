import type { Database } from 'better-sqlite3'

/** The tables whose rows can be undone. */
const journaled = ['campaign', 'character', 'counter', 'counter_change', 'session', 'roll', 'deed', 'fight', 'place', 'combatant', 'condition', 'turn', 'encounter', 'random_table', 'note'] as const

/** Those whose rows are kept for good: undoing one marks it. */
const kept: readonly string[] = ['roll', 'deed']
export type JournaledTable = (typeof journaled)[number]

/** One row touched, and what takes it back: `null` values delete the row, others write them. */
export interface Change {
  readonly table: JournaledTable
  readonly op: 'insert' | 'update' | 'delete'
  readonly row: number
  readonly values: Readonly<Record<string, string | number | null>> | null
}

export interface Entry {
  readonly id: number
  readonly label: string
}

/** A step as the list shows it. A barrier is no step: nothing before it can be undone. */
export interface ListedEntry extends Entry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly isBarrier: boolean
}

export interface JournalLimits {
  readonly entries: number
  readonly bytes: number
}

/** Must be used inside a transaction, except for `history`. */
export interface Journal {
  /** Runs changes and returns each row that they touched. */
  watch<T>(run: () => T): { readonly result: T; readonly changes: readonly Change[] }
  /** Adds a step that can be undone. What could have been redone is dropped. */
  append(label: string, at: number, changes: readonly Change[]): void
  /** Makes changes a part of the newest step, with which they are undone. Only right after that step. */
  extend(changes: readonly Change[]): void
  /** Undoes the newest step or redoes the oldest undone one. Undefined when there is none. */
  flip(direction: 'undo' | 'redo'): readonly Change[] | undefined
  history(): { readonly undo: Entry | undefined; readonly redo: Entry | undefined }
  /** Every step, the newest first; those that are undone stand above `present`, the newest that is done, or 0. */
  list(): { readonly entries: readonly ListedEntry[]; readonly present: number }
  /** Which way a step lies from the present, and how far; undefined where it is the present. Step 0 is before all of them. */
  wayTo(step: number): { readonly direction: 'undo' | 'redo'; readonly steps: number } | undefined
}

const defaultLimits: JournalLimits = { entries: 10_000, bytes: 64 * 1024 * 1024 }

/**
 * Undo as SQLite's own notes describe it: triggers write the inverse of every row change. They are
 * temporary triggers, made at each open from the tables as they are then, so no migration has to
 * carry them along.
 */
export function createJournal(db: Database, limits: () => JournalLimits = () => defaultLimits): Journal {
  let notes: Change[] = []
  db.function('journal_note', { directOnly: false }, (table, op, row, values) => {
    notes.push({ table, op, row, values: values === null ? null : JSON.parse(values as string) } as Change)
    return null
  })
  db.function('journal_mark', { directOnly: false }, (table, row, undone) => {
    notes.push({ table, op: 'update', row, values: { undone } } as Change)
    return null
  })
  for (const table of journaled) db.exec(triggersOf(db, table))

  // A barrier has `null` for its changes; the length of a text is known without reading it.
  const isBarrier = "iif(octet_length(changes) = 4, changes = 'null', 0)"
  const newest = db.prepare<[], Entry & { barrier: 0 | 1 }>(`SELECT id, label, ${isBarrier} AS barrier FROM journal WHERE undone = 0 ORDER BY id DESC LIMIT 1`)
  const newestDone = {
    get(): Entry | undefined {
      const entry = newest.get()
      return entry?.barrier === 0 ? { id: entry.id, label: entry.label } : undefined
    },
  }
  const every = db.prepare<[], Omit<ListedEntry, 'isBarrier'> & { barrier: 0 | 1 }>(`SELECT id, at, label, ${isBarrier} AS barrier FROM journal ORDER BY id DESC`)
  const doneAfter = db.prepare<[number], number>(`SELECT count(*) FROM journal WHERE undone = 0 AND id > ? AND NOT ${isBarrier}`).pluck()
  const undoneUpTo = db.prepare<[number], number>('SELECT count(*) FROM journal WHERE undone = 1 AND id <= ?').pluck()
  const oldestUndone = db.prepare<[], Entry>('SELECT id, label FROM journal WHERE undone = 1 ORDER BY id LIMIT 1')
  const changesOf = db.prepare<[number], string>('SELECT changes FROM journal WHERE id = ?').pluck()
  const dropUndone = db.prepare('DELETE FROM journal WHERE undone = 1')
  const add = db.prepare('INSERT INTO journal (at, label, changes) VALUES (@at, @label, @changes)')
  const grow = db.prepare('UPDATE journal SET changes = @changes WHERE id = @id')
  const rewrite = db.prepare('UPDATE journal SET changes = @changes, undone = @undone WHERE id = @id')
  const sizes = db.prepare<[], { entries: number; bytes: number }>('SELECT count(*) AS entries, coalesce(sum(octet_length(changes)), 0) AS bytes FROM journal')
  const oldest = db.prepare<[], { id: number; bytes: number }>('SELECT id, octet_length(changes) AS bytes FROM journal ORDER BY id LIMIT 1')
  const drop = db.prepare('DELETE FROM journal WHERE id = ?')
  let size = sizes.get() ?? { entries: 0, bytes: 0 }

  const prune = (): void => {
    const most = limits()
    while (size.entries > most.entries || (size.bytes > most.bytes && size.entries > 1)) {
      const entry = oldest.get()
      if (!entry) return
      drop.run(entry.id)
      size = { entries: size.entries - 1, bytes: size.bytes - entry.bytes }
    }
  }

  const watch = <T>(run: () => T): { result: T; changes: readonly Change[] } => {
    notes = []
    const result = run()
    const changes = notes
    notes = []
    return { result, changes }
  }

  return {
    watch,
    append(label, at, changes) {
      const text = JSON.stringify(changes)
      const dropped = dropUndone.run().changes
      add.run({ at, label, changes: text })
      // A step that rolls back leaves this count a little high, which only prunes an entry early.
      size = dropped > 0 ? (sizes.get() ?? size) : { entries: size.entries + 1, bytes: size.bytes + Buffer.byteLength(text) }
      prune()
    },
    extend(changes) {
      const entry = newestDone.get()
      if (!entry) return
      const known = JSON.parse(changesOf.get(entry.id) ?? '[]') as readonly Change[]
      // A row that the step changed already goes back to how it was before all of it.
      const fresh = changes.filter(({ table, op, row }) => op !== 'update' || !known.some((each) => each.table === table && each.row === row && each.op === 'update'))
      if (fresh.length > 0) grow.run({ id: entry.id, changes: JSON.stringify([...known, ...fresh]) })
    },
    flip(direction) {
      const entry = (direction === 'undo' ? newestDone : oldestUndone).get()
      if (!entry) return undefined
      const changes = JSON.parse(changesOf.get(entry.id) ?? '[]') as readonly Change[]
      db.pragma('defer_foreign_keys = ON')
      const { changes: inverse } = watch(() => {
        for (const change of changes.toReversed()) apply(db, change)
      })
      rewrite.run({ id: entry.id, changes: JSON.stringify(inverse), undone: direction === 'undo' ? 1 : 0 })
      return inverse
    },
    history: () => ({ undo: newestDone.get(), redo: oldestUndone.get() }),
    list: () => ({ entries: every.all().map(({ barrier, ...entry }) => ({ ...entry, isBarrier: barrier === 1 })), present: newestDone.get()?.id ?? 0 }),
    wayTo(step) {
      const back = doneAfter.get(step) ?? 0
      if (back > 0) return { direction: 'undo', steps: back }
      const forth = undoneUpTo.get(step) ?? 0
      return forth > 0 ? { direction: 'redo', steps: forth } : undefined
    },
  }
}

function apply(db: Database, { table, op, row, values }: Change): void {
  const columns = Object.keys(values ?? {})
  switch (op) {
    case 'insert':
      db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`).run(values)
      return
    case 'update':
      db.prepare(`UPDATE ${table} SET ${columns.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @row`).run({ ...values, row })
      return
    case 'delete':
      db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(row)
  }
}

function triggersOf(db: Database, table: JournaledTable): string {
  if (kept.includes(table))
    return `
      CREATE TEMP TRIGGER journal_${table}_insert AFTER INSERT ON main.${table}
      BEGIN SELECT journal_mark('${table}', NEW.id, 1); END;
      CREATE TEMP TRIGGER journal_${table}_update AFTER UPDATE OF undone ON main.${table}
      BEGIN SELECT journal_mark('${table}', OLD.id, OLD.undone); END;`
  const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
  const old = `json_object(${columns.map((name) => `'${name}', OLD.${name}`).join(', ')})`
  return `
    CREATE TEMP TRIGGER journal_${table}_insert AFTER INSERT ON main.${table}
    BEGIN SELECT journal_note('${table}', 'delete', NEW.id, NULL); END;
    CREATE TEMP TRIGGER journal_${table}_update AFTER UPDATE ON main.${table}
    BEGIN SELECT journal_note('${table}', 'update', OLD.id, ${old}); END;
    CREATE TEMP TRIGGER journal_${table}_delete AFTER DELETE ON main.${table}
    BEGIN SELECT journal_note('${table}', 'insert', OLD.id, ${old}); END;`
}
