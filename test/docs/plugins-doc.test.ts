/**
 * Runs every example of docs/plugins.md, in the order of the page. What a block is stands behind its fence:
 *
 *   ts system PATH       a whole system: written to PATH, loaded in the sandbox
 *   ts before            lines that stand before each `part` below
 *   ts part              entries of the object that `defineSystem` takes; what must be there besides is added
 *   json manifest PATH   parsed as a manifest, written to PATH
 *   json golden [PATH]   golden rows that the system above must pass; written to PATH
 *   json failing PATH    golden rows to check the system at PATH with, which fail
 *   json samples         content that the system above must take
 *   json call            a function of the system above, what it is called with, and what it gives
 *   sh                   a command, run in a copy of the checkout
 *   text                 all that the command or failing check above prints
 */
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import typescript from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentProblems } from '../../main/cli/check-content.ts'
import { parseGolden, runRow } from '../../main/cli/golden.ts'
import { openSandbox } from '../../main/cli/open-package.ts'
import { runPlugin } from '../../main/cli/run-plugin.ts'
import { parseContent } from '../../main/packages/content.ts'
import { readIndex } from '../../main/packages/index-file.ts'
import { parseManifest } from '../../main/packages/manifest.ts'
import type { Answer, Sandbox } from '../../main/sandbox/host.ts'
import { buildSystem } from '../../plugins/bundle.ts'
import { mistakes } from '../cli/mistakes.ts'
import { valueOf } from '../support/sandbox.ts'
import type { Block } from './blocks.ts'
import { blocksOf, wordsOf } from './blocks.ts'

const page = readFileSync('docs/plugins.md', 'utf8')
const blocks = blocksOf(page)

/** A copy of what a reader has: the API, the starter, the settings of the type check. */
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plugins-doc-'))
  for (const part of ['plugins/api', 'plugins/starter', 'tsconfig.base.json', 'tsconfig.json']) await cp(part, join(root, part), { recursive: true })
  await symlink(resolve('node_modules'), join(root, 'node_modules'))
})
let sandbox: Sandbox | undefined
afterAll(async () => {
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

/** What the blocks so far have left for those below. */
let before = ''
let printed: string | undefined
const modules: string[] = []

const runs: Readonly<Record<string, (block: Block) => Promise<void>>> = {
  'ts before': async ({ text }) => {
    before = text
  },
  'ts system': async ({ text, path = '' }) => load(path, text),
  'ts part': async ({ text, line }) => load(`plugins/part-${line}/index.ts`, `${before}\nexport default defineSystem({\n${missing(text)}${text}})\n`),
  'json manifest': async ({ text, path = '' }) => {
    expect(parseManifest(Buffer.from(text))).toMatchObject({ ok: true, manifest: { id: path.split('/')[1] } })
    await write(path, text)
  },
  'json content': async ({ text, path = '' }) => write(path, text),
  'json index': async ({ text }) => {
    expect(readIndex(Buffer.from(text))).toMatchObject({ ok: true })
  },
  'json golden': async ({ text, path }) => {
    const golden = parseGolden(text)
    if (!golden.ok) return expect.fail(golden.message)
    expect(golden.rows.length).toBeGreaterThan(0)
    for (const row of golden.rows) expect(await runRow(loaded(), row), row.name).toEqual([])
    if (path !== undefined) await write(path, text)
  },
  'json failing': async ({ text, path = '' }) => {
    expect(parseGolden(text)).toMatchObject({ ok: true })
    await write('failing.json', text)
    printed = await run(['check', path, '--golden', 'failing.json'], 1)
  },
  'json samples': async ({ text }) => {
    const parsed = parseContent('characters', Buffer.from(text))
    if (!parsed.ok) return expect.fail(parsed.message)
    expect(await contentProblems(loaded(), { characters: parsed.rows, creatures: [], tables: [], conditions: [] })).toEqual([])
  },
  'json call': async ({ text }) => {
    const { call, with: given, gives } = JSON.parse(text) as { call: string; with: never[]; gives: unknown }
    expect(valueOf(await called(call, given))).toEqual(gives)
  },
  'sh ': async ({ text }) => {
    const command = text.trim()
    expect(command.split('\n')).toHaveLength(1)
    printed = undefined
    // Opens the app, which tests of their own do.
    if (command === 'npm run dev') return
    const [npm, word, silent, name, dashes, ...args] = wordsOf(command)
    expect([npm, word, silent, name, dashes]).toEqual(['npm', 'run', '-s', 'plugin', '--'])
    printed = await run(args, 0)
  },
  'text ': async ({ text }) => {
    expect(printed).toBe(text)
    printed = undefined
  },
}

async function run(args: readonly string[], code: number): Promise<string> {
  const lines: string[] = []
  const ended = await runPlugin(args, { from: root, root, out: (line) => lines.push(line), err: (line) => lines.push(line) })
  expect([ended, lines]).toEqual([code, expect.anything()])
  return `${lines.join('\n')}\n`
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function load(path: string, text: string): Promise<void> {
  await write(path, text)
  if (!modules.includes(path)) modules.push(path)
  const folder = join(root, dirname(path))
  if (!(await exists(join(folder, 'manifest.json')))) await writeFile(join(folder, 'manifest.json'), '{}')
  await sandbox?.close()
  sandbox = undefined
  sandbox = valueOf(await openSandbox((await buildSystem(folder)).source))
}

/** What a system must have and a part leaves out. */
const missing = (part: string): string =>
  Object.entries({
    stats: 'stats: [],\n',
    counters: 'counters: [],\n',
    settings: 'settings: [],\n',
    checks: `checks: { other: { label: 'Other', for: ['none'], input: [], resolve: () => outcome({ headline: 'Done' }) } },\n`,
  })
    .filter(([key]) => !new RegExp(`^${key}:`, 'm').test(part))
    .map(([, text]) => text)
    .join('')

const loaded = (): Sandbox => sandbox ?? expect.fail('a system must stand above')

function called(call: string, given: readonly never[]): Promise<Answer<unknown>> {
  const [group = '', id = '', name] = call.split('.')
  const [first, second, third] = given as [never, never, never]
  const on = loaded()
  if (group === 'checks' && name === 'variants') return on.variants(id, first, second)
  if (group === 'actions' && name === 'apply') return on.apply(id, first, second, third)
  if (call === 'initiative.resolve') return on.place(first, second, third)
  if (call === 'npc.build') return on.build(first, second)
  if (call === 'npc.vary') return on.vary(first, second, third)
  if (call === 'targets.list') return on.targets([first], second).then((listed: Answer<readonly unknown[]>) => (listed.ok ? { ...listed, value: listed.value[0] } : listed))
  if (call === 'difficulty.rate') return on.rate([{ foes: first, players: second }], third).then((rated: Answer<readonly unknown[]>) => (rated.ok ? { ...rated, value: rated.value[0] } : rated))
  if (group === 'migrate') return on.migrate(Number(id), first)
  return expect.fail(`nothing is called ${call}`)
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined

describe('docs/plugins.md', () => {
  it('has examples, each marked as what it is', () => {
    expect(blocks.length).toBeGreaterThan(50)
    expect(blocks.map(({ language, mark }) => `${language} ${mark}`).filter((kind) => !Object.hasOwn(runs, kind))).toEqual([])
    for (const kind of Object.keys(runs)) expect(blocks.map(({ language, mark }) => `${language} ${mark}`)).toContain(kind)
  })

  it.each(blocks.map((block) => ({ ...block, kind: `${block.language} ${block.mark}` })))('line $line: $kind $path', async (block) => {
    await runs[block.kind]?.(block)
  })

  it('has examples without a mistake in their types', async () => {
    expect(modules.length).toBeGreaterThan(15)
    const base = typescript.readConfigFile(join(root, 'tsconfig.base.json'), typescript.sys.readFile).config as { compilerOptions: object }
    const { options } = typescript.convertCompilerOptionsFromJson({ ...base.compilerOptions, composite: false, emitDeclarationOnly: false, declaration: false, noEmit: true }, root)
    const program = typescript.createProgram(modules.map((path) => join(root, path)), options)
    const wrong = typescript.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const place = file ? `${file.fileName.slice(root.length)}:${file.getLineAndCharacterOfPosition(start).line + 1} ` : ''
      return place + typescript.flattenDiagnosticMessageText(messageText, ' ')
    })
    expect(wrong).toEqual([])
  })

  it('explains messages that there are', () => {
    const [, table = ''] = page.split('## What the messages mean')
    const explained = [...table.matchAll(/^\| `(.+?)` \|/gm)].map(([, message = '']) => message)
    expect(explained.length).toBeGreaterThan(25)
    for (const message of explained) {
      const pattern = new RegExp(`^${message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
      expect(mistakes.some(({ says }) => pattern.test(says)), message).toBe(true)
    }
  })

  it('names the commands and files that there are', async () => {
    const starter = (await readFile('plugins/starter/README.md', 'utf8')).match(/^# (.+)$/m)?.[1]
    expect(page).toContain(`called ${starter}`)
    for (const [, target = ''] of page.matchAll(/\]\((?!https:)([^)#]+)/g)) expect(await exists(join('docs', target)), target).toBe(true)
  })
})
