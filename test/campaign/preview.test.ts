import { describe, expect, it } from 'vitest'
import { createPlay, valueOf } from '../support/campaign.ts'

describe('a preview', () => {
  it('shows the filled form, the dice, the cost and the exact odds', async () => {
    const { campaign, side, hob } = await createPlay()
    const preview = valueOf(await campaign.preview({ check: 'toss', sides: [side(hob, { price: 2 })] }))
    expect(preview).toMatchObject({
      sides: [
        {
          input: { goal: 4, price: 2, dice: 1 },
          limits: { dice: 3 },
          picks: { skills: 0 },
          dice: [{ die: { id: 'd6' }, count: 1 }],
          costs: [{ pool: 'vigour', amount: 2 }],
        },
      ],
      problems: [],
      refining: false,
      odds: { exact: true, success: 0.5, flags: { six: expect.closeTo(1 / 6, 12) }, grants: { points: 0.5, doom: 1 } },
    })
  })

  it('follows the picked row', async () => {
    const { campaign, hob } = await createPlay()
    const preview = valueOf(await campaign.preview({ check: 'toss', sides: [{ who: hob, picks: { skills: 1 }, input: {} }] }))
    expect(preview.sides[0]?.input.goal).toBe(2)
    expect(preview.odds?.success).toBeCloseTo(5 / 6, 12)
  })

  it('names each problem at its field and has no odds then', async () => {
    const { campaign, side, hob } = await createPlay()
    const preview = valueOf(await campaign.preview({ check: 'toss', sides: [side(hob, { goal: 9, price: -1 })] }))
    expect(preview.problems.map(({ field }) => field)).toEqual(['goal', 'price'])
    expect(preview.odds).toBeUndefined()
  })

  it('splits what an opposed check grants by side', async () => {
    const { campaign, side, hob, hound } = await createPlay()
    const preview = valueOf(await campaign.preview({ check: 'duel', sides: [side(hob), side(hound, { goal: 6 })] }))
    expect(preview.odds?.grants.points).toEqual({ actor: expect.closeTo(0.5, 12), opponent: expect.closeTo(1 / 6, 12) })
    expect(preview.odds?.success).toBeCloseTo(15 / 36, 12)
  })

  it('writes nothing', async () => {
    const { campaign, side, hob, dump } = await createPlay()
    const before = dump()
    await campaign.preview({ check: 'toss', sides: [side(hob, { price: 2 })] })
    expect(dump()).toEqual(before)
  })
})
