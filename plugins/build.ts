/**
 * Bundles game systems to package form. `node plugins/build.ts` writes every system beside this file
 * to out/plugins/<id>/ and the starter, which only `npm run dev` shows, to out/dev-plugins/; with a
 * FOLDER, the systems alone to FOLDER/<id>/.
 */
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { buildSystem } from './bundle.ts'

/** What a package carries besides its rules, where the source folder has it. */
const extras = ['manifest.json', 'README.md', 'LICENSE', 'icon.png', 'golden.json', 'content']

/** There to be copied by authors, not to be played. */
const starter = 'starter'

/** Builds every folder of `from` that has a manifest into a folder of the same name in `to`: the systems, or the starter alone. */
export async function buildAll(from: string, to: string, what: 'systems' | 'starter' = 'systems'): Promise<readonly string[]> {
  const built: string[] = []
  for (const id of (await readdir(from)).sort()) {
    if ((id === starter) !== (what === 'starter')) continue
    const files = await readdir(join(from, id)).catch((): string[] => [])
    if (!files.includes('manifest.json')) continue
    const { source } = await buildSystem(join(from, id))
    const target = join(to, id)
    await rm(target, { recursive: true, force: true })
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'rules.js'), source)
    for (const name of extras.filter((extra) => files.includes(extra)))
      await cp(join(from, id, name), join(target, name), { recursive: true })
    built.push(id)
  }
  return built
}

if (import.meta.main) {
  const here = import.meta.dirname
  const folder = process.argv[2]
  const built = [...(await buildAll(here, resolve(folder ?? join(here, '../out/plugins'))))]
  if (folder === undefined) built.push(...(await buildAll(here, resolve(here, '../out/dev-plugins'), 'starter')))
  console.log(`built ${built.join(', ')}`)
}
