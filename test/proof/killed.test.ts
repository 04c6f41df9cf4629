/** Kills processes at random moments, a hundred in all. TOLLKEEPER_PROOF=long kills ten times as many. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openFile } from '../../main/db/open.ts'
import { failed } from '../../main/rules/reply.ts'
import { createPlay, valueOf } from '../support/campaign.ts'
import { backupsBeside } from '../support/backups.ts'
import { tempFolder } from '../support/files.ts'
import { transfersOf } from '../support/transfers.ts'
import { rowsOf, writeReleased } from '../support/released.ts'

const script = join(import.meta.dirname, '../support/dying.ts')
const isLong = process.env.TOLLKEEPER_PROOF === 'long'
const rounds = (few: number): number => (isLong ? 10 * few : few)
const limitMs = isLong ? 3_600_000 : 600_000

/** Lets a process work, kills it at some moment after it has begun, and gives what it had acknowledged. */
const workAndDie = (args: readonly string[], withinMs: number): Promise<readonly string[]> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * withinMs)
      text += part
    })
    // The last line may have been cut off by the kill; only whole ones were acknowledged.
    child.on('close', () => done(text.split('\n').slice(0, -1)))
  })

/** Every backup that has its name, each of which must be whole. */
function soundBackups(campaigns: string): readonly string[] {
  const folder = join(campaigns, 'backups')
  const paths = existsSync(folder) ? readdirSync(folder).flatMap((id) => readdirSync(join(folder, id)).filter((name) => name.endsWith('.campaign')).map((name) => join(folder, id, name))) : []
  for (const path of paths) {
    const db = new Sqlite(path, { readonly: true })
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    db.close()
  }
  return paths
}

function versionOf(path: string): unknown {
  const db = new Sqlite(path)
  const version = db.pragma('user_version', { simple: true })
  db.close()
  return version
}

async function withFile<T>(path: string, look: (db: Sqlite.Database) => T): Promise<T> {
  const opened = valueOf(await openFile(path, { backUp: async () => ({ ok: true, value: null }) }))
  try {
    expect(opened.db.pragma('quick_check', { simple: true })).toBe('ok')
    return look(opened.db)
  } finally {
    opened.close()
  }
}

async function closedCampaign(): Promise<{ readonly path: string; readonly campaigns: string }> {
  const { library, path, campaigns } = await createPlay()
  await library.closeCampaign()
  return { path, campaigns }
}

describe('killed at any moment', () => {
  it('while writing, an app loses nothing that it acknowledged', async () => {
    const { path } = await closedCampaign()
    const acknowledged: number[] = []
    for (let round = 0; round < rounds(30); round += 1) {
      acknowledged.push(...(await workAndDie(['write', path], 60)).map(Number))
      await withFile(path, (db) => {
        const there = new Set(db.prepare<[], number>('SELECT id FROM character').pluck().all())
        expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
        const counted = db.prepare<[], number>("SELECT character FROM counter WHERE counter = 'points'").pluck().all()
        expect(acknowledged.filter((id) => !counted.includes(id))).toEqual([])
      })
    }
    expect(acknowledged.length).toBeGreaterThan(30)
  }, limitMs)

  it('while a backup is made in play, it loses nothing, and what has a backup’s name is whole', async () => {
    const { path, campaigns } = await closedCampaign()
    const acknowledged: number[] = []
    let made = 0
    for (let round = 0; round < rounds(15); round += 1) {
      const lines = await workAndDie(['backup', path], 900)
      made += lines.filter((line) => line === 'backup').length
      acknowledged.push(...lines.filter((line) => /^\d+$/.test(line)).map(Number))
      await withFile(path, (db) => {
        const there = new Set(db.prepare<[], number>('SELECT id FROM character').pluck().all())
        expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
      })
      expect(soundBackups(campaigns).length).toBeGreaterThanOrEqual(made)
    }
  }, limitMs)

  it('while an older file is brought forward, it has every row, and so has its backup', async () => {
    const folder = tempFolder()
    const old = join(folder, 'old.campaign')
    writeReleased(old, 1)
    const db = new Sqlite(old)
    db.exec(`WITH RECURSIVE n (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
      INSERT INTO roll (id, uuid, at, package, check_id, participants, inputs, settings, dice, outcome, odds)
      SELECT n, 'u' || n, at, package, check_id, participants, inputs, settings, dice, outcome, odds FROM n, roll WHERE roll.id = 1`)
    db.close()
    const { roll } = rowsOf(old)
    for (let round = 0; round < rounds(15); round += 1) {
      const campaigns = join(folder, `round ${round}`)
      mkdirSync(campaigns)
      const path = join(campaigns, 'old.campaign')
      copyFileSync(old, path)
      await workAndDie(['migrate', path], 1_200)
      const versions = soundBackups(campaigns).map(versionOf)
      expect(versions.every((version) => version === 1)).toBe(true)
      if (versionOf(path) !== 1) expect(versions).toHaveLength(1)
      await withFile(path, (after) => expect(after.prepare('SELECT count(*) FROM roll').pluck().get()).toBe(roll?.length))
      rmSync(campaigns, { recursive: true })
    }
  }, limitMs)

  it('while a backup is restored, the campaign is wholly the one or the other', async () => {
    const { path, campaigns } = await closedCampaign()
    const backups = backupsBeside(campaigns)
    const ids: string[] = []
    for (const name of ['One', 'Two']) {
      await withFile(path, (db) => db.prepare('UPDATE campaign SET name = ?').run(name))
      valueOf(await backups.make(path, 'asked'))
      ids.push(valueOf(backups.list({ path }))[0]?.id ?? '')
    }
    expect(new Set(ids).size).toBe(2)
    for (let round = 0; round < rounds(20); round += 1) {
      await workAndDie(['restore', path, ...ids], 900)
      expect(['One', 'Two']).toContain(await withFile(path, (db) => db.prepare('SELECT name FROM campaign').pluck().get()))
      soundBackups(campaigns)
    }
  }, limitMs)

  it('while an exported campaign takes its place, the campaign is wholly the one or the other', async () => {
    const { path, campaigns } = await closedCampaign()
    const outs: string[] = []
    const transfers = transfersOf({ campaigns, backups: backupsBeside(campaigns), events: [], library: { current: () => undefined, closeCampaign: async () => undefined, open: async () => failed('missing', 'None is open.') } })
    for (const name of ['One', 'Two']) {
      await withFile(path, (db) => db.prepare('UPDATE campaign SET name = ?').run(name))
      outs.push(valueOf(await transfers.export(basename(path), join(tempFolder(), `${name}.tollkeeper`), undefined)))
    }
    for (let round = 0; round < rounds(20); round += 1) {
      await workAndDie(['take', path, ...outs], 900)
      expect(['One', 'Two']).toContain(await withFile(path, (db) => db.prepare('SELECT name FROM campaign').pluck().get()))
      soundBackups(campaigns)
    }
  }, limitMs)
})
