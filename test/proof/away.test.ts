/** A campaign's file that may not be written or read, and one whose disk or folder goes while it is played. */
import { execFile, execFileSync } from 'node:child_process'
import { chownSync, copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openForReading } from '../../main/db/open.ts'
import { renameCampaign } from '../../main/campaign/shelf.ts'
import { createPlay, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'

const add = (campaign: Awaited<ReturnType<typeof createPlay>>['campaign'], name: string) => campaign.createCharacter({ kind: 'pc', name, stats: {} })
const namesIn = (campaign: Awaited<ReturnType<typeof createPlay>>['campaign'] | undefined) => campaign?.view().characters.map(({ name }) => name).toSorted()

describe.runIf(process.platform !== 'win32')('a file or a folder that may not be used', () => {
  const script = join(import.meta.dirname, '../support/ordinary.ts')
  const refused = { ok: false, error: { code: 'disk', message: expect.stringMatching(/can't be read or written\. Nothing was changed\. .* copy the file/) } }

  async function asAnybody(what: 'folder' | 'file', mode: string) {
    const { library, path, campaigns, folder } = await createPlay()
    await library.closeCampaign()
    if (process.getuid?.() === 0) for (const each of [folder, campaigns, path]) chownSync(each, 65_534, 65_534)
    const { stdout } = await promisify(execFile)(process.execPath, [script, path, what, mode])
    return JSON.parse(stdout) as { readonly card: unknown; readonly open: unknown; readonly create: unknown; readonly rename: unknown; readonly again: boolean; readonly left: readonly string[] }
  }

  it.each(['500', '555'])('is still shown with its name where its folder has mode %s, refused with a way out, and left as it was', async (mode) => {
    const { card, open, create, rename, again, left } = await asAnybody('folder', mode)
    expect(card).toMatchObject({ name: 'The Ninth Ferry', readOnly: true })
    expect(card).not.toHaveProperty('problem')
    expect([open, create, rename]).toEqual([refused, refused, refused])
    expect(again).toBe(true)
    expect(left).toEqual(['The Ninth Ferry.campaign'])
  })

  it('is refused and not called gone where its folder may not even be read', async () => {
    const { open, create, rename, again } = await asAnybody('folder', '000')
    expect([open, create, rename]).toEqual([refused, refused, refused])
    expect(again).toBe(true)
  })

  it('of mode 400 is shown and left without a log that would be in the way later', async () => {
    const { card, open, rename, again, left } = await asAnybody('file', '400')
    expect(card).toMatchObject({ name: 'The Ninth Ferry', readOnly: true })
    expect([open, rename]).toEqual([refused, refused])
    expect(again).toBe(true)
    expect(left).toEqual(['The Ninth Ferry.campaign', 'other.campaign'])
  })

  it('of mode 000 says so on its card', async () => {
    const { card, open, again } = await asAnybody('file', '000')
    expect(card).toMatchObject({ problem: refused.error.message })
    expect(open).toEqual(refused)
    expect(again).toBe(true)
  })
})

describe.runIf(process.platform !== 'win32')('a folder that goes while its campaign is played', () => {
  const gone = { ok: false, error: { code: 'disk', message: expect.stringMatching(/is not where it was opened.*Nothing was changed.*put it back/) } }

  it('takes no step that would be lost, and play goes on when it is back', async () => {
    const { campaign, campaigns, library } = await createPlay()
    renameSync(campaigns, `${campaigns} away`)
    expect(add(campaign, 'Nobody')).toMatchObject(gone)
    expect(campaign.undo()).toMatchObject(gone)
    expect(namesIn(campaign)).toEqual(['Hob', 'Lantern hound'])
    expect(library.list()).toMatchObject({ ok: false, error: { message: expect.stringMatching(/isn't there\. Your campaigns are untouched\. Connect its disk/) } })
    expect(library.lostCampaigns()).toMatchObject({ ok: false, error: { code: 'disk' } })
    renameSync(`${campaigns} away`, campaigns)
    expect(add(campaign, 'Jenny')).toMatchObject({ ok: true })
    const { file } = campaign
    await library.closeCampaign()
    expect(valueOf(await library.open(file)).characters.map(({ name }) => name).toSorted()).toEqual(['Hob', 'Jenny', 'Lantern hound'])
  })

  it('can be closed without, and opened again when it is back, whatever was left in it', async () => {
    const { campaign, campaigns, library } = await createPlay()
    renameSync(campaigns, `${campaigns} away`)
    await library.closeCampaign()
    expect(await library.open(campaign.file)).toMatchObject({ ok: false, error: { code: 'missing' } })
    renameSync(`${campaigns} away`, campaigns)
    expect(readdirSync(campaigns)).toContain(`${campaign.file}.lock`)
    expect(namesIn((valueOf(await library.open(campaign.file)), library.current()))).toEqual(['Hob', 'Lantern hound'])
  })

  it('says so where it was deleted, and nothing makes an empty one in its place', async () => {
    const { campaign, campaigns, library } = await createPlay()
    rmSync(campaigns, { recursive: true })
    expect(add(campaign, 'Nobody')).toMatchObject(gone)
    await library.closeCampaign()
    expect(await library.create('Another', 'coin')).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining("isn't there") } })
    expect(library.list()).toMatchObject({ ok: false })
  })

  it('takes no step either where the file was replaced by another', async () => {
    const { campaign, path } = await createPlay()
    const other = join(tempFolder(), 'other.campaign')
    copyFileSync(path, other)
    copyFileSync(other, `${path}.synced`)
    renameSync(`${path}.synced`, path)
    expect(add(campaign, 'Nobody')).toMatchObject(gone)
  })
})

/** Whether this process may mount a small disk, which takes root. */
const canMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'tollkeeper-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.runIf(process.platform === 'linux' && canMount())('a disk of its own (where one may be mounted)', () => {
  const mounted = (size: string) => {
    const folder = tempFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', ['-l', folder]))
    return { folder, remount: (options: string) => execFileSync('mount', ['-o', `remount,${options}`, folder]) }
  }

  it('that vanishes takes no step, and the campaign can be closed', async () => {
    const { folder } = mounted('10m')
    const { campaign, library } = await createPlay(folder)
    execFileSync('umount', ['-l', folder])
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
    expect(add(campaign, 'Nobody')).toMatchObject({ ok: false, error: { code: 'disk' } })
    await library.closeCampaign()
    expect(library.list()).toMatchObject({ ok: false })
  })

  it('that is read-only shows its campaigns, reads them and opens none', async () => {
    const { folder, remount } = mounted('10m')
    const { library, path, campaign } = await createPlay(folder)
    await library.closeCampaign()
    remount('ro')
    expect(library.list()).toMatchObject({ ok: true, value: [{ name: 'The Ninth Ferry', readOnly: true }] })
    expect(await library.open(campaign.file)).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining('read-only') } })
    valueOf(openForReading(path)).close()
    remount('rw')
    expect(await library.open(campaign.file)).toMatchObject({ ok: true })
  })

  it('that is full keeps a new name, or says that it did not', async () => {
    const { folder, remount } = mounted('1500k')
    const { library, path, campaign } = await createPlay(folder)
    for (let step = 0; campaign.createCharacter({ kind: 'pc', name: `c${step}`, stats: {}, notes: 'x'.repeat(20_000) }).ok; step += 1) expect(step).toBeLessThan(500)
    await library.closeCampaign()
    const renamed = await renameCampaign(path, 'Other', {})
    remount('size=10m')
    const opened = valueOf(await library.open(campaign.file))
    expect(opened.name).toBe(renamed.ok ? 'Other' : 'The Ninth Ferry')
  })
})
