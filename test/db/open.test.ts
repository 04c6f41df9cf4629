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

function open(path: string) {
  const opened = openFile(path)
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
function refusedUntouched(path: string): { code: string; message: string } {
  const before = readFileSync(path)
  const opened = openFile(path)
  if (opened.ok) {
    opened.value.close()
    throw new Error('It opened')
  }
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(existsSync(`${path}.lock`)).toBe(false)
  return opened.error
}

describe('opening a campaign file', () => {
  it('sets every pragma on every open', () => {
    const path = newFile()
    for (let round = 0; round < 2; round += 1) {
      const { db, close } = open(path)
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

  it('leaves one file that stands alone when it is closed', () => {
    const path = newFile()
    const { db, close } = open(path)
    db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'kept', '[]')")
    close()
    expect(readdirSync(join(path, '..'))).toEqual(['one.campaign'])
    const copy = join(tempFolder(), 'copy.campaign')
    copyFileSync(path, copy)
    expect(open(copy).db.prepare('SELECT label FROM journal').pluck().all()).toEqual(['kept'])
  })

  it('refuses a second opening while the first lives, and names it', () => {
    const path = newFile()
    const first = open(path)
    expect(openFile(path)).toMatchObject({ ok: false, error: { code: 'locked', message: expect.stringContaining(`process ${process.pid}`) } })
    first.close()
    open(path)
  })

  it('takes over the lock of a process that is gone', () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, JSON.stringify({ host: hostname(), pid: 2 ** 22 + 1 }))
    open(path)
  })

  it('respects a lock of another machine while its heartbeat is young, and not after a minute', () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, JSON.stringify({ host: 'elsewhere', pid: 1 }))
    expect(openFile(path)).toMatchObject({ ok: false, error: { code: 'locked' } })
    const old = new Date(Date.now() - 61_000)
    utimesSync(`${path}.lock`, old, old)
    open(path)
  })

  it('takes over a lock that was cut off while it was written', () => {
    const path = newFile()
    writeFileSync(`${path}.lock`, '{"ho')
    open(path)
  })

  it('reads while another has it open', () => {
    const path = newFile()
    const { db } = open(path)
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
  it('that somebody took over meanwhile is not removed by its first holder', () => {
    const path = newFile()
    const first = open(path)
    writeFileSync(`${path}.lock`, JSON.stringify({ host: 'elsewhere', pid: 1, key: 'theirs' }))
    first.close()
    expect(readFileSync(`${path}.lock`, 'utf8')).toContain('theirs')
  })
})

describe('refusing a file', () => {
  it('names both versions of a newer one', () => {
    const path = newFile()
    const db = new Sqlite(path)
    db.pragma('journal_mode = DELETE')
    db.pragma(`user_version = ${migrations.length + 3}`)
    db.close()
    const { code, message } = refusedUntouched(path)
    expect(code).toBe('newer')
    expect(message).toContain(`version ${migrations.length + 3}`)
    expect(message).toContain(`up to ${migrations.length}`)
  })

  it('that is not there', () => expect(openFile(join(tempFolder(), 'none.campaign'))).toMatchObject({ ok: false, error: { code: 'missing' } }))

  it('that is no database', () => {
    const path = join(tempFolder(), 'text.campaign')
    writeFileSync(path, 'Dear diary, '.repeat(100))
    expect(refusedUntouched(path)).toMatchObject({ code: 'damaged' })
  })

  it('that is empty', () => {
    const path = join(tempFolder(), 'empty.campaign')
    writeFileSync(path, '')
    expect(refusedUntouched(path)).toMatchObject({ code: 'damaged' })
  })

  it("that is somebody else's database", () => {
    const path = join(tempFolder(), 'foreign.campaign')
    const db = new Sqlite(path)
    db.exec('CREATE TABLE song (title TEXT)')
    db.close()
    expect(refusedUntouched(path)).toMatchObject({ code: 'damaged' })
  })

  it('that was cut off', () => {
    const path = newFile()
    truncateSync(path, statSync(path).size - 5000)
    const { code, message } = refusedUntouched(path)
    expect(code).toBe('damaged')
    expect(message).toContain('backup')
  })

  it('whose folder is really a file', () => {
    const path = newFile()
    expect(openFile(join(path, 'inner.campaign'))).toMatchObject({ ok: false })
  })
})

describe('the copy before a migration', () => {
  const oldFile = () => {
    const path = join(tempFolder(), 'old.campaign')
    const db = new Sqlite(path)
    migrate(db, () => undefined, migrations.slice(0, 1))
    db.close()
    return path
  }
  const versionOf = (path: string): unknown => {
    const db = new Sqlite(path, { readonly: true })
    const version = db.pragma('user_version', { simple: true })
    db.close()
    return version
  }

  it('goes into the usual folder beside the file, or into the one chosen', () => {
    const usual = oldFile()
    open(usual)
    const [copy = ''] = readdirSync(join(usual, '../backups'))
    expect(copy).toMatch(/^old .* v1\.campaign$/)
    expect(versionOf(join(usual, '../backups', copy))).toBe(1)

    const path = oldFile()
    const chosen = join(tempFolder(), 'far/away')
    const opened = openFile(path, { backups: () => chosen })
    if (opened.ok) opened.value.close()
    expect(readdirSync(chosen)).toEqual([expect.stringMatching(/^old .* v1\.campaign$/)])
    expect(existsSync(join(path, '../backups'))).toBe(false)
    expect(versionOf(path)).toBe(migrations.length)
  })

  it('that can not be kept leaves the file as it was, and says where it should have gone', () => {
    const path = oldFile()
    const taken = join(tempFolder(), 'taken')
    writeFileSync(taken, 'no folder')
    const before = readFileSync(path)
    const opened = openFile(path, { backups: () => taken })
    expect(opened).toMatchObject({ ok: false, error: { code: 'disk', message: expect.stringContaining(`"${taken}"`) } })
    expect(opened.ok ? '' : opened.error.message).toMatch(/Nothing was changed.*Settings/)
    expect(versionOf(path)).toBe(1)
    expect(readFileSync(path).subarray(100).equals(before.subarray(100))).toBe(true)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })
})

describe('migrating', () => {
  const next = 'CREATE TABLE next (id INTEGER PRIMARY KEY) STRICT'
  const migrated = () => {
    const db = new Sqlite(':memory:')
    migrate(db, () => undefined)
    db.exec("INSERT INTO journal (at, label, changes) VALUES (1, 'old', '[]')")
    return db
  }

  it('backs up a file that holds something, and only then; undo ends there', () => {
    const db = migrated()
    const backups: number[] = []
    migrate(db, (version) => backups.push(version))
    expect(backups).toEqual([])
    migrate(db, (version) => backups.push(version), [...migrations, next])
    expect(backups).toEqual([migrations.length])
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length + 1)
    expect(db.prepare('SELECT label FROM journal').all()).toEqual([])
  })

  it('changes nothing when a step fails', () => {
    const db = migrated()
    expect(() => migrate(db, () => undefined, [...migrations, next, 'CREATE NONSENSE'])).toThrow()
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'next'").all()).toEqual([])
    expect(db.prepare('SELECT label FROM journal').pluck().all()).toEqual(['old'])
  })
})
