import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeTogether } from '../../main/campaign/write-files.ts'
import { tempFolder } from '../support/files.ts'

const files = [{ name: 'a.md', text: 'the text' }, { name: 'a counters.svg', text: '<svg/>' }]

it('writes a text where it was chosen and its pictures beside it, and replaces both with the text', () => {
  const folder = tempFolder()
  const path = join(folder, 'a.md')
  expect(writeTogether(path, files)).toEqual({ ok: true, value: path })
  expect(readFileSync(join(folder, 'a counters.svg'), 'utf8')).toBe('<svg/>')
  expect(writeTogether(path, [{ name: 'a.md', text: 'other' }, { name: 'a counters.svg', text: '<svg></svg>' }]).ok).toBe(true)
  expect([readFileSync(path, 'utf8'), readFileSync(join(folder, 'a counters.svg'), 'utf8')]).toEqual(['other', '<svg></svg>'])
})

it('replaces nothing that nobody was asked about', () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'a counters.svg'), 'mine')
  expect(writeTogether(join(folder, 'a.md'), files)).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('a counters.svg') } })
  expect(existsSync(join(folder, 'a.md'))).toBe(false)
  expect(readFileSync(join(folder, 'a counters.svg'), 'utf8')).toBe('mine')
})

it('never leaves the folder, and says where a disk refuses', () => {
  const folder = tempFolder()
  expect(writeTogether(join(folder, 'a.md'), [{ name: 'a.md', text: 'x' }, { name: '../out.svg', text: 'y' }]).ok).toBe(true)
  expect(existsSync(join(folder, 'out.svg'))).toBe(true)
  expect(writeTogether(join(folder, 'gone/a.md'), files)).toMatchObject({ error: { code: 'disk' } })
})
