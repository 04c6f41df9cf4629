import type { Database, RunResult } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import type { Condition } from '../../plugins/api/index.ts'
import type { MergeResult, Reply } from '../../preload/contract.ts'
import { beginAnew, migrate } from '../db/migrate.ts'
import type { Manifest } from '../packages/manifest.ts'
import { done, failed } from '../rules/reply.ts'
import type { Told } from './format.ts'

/** Which campaign file is merged into which, and whose version of what both have counts. */
export interface MergeJob {
  readonly kind: 'merge'
  readonly from: string
  readonly into: string
  readonly take: 'here' | 'file'
  readonly nativeBinding?: string | undefined
}

type Row = Readonly<Record<string, string | number | Buffer | null>>
type Ids = Map<number, number>

/**
 * Brings what one campaign file holds into another one in one transaction, everything known by its
 * stable id. Whoever calls holds the lock of the file that is written, and has backed it up.
 */
export async function mergeCampaign({ from, into, take, nativeBinding }: MergeJob, told: Told): Promise<Reply<MergeResult>> {
  const options = { fileMustExist: true, ...(nativeBinding !== undefined && { nativeBinding }) }
  const here = new Sqlite(into, options)
  const file = new Sqlite(from, { ...options, readonly: true })
  try {
    here.pragma('synchronous = FULL')
    here.pragma('foreign_keys = ON')
    here.pragma('recursive_triggers = ON')
    migrate(here)
    const [ours, theirs] = [systemOf(here), systemOf(file)]
    if (ours.id !== theirs.id) return failed('refused', 'The two are campaigns of different systems, so they can’t be merged. Nothing was changed. Import it as a copy.')
    if (ours.dataVersion !== theirs.dataVersion)
      return failed('refused', `The campaign here plays ${ours.name} ${ours.version} and the file ${theirs.version}, whose sheets are other ones, so they can’t be merged. Nothing was changed. Bring both to the same version and export it again, or import it as a copy.`)
    const merged = here.transaction(() => mergeAll(here, file, take, told)).immediate()
    here.pragma('wal_checkpoint(TRUNCATE)')
    return done(merged)
  } finally {
    file.close()
    here.close()
  }
}

const systemOf = (db: Database): Partial<Manifest> => JSON.parse(db.prepare<[], string>('SELECT manifest FROM package JOIN campaign ON campaign.package = package.id').pluck().get() ?? '{}') as Partial<Manifest>

function mergeAll(here: Database, file: Database, take: MergeJob['take'], told: Told): MergeResult {
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const columns = new Map<string, readonly string[]>()
  const columnsOf = (table: string): readonly string[] => {
    const known = columns.get(table) ?? (here.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'id')
    columns.set(table, known)
    return known
  }
  const all = (db: Database, table: string, where = 'true', ...values: readonly unknown[]): readonly Row[] => db.prepare<unknown[], Row>(`SELECT * FROM ${table} WHERE ${where} ORDER BY id`).all(...values)
  const one = <T>(sql: string, ...values: readonly unknown[]): T | undefined => here.prepare<unknown[], T>(sql).pluck().get(...values)
  const statements = new Map<string, { run(row: Row): RunResult }>()
  const prepare = (sql: string) => {
    const known = statements.get(sql) ?? here.prepare<[Row]>(sql)
    statements.set(sql, known)
    return known
  }
  const insert = (table: string, row: Row): number =>
    Number(prepare(`INSERT INTO ${table} (${columnsOf(table).join(', ')}) VALUES (${columnsOf(table).map((name) => `@${name}`).join(', ')})`).run(row).lastInsertRowid)
  /** Brings a row up to date, some of its columns apart. Says whether anything was different. */
  const update = (table: string, id: number, row: Row, keep: readonly string[]): boolean => {
    const names = columnsOf(table).filter((name) => !keep.includes(name))
    const sets = names.map((name) => `${name} = @${name}`).join(', ')
    const differs = names.map((name) => `${name} IS NOT @${name}`).join(' OR ')
    return prepare(`UPDATE ${table} SET ${sets} WHERE id = @id AND (${differs})`).run({ ...row, id }).changes > 0
  }
  const count = (kind: keyof typeof counts) => (counts[kind] += 1)
  const moved = (ids: Ids, id: Row[string] | undefined): number | null => (typeof id === 'number' ? (ids.get(id) ?? null) : null)
  const movedIn = (ids: Ids, text: Row[string] | undefined): string => JSON.stringify((JSON.parse(String(text)) as number[]).flatMap((id) => ids.get(id) ?? []))

  /** Rows that a uuid tells apart. What both have is brought up to date where the file's version counts. */
  const mergeByUuid = (table: string, fit: (row: Row, isNew: boolean) => Row, keep: readonly string[] = [], alsoKnown: (row: Row) => number | undefined = () => undefined) => {
    const ids: Ids = new Map()
    const fresh = new Set<number>()
    for (const row of all(file, table)) {
      const known = one<number>(`SELECT id FROM ${table} WHERE uuid = ?`, row.uuid) ?? alsoKnown(row)
      const id = known ?? insert(table, fit(row, true))
      ids.set(row.id as number, id)
      if (known === undefined) fresh.add(row.id as number)
      if (known === undefined) count('added')
      else count(take === 'file' && update(table, known, fit(row, false), ['uuid', ...keep]) ? 'updated' : 'unchanged')
    }
    return { ids, fresh }
  }
  const bySource = (table: string) => (row: Row) => (row.source === null ? undefined : one<number>(`SELECT id FROM ${table} WHERE source = ?`, row.source))

  const packages = new Map<number, number>()
  for (const row of all(file, 'package')) packages.set(row.id as number, one<number>('SELECT id FROM package WHERE sha256 = ?', row.sha256) ?? insert('package', row))

  const characters = mergeByUuid('character', (row) => row, ['source', 'template', 'created_at'], bySource('character'))
  for (const row of all(file, 'character', 'template IS NOT NULL')) {
    if (characters.fresh.has(row.id as number)) prepare('UPDATE character SET template = @template WHERE id = @id').run({ id: moved(characters.ids, row.id), template: moved(characters.ids, row.template) })
  }
  for (const row of all(file, 'counter')) {
    const character = moved(characters.ids, row.character)
    const known = one<number>('SELECT id FROM counter WHERE owner = ? AND character IS ? AND counter = ?', row.owner, character, row.counter)
    if (known === undefined) insert('counter', { ...row, character })
    else if (take === 'file' && update('counter', known, { ...row, character }, [])) count('updated')
  }

  const running = one<number>('SELECT id FROM session WHERE ended_at IS NULL')
  const sessions = mergeByUuid('session', (row, isNew) => ({ ...row, present: movedIn(characters.ids, row.present), ended_at: isNew && running !== undefined ? (row.ended_at ?? row.started_at ?? null) : (row.ended_at ?? null) }), running === undefined ? [] : ['ended_at'])
  mergeByUuid('note', (row) => row, ['created_at'])
  mergeByUuid('encounter', (row) => ({ ...row, members: movedMembers(characters.ids, String(row.members)) }), ['source'], bySource('encounter'))
  mergeByUuid('random_table', (row, isNew) => (isNew ? { ...row, name: freeName(String(row.name), (name) => one('SELECT 1 FROM random_table WHERE name = ? COLLATE NOCASE', name) !== undefined) } : row), ['name'])

  const fights = new Map<number, number>()
  const combatants: Ids = new Map()
  for (const row of all(file, 'fight')) {
    const known = one<number>('SELECT id FROM fight WHERE uuid = ?', row.uuid)
    // What a fight is made of goes as a whole.
    const isSame = known !== undefined && (take === 'here' || shapeOf(here, known) === shapeOf(file, row.id as number))
    const bare = { ...row, active: null, up_next: '[]', is_open: known === undefined ? 0 : (one<number>('SELECT is_open FROM fight WHERE id = ?', known) ?? 0) }
    const id = known ?? insert('fight', bare)
    fights.set(row.id as number, id)
    count(known === undefined ? 'added' : isSame ? 'unchanged' : 'updated')
    if (isSame) continue
    if (known !== undefined) {
      update('fight', known, bare, ['uuid', 'created_at'])
      for (const part of ['turn', 'combatant', 'place']) here.prepare(`DELETE FROM ${part} WHERE fight = ?`).run(known)
    }
    const places: Ids = new Map()
    for (const place of all(file, 'place', 'fight = ?', row.id)) places.set(place.id as number, insert('place', { ...place, fight: id }))
    for (const each of all(file, 'combatant', 'fight = ?', row.id)) {
      combatants.set(each.id as number, insert('combatant', { ...each, fight: id, place: moved(places, each.place), character: moved(characters.ids, each.character) }))
    }
    prepare('UPDATE fight SET active = @active, up_next = @upNext WHERE id = @id').run({ id, active: moved(places, row.active), upNext: movedIn(places, row.up_next) })
    const clock = file.prepare<[unknown], Row>('SELECT * FROM fight_clock WHERE fight = ?').get(row.id)
    if (clock) prepare('INSERT INTO fight_clock (fight, elapsed_ms, running_since, turn_at) VALUES (@fight, @elapsed_ms, NULL, @turn_at) ON CONFLICT DO NOTHING').run({ ...clock, fight: id })
  }

  const conditionsOf = (db: Database, character: number) => JSON.stringify(all(db, 'condition', 'character = ?', character).map(({ label, condition }) => [label, condition]))
  for (const [theirs, ours] of characters.ids) {
    const isFresh = characters.fresh.has(theirs)
    if (!isFresh && (take === 'here' || conditionsOf(here, ours) === conditionsOf(file, theirs))) continue
    if (!isFresh) here.prepare('DELETE FROM condition WHERE character = ?').run(ours)
    for (const row of all(file, 'condition', 'character = ?', theirs)) {
      const anchor = moved(combatants, row.anchor)
      // Without the turns that it counts it stays until it is taken away.
      insert('condition', anchor === null ? { ...row, character: ours, fight: null, anchor: null, edge: null, remaining: null, since: null } : { ...row, character: ours, anchor, fight: moved(fights, row.fight) })
    }
    if (!isFresh) count('updated')
  }

  const rolls: Ids = new Map()
  const flipped = new Set<number>()
  const of = file.prepare<[], number>('SELECT count(*) FROM roll').pluck().get() ?? 0
  let ended = 0
  const rollByUuid = here.prepare<[unknown], { id: number; undone: number }>('SELECT id, undone FROM roll WHERE uuid = ?')
  const paid = here.prepare<[unknown]>('DELETE FROM counter_change WHERE roll = ?')
  for (const row of file.prepare<[], Row>('SELECT * FROM roll ORDER BY id').iterate()) {
    ended += 1
    if (ended % 1_000 === 0) told(ended, of)
    const known = rollByUuid.get(row.uuid)
    if (!known) {
      const participants = JSON.stringify((JSON.parse(String(row.participants)) as { id?: number }[]).map(({ id, ...who }) => (id === undefined ? who : { ...who, ...(characters.ids.has(id) && { id: characters.ids.get(id) }) })))
      const isFirst = row.batch === row.id
      const next = (one<number>("SELECT seq FROM sqlite_sequence WHERE name = 'roll'") ?? 0) + 1
      rolls.set(row.id as number, next)
      insert('roll', { ...row, participants, session: moved(sessions.ids, row.session), follows: moved(rolls, row.follows), batch: isFirst ? next : moved(rolls, row.batch) })
      flipped.add(row.id as number)
      count('added')
      continue
    }
    rolls.set(row.id as number, known.id)
    const differs = take === 'file' && known.undone !== row.undone
    count(differs ? 'updated' : 'unchanged')
    if (!differs) continue
    prepare('UPDATE roll SET undone = @undone WHERE id = @id').run({ id: known.id, undone: row.undone ?? 0 })
    paid.run(known.id)
    flipped.add(row.id as number)
  }

  /** Rows without an id of their own, told apart by all that they say. */
  const mergeByContent = (table: string, where: string, fit: (row: Row) => Row): Ids => {
    const ids: Ids = new Map()
    const names = columnsOf(table)
    const keyOf = (row: Row): string => JSON.stringify(names.map((name) => (name === 'undone' ? null : row[name])))
    const left = new Map<string, number[]>()
    for (const row of here.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where}`).iterate()) {
      const alike = left.get(keyOf(row))
      if (alike) alike.push(row.id as number)
      else left.set(keyOf(row), [row.id as number])
    }
    for (const row of file.prepare<[], Row>(`SELECT * FROM ${table} WHERE ${where} ORDER BY id`).iterate()) {
      const ours = fit(row)
      const found = left.get(keyOf(ours))?.shift()
      ids.set(row.id as number, found ?? insert(table, ours))
      count(found === undefined ? 'added' : 'unchanged')
    }
    return ids
  }
  const deeds = mergeByContent('deed', 'true', (row) => ({ ...row, session: moved(sessions.ids, row.session), character: moved(characters.ids, row.character) }))
  const fitChange = (row: Row): Row => ({ ...row, character: moved(characters.ids, row.character), session: moved(sessions.ids, row.session), fight: moved(fights, row.fight), roll: moved(rolls, row.roll), deed: moved(deeds, row.deed) })
  mergeByContent('counter_change', 'roll IS NULL', fitChange)
  for (const row of file.prepare<[], Row>('SELECT * FROM counter_change WHERE roll IS NOT NULL ORDER BY id').iterate()) if (flipped.has(row.roll as number)) insert('counter_change', fitChange(row))

  const [ours] = all(here, 'campaign')
  const [theirs] = all(file, 'campaign')
  if (ours && theirs) {
    // What content brought to either is in both.
    const conditions = joined(String(ours.conditions), String(theirs.conditions), take)
    if (update('campaign', 1, { ...(take === 'file' ? theirs : ours), conditions }, ['uuid', 'package', 'created_at'])) count('updated')
  }
  told(of, of)
  if (counts.added + counts.updated > 0) {
    here.exec(sumAnew)
    // Counted anew when the campaign is opened: only then is it known what.
    here.exec('DELETE FROM figure_count')
    // Its steps are about rows as they were.
    beginAnew(here, 'merging a file')
  }
  return counts
}

/** A fight without the numbers of its rows, so that two files' can be compared. */
function shapeOf(db: Database, fight: number): string {
  const row = { ...db.prepare<[number], Row>('SELECT * FROM fight WHERE id = ?').get(fight), id: 0, is_open: 0, created_at: 0 } as Row
  const places = db.prepare<[number], Row>('SELECT * FROM place WHERE fight = ? ORDER BY rank, id').all(fight)
  const at = new Map(places.map((place, index) => [place.id, index]))
  const uuidOf = db.prepare<[unknown], string>('SELECT uuid FROM character WHERE id = ?').pluck()
  const combatants = db.prepare<[number], Row>('SELECT * FROM combatant WHERE fight = ? ORDER BY id').all(fight)
  return JSON.stringify([
    { ...row, active: at.get(row.active ?? null) ?? null, up_next: (JSON.parse(String(row.up_next)) as number[]).map((place) => at.get(place)) },
    places.map((place) => ({ ...place, id: 0, fight: 0 })),
    combatants.map((each) => ({ ...each, id: 0, fight: 0, place: at.get(each.place ?? null), character: uuidOf.get(each.character) })),
  ])
}

/** The conditions of both, by id; those that both have as the one has them that counts. */
function joined(here: string, file: string, take: MergeJob['take']): string {
  const read = (text: string) => JSON.parse(text) as readonly Condition[]
  const own = new Map(read(here).map((condition) => [condition.id, condition]))
  for (const condition of read(file)) if (take === 'file' || !own.has(condition.id)) own.set(condition.id, condition)
  return JSON.stringify([...own.values()])
}

const movedMembers = (ids: Ids, text: string): string =>
  JSON.stringify((JSON.parse(text) as { character: number }[]).flatMap((member) => (ids.has(member.character) ? [{ ...member, character: ids.get(member.character) }] : [])))

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!isTaken(free)) return free
  }
}

/** Sums of changes outside of any session go by the time of each: the trigger knows only the present. */
const sumAnew = `
  DELETE FROM counter_sum;
  INSERT INTO counter_sum (part, stretch, owner, character, counter, name, first, gained, spent, steps)
  SELECT coalesce(session, -(SELECT coalesce(max(begun.id), 0) FROM session AS begun WHERE begun.started_at <= at)) AS part, id >> 8, owner, coalesce(character, 0), counter,
    max(name), min(id), sum(max(amount, 0)), -sum(min(amount, 0)), count(*)
  FROM counter_change GROUP BY part, id >> 8, owner, coalesce(character, 0), counter;`
