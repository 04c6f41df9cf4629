import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPlugin } from '../../main/cli/new-plugin.ts'
import { runPlugin } from '../../main/cli/run-plugin.ts'

const run = promisify(execFile)

/** A checkout with what a new system is made from. */
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'new-plugin-'))
  await mkdir(join(root, 'plugins'))
  for (const part of ['plugins/api', 'plugins/starter', 'tsconfig.base.json', 'tsconfig.json']) await cp(part, join(root, part), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const text = (path: string) => readFile(join(root, path), 'utf8')
const json = async (path: string): Promise<unknown> => JSON.parse(await text(path))

async function tool(...args: readonly string[]) {
  let [out, err] = ['', '']
  const code = await runPlugin(args, { from: root, root, out: (line) => (out += `${line}\n`), err: (line) => (err += `${line}\n`) })
  return { code, out, err }
}

describe('plugin new', () => {
  it('makes a copy of the starter under another id that passes its own check', async () => {
    const { code, out, err } = await tool('new', 'night-trains')
    expect([code, err]).toEqual([0, ''])
    expect((await readdir(join(root, 'plugins/night-trains'))).sort()).toEqual((await readdir('plugins/starter')).sort())
    expect(await json('plugins/night-trains/manifest.json')).toMatchObject({ id: 'night-trains', name: 'Night Trains', version: '0.1.0', authors: ['Your name'] })

    const [, check, odds, dev] = out.split('\n').map((line) => line.trim())
    expect([check, dev]).toEqual(['npm run -s plugin -- check plugins/night-trains', 'npm run dev'])
    expect(odds).toMatch(/^npm run -s plugin -- odds plugins\/night-trains venture --input '\{.*\}'$/)
    expect(await tool('check', 'plugins/night-trains')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ passed, 0 failed\n$/) })
    const input = /'(.*)'/.exec(odds ?? '')?.[1] ?? ''
    expect(await tool('odds', 'plugins/night-trains', 'venture', '--input', input)).toMatchObject({ code: 0, err: '' })
  })

  it('leaves no trace of the starter where an author looks', async () => {
    await tool('new', 'ember')
    const name = ((await json('plugins/starter/manifest.json')) as { name: string }).name
    for (const file of ['manifest.json', 'README.md', 'tsconfig.json']) {
      const copy = await text(`plugins/ember/${file}`)
      expect(copy).not.toContain(name)
      expect(copy).not.toMatch(/starter|plugin -- new/)
    }
    expect(await text('plugins/ember/README.md')).toMatch(/^# Ember\n\n\S/)
  })

  it('has the type check look at it, once', async () => {
    await tool('new', 'ember')
    const { references } = (await json('tsconfig.json')) as { references: readonly { path: string }[] }
    expect(references.filter(({ path }) => path === './plugins/ember')).toHaveLength(1)
    const before = (JSON.parse(await readFile('tsconfig.json', 'utf8')) as { references: readonly unknown[] }).references
    expect(references).toHaveLength(before.length + 1)

    await writeFile(join(root, 'plugins/ember/npc.ts'), 'export const npc: string = 7\n')
    await symlink(resolve('node_modules'), join(root, 'node_modules'))
    const types = await run(resolve('node_modules/.bin/tsc'), ['-b', 'plugins/ember'], { cwd: root }).catch((error: { stdout: string }) => error)
    expect(types.stdout).toContain('plugins/ember/npc.ts(1,14)')
  })

  it('does without a list of projects', async () => {
    await rm(join(root, 'tsconfig.json'))
    expect(await newPlugin(root, 'ember')).toMatchObject({ ok: true })
    expect(await readdir(root)).not.toContain('tsconfig.json')
  })

  it.each([
    ['an id with capitals and spaces', 'Night Trains', 'such as night-trains'],
    ['an id that begins with a digit', '2d6', 'such as d6'],
    ['a single letter', 'a', '"a" can’t be an id'],
    ['a path', '../outside', 'such as outside'],
    ['a path into the systems', 'ember/rules', 'such as ember-rules'],
    ['nothing', '', '"" can’t be an id'],
    ['an id without end', 'x'.repeat(41), 'such as xxx'],
    ['the folder of the API', 'api', '"api" is reserved'],
    ['the starter itself', 'starter', '"starter" is reserved'],
    ['a device of Windows', 'nul', '"nul" is reserved'],
    ['a part of every object', 'constructor', '"constructor" is reserved'],
  ])('refuses %s in one sentence', async (_, id, why) => {
    const before = await readdir(root, { recursive: true })
    const { code, out, err } = await tool('new', id)
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(err).toContain(why)
    expect(await readdir(root, { recursive: true })).toEqual(before)
  })

  it('refuses a folder that is there, and leaves it alone', async () => {
    await mkdir(join(root, 'plugins/ember'))
    await writeFile(join(root, 'plugins/ember/precious.ts'), 'mine')
    expect(await tool('new', 'ember')).toEqual({ code: 1, out: '', err: 'plugins/ember is there already. Take another id, or work on it as it is.\n' })
    expect(await readdir(join(root, 'plugins/ember'))).toEqual(['precious.ts'])
    expect(await text('tsconfig.json')).toBe(await readFile('tsconfig.json', 'utf8'))
  })

  it('refuses where there is no starter', async () => {
    await rm(join(root, 'plugins/starter'), { recursive: true })
    expect(await tool('new', 'ember')).toMatchObject({ code: 1, err: expect.stringContaining('no starter to copy') })
    expect(await readdir(join(root, 'plugins'))).toEqual(['api'])
  })

  it.each([[['new']], [['new', 'one', 'two']], [['new', 'one', 'two', 'three']], [['new', 'one', '--golden', 'x']], [['new', 'one', '--bogus']]])(
    'prints the usage and exits 2: %j',
    async (args) => {
      const { code, out, err } = await tool(...args)
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain('npm run -s plugin -- new NAME')
      expect(await readdir(join(root, 'plugins'))).toHaveLength(2)
    },
  )
})
