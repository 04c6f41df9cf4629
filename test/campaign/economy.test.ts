import fc from 'fast-check'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, CounterValues, Deed, Roll, RollId, SessionId } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

/** Everybody's counters, by owner and counter. */
function valuesOf(campaign: Campaign): Record<string, number> {
  const { gm, table, characters } = campaign.view()
  const named = (owner: string, values: CounterValues) => Object.entries(values).map(([id, { value }]) => [`${owner} ${id}`, value] as const)
  return Object.fromEntries([...named('GM', gm), ...named('Table', table), ...characters.flatMap(({ name, counters }) => named(name, counters))])
}

/** Where each begins in the system's own words. */
const initial: Readonly<Record<string, number>> = { 'Hob vigour': 10, 'Lantern hound vigour': 3, 'Lantern hound grit': 4, 'GM doom': 1 }

/** Everything in the log, and all rolls of each batch. */
const everyRoll = (campaign: Campaign): readonly Roll[] => entriesOf(campaign).flatMap((entry) => (entry.kind !== 'roll' ? [] : entry.roll.batch ? valueOf(campaign.listMates(entry.roll.id)) : [entry.roll]))
const everyDeed = (campaign: Campaign): readonly Deed[] => entriesOf(campaign).flatMap((entry) => (entry.kind === 'deed' ? [entry.deed] : []))
const entriesOf = (campaign: Campaign) => valueOf(campaign.readLog({}, undefined, 200)).entries

describe('the counters', () => {
  it('each equal where they began plus what the log says, whatever was done, undone, redone, corrected, rolled again or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 5, maxLength: 18 }), async (choices) => {
        const { campaign, hob, hound, side, roll, path, library } = await createPlay()
        // So much that nothing below meets a bound, where less would be counted than the outcome says.
        valueOf(campaign.changeCounter({ counter: 'doom', amount: 99, reason: 'enough' }))
        valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 99, reason: 'enough' }))
        valueOf(campaign.changeCounter({ counter: 'points', character: hound, amount: 99, reason: 'enough' }))
        const began = valuesOf(campaign)
        for (const [index, choice] of choices.entries()) {
          const rolls = campaign.view().rolls.filter(({ undone, replaced }) => !undone && !replaced)
          // What stood at the beginning stays.
          if (choice <= 1 && campaign.view().history.undo?.includes('+99') === false) campaign.undo()
          else if (choice <= 1) continue
          else if (choice === 2) campaign.redo()
          else if (choice === 3) campaign.changeCounter({ counter: 'doom', amount: (index % 3) - 1 || 2 })
          else if (choice === 4) campaign.awardCounter({ counter: 'points', characters: [hob, hound], amount: 1 })
          else if (choice === 5 && rolls[0]) await campaign.correctRoll(rolls[0].id, [{ goal: 1 + (index % 6), price: 0 }])
          else if (choice === 6 && rolls[0]) await campaign.rerollRoll(rolls[0].id)
          else if (choice === 7) await campaign.rollBatch({ check: 'toss', actors: [hob, hound], input: { price: index % 3 } })
          else if (choice === 8) await campaign.applyAction({ action: 'feast', picks: {}, input: {} })
          else if (choice === 9) campaign.applyResets({ on: 'rest', characters: [hob] })
          else await roll('toss', [[String(1 + (index % 6))]], side(index % 2 === 0 ? hob : hound, { price: index % 2 }))
        }
        const expected = { ...began }
        const count = (owner: string, counter: string, amount: number) => (expected[`${owner} ${counter}`] = (expected[`${owner} ${counter}`] ?? 0) + amount)
        const rolls = [...new Map(everyRoll(campaign).map((each) => [each.id, each])).values()]
        for (const { participants, outcome, undone, replaced, follows } of rolls) {
          const actor = participants[0]?.name ?? ''
          // The price of a reroll stays paid whatever becomes of it.
          if (follows?.as === 'reroll' && !undone) count(actor, 'vigour', -1)
          if (undone || replaced) continue
          for (const { counter, to, amount } of outcome.grants) count(to === 'gm' ? 'GM' : actor, counter, amount)
          for (const { pool, amount } of outcome.costs) count(actor, pool, -amount)
        }
        for (const deed of everyDeed(campaign)) {
          if (deed.undone) expect(deed.payments).toEqual([])
          // What the beginning was made of is in it already.
          if (!deed.explain.includes('enough')) for (const { owner, counter, amount } of deed.payments) count(owner, counter, amount)
        }
        const now = valuesOf(campaign)
        expect(now).toEqual(expected)
        // Ended without a word, the file says the same.
        const db = new Sqlite(path, { readonly: true })
        const rows = db.prepare<[], { name: string; counter: string; amount: number }>('SELECT name, counter, sum(amount) AS amount FROM counter_change GROUP BY name, counter').all()
        const causes = db.prepare('SELECT count(*) FROM counter_change WHERE (roll IS NULL) = (deed IS NULL)').pluck().get()
        db.close()
        expect(causes).toBe(0)
        for (const { name, counter, amount } of rows) expect(now[`${name} ${counter}`]).toBe((initial[`${name} ${counter}`] ?? 0) + amount)
        await library.closeCampaign()
      }),
      { numRuns: 15 },
    )
  }, 90_000)

  it('name what caused each step, and that entry of the log names it back', async () => {
    const { campaign, hob, hound, roll, side } = await createPlay()
    valueOf(await roll('toss', [['1']], side(hob, { price: 1 })))
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 1 }))
    valueOf(campaign.awardCounter({ counter: 'points', characters: [hob, hound], amount: 1, reason: 'the song' }))
    valueOf(await campaign.applyAction({ action: 'rest', who: hob, picks: {}, input: { amount: 1 } }))
    const first = campaign.view().rolls[0]
    valueOf(await campaign.correctRoll(first?.id as RollId, [{ goal: 1, price: 0 }]))
    const causeOf = (counter: string, amount: number) => campaign.counterHistory(undefined).find((step) => step.counter === counter && step.amount === amount)
    const deedOf = (id: number | undefined) => everyDeed(campaign).find((deed) => deed.id === id)
    expect(deedOf(causeOf('doom', 1)?.deed)).toMatchObject({ headline: 'Doom +1 for GM', payments: [{ owner: 'GM', counter: 'doom', amount: 1 }] })
    expect(deedOf(causeOf('points', 1)?.deed)).toMatchObject({ explain: ['the song', 'Hob', 'Lantern hound'], payments: [{ owner: 'Hob', amount: 1 }, { owner: 'Lantern hound', amount: 1 }] })
    expect(deedOf(causeOf('vigour', 1)?.deed)).toMatchObject({ headline: 'Hob rests' })
    // A correction's own entry tells what it moved, the corrected one what it had.
    expect(causeOf('doom', -2)?.roll).toBe(campaign.view().rolls[0]?.id)
    expect(causeOf('doom', 2)?.roll).toBe(first?.id)
    valueOf(campaign.undo())
    expect(causeOf('doom', -2)).toBeUndefined()
    expect(causeOf('doom', 2)?.roll).toBe(first?.id)
    // A sheet's new maximum is nobody's deed.
    valueOf(campaign.updateCharacter({ id: hound, kind: 'npc', name: 'Lantern hound', stats: { vigourMax: 5 } }))
    expect(causeOf('vigour', 2)).toMatchObject({ reason: 'maximum changed' })
    expect(causeOf('vigour', 2)).not.toHaveProperty('deed')
  })

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
