import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { takeLock } from '../../main/db/lock.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'

/** A campaign that was backed up once, with Hob at no points, and went on: Hob has five. */
async function backedUp() {
  const play = await createPlay()
  const { campaign, library, hob, roll, side } = play
  valueOf(campaign.startSession('One'))
  valueOf(await roll('toss', [['6']], side(hob)))
  const points = play.counterOf(hob, 'points') ?? 0
  valueOf(await campaign.backUp())
  valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 5 }))
  const [backup] = valueOf(library.backupsOf(campaign.file))
  if (!backup) throw new Error('There is no backup')
  const pointsNow = () => (library.current() as Campaign).view().characters.find(({ id }) => id === hob)?.counters.points?.value
  return { ...play, backup, points, pointsNow }
}

describe('the backups of a campaign', () => {
  it('say when and why they were made and what is in each', async () => {
    const { backup, campaign } = await backedUp()
    expect(backup).toMatchObject({ file: campaign.file, reason: 'asked', bytes: expect.any(Number), holds: { name: 'The Ninth Ferry', sessions: 1, characters: 2, lastRollAt: expect.any(Number) } })
  })

  it('name a damaged one', async () => {
    const { backup, campaign, campaigns, library } = await backedUp()
    truncateSync(join(campaigns, 'backups', backup.id), 5_000)
    expect(valueOf(library.backupsOf(campaign.file))).toMatchObject([{ id: backup.id, problem: 'Damaged.' }])
    expect(valueOf(library.backupsOf(campaign.file))[0]?.holds).toBeUndefined()
  })

  it('leave nothing beside them when they are looked at', async () => {
    const { backup, campaign, campaigns, library } = await backedUp()
    const before = readFileSync(join(campaigns, 'backups', backup.id))
    valueOf(library.backupsOf(campaign.file))
    expect(readdirSync(join(campaigns, 'backups', backup.id, '..'))).toHaveLength(1)
    expect(readFileSync(join(campaigns, 'backups', backup.id)).equals(before)).toBe(true)
  })

  it('are none for a file outside the folder', async () => {
    const { library } = await backedUp()
    for (const of of ['../x.campaign', '..', '']) {
      const reply = library.backupsOf(of)
      expect(reply.ok ? reply.value : []).toEqual([])
    }
  })

  it('that can not be reached say so', async () => {
    const { library, campaign, campaigns } = await backedUp()
    await library.closeCampaign()
    rmSync(join(campaigns, 'backups'), { recursive: true })
    writeFileSync(join(campaigns, 'backups'), 'no folder')
    expect(library.backupsOf(campaign.file)).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining('Settings') } })
  })
})

describe('restoring', () => {
  it('brings the open campaign back to a backup, and keeps what it was as another', async () => {
    const { library, campaign, backup, points, pointsNow } = await backedUp()
    expect(pointsNow()).toBe(points + 5)
    expect(valueOf(await library.restore(backup.id, campaign.file)).file).toBe(campaign.file)
    expect(pointsNow()).toBe(points)
    const all = valueOf(library.backupsOf(campaign.file))
    expect(all.map(({ reason }) => reason).toSorted()).toEqual(['asked', 'restore'])
    const kept = all.find(({ reason }) => reason === 'restore')
    valueOf(await library.restore(kept?.id ?? '', campaign.file))
    expect(pointsNow()).toBe(points + 5)
  })

  it('mends a damaged file, which is kept as it was with its log', async () => {
    const { library, campaign, campaigns, path, backup, points, pointsNow } = await backedUp()
    await library.closeCampaign()
    writeFileSync(path, readFileSync(path).subarray(0, 6_000))
    expect((await library.open(campaign.file)).ok).toBe(false)
    writeFileSync(`${path}-wal`, 'a log of nothing')
    const torn = readFileSync(path)
    expect(valueOf(library.backupsOf(campaign.file))).toHaveLength(1)
    valueOf(await library.restore(backup.id, campaign.file))
    expect(pointsNow()).toBe(points)
    const home = join(campaigns, 'backups', backup.id, '..')
    const broken = readdirSync(home).find((name) => name.endsWith('-broken.campaign')) ?? ''
    expect(readFileSync(join(home, broken)).equals(torn)).toBe(true)
    expect(existsSync(join(home, `${broken}-wal`))).toBe(true)
  })

  it('brings back a campaign whose file is gone, under its name or the next one that is free', async () => {
    const { library, campaign, path, backup, points, pointsNow } = await backedUp()
    await library.closeCampaign()
    expect(valueOf(library.lostCampaigns())).toEqual([])
    rmSync(path)
    const [lost] = valueOf(library.lostCampaigns())
    expect(lost).toMatchObject({ name: 'The Ninth Ferry', at: backup.at })
    expect(valueOf(library.backupsOf(lost?.id ?? ''))).toMatchObject([{ id: backup.id }])
    expect(valueOf(await library.restore(backup.id)).file).toBe(campaign.file)
    expect(pointsNow()).toBe(points)
    expect(valueOf(library.lostCampaigns())).toEqual([])
    expect(valueOf(await library.restore(backup.id)).file).toBe('The Ninth Ferry 2.campaign')
  })

  it('from a damaged backup is refused, and the campaign is open as it was', async () => {
    const { library, campaign, campaigns, backup, points, pointsNow } = await backedUp()
    const file = join(campaigns, 'backups', backup.id)
    const bytes = readFileSync(file)
    bytes.fill(0x55, 4096 * 3)
    writeFileSync(file, bytes)
    expect(await library.restore(backup.id, campaign.file)).toMatchObject({ ok: false, error: { code: 'damaged', message: expect.stringMatching(/Nothing was changed.*another/) } })
    expect(pointsNow()).toBe(points + 5)
    expect(readdirSync(campaigns).filter((name) => /restored|part/.test(name))).toEqual([])
  })

  it('from a backup of a newer version is refused before anything is touched', async () => {
    const { library, campaign, campaigns, backup, path } = await backedUp()
    await library.closeCampaign()
    const newer = new Sqlite(join(campaigns, 'backups', backup.id))
    newer.pragma('user_version = 999')
    newer.close()
    const before = readFileSync(path)
    expect(await library.restore(backup.id, campaign.file)).toMatchObject({ ok: false, error: { code: 'newer', message: expect.stringContaining('999') } })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(valueOf(library.backupsOf(campaign.file))).toMatchObject([{ problem: expect.stringContaining('999') }])
  })

  it('a file that another app has open is refused', async () => {
    const { library, campaign, path, backup } = await backedUp()
    await library.closeCampaign()
    const taken = takeLock(path)
    const before = readFileSync(path)
    expect(await library.restore(backup.id, campaign.file)).toMatchObject({ ok: false, error: { code: 'locked' } })
    expect(readFileSync(path).equals(before)).toBe(true)
    if ('lock' in taken) taken.lock.release()
  })

  it('what can not be kept first is refused', async () => {
    const { library, campaign, path, folder, backup } = await backedUp()
    await library.closeCampaign()
    const other = createWorld(folder, undefined, { copier: { copy: () => Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })), salvage: () => Promise.reject(new Error('no')), cancel: async () => undefined } })
    const before = readFileSync(path)
    expect(await other.library.restore(backup.id, campaign.file)).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining('full') } })
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it.each(['', 'a', 'a/b', '../x/y', 'backups/../x', '../../etc/passwd'])('"%s" is no backup', async (backup) => {
    const { library, campaign } = await backedUp()
    expect(await library.restore(backup, campaign.file)).toMatchObject({ ok: false, error: { code: 'missing' } })
  })
})
