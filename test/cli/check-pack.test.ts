import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runPlugin } from '../../main/cli/run-plugin.ts'
import { tempFolder } from '../support/files.ts'
import { packageFiles, packFiles, writeFiles, zipped } from '../support/package.ts'
import { writeFileSync } from 'node:fs'

/** Checks a pack for the system in `coin` beside it. */
async function check(files: Readonly<Record<string, string | Buffer>>, ...rest: readonly string[]) {
  const from = tempFolder()
  writeFiles(join(from, 'coin'), packageFiles({ id: 'coin', name: 'Coin' }))
  writeFiles(join(from, 'pack'), files)
  writeFileSync(join(from, 'pack.zip'), zipped(files))
  const lines: string[] = []
  const run = async (path: string) => runPlugin(['check', path, ...(rest.length > 0 ? rest : ['--system', 'coin'])], { from, out: (line) => lines.push(line), err: (line) => lines.push(line) })
  const code = await run('pack')
  const told = lines.splice(0).join('\n')
  expect([await run('pack.zip'), lines.join('\n')]).toEqual([code, told])
  return { code, told }
}

it('a pack that goes with its system passes', async () => {
  expect(await check(packFiles())).toEqual({ code: 0, told: '3 passed, 0 failed' })
})

it('every row that its system doesn’t take is named', async () => {
  const creatures = [{ name: 'Mud eel', kind: 'npc', stats: { vigourMax: 400 } }, { name: 'Reed heron', kind: 'npc', build: { level: 0 } }]
  const { code, told } = await check(packFiles({}, { creatures, conditions: [{ id: 'dazed', label: 'Dazed', tone: 'bane' }] }))
  expect(code).toBe(1)
  expect(told).toMatch(/FAIL content\n {2}content\/creatures\.json: row 1 \("Mud eel"\): .*\n {2}content\/creatures\.json: row 2 \("Reed heron"\): .*\n {2}content\/conditions\.json: "dazed" is one of the system’s own conditions, which counts\.\n2 passed, 1 failed$/)
})

it.each([
  ['its files are wrong', packFiles({}, { tables: [{ name: 'Night', lines: ['[[Night]]'] }] }), [], 'FAIL files\n  content/tables.json: "Night" would roll on itself: Night → Night.\n1 passed, 1 failed'],
  ['it is for another version', packFiles({ system: { id: 'coin', minimum: '2.0.0', verified: '2.0.0' } }), [], 'FAIL system\n  Marsh Folk is for Coin 2.0.0 or later; this is 1.0.0.\n2 passed, 1 failed'],
  ['its system isn’t there', packFiles(), ['--system', 'nowhere'], 'FAIL system\n  There is nothing at '],
])('fails where %s', async (_, files, rest, why) => {
  const { code, told } = await check(files, ...rest)
  expect(code).toBe(1)
  expect(told).toContain(why)
})
