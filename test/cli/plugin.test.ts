import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import yazl from 'yazl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runPlugin } from '../../main/cli/run-plugin.ts'
import { buildAll } from '../../plugins/build.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugin-cli-'))
  await buildAll('plugins', join(home, 'built'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the tool inside the test. */
async function run(args: readonly string[], from = process.cwd()): Promise<Ran> {
  let [out, err] = ['', '']
  const code = await runPlugin(args, {
    from,
    out: (line) => {
      out += `${line}\n`
    },
    err: (line) => {
      err += `${line}\n`
    },
  })
  return { code, out, err }
}

/** Runs the tool as npm does: a program of its own, told where the caller was. */
function runAlone(args: readonly string[], from = process.cwd()): Promise<Ran> {
  const node = resolve('node_modules/.bin/node')
  return new Promise((done) => {
    execFile(node, [resolve('main/cli/plugin.ts'), ...args], { env: { ...process.env, INIT_CWD: from } }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)
const json = (value: unknown) => JSON.stringify(value)

async function zipOf(folder: string, name: string): Promise<string> {
  const zip = new yazl.ZipFile()
  const files = ['manifest.json', 'rules.js', 'golden.json', 'content/characters.json', 'content/creatures.json']
  for (const file of files) zip.addFile(join(folder, file), file)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  await writeFile(join(home, name), Buffer.concat(chunks))
  return join(home, name)
}

async function systemWith(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(home, name)
  await cp(join(home, 'built/epochrypha'), folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  return folder
}

describe('plugin check', () => {
  it.each([
    ['cypher', 'test/fixtures/golden/cypher.json'],
    ['epochrypha', 'test/fixtures/golden/epochrypha.json'],
    ['sfrpg', 'test/fixtures/golden/sfrpg.json'],
  ])('passes all rows for %s, its own and those of a file', async (id, file) => {
    const rows = async (path: string) => (JSON.parse(await readFile(path, 'utf8')) as unknown[]).length
    const own = await rows(`plugins/${id}/golden.json`)
    expect(await run(['check', `plugins/${id}`])).toEqual({ code: 0, out: `${own + 3} passed, 0 failed\n`, err: '' })
    expect(await run(['check', `plugins/${id}`, '--golden', file])).toEqual({ code: 0, out: `${(await rows(file)) + 3} passed, 0 failed\n`, err: '' })
  })

  it('takes a built folder and a zip, from where the caller is', async () => {
    await zipOf(join(home, 'built/sfrpg'), 'sfrpg.zip')
    const folder = await run(['check', 'built/sfrpg'], home)
    expect([folder.code, lastLine(folder.out)]).toEqual([0, expect.stringMatching(/^\d\d passed, 0 failed$/)])
    expect(await run(['check', 'sfrpg.zip'], home)).toEqual(folder)
  })

  it('prints each failing row with what was expected and found', async () => {
    const row = (name: string, over: object) => ({ name, check: 'check', input: { score: 50 }, faces: [40], expect: {}, ...over })
    await writeFile(
      join(home, 'wrong.json'),
      json([
        row('right', { expect: { success: true, grants: [{ amount: 1, to: 'gm', counter: 'toll' }] } }),
        row('wrong degree', { expect: { degree: 3, facts: { difference: 9 } } }),
        row('too few faces', { faces: [] }),
        row('too many faces', { faces: [40, 41] }),
        row('no such face', { faces: [0] }),
        row('not refused', { expect: { refused: true } }),
        row('refused', { input: { score: 0 } }),
        row('unknown field', { input: { score: 50, luck: 1 } }),
        row('unknown check', { check: 'toString' }),
        row('refused as expected', { input: { score: 0 }, faces: [], expect: { refused: true } }),
      ]),
    )
    const { code, out } = await run(['check', 'plugins/epochrypha', '--golden', join(home, 'wrong.json')])
    expect(code).toBe(1)
    expect(out).toBe(`FAIL wrong degree
  degree: expected 3, found 1
  facts.difference: expected 9, found 10
FAIL too few faces
  too few faces: 1 of a d100 asked for, 0 left
FAIL too many faces
  1 of the faces were not asked for
FAIL no such face
  0 is no face of a d100 (1 to 100)
FAIL not refused
  expected a refusal, found an outcome
FAIL refused
  refused: Score is 1 to 100.
FAIL unknown field
  refused: There is no field "luck" here.
FAIL unknown check
  There is no check "toString"; this system has check, opposed.
5 passed, 8 failed
`)
  })

  it('counts a wrong manifest and a script that can’t be loaded as failures', async () => {
    const manifest = await systemWith('wrong-manifest', { 'manifest.json': '{}' })
    expect(await run(['check', manifest])).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL manifest\n {2}manifest\.json: "id".*\n0 passed, 1 failed\n$/) })
    const loop = await systemWith('loop', { 'rules.js': 'for (;;);' })
    expect(await run(['check', loop])).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL load\n.*\n1 passed, 1 failed\n$/) })
    expect(await run(['check', join(home, 'nowhere')])).toMatchObject({ code: 1, out: expect.stringContaining('There is nothing at') })
  })

  it('counts golden rows that can’t be read as a failure', async () => {
    const broken = await systemWith('broken-golden', { 'golden.json': '[{"name":"x"}]' })
    expect(await run(['check', broken])).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL golden rows\n.*\n3 passed, 1 failed\n$/) })
    expect(await run(['check', broken, '--golden', 'missing.json'])).toEqual({ code: 1, out: '', err: 'missing.json can’t be read.\n' })
  })

  it('passes with the manifest and the script alone when there are no rows and no content', async () => {
    const bare = await systemWith('bare', {})
    await rm(join(bare, 'golden.json'))
    await rm(join(bare, 'content'), { recursive: true })
    expect(await run(['check', bare])).toEqual({ code: 0, out: '2 passed, 0 failed\n', err: '' })
  })

  it('names the row and the field of content that the system doesn’t take', async () => {
    const creatures = [
      { name: 'Hen', kind: 'npc', build: { will: 101, wings: 2 } },
      { name: 'Hill', kind: 'npc', stats: { scores: [{ name: 'Standing', value: 0 }], height: 3 } },
      { name: 'Hut', kind: 'npc', build: { will: 3 }, notes: 'Fine.' },
    ]
    const wrong = await systemWith('wrong-content', { 'golden.json': '[]', 'content/creatures.json': json(creatures) })
    expect(await run(['check', wrong])).toEqual({
      code: 1,
      out: `FAIL content
  content/creatures.json: row 1 ("Hen"): build.will: Will is 1 to 100.
  content/creatures.json: row 1 ("Hen"): build.wings: There is no field "wings" here.
  content/creatures.json: row 2 ("Hill"): stats.scores.0.value: Score is 1 to 100.
  content/creatures.json: row 2 ("Hill"): stats.height: There is no field "height" here.
2 passed, 1 failed
`,
      err: '',
    })
    const torn = await systemWith('torn-content', { 'content/characters.json': '[{' })
    expect(await run(['check', torn])).toMatchObject({ code: 1, out: expect.stringMatching(/^FAIL manifest\n {2}content\/characters\.json: /) })
  })

  it('takes nothing for the kind of character that lacks it', async () => {
    const folder = join(home, 'npc-pools')
    await cp(join(home, 'built/cypher'), folder, { recursive: true })
    await writeFile(join(folder, 'content/creatures.json'), json([{ name: 'Hen', kind: 'npc', stats: { tier: 2 } }]))
    expect((await run(['check', folder])).out).toContain('row 1 ("Hen"): stats.tier: There is no field "tier" here.')
  })

  it('says where sources can’t be built', async () => {
    const source = await systemWith('source', { 'index.ts': 'export default {\n  oops oops\n}' })
    const { code, out } = await run(['check', source])
    expect([code, out]).toEqual([1, expect.stringMatching(/index\.ts:2:\d+: ERROR: /)])
  })
})

describe('plugin odds', () => {
  const odds = async (...args: readonly string[]) => {
    const { code, out, err } = await run(['odds', ...args])
    expect([code, err, out.split('\n').length]).toEqual([0, '', 2])
    return JSON.parse(out) as Record<string, unknown>
  }

  it('prints exact chances in one line', async () => {
    expect(await odds('plugins/cypher', 'task', '--input', json({ difficulty: 4 }))).toEqual({
      exact: true,
      success: 0.45,
      flags: { automatic: 0, intrusion: 0.05, 'natural-17': 0.05, 'natural-18': 0.05, 'natural-19': 0.05, 'natural-20': 0.05 },
      degrees: {},
      grants: {},
    })
  })

  it('prints expected grants, and by side when opposed', async () => {
    expect(await odds('plugins/epochrypha', 'check', '--input', json({ score: 45 }))).toMatchObject({
      success: 0.45,
      flags: { triumph: 0.04, despair: 0.06 },
      grants: { luck: 0.49, toll: 0.51 },
    })
    const opposed = await odds('plugins/epochrypha', 'opposed', '--input', json({ actor: { score: 45 }, opponent: { score: 20 } }))
    expect(opposed.grants).toEqual({ luck: { actor: 0.49, opponent: 0.46 }, toll: { actor: 0.51, opponent: 0.54 } })
  })

  it('has no success where the check has no pass or fail', async () => {
    expect(await odds('plugins/sfrpg', 'dice', '--input', json({ kind: 'd10', count: 100 }))).toMatchObject({ exact: true, success: null })
  })

  it('uses the settings given', async () => {
    expect(await odds('plugins/cypher', 'task', '--input', json({ difficulty: 7 }), '--settings', json({ naturalTwenty: 'reach' }))).toMatchObject({ success: 0 })
    expect(await odds('plugins/cypher', 'task', '--input', json({ difficulty: 7 }))).toMatchObject({ success: 0.05 })
  })
})

describe('plugin roll', () => {
  it('prints the outcome for given faces', async () => {
    const { code, out } = await run(['roll', 'plugins/sfrpg', 'opposed', '--input', json({ actor: { skill: 50 }, opponent: { skill: 40 } }), '--faces', '[60,60]'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ success: true, degree: 10 })
  })

  it('draws dice when none are given', async () => {
    const { code, out } = await run(['roll', 'plugins/cypher', 'recovery', '--input', json({ tier: 2 })])
    expect(code).toBe(0)
    const { total } = JSON.parse(out) as { total: number }
    expect(total >= 3 && total <= 8).toBe(true)
  })

  it.each([
    ['a value out of range', 'roll', 'check', { score: 0 }, {}, 'score'],
    ['a missing value', 'roll', 'check', {}, {}, 'score'],
    ['an unknown field', 'odds', 'check', { score: 1, x: 1 }, {}, 'x'],
    ['a wrong value of the opponent', 'odds', 'opposed', { actor: { score: 5 }, opponent: { score: 'five' } }, {}, 'opponent.score'],
    ['a third side', 'roll', 'opposed', { actor: { score: 5 }, opponent: { score: 5 }, gm: {} }, {}, 'gm'],
    ['an unknown setting', 'roll', 'check', { score: 5 }, { x: 1 }, 'settings.x'],
    ['a wrong setting', 'odds', 'check', { score: 5 }, { spikes: 'no' }, 'settings.spikes'],
  ])('and odds refuse %s', async (_, command, check, input, settings, field) => {
    const { code, out } = await run([command, 'plugins/epochrypha', check, '--input', json(input), '--settings', json(settings)])
    expect([code, JSON.parse(out)]).toEqual([1, { refused: { field, message: expect.any(String) } }])
  })

  it.each(['roll', 'odds'])('prints what the check itself refuses (%s)', async (command) => {
    const { code, out } = await run([command, 'plugins/cypher', 'task', '--input', json({ difficulty: 3, effort: 1 })])
    expect([code, JSON.parse(out)]).toEqual([1, { refused: { field: 'pool', message: expect.stringContaining('choose Might') } }])
  })

  it('refuses faces that no die has, and too few or too many', async () => {
    const roll = (faces: string) => run(['roll', 'plugins/epochrypha', 'check', '--input', json({ score: 50 }), '--faces', faces])
    expect(JSON.parse((await roll('[101]')).out)).toEqual({ refused: { field: 'faces', message: '101 is no face of a d100: 1 to 100 was expected.' } })
    expect(await roll('[]')).toMatchObject({ code: 1, out: '', err: 'More dice were asked for than the 0 faces given.\n' })
    expect(await roll('[1,2]')).toMatchObject({ code: 1, out: '', err: '1 of the 2 faces given were not asked for.\n' })
  })

  it('says in one sentence what is missing or broken', async () => {
    const input = ['--input', json({ score: 50 })]
    expect(await run(['roll', 'plugins/epochrypha', 'task', ...input])).toEqual({
      code: 1,
      out: '',
      err: 'There is no check "task"; this system has check, opposed.\n',
    })
    const throwing = await systemWith('throwing', {
      'rules.js': `defineSystem({ stats: [], counters: [], settings: [], checks: { check: { label: 'C', for: ['pc'], input: [], resolve() { throw new Error('broken') } } } })`,
    })
    const { code, out, err } = await run(['odds', throwing, 'check', '--input', '{}'])
    expect([code, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1])
    expect(err).toContain('broken')
  })
})

describe('wrong use', () => {
  it.each([
    [[]],
    [['bake', 'plugins/cypher']],
    [['check']],
    [['check', 'plugins/cypher', 'task']],
    [['check', 'plugins/cypher', '--input', '{}']],
    [['check', 'plugins/cypher', '--bogus']],
    [['check', 'plugins/cypher', '--golden']],
    [['odds', 'plugins/cypher']],
    [['odds', 'plugins/cypher', 'task']],
    [['odds', 'plugins/cypher', 'task', '--input', '{']],
    [['odds', 'plugins/cypher', 'task', '--input', '[]']],
    [['odds', 'plugins/cypher', 'task', '--input', '{}', '--faces', '[1]']],
    [['odds', 'plugins/cypher', 'task', '--input', '{}', '--settings', 'null']],
    [['roll', 'plugins/cypher', 'task', '--input', '{}', '--faces', '3']],
    [['roll', 'plugins/cypher', 'task', '--input', '{}', '--faces', '[1.5]']],
    [['roll', 'plugins/cypher', 'task', 'more', '--input', '{}']],
  ])('prints the usage and exits 2: %j', async (args) => {
    const { code, out, err } = await run(args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('Usage:')
  })
})

describe('as a program of its own', () => {
  it('checks, from where the caller is, and ends with 0', async () => {
    expect(await runAlone(['check', 'built/epochrypha'], home)).toEqual(await run(['check', 'built/epochrypha'], home))
  })

  it('prints odds and outcomes', async () => {
    const odds = await runAlone(['odds', 'plugins/cypher', 'task', '--input', json({ difficulty: 4 })])
    expect([odds.code, odds.err, JSON.parse(odds.out)]).toEqual([0, '', expect.objectContaining({ exact: true, success: 0.45 })])
    const roll = await runAlone(['roll', 'plugins/cypher', 'task', '--input', json({ difficulty: 4 }), '--faces', '[12]'])
    expect([roll.code, roll.err, JSON.parse(roll.out)]).toEqual([0, '', expect.objectContaining({ success: true, total: 12 })])
  })

  it('ends with 1 when a check is refused', async () => {
    const { code, out } = await runAlone(['roll', 'plugins/cypher', 'task', '--input', json({ difficulty: 4, effort: 1 })])
    expect([code, JSON.parse(out)]).toEqual([1, { refused: { field: 'pool', message: expect.any(String) } }])
  })

  it('ends with 2 on wrong use', async () => {
    expect(await runAlone(['bake'])).toEqual({ code: 2, out: '', err: expect.stringContaining('Usage:') })
  })
})
