import { describe, expect, it } from 'vitest'
import { createPlay, valueOf } from '../support/campaign.ts'

describe('a search of the log', () => {
  it('finds rolls and deeds by who, what happened and the arithmetic, the newest first, undone ones apart', async () => {
    const { campaign, roll, side, hob, hound } = await createPlay()
    valueOf(await roll('toss', [['2']], side(hob)))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 2, reason: 'a söng "of old"' }))
    valueOf(await roll('toss', [['3']], side(hound)))
    const found = async (text: string) => valueOf(await campaign.findInLog(text))
    expect((await found('hob')).entries.map(({ kind }) => kind)).toEqual(['deed', 'roll'])
    expect(await found('LANTERN')).toMatchObject({ whole: true, entries: [{ kind: 'roll', roll: { participants: [{ name: 'Lantern hound' }] } }] })
    expect((await found('SÖNG "of')).entries).toHaveLength(1)
    // What stands in the row but is said to nobody is not found.
    expect((await found('participants')).entries).toEqual([])
    expect((await found('grants')).entries).toEqual([])
    valueOf(campaign.undo())
    expect((await found('lantern')).entries).toEqual([])
  })

  it('finds what lies far back, and gives at most the newest twenty', async () => {
    const { campaign, hob, hound } = await createPlay()
    valueOf(campaign.rollDice('1d6', hound))
    for (let number = 0; number < 600; number += 1) valueOf(campaign.rollDice('1d6', hob))
    expect(valueOf(await campaign.findInLog('lantern'))).toMatchObject({ whole: true, entries: [{ roll: { participants: [{ name: 'Lantern hound' }] } }] })
    const all = valueOf(await campaign.findInLog('hob'))
    expect(all.entries).toHaveLength(20)
    const ats = all.entries.map((entry) => (entry.kind === 'roll' ? entry.roll.at : entry.deed.at))
    expect(ats).toEqual(ats.toSorted((a, b) => b - a))
  }, 60_000)

  it('ends where another one begins', async () => {
    const { campaign, hob } = await createPlay()
    for (let number = 0; number < 3; number += 1) valueOf(campaign.rollDice('1d6', hob))
    const [first, second] = await Promise.all([campaign.findInLog('nobody'), campaign.findInLog('hob')])
    expect(first.ok).toBe(true)
    expect(valueOf(second).entries).toHaveLength(3)
  })
})
