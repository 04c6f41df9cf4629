import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GoldenRow } from '../../main/cli/golden.ts'
import { parseGolden, runRow } from '../../main/cli/golden.ts'
import { prepare } from '../../main/cli/prepare.ts'
import type { Sandbox } from '../../main/sandbox/host.ts'
import { playCheck } from '../../main/sandbox/play.ts'
import { openBuilt } from './sandbox.ts'

const rowsIn = (path: string): readonly GoldenRow[] => {
  const golden = parseGolden(readFileSync(path, 'utf8'))
  return golden.ok ? golden.rows : expect.fail(golden.message)
}

describe.each(['cypher', 'epochrypha', 'sfrpg'])('%s in the sandbox', (id) => {
  const rows = rowsIn(`test/fixtures/golden/${id}.json`)
  const own = rowsIn(`plugins/${id}/golden.json`)
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openBuilt(id)
  })
  afterAll(() => sandbox.close())

  it.each(rows)('$name', async (row) => {
    expect(await runRow(sandbox, row)).toEqual([])
  })

  it('carries these rows in its package, and all of its rows pass', async () => {
    expect(own).toEqual(expect.arrayContaining([...rows]))
    for (const row of own) expect(await runRow(sandbox, row), row.name).toEqual([])
  })

  it('gives the same answer to the same question', async () => {
    for (const { check, input, faces, settings } of rows) {
      const prepared = prepare(sandbox.declarations, check, input, settings)
      if (prepared.kind !== 'ready') continue
      const ask = () => {
        const left = [...faces]
        return playCheck(sandbox, check, prepared.sides, { take: (_side, { count }) => left.splice(0, count) })
      }
      expect(JSON.stringify(await ask())).toBe(JSON.stringify(await ask()))
    }
  })
})
