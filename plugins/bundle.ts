/** Bundles one game system in memory: for the build, for authors' tools and for the system that an author works on. */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { build } from 'esbuild'

export interface BuiltSystem {
  /** manifest.json as it stands in the source folder, unchecked. */
  readonly manifest: Uint8Array
  /** rules.js: one script that hands the system to the global `defineSystem`. */
  readonly source: string
  /** Where each line of rules.js comes from, as a source map. */
  readonly map: string
}

/**
 * Bundles the system in `folder`, whose index.ts exports it by default. The same sources give the
 * same bytes on every machine. Throws what stops the bundler, with file and line.
 */
export async function buildSystem(folder: string): Promise<BuiltSystem> {
  const absWorkingDir = resolve(folder)
  const manifest = await readFile(join(absWorkingDir, 'manifest.json'))
  const { outputFiles, metafile } = await build({
    absWorkingDir,
    stdin: { contents: `import system from './index.ts'\ndefineSystem(system)\n`, resolveDir: absWorkingDir },
    bundle: true,
    write: false,
    metafile: true,
    // Never written, but the source map is relative to it.
    outfile: join(absWorkingDir, 'rules.js'),
    sourcemap: 'external',
    sourcesContent: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2020',
    charset: 'utf8',
    legalComments: 'none',
    tsconfigRaw: {},
    logLevel: 'silent',
  })
  // Whatever came in would be in the package, and go wherever that goes.
  const outside = Object.keys(metafile.inputs).find((input) => (input.startsWith('..') || isAbsolute(input)) && input !== '../api/index.ts')
  if (outside !== undefined) throw new Error(`ERROR: ${outside} lies outside of the system’s folder, expected files of its own or ../api/index.ts alone.`)
  const textOf = (name: string) => outputFiles.find(({ path }) => path.endsWith(name))?.text ?? ''
  return { manifest, source: textOf('.js'), map: textOf('.map') }
}
