import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { migrations } from '../../main/db/migrate.ts'
import { createWorld, valueOf } from '../support/campaign.ts'
import { rowsOf, writeReleased } from '../support/released.ts'

/** The newest one is needed when the next is made: only then are there files of it. */
const released = Array.from({ length: migrations.length - 1 }, (_, index) => index + 1)

function oldCampaign(version: number) {
  const world = createWorld()
  mkdirSync(world.campaigns, { recursive: true })
  const path = join(world.campaigns, 'old.campaign')
  writeReleased(path, version)
  const kept = () => {
    const listed = world.library.backupsOf('old.campaign')
    return (listed.ok ? listed.value : []).map(({ id, reason }) => ({ path: join(world.campaigns, 'backups', id), reason }))
  }
  return { ...world, path, kept }
}

/** What a row held before, of whatever it holds now. */
const asBefore = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>> | undefined) => Object.fromEntries(Object.keys(before).map((column) => [column, after?.[column]]))

describe.each(released)('a campaign file of version %i', (version) => {
  it('opens with every row it had, is backed up as it was, and plays on', async () => {
    const { library, path, kept } = oldCampaign(version)
    const before = rowsOf(path)
    const view = valueOf(await library.open('old.campaign'))
    expect(view).toMatchObject({ name: 'The Ninth Ferry', history: {} })
    expect(view.rolls.length).toBeGreaterThan(5)
    const campaign = library.current() as Campaign
    const [hob] = view.characters.filter(({ name }) => name === 'Hob')
    valueOf(await campaign.makeRoll({ check: 'toss', sides: [{ picks: {}, input: {}, ...(hob && { who: hob.id }) }], typed: [['4']] }))
    valueOf(campaign.undo())
    await library.closeCampaign()

    const [backup, ...rest] = kept()
    expect(rest).toEqual([])
    expect(backup?.reason).toBe('migration')
    expect(rowsOf(backup?.path ?? '')).toEqual(before)

    const after = rowsOf(path)
    for (const [table, rows] of Object.entries(before).filter(([name]) => name !== 'fight_clock'))
      expect({ [table]: rows.map((row, index) => asBefore(row, after[table]?.[index])) }).toEqual({ [table]: rows })
    const db = new Sqlite(path)
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    const schema = (from: Sqlite.Database) => from.prepare<[], string>("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").pluck().all()
    const fresh = new Sqlite(':memory:')
    fresh.exec(migrations.join(';'))
    expect(schema(db)).toEqual(schema(fresh))
    fresh.close()
    db.close()
  })

  it('that can not be brought forward stays as it was, and so does its backup', async () => {
    const { library, path, kept } = oldCampaign(version)
    const db = new Sqlite(path)
    // The last migration finds what it makes in its way, so that whatever went before is taken back.
    const [, kind, name] = /(CREATE TABLE|CREATE INDEX|CREATE VIRTUAL TABLE|ALTER TABLE campaign ADD COLUMN) (\w+)/.exec(migrations.at(-1) ?? '') ?? []
    db.exec(kind?.startsWith('ALTER') ? `${kind} ${name} TEXT` : kind === 'CREATE INDEX' ? `${kind} ${name} ON campaign (name)` : `CREATE TABLE ${name} (id INTEGER PRIMARY KEY)`)
    db.close()
    const before = readFileSync(path)
    const rows = rowsOf(path)
    expect(await library.open('old.campaign')).toMatchObject({
      ok: false,
      error: { code: 'damaged', message: expect.stringMatching(new RegExp(`file version ${version} to ${migrations.length}.*${name}.*Nothing was changed.*backed up`)) },
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(`${path}.lock`)).toBe(false)
    expect(kept().map((backup) => rowsOf(backup.path))).toEqual([rows])
  })
})

describe('the fixtures', () => {
  it('are all of another version', () => {
    for (const version of released) {
      const { path } = oldCampaign(version)
      const db = new Sqlite(path)
      expect(db.pragma('user_version', { simple: true })).toBe(version)
      db.close()
      expect(readFileSync(path).length).toBeLessThan(400_000)
    }
  })
})
