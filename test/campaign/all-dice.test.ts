import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { createFaceReader } from '../../main/db/face-reader.ts'
import { readFaces } from '../../main/db/faces.ts'
import { spawnFaceReader } from '../../main/db/spawn.ts'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'

/** Two campaigns, the second one open; each rolled a typed six, the first one four drawn dice too. */
async function createTwo() {
  const world = await createPlay()
  const { campaign, roll, side, hob, library, campaigns } = world
  valueOf(await roll('toss', [['6']], side(hob)))
  valueOf(campaign.rollDice('4d4', undefined))
  valueOf(await library.create('Second', 'coin'))
  const second = library.current() as Campaign
  valueOf(await second.makeRoll({ check: 'toss', sides: [{ picks: {}, input: { goal: 2 } }], typed: [['6']] }))
  return { ...world, second, first: join(campaigns, 'The Ninth Ferry.campaign') }
}

describe('the dice of all campaigns', () => {
  it('are counted together, typed ones apart, the open campaign too, and no file is changed', async () => {
    const { library, campaigns, first } = await createTwo()
    const before = readFileSync(first)
    const { dice, campaigns: count, left } = valueOf(await library.diceEverywhere())
    expect(dice.map(({ die, typed, rolls }) => [die, typed, rolls])).toEqual([['d6', true, 2], ['d4', false, 4]])
    expect(dice[0]?.counts).toEqual([0, 0, 0, 0, 0, 2])
    expect([count, left]).toEqual([2, []])
    expect(readFileSync(first)).toEqual(before)
    expect(existsSync(join(campaigns, 'The Ninth Ferry.campaign.lock'))).toBe(false)
    await library.closeCampaign()
    expect(valueOf(await library.diceEverywhere()).dice.map(({ rolls }) => rolls).toSorted()).toEqual([2, 4])
  })

  it('leave out a newer file, an older one, a broken one and a copy, and name each with why', async () => {
    const { library, campaigns, first } = await createTwo()
    const at = (name: string) => join(campaigns, `${name}.campaign`)
    copyFileSync(first, at('A copy'))
    copyFileSync(first, at('Newer'))
    copyFileSync(first, at('Older'))
    const change = (name: string, sql: string) => {
      const db = new Sqlite(at(name))
      db.exec(sql)
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
    }
    change('Newer', 'PRAGMA user_version = 999')
    change('Older', 'DROP TRIGGER die_face_insert; DROP TRIGGER die_face_undone; DROP TABLE die_face; PRAGMA user_version = 6')
    writeFileSync(at('Broken'), 'no campaign at all')
    writeFileSync(at('Cut off'), readFileSync(first).subarray(0, 5_000))
    const { dice, campaigns: count, left } = valueOf(await library.diceEverywhere())
    expect(count).toBe(2)
    expect(dice.map(({ rolls }) => rolls)).toEqual([2, 4])
    expect(left.map(({ name }) => name).toSorted()).toEqual(['Broken', 'Cut off', 'Newer', 'Older', 'The Ninth Ferry'])
    const why = (name: string) => left.find((each) => each.name === name)?.problem
    expect(why('Newer')).toContain('newer Tollkeeper')
    expect(why('Older')).toContain('older Tollkeeper')
    expect(why('Broken')).toContain('not a Tollkeeper campaign')
    expect(why('Cut off')).toContain('shorter than it should be')
    expect(why('The Ninth Ferry')).toBe('It is the same campaign as A copy, whose dice count already.')
  })

  it('leave out a file that another program holds', async () => {
    const { library, first } = await createTwo()
    await library.closeCampaign()
    const other = new Sqlite(first)
    other.pragma('journal_mode = DELETE')
    other.exec('BEGIN EXCLUSIVE')
    try {
      const { campaigns, left } = valueOf(await library.diceEverywhere())
      expect(campaigns).toBe(1)
      expect(left).toEqual([{ name: 'The Ninth Ferry', problem: expect.stringContaining('used by another program') }])
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
  })

  it('are told as they are read, and what takes too long is left out', async () => {
    const { first } = await createTwo()
    const told: number[] = []
    const reader = createFaceReader(spawnFaceReader)
    const answers = await reader([first, first, `${first}.gone`], (ended, of) => told.push(ended, of))
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(told).toEqual([1, 3, 2, 3, 3, 3])
    expect(await createFaceReader(spawnFaceReader, undefined, 1)([first], () => undefined)).toMatchObject([{ error: { code: 'disk', message: expect.stringContaining('too long') } }])
    expect(await reader([], () => undefined)).toEqual([])
    expect(readFaces(first, {})).toEqual(answers[0])
  })

  it('are none in an empty folder', async () => {
    expect(valueOf(await createWorld().library.diceEverywhere())).toEqual({ dice: [], campaigns: 0, left: [] })
  })
})
