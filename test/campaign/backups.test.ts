import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { parseBackupName } from '../../main/db/backup-name.ts'
import { createCopier } from '../../main/db/copier.ts'
import { migrate, migrations } from '../../main/db/migrate.ts'
import { spawnCopier } from '../../main/db/spawn.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'

const dayMs = 86_400_000

/** The backups of the only campaign that has any, oldest first. */
function backupsIn(campaigns: string): readonly string[] {
  const folder = join(campaigns, 'backups')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((id) => readdirSync(join(folder, id)).map((name) => join(folder, id, name))).toSorted()
}
const reasonsIn = (campaigns: string) => backupsIn(campaigns).map((path) => parseBackupName(path)?.reason)

/** Waits for what the app doesn't wait for. */
async function until(holds: () => boolean): Promise<void> {
  for (let left = 400; left > 0 && !holds(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 25))
  expect(holds()).toBe(true)
}

describe('a backup', () => {
  it('is a whole campaign file that stands alone, of the moment it was asked for', async () => {
    const { campaign, campaigns, dump, side, hob, roll } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob)))
    const before = dump()
    const made = campaign.backUp()
    for (let step = 0; step < 200; step += 1) valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 1 }))
    valueOf(await made)
    const [path = '', ...rest] = backupsIn(campaigns)
    expect(rest).toEqual([])
    const db = new Sqlite(path, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete')
    expect(db.prepare('SELECT * FROM roll').all()).toEqual(before.roll)
    db.close()
  })

  it('lies in a folder of its campaign, which another of the same name has not', async () => {
    const { library, campaigns } = createWorld()
    valueOf(await library.create('Twins', 'coin'))
    valueOf(await (library.current() as Campaign).backUp())
    await library.closeCampaign()
    rmSync(join(campaigns, 'Twins.campaign'))
    valueOf(await library.create('Twins', 'coin'))
    valueOf(await (library.current() as Campaign).backUp())
    expect(readdirSync(join(campaigns, 'backups'))).toHaveLength(2)
    expect(backupsIn(campaigns)).toHaveLength(2)
  })

  it('of a copy that was made by hand drops none of the first one, and is made though that has one of today', async () => {
    const { library, backups, campaigns, path, clock } = await createPlay()
    await library.closeCampaign()
    const copy = join(campaigns, 'By hand.campaign')
    copyFileSync(path, copy)
    clock.at = 100 * dayMs
    valueOf(await backups.make(path, 'daily'))
    clock.at += 1_000
    await backups.makeDaily(copy)
    clock.at += 3 * dayMs
    valueOf(await backups.make(path, 'daily'))
    expect(backupsIn(campaigns).map((each) => parseBackupName(basename(each))?.campaignFile)).toEqual(['By hand.campaign', 'The Ninth Ferry.campaign', 'The Ninth Ferry.campaign'])
  })

  it('made twice within a second is two backups', async () => {
    const { campaign, campaigns, clock } = await createPlay()
    clock.at = 5_000
    await Promise.all([campaign.backUp(), campaign.backUp()])
    expect(backupsIn(campaigns)).toHaveLength(2)
  })

  it('pushes out what the rule no longer keeps, and what a killed app left', async () => {
    const { campaign, campaigns, clock } = await createPlay(undefined, { limitBytes: () => 1 })
    for (const days of [3, 5, 7]) {
      clock.at += days * dayMs
      valueOf(await campaign.backUp())
    }
    const [only = '', ...rest] = backupsIn(campaigns)
    expect(rest).toEqual([])
    const left = `${only}.part`
    writeFileSync(left, 'half')
    utimesSync(left, new Date(0), new Date(0))
    clock.at += dayMs
    valueOf(await campaign.backUp())
    expect(existsSync(left)).toBe(false)
    expect(backupsIn(campaigns)).toHaveLength(1)
    expect(backupsIn(campaigns)).not.toEqual([only])
  })
})

describe('backups by themselves', () => {
  it('are made on opening when the last is older than a day, and not of a campaign just made', async () => {
    const { library, campaigns, clock } = createWorld()
    const { file } = valueOf(await library.create('One', 'coin'))
    await library.closeCampaign()
    expect(backupsIn(campaigns)).toEqual([])
    clock.at = 10 * dayMs
    valueOf(await library.open(file))
    await until(() => backupsIn(campaigns).length === 1 && !backupsIn(campaigns)[0]?.endsWith('.part'))
    await library.closeCampaign()
    clock.at += dayMs - 10_000
    valueOf(await library.open(file))
    await library.closeCampaign()
    expect(reasonsIn(campaigns)).toEqual(['daily'])
    clock.at += 20_000
    valueOf(await library.open(file))
    await until(() => backupsIn(campaigns).filter((path) => !path.endsWith('.part')).length === 2)
  })

  it('that fail are told and stop nothing', async () => {
    const folder = tempFolder()
    const { library, events, clock } = createWorld(folder, undefined, { folder: () => join(folder, 'taken') })
    writeFileSync(join(folder, 'taken'), 'no folder')
    const { file } = valueOf(await library.create('One', 'coin'))
    await library.closeCampaign()
    clock.at = 10 * dayMs
    valueOf(await library.open(file))
    await until(() => events.some(({ name }) => name === 'backup.failed'))
    expect(events.find(({ name }) => name === 'backup.failed')?.payload).toMatch(/could not be backed up: .*taken.*untouched.*Settings/)
    valueOf((library.current() as Campaign).createCharacter({ kind: 'pc', name: 'Hob', stats: {} }))
  })

  it('are given up when the campaign is closed, with nothing half left', async () => {
    const { campaign, campaigns, library } = await createPlay()
    const made = campaign.backUp()
    await library.closeCampaign()
    expect((await made).ok).toBe(false)
    expect(backupsIn(campaigns)).toEqual([])
  })

  it('are made before many are deleted, who are deleted all the same where one fails', async () => {
    const { campaign, campaigns, folder, events } = await createPlay()
    const add = () => Array.from({ length: 10 }, (_, number) => valueOf(campaign.createCharacter({ kind: 'npc', name: `Wolf ${number}`, stats: {} })))
    valueOf(await campaign.deleteCharacters(add()))
    expect(reasonsIn(campaigns)).toEqual(['delete'])
    rmSync(join(campaigns, 'backups'), { recursive: true })
    writeFileSync(join(campaigns, 'backups'), 'no folder')
    valueOf(await campaign.deleteCharacters(add()))
    expect(campaign.view().characters).toHaveLength(2)
    expect(events.some(({ name }) => name === 'backup.failed')).toBe(true)
    expect(folder).toBeDefined()
  })
})

describe('a step that needs a backup', () => {
  const file = { fileName: 'a.csv', read: { format: 'csv' as const, entries: [{ key: 'Wren', name: 'Wren', kind: 'npc' as const, tags: [], notes: '', fields: {} }], encounters: [], left: [], repaired: [] } }
  const choice = { mapping: {}, role: 'self' as const, skip: [] }

  it('is an import: it is made first, or nothing is imported', async () => {
    const { campaign, campaigns, dump } = await createPlay()
    campaign.previewImport(file)
    writeFileSync(join(campaigns, 'backups'), 'no folder')
    const before = dump()
    expect(await campaign.applyImport(choice)).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringMatching(/^Nothing was imported.*Settings\.$/) } })
    expect(dump()).toEqual(before)
    rmSync(join(campaigns, 'backups'))
    expect(valueOf(await campaign.applyImport(choice)).created).toBe(1)
    expect(reasonsIn(campaigns)).toEqual(['import'])
  })

  it('is bringing an older file forward: it is made first, or the file stays as it was', async () => {
    const { library, campaigns } = createWorld()
    mkdirSync(campaigns, { recursive: true })
    const path = join(campaigns, 'old.campaign')
    const db = new Sqlite(path)
    migrate(db, migrations.slice(0, 1))
    db.exec(`INSERT INTO package (sha256, manifest, declarations, source) VALUES ('s', '{}', x'', x'');
      INSERT INTO campaign (id, uuid, name, package, settings, created_at) VALUES (1, 'abc-1', 'Old', 1, '{}', 1)`)
    db.close()
    const before = readFileSync(path)
    writeFileSync(join(campaigns, 'backups'), 'no folder')
    expect(await library.open('old.campaign')).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringMatching(/older Tollkeeper.*Settings/) } })
    expect(readFileSync(path).equals(before)).toBe(true)
    rmSync(join(campaigns, 'backups'))
    // Its system can't be loaded from such a copy; it was backed up and brought forward before that.
    await library.open('old.campaign').catch(() => undefined)
    const [copy = ''] = backupsIn(campaigns)
    expect(parseBackupName(copy)?.reason).toBe('migration')
    const kept = new Sqlite(copy, { readonly: true })
    expect(kept.pragma('user_version', { simple: true })).toBe(1)
    kept.close()
  })
})

describe('a copy', () => {
  it('of a file with a damaged page is not kept', async () => {
    const { path, library, campaign, roll, side, hob } = await createPlay()
    valueOf(await roll('toss', [null], side(hob)))
    await library.closeCampaign()
    const db = new Sqlite(path)
    const page = db.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'roll'").pluck().get() ?? 0
    db.close()
    const bytes = readFileSync(path)
    bytes.fill(0x55, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
    const to = join(tempFolder(), 'copy.campaign')
    await expect(createCopier(spawnCopier).copy(path, to)).rejects.toThrow('not sound')
    expect(readdirSync(join(to, '..'))).toEqual([])
    expect(campaign.file).toBeDefined()
  })

  it.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)('into a folder that can not be written says so', async () => {
    const { path } = await createPlay()
    const folder = tempFolder()
    chmodSync(folder, 0o500)
    await expect(createCopier(spawnCopier).copy(path, join(folder, 'copy.campaign'))).rejects.toMatchObject({ code: expect.stringMatching(/CANTOPEN|EACCES/) })
  })
})
