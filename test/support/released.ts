/**
 * Campaign files as earlier versions saved them, as SQL text under test/fixtures/campaigns, one a
 * version. `node test/support/released.ts` writes those that are missing, from a played campaign;
 * one that is there is never written again.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { createCopier } from '../../main/db/copier.ts'
import { createLibrary } from '../../main/campaign/library.ts'
import { columnsOf } from '../../main/db/contents.ts'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { spawnCopier, spawnFaceReader } from '../../main/db/spawn.ts'
import { applicationId, migrate, migrations } from '../../main/db/migrate.ts'
import { createCatalogue } from '../../main/packages/catalogue.ts'
import { createSandbox } from '../../main/sandbox/host.ts'
import { spawnWorker } from '../../main/sandbox/spawn.ts'
import { backupsBeside } from './backups.ts'
import { testManifest, testSystem } from './system.ts'

const folder = join(import.meta.dirname, '../fixtures/campaigns')
const fixture = (version: number): string => join(folder, `v${version}.sql`)

/** Writes a campaign file as that version saved it. */
export function writeReleased(path: string, version: number): void {
  if (!existsSync(fixture(version))) throw new Error(`There is no file of version ${version} yet: run "node test/support/released.ts" and commit what it writes`)
  const db = new Sqlite(path)
  db.pragma('foreign_keys = OFF')
  db.exec(readFileSync(fixture(version), 'utf8'))
  db.close()
}

/** Every row of a file by table, what is kept for undo and for search aside. */
export function rowsOf(path: string): Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> {
  const db = new Sqlite(path, { readonly: true })
  const rows = Object.fromEntries(tablesOf(db).map((table) => [table, db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()]))
  db.close()
  return rows
}

const tablesOf = (db: Database): readonly string[] =>
  (db.pragma('table_list') as { schema: string; name: string; type: string }[])
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !name.startsWith('sqlite_') && name !== 'journal')
    .map(({ name }) => name)
    .toSorted()

function toSql(db: Database): string {
  const made = db.prepare<[], { type: string; name: string; sql: string }>("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid").all()
  const shadows = new Set((db.pragma('table_list') as { name: string; type: string }[]).flatMap(({ name, type }) => (type === 'shadow' ? [name] : [])))
  const virtual = made.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL')).map(({ name }) => name)
  const lines = [`PRAGMA application_id = ${applicationId};`, `PRAGMA user_version = ${String(db.pragma('user_version', { simple: true }))};`]
  for (const { type, name, sql } of made) if (type === 'table' && !shadows.has(name)) lines.push(`${sql};`)
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table)
    const values = db.prepare<[], string>(`SELECT ${columns.map((column) => `quote(${column})`).join(" || ', ' || ")} FROM ${table}`).pluck().all()
    for (const row of values) lines.push(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${row});`)
  }
  for (const { type, sql } of made) if (type !== 'table') lines.push(`${sql};`)
  for (const name of virtual) lines.push(`INSERT INTO ${name} (${name}) VALUES ('rebuild');`)
  return `${lines.join('\n')}\n`
}

/** A file of an earlier version with as much of a played one as that version had tables and columns for. */
function asOf(version: number, played: Database): string {
  const db = new Sqlite(':memory:')
  db.pragma('foreign_keys = OFF')
  migrate(db, migrations.slice(0, version))
  const triggers = db.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  for (const table of tablesOf(db)) {
    const known = columnsOf(played, table)
    const columns = columnsOf(db, table).filter((column) => known.includes(column))
    if (columns.length === 0) continue
    const add = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    for (const row of played.prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM ${table}`).raw().all()) add.run(...row)
  }
  for (const { sql } of triggers) db.exec(sql)
  const text = toSql(db)
  db.close()
  return text
}

/** A campaign with something in most of its tables. */
async function play(home: string): Promise<string> {
  mkdirSync(join(home, 'packages/coin'), { recursive: true })
  writeFileSync(join(home, 'packages/coin/rules.js'), testSystem)
  writeFileSync(join(home, 'packages/coin/manifest.json'), JSON.stringify(testManifest))
  const campaigns = join(home, 'campaigns')
  mkdirSync(campaigns)
  let at = Date.UTC(2026, 0, 5, 19)
  const library = createLibrary({
    folder: () => campaigns,
    copier: createCopier(spawnCopier),
    backups: backupsBeside(campaigns),
    readFaces: createFaceReader(spawnFaceReader),
    catalogue: createCatalogue([join(home, 'packages')]),
    loadSandbox: (source) => createSandbox({ source, spawn: spawnWorker }),
    announce: () => undefined,
    now: () => (at += 1_000),
    uuid: () => crypto.randomUUID(),
    random: () => 0x1234_5678,
    logBug: String,
  })
  const made = await library.create('The Ninth Ferry', 'coin')
  const campaign = library.current()
  if (!made.ok || !campaign) throw new Error('The campaign was not made')
  const skills = [{ name: 'Rowing', value: 4 }, { name: 'Söng', value: 2 }]
  const value = <T>(reply: { ok: true; value: T } | { ok: false; error: { message: string } }): T => {
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.value
  }
  const hob = value(campaign.createCharacter({ kind: 'pc', name: 'Hob', stats: { skills }, notes: 'Knows [[Wren]].', tags: ['crew'] }))
  const wolf = value(campaign.createCharacter({ kind: 'npc', name: 'Bog wolf', role: 'template', stats: { skills, vigourMax: 3 } }))
  value(campaign.startSession('The ford'))
  for (let step = 0; step < 6; step += 1) value(await campaign.makeRoll({ check: 'toss', sides: [{ who: hob, picks: {}, input: {} }], typed: [[String(step + 1)]] }))
  value(campaign.undo())
  value(campaign.rollDice('2d6+1', hob))
  value(campaign.changeCounter({ counter: 'points', character: hob, amount: 2, reason: 'luck' }))
  const fight = value(campaign.createFight('On the pier'))
  value(await campaign.addToFight({ fight, characters: [{ id: hob, count: 1 }, { id: wolf, count: 2 }] }))
  for (const [index, { id }] of (campaign.view().fight?.places ?? []).entries()) value(campaign.setNumber({ fight, place: id, number: 10 - index }))
  value(campaign.nextTurn({ fight, turn: 0 }))
  value(campaign.addCondition({ characters: [hob], label: 'Soaked' }))
  value(campaign.createEncounter({ name: 'Wolves', notes: '', members: [{ character: wolf, count: 3, hidden: true }] }))
  value(campaign.createTable({ name: 'Weather', text: 'Rain\nFog' }))
  value(campaign.writeNotes({ kind: 'note', id: value(campaign.createNote('The ferryman')) }, 'He lies.'))
  await library.closeCampaign()
  return join(campaigns, made.value.file)
}

if (process.argv[1] === import.meta.filename) {
  const home = mkdtempSync(join(tmpdir(), 'tollkeeper-released-'))
  try {
    const played = new Sqlite(await play(home))
    for (let version = 1; version < migrations.length; version += 1) if (!existsSync(fixture(version))) writeFileSync(fixture(version), asOf(version, played))
    played.close()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  // Its sandbox's worker has ended; nothing else is waited for.
  process.exit(0)
}
