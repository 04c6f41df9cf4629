import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPreferenceFile } from '../../main/preferences/file.ts'
import { forgetGone } from '../../main/preferences/layouts.ts'
import type { Preferences } from '../../preload/contract.ts'
import { tempFolder } from '../support/files.ts'

function open(path = join(tempFolder(), 'data/preferences.json')) {
  const announced: Preferences[] = []
  return { path, announced, file: createPreferenceFile(path, (all) => void announced.push(all)) }
}

describe('preferences', () => {
  it('start at their defaults and are kept over a restart, announced and leaving no half file', () => {
    const { path, file, announced } = open()
    expect(file.get()).toEqual({ theme: 'system', textSize: 100, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64 })
    expect(file.set({ theme: 'contrast', textSize: 150 })).toEqual({ ok: true, value: null })
    expect(announced).toEqual([file.get()])
    expect(open(path).file.get()).toMatchObject({ theme: 'contrast', textSize: 150, reducedMotion: false })
    expect(readdirSync(join(path, '..'))).toEqual(['preferences.json'])
  })

  it('keep the folder for copies', () => {
    const { path, file } = open()
    file.set({ backups: '/media/stick' })
    expect(open(path).file.get().backups).toBe('/media/stick')
  })

  it('keep a key that was taken from its command', () => {
    const { path, file } = open()
    file.set({ keys: { roll: '', undo: 'X' } })
    expect(open(path).file.get().keys).toEqual({ roll: '', undo: 'X' })
  })

  it.each(['', 'null', '[]', '{"theme":', 'x'.repeat(1000)])('fall back to their defaults where the file says %j', (text) => {
    const { path } = open()
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
    expect(open(path).file.get().theme).toBe('system')
  })

  it('keep every entry that can be read beside one that can not', () => {
    const { path } = open()
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, JSON.stringify({ theme: 'sepia', textSize: 120, keys: { roll: 7 }, stray: 1 }))
    expect(open(path).file.get()).toEqual({ theme: 'system', textSize: 120, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64 })
  })

  it('are refused in words where they can not be written, and stay as they were', () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'data'), 'in the way')
    const { file, announced } = open(join(folder, 'data/preferences.json'))
    expect(file.set({ theme: 'dark' })).toMatchObject({ ok: false, error: { code: 'disk' } })
    expect([file.get().theme, announced]).toEqual(['system', []])
    expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('in the way')
  })
})

describe('arrangements of panels', () => {
  it('leave with their campaigns, and stay while their folder can not be read', () => {
    const { file, announced } = open()
    const folder = join(tempFolder(), 'campaigns')
    file.set({ layouts: { 'one.campaign': 'a', 'two.campaign': 'b' } })
    announced.length = 0
    forgetGone(file, folder)
    expect(Object.keys(file.get().layouts)).toEqual(['one.campaign', 'two.campaign'])
    mkdirSync(folder)
    writeFileSync(join(folder, 'two.campaign'), '')
    forgetGone(file, folder)
    expect(file.get().layouts).toEqual({ 'two.campaign': 'b' })
    expect(announced).toHaveLength(1)
    forgetGone(file, folder)
    expect(announced).toHaveLength(1)
  })
})
