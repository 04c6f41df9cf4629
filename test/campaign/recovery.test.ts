import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { migrations } from '../../main/db/migrate.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'

/** A closed campaign of two rolls, backed up after the first. */
async function closed() {
  const play = await createPlay()
  const { campaign, library, roll, side, hob } = play
  valueOf(await roll('toss', [['3']], side(hob)))
  valueOf(await campaign.backUp())
  valueOf(await roll('toss', [['4']], side(hob)))
  await library.closeCampaign()
  return play
}

describe('a campaign that can not be opened', () => {
  it('since it was cut off says so, stays as it is, and comes back by its backup or by what can be read', async () => {
    const { library, campaign, campaigns, path } = await closed()
    truncateSync(path, statSync(path).size - 4096 * 2)
    const torn = readFileSync(path)
    const opened = await library.open(campaign.file)
    expect(opened).toMatchObject({ ok: false, error: { code: 'damaged', message: expect.stringMatching(/shorter than it should be.*Nothing was changed.*backup.*salvage/) } })
    expect(readFileSync(path).equals(torn)).toBe(true)

    const { file } = valueOf(await library.salvage(campaign.file))
    expect(file).toBe('The Ninth Ferry salvaged.campaign')
    expect(readFileSync(path).equals(torn)).toBe(true)
    expect(valueOf(await library.open(file)).name).toBe('The Ninth Ferry (salvaged)')
    await library.closeCampaign()

    const [backup] = valueOf(library.backupsOf(campaign.file))
    expect(valueOf(await library.restore(backup?.id ?? '', campaign.file)).rolls).toHaveLength(1)
    expect(readdirSync(campaigns).filter((name) => /part|scratch|restored/.test(name))).toEqual([])
  })

  it('with a damaged page plays on where it was salvaged', async () => {
    const { library, campaign, path, hob, side } = await closed()
    const db = new Sqlite(path)
    const page = db.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'roll'").pluck().get() ?? 0
    db.close()
    const bytes = readFileSync(path)
    bytes.fill(0x55, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
    expect(await library.open(campaign.file)).toMatchObject({ error: { code: 'damaged' } })
    const { file, lost } = valueOf(await library.salvage(campaign.file))
    expect(lost).toContain('rolls: all')
    const view = valueOf(await library.open(file))
    expect(view.characters.map(({ name }) => name)).toEqual(['Hob', 'Lantern hound'])
    valueOf(await (library.current() as Campaign).makeRoll({ check: 'toss', sides: [side(hob)], typed: [null] }))
  })

  it("since it is another program's is not salvaged", async () => {
    const { library, campaign, path } = await closed()
    writeFileSync(path, 'Dear diary, '.repeat(100))
    expect(await library.open(campaign.file)).toMatchObject({ error: { code: 'foreign', message: expect.stringMatching(/not a Tollkeeper campaign.*Nothing was changed.*backup/) } })
    expect(await library.salvage(campaign.file)).toMatchObject({ ok: false, error: { code: 'damaged', message: expect.stringContaining('Nothing was changed') } })
    expect(valueOf(library.backupsOf(campaign.file))).toHaveLength(1)
  })

  it('since its file is gone still has its backups', async () => {
    const { library, campaign, path } = await closed()
    execFileSync('rm', [path])
    expect(await library.open(campaign.file)).toMatchObject({ error: { code: 'missing' } })
    expect(valueOf(library.backupsOf(campaign.file))).toHaveLength(1)
  })

  it('since it is newer names both versions, and is neither salvaged nor changed', async () => {
    const { library, campaign, path } = await closed()
    const db = new Sqlite(path)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${migrations.length + 1}`)
    db.close()
    const before = readFileSync(path)
    const naming = expect.stringMatching(new RegExp(`version ${migrations.length + 1}.*up to ${migrations.length}`))
    expect(await library.open(campaign.file)).toMatchObject({ error: { code: 'newer', message: naming } })
    expect(await library.salvage(campaign.file)).toMatchObject({ ok: false, error: { message: naming } })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it.each(['../x.campaign', 'none.campaign', 'x'])('is never salvaged from "%s"', async (file) => {
    const { library } = await closed()
    expect(await library.salvage(file)).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('a log that was half written', () => {
  it('gives every whole step back, and drops what was never acknowledged', async () => {
    const { campaign, path, roll, side, hob } = await createPlay()
    valueOf(await roll('toss', [['3']], side(hob)))
    const elsewhere = createWorld(tempFolder())
    mkdirSync(elsewhere.campaigns, { recursive: true })
    const copy = join(elsewhere.campaigns, campaign.file)
    copyFileSync(path, copy)
    copyFileSync(`${path}-wal`, `${copy}-wal`)
    appendFileSync(`${copy}-wal`, Buffer.alloc(3_000, 0x37))
    expect(valueOf(await elsewhere.library.open(campaign.file)).rolls).toHaveLength(1)
  })
})

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a disk without room', () => {
  it('refuses to open a campaign that it can not keep a log for, with the file as it was', async () => {
    const { campaign, path } = await closed()
    const folder = tempFolder()
    const campaigns = join(folder, 'campaigns')
    mkdirSync(campaigns)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', campaigns])
    onTestFinished(() => void execFileSync('umount', ['-l', campaigns]))
    const { library } = createWorld(folder)
    const there = join(campaigns, campaign.file)
    copyFileSync(path, there)
    const fill = Buffer.alloc(4096)
    try {
      for (;;) appendFileSync(join(campaigns, 'filler'), fill)
    } catch {
      // Full.
    }
    const before = readFileSync(there)
    expect(await library.open(campaign.file)).toMatchObject({ ok: false, error: { code: 'disk' } })
    expect(readFileSync(there).equals(before)).toBe(true)
    expect(existsSync(`${there}.lock`)).toBe(false)
    execFileSync('rm', [join(campaigns, 'filler')])
    expect(valueOf(await library.open(campaign.file)).rolls).toHaveLength(2)
  })
})
