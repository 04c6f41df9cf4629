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
