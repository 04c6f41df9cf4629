import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zip } from '../packages/zip.ts'
import { testManifest, testSystem } from './system.ts'

/** The files of a whole package: the test system's under another id, unless a test says otherwise. */
export const packageFiles = (manifest: Readonly<Record<string, unknown>> = {}, more: Readonly<Record<string, string | Buffer>> = {}): Readonly<Record<string, string | Buffer>> => ({
  'manifest.json': JSON.stringify({ ...testManifest, id: 'lantern', name: 'Lantern', ...manifest }),
  'rules.js': testSystem,
  ...more,
})

/** The files of a content pack for the test system, unless a test says otherwise. */
export const packFiles = (manifest: Readonly<Record<string, unknown>> = {}, content: Readonly<Record<string, unknown>> = packContent): Readonly<Record<string, string>> => ({
  'manifest.json': JSON.stringify({ ...testManifest, id: 'marsh-folk', name: 'Marsh Folk', system: { id: 'coin', minimum: '1.0.0', verified: '1.0.0' }, ...manifest }),
  ...Object.fromEntries(Object.entries(content).map(([part, rows]) => [`content/${part}.json`, JSON.stringify(rows)])),
})

/** Something of each part. */
export const packContent = {
  creatures: [{ name: 'Reed heron', kind: 'npc', build: { level: 2 } }, { name: 'Mud eel', kind: 'npc', stats: { vigourMax: 4 } }],
  characters: [{ name: 'Ferry Ann', kind: 'pc', stats: { vigourMax: 12 } }],
  tables: [{ name: 'Marsh weather', lines: ['d4', '1-3 Fog', '4 [[Marsh omen]]'] }, { name: 'Marsh omen', lines: ['A light', 'A bell'] }],
  conditions: [{ id: 'soaked', label: 'Soaked', help: 'Everything is one harder.', tone: 'bane' }],
} as const

/** The same files zipped. */
export const zipped = (files: Readonly<Record<string, string | Buffer>>): Buffer => zip(Object.entries(files).map(([name, data]) => ({ name, data })))

/** Writes files into a folder and gives its path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): string {
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), data)
  }
  return folder
}
