import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { applicationId, migrate, migrations } from '../../main/db/migrate.ts'
import { createFile, openFile, openForReading } from '../../main/db/open.ts'
import { tempFolder } from '../support/files.ts'

function newFile(): string {
  const path = join(tempFolder(), 'one.campaign')
  expect(createFile(path, () => undefined)).toEqual({ ok: true, value: null })
  return path
}

async function open(path: string) {
  const opened = await openFile(path)
  if (!opened.ok) throw new Error(opened.error.message)
  let isOpen = true
  const close = (): void => {
    if (isOpen) opened.value.close()
    isOpen = false
  }
  onTestFinished(close)
  return { db: opened.value.db, close }
}

/** What is refused must be left exactly as it was. */
async function refusedUntouched(path: string): Promise<{ code: string; message: string }> {
  const before = readFileSync(path)
  const opened = await openFile(path)
  if (opened.ok) {
    opened.value.close()
    throw new Error('It opened')
  }
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.lock`)).toBe(false)
  return opened.error
}

describe('opening a campaign file', () => {
  it('sets every pragma on every open', async () => {
    const path = newFile()
    for (let round = 0; round < 2; round += 1) {
      const { db, close } = await open(path)
      const read = (name: string) => db.pragma(name, { simple: true })
      expect({
        journal: read('journal_mode'),
        synchronous: read('synchronous'),
        keys: read('foreign_keys'),
        recursive: read('recursive_triggers'),
        trusted: read('trusted_schema'),
        application: read('application_id'),
        version: read('user_version'),
      }).toEqual({ journal: 'wal', synchronous: 2, keys: 1, recursive: 1, trusted: 0, application: applicationId, version: migrations.length })
      close()
    }
  })

  it('leaves one file that stands alone when it is closed', async () => {
    const path = newFile()
    const { db, close } = await open(path)
    db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'kept', '[]')")
    close()
    expect(readdirSync(join(path, '..'))).toEqual(['one.campaign'])
    const copy = join(tempFolder(), 'copy.campaign')
    copyFileSync(path, copy)
    expect((await open(copy)).db.prepare('SELECT label FROM journal').pluck().all()).toEqual(['kept'])
  })

  it('brings its log into the file in a pause, so that no action has to', async () => {
    const path = newFile()
    const { db } = await open(path)
    const aside = join(tempFolder(), 'aside.campaign')
    const saved = () => {
      copyFileSync(path, aside)
      const alone = new Sqlite(aside)
      try {
        return alone.prepare('SELECT count(*) FROM session').pluck().get()
      } finally {
        alone.close()
      }
    }
    db.prepare("INSERT INTO session (uuid, name, started_at) VALUES ('00000000-0000-4000-8000-000000000000', 'One', 1)").run()
    expect(saved()).toBe(0)
    await expect.poll(saved, { timeout: 10_000 }).toBe(1)
  })

  it('refuses a second opening while the first lives, and names it', async () => {
    const path = newFile()
    const first = await open(path)
    expect(await openFile(path)).toMatchObject({ ok: false, error: { code: 'locked', message: expect.stringContaining(`process ${process.pid}`) } })
    first.close()
    await open(path)
  })

  it('takes over the lock of a process that is gone', async () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1 }))
    await open(path)
  })

  it('respects a lock of another machine while its heartbeat is young, and not after a minute', async () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, JSON.stringify({ host: 'elsewhere', pid: 1 }))
    expect(await openFile(path)).toMatchObject({ ok: false, error: { code: 'locked' } })
    const old = new Date(Date.now() - 61_000)
    utimesSync(`${path}.lock`, old, old)
    await open(path)
  })

  it('takes over a lock that was cut off while it was written', async () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, '{"ho')
    await open(path)
  })

  it('reads while another has it open', async () => {
    const path = newFile()
    const { db } = await open(path)
    db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'seen', '[]')")
    const reading = openForReading(path)
    if (!reading.ok) throw new Error(reading.error.message)
    expect(reading.value.db.prepare('SELECT label FROM journal').pluck().get()).toBe('seen')
    reading.value.close()
  })

  it('leaves no half file when filling a new one fails', () => {
    const folder = tempFolder()
    const path = join(folder, 'half.campaign')
    const fail = (): never => {
      throw new Error('power cut')
    }
    expect(() => createFile(path, fail)).toThrow('power cut')
    expect(existsSync(path)).toBe(false)
    expect(createFile(path, () => undefined).ok).toBe(true)
    expect(readdirSync(folder)).toEqual(['half.campaign'])
  })
})

describe('reading a file that nobody has open', () => {
  it('leaves nothing beside it, changes nothing, and forbids writing', () => {
    const path = newFile()
    const before = readFileSync(path)
    const { mtimeMs } = statSync(path)
    const reading = openForReading(path)
    if (!reading.ok) throw new Error(reading.error.message)
    expect(() => reading.value.db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'no', '[]')")).toThrow('readonly')
    reading.value.close()
    expect(readdirSync(join(path, '..'))).toEqual(['one.campaign'])
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(statSync(path).mtimeMs).toBe(mtimeMs)
  })
})

describe('a lock', () => {
  it('that somebody took over meanwhile is not removed by its first holder', async () => {
    const path = newFile()
    const first = await open(path)
    writeFileSync(`${path}.lock`, JSON.stringify({ host: 'elsewhere', pid: 1, key: 'theirs' }))
    first.close()
    expect(readFileSync(`${path}.lock`, 'utf8')).toContain('theirs')
  })
})

describe('refusing a file', () => {
  it('names both versions of a newer one', async () => {
    const path = newFile()
    const db = new Sqlite(path)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${migrations.length + 3}`)
    db.close()
    const { code, message } = await refusedUntouched(path)
    expect(code).toBe('newer')
    expect(message).toContain(`version ${migrations.length + 3}`)
    expect(message).toContain(`up to ${migrations.length}`)
  })

  it('that is not there', async () => expect(await openFile(join(tempFolder(), 'none.campaign'))).toMatchObject({ ok: false, error: { code: 'missing' } }))

  it('that is no database', async () => {
    const path = join(tempFolder(), 'text.campaign')
    writeFileSync(path, 'Dear diary, '.repeat(100))
    expect(await refusedUntouched(path)).toMatchObject({ code: 'foreign' })
  })

  it('that is empty', async () => {
    const path = join(tempFolder(), 'empty.campaign')
    writeFileSync(path, '')
    expect(await refusedUntouched(path)).toMatchObject({ code: 'foreign' })
  })

  it("that is somebody else's database", async () => {
    const path = join(tempFolder(), 'foreign.campaign')
    const db = new Sqlite(path)
    db.exec('CREATE TABLE song (title TEXT)')
    db.close()
    expect(await refusedUntouched(path)).toMatchObject({ code: 'foreign' })
  })

  it('that was cut off', async () => {
    const path = newFile()
    truncateSync(path, statSync(path).size - 5000)
    const { code, message } = await refusedUntouched(path)
    expect(code).toBe('damaged')
    expect(message).toContain('backup')
  })

  it('whose folder is really a file', async () => {
    const path = newFile()
    expect(await openFile(join(path, 'inner.campaign'))).toMatchObject({ ok: false })
  })
})

describe('an older file', () => {
  const oldFile = () => {
    const path = join(tempFolder(), 'old.campaign')
    const db = new Sqlite(path)
    migrate(db, migrations.slice(0, 1))
    db.close()
    return path
  }
  const versionOf = (path: string): unknown => {
    const db = new Sqlite(path, { readonly: true })
    const version = db.pragma('user_version', { simple: true })
    db.close()
    return version
  }

  it('is brought forward once it was backed up', async () => {
    const path = oldFile()
    let version: unknown
    const opened = await openFile(path, {
      async backUp() {
        version = versionOf(path)
        return { ok: true, value: null }
      },
    })
    if (opened.ok) opened.value.close()
    expect(version).toBe(1)
    expect(versionOf(path)).toBe(migrations.length)
  })

  it('that can not be backed up stays as it was, with the reason', async () => {
    const path = oldFile()
    const before = readFileSync(path)
    const opened = await openFile(path, { backUp: async () => ({ ok: false, error: { code: 'disk', message: 'The stick is gone.' } }) })
    expect(opened).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringMatching(/older Tollkeeper.*The stick is gone\./) } })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(join(path, '..'))).toEqual(['old.campaign'])
  })

  it('is never brought forward where nobody backs it up', async () => {
    const path = oldFile()
    await expect(openFile(path)).rejects.toThrow('only after a backup')
    expect(versionOf(path)).toBe(1)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })
})

describe('migrating', () => {
  const next = 'CREATE TABLE next (id INTEGER PRIMARY KEY) STRICT'
  const migrated = () => {
    const db = new Sqlite(':memory:')
    migrate(db)
    db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'old', '[]')")
    return db
  }

  it('ends what could be undone', () => {
    const db = migrated()
    migrate(db, [...migrations, next])
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length + 1)
    expect(db.prepare('SELECT label, changes FROM journal').all()).toEqual([{ label: 'updating the file for this Tollkeeper', changes: 'null' }])
  })

  it('changes nothing when a step fails', () => {
    const db = migrated()
    expect(() => migrate(db, [...migrations, next, 'CREATE NONSENSE'])).toThrow()
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'next'").all()).toEqual([])
    expect(db.prepare('SELECT label FROM journal').pluck().all()).toEqual(['old'])
  })
})
