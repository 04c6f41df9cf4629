import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFile, openFile } from '../../main/db/open.ts'
import { tempFolder } from '../support/files.ts'

const script = join(import.meta.dirname, '../support/busy-campaign.ts')

/** Lets a process work on the file, kills it at some moment and gives what it had acknowledged. */
const workAndDie = (path: string, afterMs: number): Promise<readonly number[]> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      text += part
    })
    // The last line may have been cut off by the kill; only whole ones were acknowledged.
    child.on('close', () => done(text.split('\n').slice(0, -1).map(Number)))
  })

it('loses nothing that was acknowledged, killed again and again at any moment', async () => {
  const path = join(tempFolder(), 'busy.campaign')
  expect(createFile(path, () => undefined).ok).toBe(true)
  const acknowledged: number[] = []
  for (let round = 0; round < 20; round += 1) {
    acknowledged.push(...(await workAndDie(path, Math.random() * 60)))
    const opened = await openFile(path)
    if (!opened.ok) throw new Error(opened.error.message)
    const { db, close } = opened.value
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    const there = new Set(db.prepare<[], number>('SELECT id FROM character').pluck().all())
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    expect(db.prepare('SELECT count(*) FROM counter').pluck().get()).toBe(there.size)
    // Each began at the number in its name.
    expect(db.prepare("SELECT count(*) FROM counter JOIN character ON character.id = counter.character WHERE value <> substr(name, 2) + (SELECT sum(amount) FROM counter_change WHERE character = counter.character)").pluck().get()).toBe(0)
    expect(db.prepare('SELECT count(*) FROM counter_change WHERE NOT EXISTS (SELECT 1 FROM deed WHERE deed.id = counter_change.deed AND undone = 0)').pluck().get()).toBe(0)
    expect(db.prepare('SELECT sum(gained) FROM counter_sum').pluck().get() ?? 0).toBe(2 * there.size)
    close()
  }
  expect(acknowledged.length).toBeGreaterThan(20)
}, 120_000)
