import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPackage } from '../../main/packages/load.ts'
import { buildAll } from '../../plugins/build.ts'
import { buildSystem } from '../../plugins/bundle.ts'

const run = promisify(execFile)

let out: string
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'build-'))
})
afterEach(() => rm(out, { recursive: true, force: true }))

describe('the build', () => {
  it('makes a package of every system that the loader takes, and of nothing else', async () => {
    const built = await buildAll('plugins', out)
    // An author’s own systems may stand beside these.
    expect(built).toEqual(expect.arrayContaining(['cypher', 'epochrypha', 'sfrpg']))
    expect((await readdir(out)).sort()).toEqual(built)
    for (const id of ['cypher', 'epochrypha', 'sfrpg']) {
      expect((await readdir(join(out, id))).sort()).toEqual(['README.md', 'content', 'golden.json', 'manifest.json', 'rules.js'])
      const loaded = await loadPackage(join(out, id))
      expect(loaded.ok && loaded.package.manifest.id).toBe(id)
      expect(loaded.ok && loaded.package.content.characters.length).toBeGreaterThan(0)
    }
  })

  it('leaves the starter out, unless it is asked for', async () => {
    for (const id of ['starter', 'other']) {
      await mkdir(join(out, 'from', id), { recursive: true })
      await writeFile(join(out, 'from', id, 'manifest.json'), '{}')
      await writeFile(join(out, 'from', id, 'index.ts'), 'export default {}\n')
    }
    expect(await buildAll(join(out, 'from'), join(out, 'to'))).toEqual(['other'])
    expect(await buildAll(join(out, 'from'), join(out, 'to'), 'starter')).toEqual(['starter'])
  })

  it('leaves nothing of an earlier build behind', async () => {
    await mkdir(join(out, 'cypher'))
    await writeFile(join(out, 'cypher/old.js'), '')
    await buildAll('plugins', out)
    expect(await readdir(join(out, 'cypher'))).not.toContain('old.js')
  })

  it('gives the same bytes wherever the sources lie', async () => {
    const here = await buildSystem('plugins/cypher')
    expect(await buildSystem(resolve('plugins/cypher'))).toEqual(here)
    await cp('plugins/api', join(out, 'plugins/api'), { recursive: true })
    await cp('plugins/cypher', join(out, 'plugins/cypher'), { recursive: true })
    expect((await buildSystem(join(out, 'plugins/cypher'))).source).toBe(here.source)
  })

  it('makes one script without imports that calls the global once', async () => {
    for (const id of ['cypher', 'epochrypha', 'sfrpg']) {
      const { source } = await buildSystem(`plugins/${id}`)
      expect(source).not.toMatch(/^\s*(import|export)\b/m)
      const given: unknown[] = []
      new Function('defineSystem', source)((system: unknown) => given.push(system))
      expect(given).toHaveLength(1)
      expect(given[0]).toHaveProperty('checks')
    }
  })

  it('names the file and line that it stopped at', async () => {
    await writeFile(join(out, 'manifest.json'), '{}')
    await writeFile(join(out, 'index.ts'), 'export default {\n  oops oops\n}\n')
    await expect(buildSystem(out)).rejects.toThrow(/index\.ts:2:\d+/)
  })

  it('takes nothing in from outside of the folder, not by a link either', async () => {
    await cp('plugins/starter', join(out, 'starter'), { recursive: true })
    await cp('plugins/api', join(out, 'api'), { recursive: true })
    await writeFile(join(out, 'secret.json'), '{"of": "somebody"}')
    const outside = /secret\.json lies outside of the system’s folder/
    for (const from of ['../secret.json', join(out, 'secret.json')]) {
      await writeFile(join(out, 'starter/words.ts'), `import secret from ${JSON.stringify(from)}\nexport const words = secret\n`)
      await writeFile(join(out, 'starter/index.ts'), `import { words } from './words.ts'\nexport default words\n`)
      await expect(buildSystem(join(out, 'starter'))).rejects.toThrow(outside)
    }
    await symlink(join(out, 'secret.json'), join(out, 'starter/own.json'))
    await writeFile(join(out, 'starter/words.ts'), `import secret from './own.json'\nexport const words = secret\n`)
    await expect(buildSystem(join(out, 'starter'))).rejects.toThrow(outside)
  })

  it('reaches for nothing of the machine', async () => {
    await writeFile(join(out, 'manifest.json'), '{}')
    await writeFile(join(out, 'index.ts'), `import { readFileSync } from 'node:fs'\nexport default readFileSync\n`)
    await expect(buildSystem(out)).rejects.toThrow('node:fs')
  })

  it('runs as a script', async () => {
    const { stdout } = await run('node_modules/.bin/node', ['plugins/build.ts', out])
    expect(stdout).toMatch(/^built .*\bcypher, .*\n$/)
    expect(stdout).not.toContain('starter')
    expect(JSON.parse(await readFile(join(out, 'sfrpg/manifest.json'), 'utf8'))).toMatchObject({ name: 'SFRPG (Starflight)' })
  })
})
