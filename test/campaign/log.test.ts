import { describe, expect, it } from 'vitest'
import type { LogFilter, RollId } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

type Play = Awaited<ReturnType<typeof createPlay>>
const rolled = async (reply: ReturnType<Play['roll']>) => {
  const result = valueOf(await reply)
  if (result.kind !== 'rolled') throw new Error('It asked for dice')
  return result.roll
}

describe('a session', () => {
  it('is started, named, noted and ended, each an undoable step', async () => {
    const { campaign, events, dump } = await createPlay()
    const before = dump()
    const id = valueOf(campaign.startSession(undefined))
    expect(campaign.startSession('Another')).toMatchObject({ error: { code: 'refused', message: 'Session 1 is still running. End it first.' } })
    valueOf(campaign.updateSession({ id, name: 'The causeway', notes: '# Tonight' }))
    valueOf(campaign.endSession())
    expect(campaign.endSession()).toMatchObject({ error: { code: 'refused' } })
    expect(campaign.view().sessions).toEqual([{ id, name: 'The causeway', notes: '# Tonight', present: expect.any(Array), startedAt: expect.any(Number), endedAt: expect.any(Number) }])
    expect(events.filter(({ name }) => name === 'session.changed')).toHaveLength(3)
    for (let step = 0; step < 3; step += 1) valueOf(campaign.undo())
    expect(dump()).toEqual(before)
  })

  it('is known to what is rolled and done in it', async () => {
    const { campaign, roll, side, hob } = await createPlay()
    await rolled(roll('toss', [['6']], side(hob)))
    const id = valueOf(campaign.startSession('Two'))
    const inside = await rolled(roll('toss', [['1']], side(hob)))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 1, reason: 'a song' }))
    expect(inside.session).toBe(id)
    const { entries } = valueOf(campaign.readLog({ session: id }, undefined, 10))
    expect(entries.map((entry) => (entry.kind === 'roll' ? entry.roll.id : entry.deed.headline))).toEqual(['Points +1 for Hob', inside.id])
  })
})

describe('the log', () => {
  const headlines = (play: Play, filter: LogFilter) =>
    valueOf(play.campaign.readLog(filter, undefined, 50)).entries.map((entry) => (entry.kind === 'roll' ? `${entry.roll.participants[0]?.name}: ${entry.roll.outcome.headline}` : entry.deed.headline))

  it('leaves out what was undone where that is asked for, rolls and deeds alike', async () => {
    const play = await createPlay()
    const { roll, side, hob, campaign } = play
    await rolled(roll('toss', [['6']], side(hob)))
    await rolled(roll('toss', [['1']], side(hob)))
    valueOf(await campaign.applyAction({ action: 'feast', picks: {}, input: {} }))
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(headlines(play, {})).toHaveLength(3)
    expect(headlines(play, { undone: 'hidden' })).toEqual(['Hob: Made it'])
    valueOf(campaign.redo())
    expect(headlines(play, { undone: 'hidden' })).toEqual(['Hob: Missed', 'Hob: Made it'])
  })

  it('is filtered by who, check, outcome, dice and text', async () => {
    const play = await createPlay()
    const { roll, side, hob, hound, campaign } = play
    await rolled(roll('toss', [['6']], side(hob)))
    await rolled(roll('toss', [null], side(hound, { goal: 1 })))
    await rolled(roll('duel', [['1'], ['2']], side(hob), side(hound)))
    valueOf(campaign.rollDice('2d6', hob))
    valueOf(await campaign.applyAction({ action: 'feast', picks: {}, input: {} }))
    expect(headlines(play, {})).toHaveLength(5)
    expect(headlines(play, { who: 'hound' })).toEqual(['Hob: Hob did not win', 'Lantern hound: Made it'])
    expect(headlines(play, { check: 'toss', outcome: 'success' })).toEqual(['Lantern hound: Made it', 'Hob: Made it'])
    expect(headlines(play, { check: '' })).toHaveLength(1)
    expect(headlines(play, { dice: 'typed' })).toEqual(['Hob: Hob did not win', 'Hob: Made it'])
    expect(headlines(play, { outcome: 'failure' })).toEqual(['Hob: Hob did not win'])
    expect(headlines(play, { text: 'feast' })).toEqual(['a feast'])
    expect(headlines(play, { text: "%_'" })).toEqual([])
    for (const field of ['kind', 'pc', 'headline', 'name']) expect(headlines(play, { who: field })).toEqual([])
    expect(headlines(play, { text: 'headline' })).toEqual([])
    const asa = valueOf(campaign.createCharacter({ kind: 'pc', name: 'Ása "Knife"', stats: {} }))
    await rolled(roll('toss', [['6']], side(asa, { goal: 1 })))
    expect(headlines(play, { who: 'ása "knife"' })).toHaveLength(1)
    expect(headlines(play, { text: 'ÁSA' })).toHaveLength(1)
  })

  it('comes in parts that fit together, the newest first', async () => {
    const { campaign, hob } = await createPlay()
    for (let step = 0; step < 25; step += 1) valueOf(step % 2 ? campaign.rollDice('d6', hob) : campaign.changeCounter({ counter: 'doom', amount: 1 }))
    const seen: string[] = []
    let from: string | undefined
    do {
      const page = valueOf(campaign.readLog({}, from, 10))
      seen.push(...page.entries.map((entry) => (entry.kind === 'roll' ? `r${entry.roll.id}` : `d${entry.deed.id}`)))
      from = page.next
    } while (from !== undefined)
    expect(new Set(seen).size).toBe(25)
    expect(seen[0]).toBe('d13')
    expect(valueOf(campaign.readLog({}, 'nonsense', 5)).entries).toHaveLength(5)
  })

  it('marks a deed that was undone', async () => {
    const { campaign, events } = await createPlay()
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 1 }))
    valueOf(campaign.undo())
    expect(valueOf(campaign.readLog({}, undefined, 5)).entries).toMatchObject([{ kind: 'deed', deed: { headline: 'Doom +1 for GM', undone: true } }])
    expect(events.filter(({ name }) => name === 'deed.changed')).toHaveLength(2)
  })

  it('keeps what is secret marked', async () => {
    const { campaign, side, hob } = await createPlay()
    const result = valueOf(await campaign.makeRoll({ check: 'toss', sides: [side(hob)], typed: [null], secret: true }))
    expect(result).toMatchObject({ roll: { secret: true } })
  })
})

describe('correcting a roll', () => {
  it('takes the same faces with another input and moves costs and grants by the difference', async () => {
    const { campaign, roll, side, hob, counterOf, dump, events } = await createPlay()
    const first = await rolled(roll('toss', [['3']], side(hob, { price: 2 })))
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points'), campaign.view().gm.doom?.value]).toEqual([8, 0, 3])
    const before = dump()
    events.length = 0
    const second = valueOf(await campaign.correctRoll(first.id, [{ goal: 3, price: 5, dice: 1 }]))
    expect(second).toMatchObject({ follows: { roll: first.id, as: 'correction' }, outcome: { success: true }, dice: [{ faces: [3], typed: true }] })
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points'), campaign.view().gm.doom?.value]).toEqual([5, 1, 1])
    expect(campaign.view().rolls.map(({ id, replaced }) => [id, replaced])).toEqual([[second.id, false], [first.id, true]])
    const changed = events.find(({ name }) => name === 'roll.changed')?.payload as { id: RollId }[]
    expect(changed.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(campaign.view().history.undo).toBe('correction of Toss by Hob')

    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    expect(campaign.view().rolls.find(({ id }) => id === first.id)?.replaced).toBe(false)
  })

  it('twice in a row takes back what really stands', async () => {
    const { campaign, roll, side, hob, counterOf } = await createPlay()
    const first = await rolled(roll('toss', [['6']], side(hob, { price: 2 })))
    const second = valueOf(await campaign.correctRoll(first.id, [{ goal: 4, price: 7, dice: 1 }]))
    expect(counterOf(hob, 'vigour')).toBe(3)
    valueOf(await campaign.correctRoll(second.id, [{ goal: 4, price: 1, dice: 1 }]))
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points')]).toEqual([9, 1])
  })

  it('may spend again what the first version spent, and no more', async () => {
    const { campaign, roll, side, hound, dump } = await createPlay()
    const first = await rolled(roll('toss', [['6']], side(hound, { price: 3 })))
    const before = dump()
    expect(await campaign.correctRoll(first.id, [{ goal: 4, price: 4, dice: 1 }])).toMatchObject({ error: { code: 'refused', message: 'This costs 4 Vigour and Lantern hound has 3: 1 short.' } })
    expect(dump()).toEqual(before)
    valueOf(await campaign.correctRoll(first.id, [{ goal: 2, price: 3, dice: 1 }]))
  })

  it('draws only what more is asked and drops what is not', async () => {
    const { campaign, roll, side, hob } = await createPlay()
    const first = await rolled(roll('toss', [['3', '5']], side(hob, { dice: 2 })))
    const more = valueOf(await campaign.correctRoll(first.id, [{ goal: 4, price: 0, dice: 3 }]))
    expect(more.dice[0]?.faces.slice(0, 2)).toEqual([3, 5])
    expect(more.dice[0]?.faces).toHaveLength(3)
    const less = valueOf(await campaign.correctRoll(more.id, [{ goal: 4, price: 0, dice: 1 }]))
    expect(less.dice[0]?.faces).toEqual([3])
  })

  it('is refused for what is undone, corrected already, made of words, or malformed', async () => {
    const { campaign, roll, side, hob } = await createPlay()
    const input = [{ goal: 4, price: 0, dice: 1 }]
    const undone = await rolled(roll('toss', [['3']], side(hob)))
    valueOf(campaign.undo())
    const first = await rolled(roll('toss', [['3']], side(hob)))
    valueOf(await campaign.correctRoll(first.id, input))
    const words = valueOf(campaign.rollDice('d6', hob))
    for (const id of [undone.id, first.id, words.id]) expect(await campaign.correctRoll(id, input)).toMatchObject({ error: { code: 'refused' } })
    expect(await campaign.correctRoll(999 as RollId, input)).toMatchObject({ error: { code: 'missing' } })
    const fresh = await rolled(roll('toss', [['3']], side(hob)))
    expect(await campaign.correctRoll(fresh.id, [{ goal: 9 }])).toMatchObject({ error: { problems: [{ field: 'goal' }] } })
  })
})

describe('rerolling', () => {
  it('takes back the first roll, asks the system’s price and is linked', async () => {
    const { campaign, roll, side, hob, counterOf } = await createPlay()
    const first = await rolled(roll('toss', [['1']], side(hob, { price: 2 })))
    const second = valueOf(await campaign.rerollRoll(first.id))
    expect(second).toMatchObject({ follows: { roll: first.id, as: 'reroll' }, inputs: first.inputs, dice: [{ typed: false }] })
    expect(counterOf(hob, 'vigour')).toBe(10 - 2 - 1)
    expect(campaign.view().gm.doom?.value).toBe(second.outcome.success ? 1 : 3)
  })

  it('is refused when its price can not be paid', async () => {
    const { campaign, roll, side, hound } = await createPlay()
    const first = await rolled(roll('toss', [['6']], side(hound, { price: 3 })))
    expect(await campaign.rerollRoll(first.id)).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('1 short') } })
  })
})

describe('replaying', () => {
  it('says whether the stored package still says the same', async () => {
    const { campaign, roll, side, hob, hound } = await createPlay()
    const rolls = [await rolled(roll('toss', [null], side(hob, { dice: 3 }))), await rolled(roll('duel', [null, null], side(hob), side(hound))), valueOf(campaign.rollDice('4d6k3', hob))]
    for (const { id } of rolls) expect(valueOf(await campaign.checkReplay(id))).toEqual({ same: true })
    expect(await campaign.checkReplay(999 as RollId)).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('exporting', () => {
  it('writes a session as Markdown with its notes, its names as text', async () => {
    const { campaign, roll, side } = await createPlay()
    const id = valueOf(campaign.startSession('Night *one*'))
    valueOf(campaign.updateSession({ id, name: 'Night *one*', notes: 'We **crossed**.' }))
    const sly = valueOf(campaign.createCharacter({ kind: 'pc', name: '[Sly](javascript:x) <b>', stats: {} }))
    await rolled(roll('toss', [['6']], side(sly, { goal: 2 })))
    valueOf(campaign.changeCounter({ counter: 'doom', amount: 2 }))
    valueOf(campaign.undo())
    const { name, text } = campaign.exportLog('markdown', id)
    expect(name).toBe('The Ninth Ferry.md')
    expect(text).toMatch(/^# The Ninth Ferry: Night \\\*one\\\*\n\nWe \*\*crossed\*\*\.\n\n## \d{4}-\d\d-\d\d\n\n/)
    expect(text).toContain('**\\[Sly\\](javascript:x) \\<b\\>** Toss: Made it (d6 6, typed) +1 Points')
    expect(text).toContain('~~Doom +2 for GM~~')
  })

  it('writes rolls as CSV that no spreadsheet takes for formulas', async () => {
    const { campaign, roll, side } = await createPlay()
    const sly = valueOf(campaign.createCharacter({ kind: 'pc', name: '=HYPERLINK("http://x","y"), "quoted"', stats: {} }))
    await rolled(roll('toss', [['6']], side(sly, { goal: 2 })))
    const { name, text } = campaign.exportLog('csv', undefined)
    const [header, row, ...rest] = text.split('\r\n')
    expect(name).toBe('The Ninth Ferry rolls.csv')
    expect(header?.split(',').slice(0, 3)).toEqual(['time', 'who', 'check'])
    expect(row).toContain(`,"'=HYPERLINK(""http://x"",""y""), ""quoted""",Toss,`)
    expect(row).toContain(",'+1 Points =HYPERLINK".replace(",'", ',"\''))
    expect(row).toMatch(/,true,6,2,4,/)
    expect(rest).toEqual([''])
  })
})
