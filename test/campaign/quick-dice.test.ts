import { describe, expect, it } from 'vitest'
import { previewDice, replayDice } from '../../main/campaign/quick-dice.ts'
import type { RollRecord } from '../../main/db/stores/rolls.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

describe('dice in words', () => {
  it('are shown with what they may come to before they are rolled', () => {
    const preview = previewDice(' 3D6 + 2 ')
    expect(preview).toMatchObject({ kind: 'dice', text: '3d6+2', exact: true, mean: expect.closeTo(12.5, 9) })
    if (preview.kind !== 'dice') throw new Error('not read')
    expect(preview.bars).toHaveLength(16)
    expect(preview.bars[0]).toEqual({ from: 5, to: 5, chance: expect.closeTo(1 / 216, 12) })
  })

  it('put many totals together, without losing any chance', () => {
    const preview = previewDice('10d20')
    if (preview.kind !== 'dice') throw new Error('not read')
    expect(preview.bars.length).toBeLessThanOrEqual(60)
    expect(preview.bars.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 12)
    for (const [index, bar] of preview.bars.entries()) if (index > 0) expect(bar.from).toBe((preview.bars[index - 1]?.to ?? 0) + 1)
  })

  it('mark the place where they cannot be read', () => expect(previewDice('2d6+x')).toMatchObject({ kind: 'problem', at: 4, length: 1 }))

  it('can be rolled where their odds would take too long', async () => {
    expect(previewDice('1000d20')).toMatchObject({ kind: 'dice', bars: [], noOdds: expect.any(String) })
    const { campaign } = await createPlay()
    expect(valueOf(campaign.rollDice('1000d20', undefined)).dice[0]?.faces).toHaveLength(1000)
  })

  it('are logged with every face, replayed, and taken back', async () => {
    const { campaign, hob, events } = await createPlay()
    const roll = valueOf(campaign.rollDice('4d10k3 + 1', hob))
    const [dice] = roll.dice
    expect(roll).toMatchObject({ check: '', inputs: [{ dice: '4d10k3+1' }], participants: [{ name: 'Hob' }], outcome: { success: null, headline: String(roll.outcome.total) } })
    expect(dice).toMatchObject({ die: '4d10k3', typed: false })
    expect(dice?.faces).toHaveLength(4)
    expect(dice?.dropped).toHaveLength(1)
    const kept = (dice?.faces ?? []).filter((_, index) => !dice?.dropped?.includes(index))
    expect(roll.outcome.total).toBe(kept.reduce((sum, face) => sum + face, 0) + 1)
    const falls = dice?.faces[dice.dropped?.[0] ?? -1]
    expect(roll.outcome.explain[0]).toBe(`4d10k3: ${kept.join(', ')} (dropped ${falls}), together ${(roll.outcome.total ?? 0) - 1}`)
    expect(roll.outcome.explain.at(-1)).toMatch(/or more comes up .+ % of the time/)
    expect(events.map(({ name }) => name)).toEqual(['roll.changed', 'history.changed'])
    expect(campaign.view().history.undo).toBe('4d10k3+1 by Hob')
    expect(replayDice(roll as unknown as RollRecord)).toBeUndefined()
    expect(replayDice({ ...roll, outcome: { ...roll.outcome, total: 0 } } as unknown as RollRecord)).toBe('the dice come to another total')
    valueOf(campaign.undo())
    expect(campaign.view().rolls).toMatchObject([{ undone: true }])
  })

  it('that cannot be read are refused with nothing written', async () => {
    const { campaign, dump } = await createPlay()
    const before = dump()
    for (const text of ['', '1d1!', '100000000d6', 'd', '3d6+', 'constructor'])
      expect(campaign.rollDice(text, undefined)).toMatchObject({ ok: false, error: { code: 'refused', problems: [{ field: 'text' }] } })
    expect(dump()).toEqual(before)
  })
})
