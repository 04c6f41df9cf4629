import { describe, expect, it } from 'vitest'
import type { Roll } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

async function createTable() {
  const play = await createPlay()
  /** Rolls with a total typed for each side; `null` has that side's dice drawn. */
  const total = (check: string, totals: readonly (string | null)[], ...sides: ReturnType<typeof play.side>[]) =>
    play.campaign.makeRoll({ check, sides, typed: totals.map((text) => (text === null ? null : { total: text })) })
  const kept = async (...roll: Parameters<typeof total>): Promise<Roll> => {
    const result = valueOf(await total(...roll))
    if (result.kind !== 'rolled') throw new Error('It asked for dice')
    return result.roll
  }
  return { ...play, total, kept }
}

describe('a typed total', () => {
  it('is kept with the faces that alone come to it', async () => {
    const { kept, side, hob, counterOf } = await createTable()
    expect(await kept('toss', ['5'], side(hob, { price: 2 }))).toMatchObject({
      dice: [{ die: 'd6', faces: [5], shown: ['5'], typed: true, total: 5 }],
      outcome: { success: true, total: 5, explain: ['5 against 4'] },
      odds: { success: 0.5 },
    })
    expect([counterOf(hob, 'vigour'), counterOf(hob, 'points')]).toEqual([8, 1])
  })

  it('holds what is added to the dice, as the outcome does', async () => {
    const { kept, side, hob } = await createTable()
    expect(await kept('heap', ['22'], side(hob, { bonus: 10 }))).toMatchObject({ dice: [{ faces: [6, 6], shown: ['6', '6'] }], outcome: { total: 22, flags: ['pair'] } })
  })

  it('shows no faces, in dice or arithmetic, where several come to it', async () => {
    const { kept, side, hob } = await createTable()
    const roll = await kept('heap', ['7'], side(hob))
    expect(roll).toMatchObject({ dice: [{ faces: [1, 6], shown: [], typed: true, total: 7 }], outcome: { success: true, explain: ['7 in all'] } })
    expect(await kept('toss', ['4'], side(hob, { dice: 2 }))).toMatchObject({ dice: [{ shown: [] }], outcome: { explain: ['4 against 4'] } })
  })

  it('is what the dice come to where the outcome has none', async () => {
    const { kept, side, hob } = await createTable()
    expect(await kept('pile', ['11'], side(hob))).toMatchObject({ dice: [{ shown: [], total: 11 }] })
    expect(await kept('pile', ['18'], side(hob))).toMatchObject({ dice: [{ shown: ['6', '6', '6'], total: 18 }] })
  })

  it('counts for either side of an opposed check', async () => {
    const { kept, side, hob, hound } = await createTable()
    const roll = await kept('race', ['7', '11'], side(hob), side(hound, { bonus: 2 }))
    expect(roll).toMatchObject({
      outcome: { success: false, explain: ['7 in all', '11 in all', '7 to 11'] },
      dice: [
        { side: 0, shown: [], total: 7 },
        { side: 1, shown: [], total: 11 },
      ],
    })
    const mixed = await kept('race', [null, '12'], side(hob), side(hound))
    expect(mixed.dice[0]).not.toHaveProperty('total')
    expect(mixed.dice).toMatchObject([{ typed: false }, { side: 1, typed: true, shown: ['6', '6'], total: 12 }])
  })

  it('is found, exported and replayed as such', async () => {
    const { kept, side, hob, campaign } = await createTable()
    const roll = await kept('heap', ['7'], side(hob))
    expect(valueOf(campaign.readLog({ dice: 'typed' }, undefined, 10)).entries).toMatchObject([{ roll: { id: roll.id } }])
    expect(campaign.exportLog('markdown', undefined).text).toContain('(2 d6 with a total of 7, total typed)')
    expect(campaign.exportLog('csv', undefined).text).toContain('2 d6 with a total of 7,total,')
    expect(valueOf(await campaign.checkReplay(roll.id))).toEqual({ same: true })
  })

  it('can not be corrected where its faces are not known, and can where they are', async () => {
    const { kept, side, hob, campaign } = await createTable()
    const vague = await kept('heap', ['7'], side(hob))
    expect(await campaign.correctRoll(vague.id, [{ bonus: 5 }])).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('Only the total') } })
    const sure = await kept('heap', ['3'], side(hob))
    expect(valueOf(await campaign.correctRoll(sure.id, [{ bonus: 5 }]))).toMatchObject({ dice: [{ faces: [1, 2], typed: true, total: 3 }], outcome: { total: 8 } })
  })
})

describe('a typed total is refused, and nothing is written,', () => {
  it.each([
    ['where no dice come to it', 'heap', '13', {}, 'No dice come to 13 here: the total is 2 to 12.'],
    ['where the bonus leaves it out of reach', 'heap', '4', { bonus: 3 }, 'No dice come to 4 here: the total is 5 to 15.'],
    ['where it may end differently', 'heap', '8', {}, 'Dice that come to 8 may end differently here: type the dice.'],
    ['where it is no number', 'heap', 'many', {}, 'A total is a whole number.'],
    ['where it is not typed', 'heap', ' ', {}, 'A total is a whole number.'],
    ['where the check may ask for more dice', 'blast', '3', {}, /may ask for more dice.*type the dice instead/],
    ['where there are too many ways', 'pile', '2000', { dice: 999 }, /too many ways.*type the dice instead/],
    ['where the dice have names', 'omen', '1', {}, /have names.*type the dice instead/],
    ['where there are no dice', 'pile', '0', { dice: 0 }, /takes no dice/],
  ])('%s', async (_, check, text, input, message) => {
    const { total, side, hob, dump } = await createTable()
    const before = dump()
    const reply = await total(check, [text], side(hob, input))
    expect(reply).toMatchObject({ ok: false, error: { code: 'refused', problems: [{ side: 0, field: 'typed.total' }] } })
    expect(reply.ok ? '' : reply.error.message).toMatch(message)
    expect(dump()).toEqual(before)
  })

  it('each side for itself', async () => {
    const { total, side, hob, hound } = await createTable()
    expect(await total('race', ['99', '8'], side(hob), side(hound))).toMatchObject({
      error: { problems: [{ side: 0, field: 'typed.total' }, { side: 1, field: 'typed.total' }] },
    })
  })

  it('as the roll itself is', async () => {
    const { total, side, hob } = await createTable()
    expect(await total('toss', ['5'], side(hob, { price: 11 }))).toMatchObject({ error: { message: expect.stringContaining('1 short') } })
    expect(await total('toss', ['5'], side(hob, { goal: 5, price: 1 }))).toMatchObject({ error: { problems: [{ field: 'price' }] } })
  })

  it('where the system fails', async () => {
    const { total, side, hob } = await createTable()
    expect(await total('throws', ['5'], side(hob))).toMatchObject({ error: { code: 'fault', message: expect.stringContaining('out of cheese') } })
  })
})
