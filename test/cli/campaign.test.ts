import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createPlay, valueOf } from '../support/campaign.ts'
import { tempFolder } from '../support/files.ts'

const root = resolve(import.meta.dirname, '../..')

async function check(...args: string[]): Promise<{ code: number; lines: readonly string[]; errors: string }> {
  const run = promisify(execFile)(process.execPath, [join(root, 'main/cli/campaign.ts'), ...args], { cwd: root, env: { ...process.env, INIT_CWD: root } })
  const { stdout, stderr, code } = await run.then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code, lines: stdout.trim().split('\n'), errors: stderr }
}

async function played() {
  const play = await createPlay()
  const { roll, side, hob, hound, campaign } = play
  valueOf(await roll('toss', [null], side(hob, { price: 1, dice: 3 })))
  valueOf(await roll('duel', [['3'], null], side(hob), side(hound)))
  valueOf(await roll('toss', [['2']], side(hob)))
  valueOf(campaign.undo())
  valueOf(campaign.rollDice('2d6!+1d8', hob))
  return play
}

describe('checking a campaign file', () => {
  it('replays every roll, undone ones too, even while the campaign is open', async () => {
    const { path } = await played()
    expect(await check('check', path)).toMatchObject({ code: 0, lines: ['6 passed, 0 failed'] })
  })

  it('leaves a closed file as it was', async () => {
    const { path, library } = await played()
    await library.closeCampaign()
    const before = readFileSync(path)
    expect((await check('check', path)).code).toBe(0)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('names a roll that comes out otherwise, and one whose package is missing', async () => {
    const { path, library } = await played()
    await library.closeCampaign()
    const db = new Sqlite(path)
    const trigger = db.prepare<[], string>("SELECT sql FROM sqlite_master WHERE name = 'roll_is_fixed'").pluck().get() ?? ''
    db.exec('DROP TRIGGER roll_is_fixed')
    db.exec(`UPDATE roll SET outcome = json_set(outcome, '$.total', 99) WHERE id = 1; UPDATE roll SET package = 'gone' WHERE id = 2; ${trigger}`)
    db.close()
    expect(await check('check', path)).toMatchObject({
      code: 1,
      lines: ['Roll 1 (toss): the package gives another outcome', 'Roll 2 (duel): the file has no copy of its package', '4 passed, 2 failed'],
    })
  })

  it('names a changed schema', async () => {
    const { path, library } = await played()
    await library.closeCampaign()
    const db = new Sqlite(path)
    db.exec('DROP INDEX journal_by_state; CREATE TABLE stray (id INTEGER PRIMARY KEY)')
    db.close()
    expect(await check('check', path)).toMatchObject({ code: 1, lines: [expect.stringMatching(/^Schema: 1 .+ 1 /), '1 passed, 1 failed'] })
  })

  it('says what a file is that is no campaign', async () => {
    const path = join(tempFolder(), 'x.campaign')
    writeFileSync(path, 'x')
    expect(await check('check', path)).toMatchObject({ code: 1, lines: [expect.stringContaining('not a Tollkeeper campaign'), '0 passed, 1 failed'] })
    expect((await check('check', join(path, 'nowhere'))).code).toBe(1)
  })

  it.each([[[]], [['check']], [['mend', 'x']], [['check', 'x', 'y']], [['salvage', 'x']]])('prints its usage for %j', async (args) => {
    expect(await check(...args)).toMatchObject({ code: 2, errors: expect.stringContaining('Usage:') })
  })
})

describe('salvaging a campaign file', () => {
  it('writes what can be read into a new file that is sound, and tells by its exit code whether something is lost', async () => {
    const { path, library } = await played()
    await library.closeCampaign()
    const out = join(tempFolder(), 'saved.campaign')
    expect(await check('salvage', path, out)).toMatchObject({ code: 0, lines: [expect.stringMatching(/^\d+ rows saved, 0 losses$/)] })
    expect(await check('check', out)).toMatchObject({ code: 0, lines: ['6 passed, 0 failed'] })
    const before = readFileSync(out)
    expect(await check('salvage', path, out)).toMatchObject({ code: 3, lines: [expect.stringContaining('there already')] })
    expect(readFileSync(out).equals(before)).toBe(true)

    const db = new Sqlite(path)
    const page = db.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'character'").pluck().get() ?? 0
    db.close()
    const bytes = readFileSync(path)
    bytes.fill(0, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
    const torn = await check('salvage', path, join(out, '../torn.campaign'))
    expect(torn.code).toBe(1)
    expect(torn.lines).toContain('Lost: characters: all')
  })

  it('says where nothing can be saved', async () => {
    const path = join(tempFolder(), 'x.campaign')
    writeFileSync(path, 'x')
    expect(await check('salvage', path, join(path, '../y.campaign'))).toMatchObject({ code: 3, lines: [expect.stringContaining('not a Tollkeeper campaign')] })
    expect(await check('salvage', join(path, '../none.campaign'), join(path, '../y.campaign'))).toMatchObject({ code: 3 })
  })
})
