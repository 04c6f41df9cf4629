import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { migrations } from '../../main/db/migrate.ts'
import { NothingToSalvage, salvage } from '../../main/db/salvage.ts'
import { createPlay, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'

type Rows = Record<string, readonly Record<string, unknown>[]>

/** Everything in a file but the journal and what search keeps. */
function everything(path: string): Rows {
  const db = new Sqlite(path, { readonly: true })
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'journal' AND name NOT LIKE '%_search%'").pluck().all()
  const all = Object.fromEntries(tables.map((table) => [table, db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()]))
  db.close()
  return all
}

/** A closed campaign of many rolls with a fight, and its pages by table. */
async function played(rolls = 150) {
  const play = await createPlay()
  const { campaign, library, hob, hound, side, roll, path } = play
  valueOf(campaign.startSession('One'))
  const fight = valueOf(campaign.createFight('Pier'))
  valueOf(await campaign.addToFight({ fight, characters: [{ id: hob, count: 1 }, { id: hound, count: 1 }] }))
  for (let step = 0; step < rolls; step += 1) valueOf(await roll('toss', [['3']], side(hob)))
  valueOf(await campaign.backUp())
  const [backup] = valueOf(library.backupsOf(campaign.file))
  await library.closeCampaign()
  const db = new Sqlite(path)
  db.pragma('journal_mode = DELETE')
  const pagesOf = (table: string): readonly { pageno: number; pagetype: string }[] => db.prepare<[string], { pageno: number; pagetype: string }>('SELECT pageno, pagetype FROM dbstat WHERE name = ? ORDER BY pageno').all(table)
  const pages = Object.fromEntries(['roll', 'character', 'package', 'campaign', 'counter_change', 'sqlite_schema', 'counter_sum'].map((table) => [table, pagesOf(table)]))
  db.close()
  const damage = (page: number): void => {
    const bytes = readFileSync(path)
    bytes.fill(0x55, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
  }
  const leaf = (table: string, index = 0): number => pages[table]?.filter(({ pagetype }) => pagetype === 'leaf')[index]?.pageno ?? 0
  return { ...play, pages, damage, leaf, to: join(tempFolder(), 'saved.campaign'), spare: join(play.campaigns, 'backups', backup?.id ?? '') }
}

const named = (all: Rows): Rows => ({ ...all, campaign: (all.campaign ?? []).map((row) => ({ ...row, name: `${String(row.name)} (salvaged)` })) })

describe('salvage', () => {
  it('of a sound file loses nothing, and leaves the file as it is', async () => {
    const { path, to } = await played()
    const before = readFileSync(path)
    const report = salvage({ from: path, to, spares: [] })
    expect(report.lost).toEqual([])
    expect(everything(to)).toEqual(named(everything(path)))
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(join(to, '..'))).toEqual(['saved.campaign'])
  })

  it('of a file whose first page is gone reads it by that of a backup, and not without', async () => {
    const { path, to, damage, spare } = await played()
    const before = everything(path)
    damage(1)
    expect(() => salvage({ from: path, to, spares: [] })).toThrow(NothingToSalvage)
    const report = salvage({ from: path, to, spares: [spare] })
    expect(report.lost).toEqual([])
    expect(everything(to)).toEqual(named(before))
  })

  it('makes no campaign of another program’s file with nothing but a backup’s first page', async () => {
    const { path, to, spare } = await played(1)
    writeFileSync(path, 'Dear diary, '.repeat(20_000))
    expect(() => salvage({ from: path, to, spares: [spare] })).toThrow(NothingToSalvage)
    expect(readdirSync(join(to, '..'))).toEqual([])
  })

  it('reads the rolls before and after a damaged page, and says which are lost', async () => {
    const { path, to, damage, leaf } = await played()
    const whole = everything(path)
    damage(leaf('roll', 2))
    const { lost } = salvage({ from: path, to, spares: [] })
    const saved = everything(to)
    const ids = new Set((saved.roll ?? []).map(({ id }) => id as number))
    const missing = (whole.roll ?? []).map(({ id }) => id as number).filter((id) => !ids.has(id))
    expect(missing.length).toBeGreaterThan(0)
    expect(missing.length).toBeLessThan(60)
    expect(lost).toEqual([`rolls: numbers ${Math.min(...missing)} to ${Math.max(...missing)}`])
    expect({ ...saved, roll: [] }).toEqual({ ...named(whole), roll: [], turn: [] })
  })

  it('brings a sound file out of whatever page is damaged, the first one aside', async () => {
    const { path, to, damage, spare } = await played(40)
    const whole = readFileSync(path)
    const every = everything(path)
    const pages = whole.length / 4096
    const failed: [number, string][] = []
    for (let page = 2; page <= pages; page += 1) {
      damage(page)
      try {
        const { lost } = salvage({ from: path, to, spares: [spare] })
        const db = new Sqlite(to, { readonly: true })
        expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
        expect(db.pragma('foreign_key_check')).toEqual([])
        expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
        db.close()
        const saved = everything(to)
        expect(saved.package).toEqual(every.package)
        const rolls = saved.roll?.length ?? 0
        expect(rolls === every.roll?.length || lost.some((what) => what.startsWith('rolls'))).toBe(true)
      } catch (error) {
        failed.push([page, String(error)])
      }
      rmSync(to, { force: true })
      writeFileSync(path, whole)
    }
    expect(failed).toEqual([])
  })

  it('keeps the beginning of a long text whose last page is lost, and says so', async () => {
    const { path, to, library, campaign } = await played(1)
    valueOf(await library.open(campaign.file))
    const note = valueOf((library.current() as Campaign).createNote('Long'))
    valueOf((library.current() as Campaign).writeNotes({ kind: 'note', id: note }, 'A tale. '.repeat(3_000)))
    await library.closeCampaign()
    const db = new Sqlite(path)
    const ends = db.prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'note' AND pagetype = 'overflow' ORDER BY path DESC").pluck().all()
    db.close()
    const bytes = readFileSync(path)
    for (const page of ends.slice(0, 1)) bytes.fill(0, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
    expect(salvage({ from: path, to, spares: [] }).lost).toEqual([`notes: number ${note}, cut short`])
    const [saved] = everything(to).note ?? []
    expect(String(saved?.text)).toMatch(/^(A tale\. )+/)
    expect(String(saved?.text).length).toBeGreaterThan(8_000)
  })

  it('saves what is there of a file that was cut off', async () => {
    const { path, to, spare } = await played()
    truncateSync(path, readFileSync(path).length - 5 * 4096)
    const { kept, lost } = salvage({ from: path, to, spares: [spare] })
    expect(kept).toBeGreaterThan(100)
    expect(lost.length).toBeGreaterThan(0)
  })

  it("takes the campaign's rules from a backup where they are lost, and can't do without one", async () => {
    const { path, to, damage, pages, spare, library, campaigns } = await played(5)
    damage(pages.package?.[0]?.pageno ?? 0)
    expect(() => salvage({ from: path, to, spares: [] })).toThrow(NothingToSalvage)
    expect(readdirSync(join(to, '..'))).toEqual([])
    expect(salvage({ from: path, to: join(campaigns, 'saved.campaign'), spares: [spare] }).lost).toContain("copies of the system's rules: taken from a backup")
    expect(valueOf(await library.open('saved.campaign')).rolls).toHaveLength(5)
  })

  it.each([
    ['another program', () => 'Dear diary, '.repeat(100)],
    ['nobody', () => ''],
  ])('of a file of %s is refused', async (_, text) => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'x.campaign'), text())
    expect(() => salvage({ from: join(folder, 'x.campaign'), to: join(folder, 'y.campaign'), spares: [] })).toThrow('not a Tollkeeper campaign')
    expect(readdirSync(folder)).toEqual(['x.campaign'])
  })

  it('of a newer file is refused with both versions', async () => {
    const { path, to } = await played(1)
    const db = new Sqlite(path)
    db.pragma(`user_version = ${migrations.length + 1}`)
    db.close()
    expect(() => salvage({ from: path, to, spares: [] })).toThrow(new RegExp(`version ${migrations.length + 1}.*up to ${migrations.length}`))
  })
})
