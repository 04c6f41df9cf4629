import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPlugin } from '../../main/cli/run-plugin.ts'
import { leap, mistakes } from './mistakes.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mistakes-'))
  await cp('plugins/api', join(root, 'plugins/api'), { recursive: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** What `plugin check` says of a system with these files. */
async function check(id: string, files: Readonly<Record<string, string>>) {
  const folder = join(root, 'plugins', id)
  await mkdir(folder)
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  const lines: string[] = []
  const code = await runPlugin(['check', folder], { from: root, out: (line) => lines.push(...line.split('\n')), err: (line) => lines.push(line) })
  return { code, lines }
}

describe('an author’s mistake', () => {
  it('isn’t in the system that these tests begin with', async () => {
    expect(await check('right', leap)).toEqual({ code: 0, lines: ['3 passed, 0 failed'] })
  })

  it.each(mistakes.map((mistake, index) => ({ ...mistake, index })))('is named: $name', async ({ file, from, to, says, index }) => {
    const wrong = leap[file].replace(from, () => to)
    expect(wrong).not.toBe(leap[file])
    const { code, lines } = await check(`wrong-${index}`, { ...leap, [file]: wrong })
    expect(code).toBe(1)
    expect(`${lines.map((line) => line.trim()).join('\n')}\n`).toContain(`${says}\n`)
    // One mistake isn’t told again and again.
    expect(lines.filter((line) => line.startsWith('FAIL')).length).toBeLessThanOrEqual(2)
    expect(lines.every((line) => line.length < 300)).toBe(true)
  })

  it('is found without a golden row that plays it, with the input that shows it', async () => {
    const wrong = leap['index.ts'].replace('flags: [],', "flags: die === 6 ? ['falls'] : [],")
    const manifest = leap['manifest.json']
    expect(await check('no-rows', { 'manifest.json': manifest, 'index.ts': wrong })).toEqual({
      code: 1,
      lines: [
        'FAIL what no row looked at',
        '  checks.leap.resolve: flags.0: found "falls", expected a flag that the check declares: fall.',
        '    by the input {"nerve":1} and the faces [6]',
        '2 passed, 1 failed',
      ],
    })
  })
})

describe('a mistake in a built package', () => {
  const rules = (text: string) => ({ 'manifest.json': leap['manifest.json'], 'rules.js': text })

  it.each([
    ['defineSystem called twice', 'defineSystem({}); defineSystem({})', "The script can't be used: the script called defineSystem 2 times, expected once."],
    ['defineSystem never called', 'const system = {}', "The script can't be used: the script never called defineSystem."],
    ['an import', `import x from './x.js'`, 'The script threw SyntaxError: '],
    ['a loop while it loads', 'for (;;);', 'The script was stopped: it took longer than'],
  ])('is named: %s', async (name, text, says) => {
    const { code, lines } = await check(name.replaceAll(' ', '-'), rules(text))
    expect([code, lines.at(-1)]).toEqual([1, '1 passed, 1 failed'])
    expect(lines[1]?.trim().startsWith(says)).toBe(true)
  })

  it('is named: rules.js is missing', async () => {
    const { lines } = await check('no-rules', { 'manifest.json': leap['manifest.json'] })
    expect(lines).toEqual(['FAIL manifest', expect.stringContaining('rules.js is missing in '), '0 passed, 1 failed'])
  })
})
