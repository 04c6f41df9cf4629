import fc from 'fast-check'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, CounterValues, SessionId } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

/** Everybody's counters, by owner and counter. */
function valuesOf(campaign: Campaign): Record<string, number> {
  const { gm, table, characters } = campaign.view()
  const named = (owner: string, values: CounterValues) => Object.entries(values).map(([id, { value }]) => [`${owner} ${id}`, value] as const)
  return Object.fromEntries([...named('GM', gm), ...named('Table', table), ...characters.flatMap(({ name, counters }) => named(name, counters))])
}

describe('the counters', () => {
  it('each equal where they began plus their changes, whatever was done, undone, corrected or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 14 }), async (choices) => {
        const { campaign, hob, hound, side, roll, path, library } = await createPlay()
        const began = valuesOf(campaign)
        for (const [index, choice] of choices.entries()) {
          const rolls = campaign.view().rolls.filter(({ undone, replaced }) => !undone && !replaced)
          // Whoever was there at the beginning stays.
          if (choice === 0 && campaign.view().history.undo?.startsWith('adding') === false) campaign.undo()
          else if (choice === 0) continue
          else if (choice === 1) campaign.redo()
          else if (choice === 2) campaign.changeCounter({ counter: 'doom', amount: (index % 3) - 1 || 2 })
          else if (choice === 3) campaign.awardCounter({ counter: 'points', characters: [hob, hound], amount: 1 })
          else if (choice === 4 && rolls[0]) await campaign.correctRoll(rolls[0].id, [{ goal: 1 + (index % 6) }])
          else if (choice === 5 && rolls[0]) await campaign.rerollRoll(rolls[0].id)
          else if (choice === 6) await campaign.rollBatch({ check: 'toss', actors: [hob, hound], input: { price: index % 3 } })
          else await roll('toss', [[String(1 + (index % 6))]], side(index % 2 === 0 ? hob : hound, { price: index % 2 }))
        }
        const changes = (): Record<string, number> => {
          const db = new Sqlite(path, { readonly: true })
          const rows = db.prepare<[], { name: string; counter: string; amount: number }>('SELECT name, counter, sum(amount) AS amount FROM counter_change GROUP BY name, counter').all()
          db.close()
          return Object.fromEntries(rows.map(({ name, counter, amount }) => [`${name} ${counter}`, amount]))
        }
        const told = changes()
        const expected = Object.fromEntries(Object.entries(began).map(([key, value]) => [key, value + (told[key] ?? 0)]))
        expect(valuesOf(campaign)).toEqual(expected)
        const paid = campaign.view().rolls.flatMap(({ payments }) => payments)
        expect(new Set(paid.map(({ owner, counter }) => `${owner} ${counter}`)).size).toBeLessThanOrEqual(Object.keys(began).length)
        await library.closeCampaign()
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it('tell each step with its cause, what everybody gained and spent, and what the odds let expect', async () => {
    const { campaign, hob, roll, side } = await createPlay()
    const session = valueOf(campaign.startSession(undefined))
    valueOf(await roll('toss', [['6']], side(hob, { price: 2 })))
    valueOf(await roll('toss', [['1']], side(hob)))
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 3, reason: 'the bell' }))
    const [first] = campaign.view().rolls.slice(-1)
    expect(campaign.counterHistory(session)).toMatchObject([
      { owner: 'character', name: 'Hob', counter: 'vigour', amount: -2, value: 8, roll: first?.id },
      { name: 'Hob', counter: 'points', amount: 1, value: 1, roll: first?.id },
      { owner: 'gm', name: 'GM', counter: 'doom', amount: 2, value: 3 },
      { name: 'GM', counter: 'doom', amount: 3, value: 6, reason: 'the bell' },
    ])
    expect(campaign.counterTotals(session)).toEqual([
      { owner: 'character', character: hob, name: 'Hob', counter: 'vigour', gained: 0, spent: 2 },
      { owner: 'character', character: hob, name: 'Hob', counter: 'points', gained: 1, spent: 0 },
      { owner: 'gm', name: 'GM', counter: 'doom', gained: 5, spent: 0 },
    ])
    expect(campaign.counterHopes(session)).toEqual([
      { counter: 'doom', expected: expect.closeTo(2), actual: 2, rolls: 2 },
      { counter: 'points', expected: expect.closeTo(1), actual: 1, rolls: 2 },
    ])
    expect(campaign.counterReasons('doom')).toEqual(['the bell'])
    valueOf(campaign.undo())
    expect(campaign.counterTotals(session).at(-1)).toMatchObject({ counter: 'doom', gained: 2 })
    expect(campaign.counterHistory(99 as SessionId)).toEqual([])
  })

  it('are awarded to several at once, and refused where nobody can', async () => {
    const { campaign, hob, hound, counterOf, dump } = await createPlay()
    const before = standing(dump())
    valueOf(campaign.awardCounter({ counter: 'points', characters: [hob, hound], amount: 2, reason: 'the song' }))
    expect([counterOf(hob, 'points'), counterOf(hound, 'points')]).toEqual([2, 2])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    expect(campaign.awardCounter({ counter: 'points', characters: [hob, hound], amount: -1 })).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('any lower') } })
    expect(campaign.awardCounter({ counter: 'grit', characters: [hob], amount: 1 })).toMatchObject({ error: { code: 'refused' } })
    expect(campaign.awardCounter({ counter: 'doom', characters: [hob], amount: 1 })).toMatchObject({ error: { code: 'missing' } })
    expect(campaign.awardCounter({ counter: 'points', characters: [99 as CharacterId], amount: 1 })).toMatchObject({ error: { code: 'missing' } })
  })

  it('go back with a rest or a new session where they declare it, shown before', async () => {
    const { campaign, hob } = await createPlay()
    valueOf(campaign.changeCounter({ counter: 'vigour', character: hob, amount: -4 }))
    valueOf(campaign.changeCounter({ counter: 'clock', amount: 3 }))
    expect(campaign.listResets({ on: 'rest' })).toEqual([{ owner: 'Hob', counter: 'vigour', from: 6, to: 10 }])
    valueOf(campaign.applyResets({ on: 'rest', characters: [hob] }))
    expect(campaign.applyResets({ on: 'rest' })).toMatchObject({ error: { code: 'refused' } })
    const session = valueOf(campaign.startSession('Two'))
    expect(campaign.view().table.clock?.value).toBe(0)
    expect(campaign.view().sessions[0]).toMatchObject({ id: session, present: [hob] })
    valueOf(campaign.attendSession(session, []))
    expect(campaign.view().sessions[0]?.present).toEqual([])
    for (let step = 0; step < 2; step += 1) valueOf(campaign.undo())
    expect(campaign.view().table.clock?.value).toBe(3)
    expect(campaign.attendSession(99 as SessionId, [])).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('the dice', () => {
  it('are counted by natural face, typed ones apart, not of undone rolls and not again for corrections', async () => {
    const { campaign, hob, roll, side } = await createPlay()
    const session = valueOf(campaign.startSession(undefined))
    valueOf(await roll('toss', [['6']], side(hob)))
    valueOf(await roll('toss', [['6']], side(hob)))
    valueOf(await roll('toss', [['2']], side(hob)))
    valueOf(campaign.undo())
    valueOf(await campaign.correctRoll(campaign.view().rolls.find(({ undone }) => !undone)?.id as never, [{ goal: 1 }]))
    valueOf(campaign.rollDice('3d6+2d4', undefined))
    const typed = () => campaign.fairness(session).find((die) => die.typed)
    expect(typed()).toEqual({ die: 'd6', typed: true, low: 1, counts: [0, 0, 0, 0, 0, 2], rolls: 2, verdict: 'too few to tell, it takes 30 of them' })
    expect(campaign.fairness(session).map((die) => [die.die, die.typed, die.rolls])).toEqual([['d4', false, 2], ['d6', false, 3], ['d6', true, 2]])
    expect(campaign.fairness(undefined)).toEqual(campaign.fairness(session))
    expect(campaign.fairness(99 as SessionId)).toEqual([])
    valueOf(campaign.undo())
    expect(campaign.fairness(session).map(({ die }) => die)).toEqual(['d6'])
  })
})
