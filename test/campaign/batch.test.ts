import { describe, expect, it } from 'vitest'
import type { CharacterId, Roll } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

/** A campaign with so many alike, in a fight. */
async function createPack(count: number) {
  const play = await createPlay()
  const { campaign } = play
  const wolf = valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: 'Wolf', stats: { skills: [{ name: 'Bite', value: 4 }] } }))
  for (let left = count; left > 0; left -= 100) valueOf(await campaign.addToFight({ ...(campaign.view().fight && { fight: campaign.view().fight?.id as never }), characters: [{ id: wolf, count: Math.min(left, 100) }] }))
  const pack = (campaign.view().fight?.combatants ?? []).map(({ character }) => character)
  const batch = (rest: object = {}) => campaign.rollBatch({ check: 'toss', actors: pack, input: {}, ...rest })
  const rolled = async (rest: object = {}) => valueOf(await batch(rest)) as readonly Roll[]
  const doom = () => campaign.view().gm.doom?.value
  play.events.length = 0
  return { ...play, pack, batch, rolled, doom }
}

describe('a check for many', () => {
  it('is one step with a row each, in their order, which the log shows as one', async () => {
    const { campaign, pack, rolled, doom, dump, events } = await createPack(12)
    const before = standing(dump())
    const typed = pack.slice(0, 2).map((who, index) => ({ who, dice: [index === 0 ? '6' : '1'] }))
    const rolls = await rolled({ typed })
    expect(rolls.map(({ participants: [one] }) => one?.id)).toEqual(pack)
    expect(rolls.slice(0, 2).map(({ outcome, dice }) => [outcome.success, dice[0]?.typed])).toEqual([[true, true], [false, true]])
    expect(rolls.every(({ dice, odds }) => dice[0]?.faces.length === 1 && odds?.success === 0.5)).toBe(true)
    expect(doom()).toBe(1 + 2 * rolls.filter(({ outcome }) => !outcome.success).length)
    expect(events.filter(({ name }) => name === 'roll.changed').map(({ payload }) => (payload as Roll[]).length)).toEqual([1])
    const { entries } = valueOf(campaign.readLog({}, undefined, 20))
    expect(entries).toMatchObject([{ roll: { id: rolls[0]?.id, batch: { first: rolls[0]?.id, count: 12 } } }])
    expect(valueOf(campaign.listMates(rolls[3]?.id as never)).map(({ id }) => id)).toEqual(rolls.map(({ id }) => id))
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    valueOf(campaign.redo())
    expect(doom()).toBe(1 + 2 * rolls.filter(({ outcome }) => !outcome.success).length)
  })

  it('answers with the rolls as the log reads them', async () => {
    const { campaign, pack, rolled, side, hob } = await createPack(3)
    valueOf(campaign.startSession('One'))
    const read = ([first]: readonly Roll[]) => valueOf(campaign.listMates(first?.id as never))
    const typed = [{ who: pack[0] as CharacterId, dice: ['6'] }, { who: pack[1] as CharacterId, dice: { total: '2' } }]
    for (const rest of [{ typed, input: { price: 1 } }, { check: 'race', secret: true, opponent: side(hob), opponentTyped: { total: '11' } }]) {
      const rolls = await rolled(rest)
      expect(rolls).toStrictEqual(read(rolls))
    }
    const alone = await rolled({ actors: pack.slice(0, 1), input: { price: 1 } })
    expect(alone).toStrictEqual(campaign.view().rolls.slice(0, 1))
  })

  it('takes input for all and for one alone, and tells each one’s chance before', async () => {
    const { campaign, pack, rolled, hob } = await createPack(3)
    const inputs = [{ who: pack[1] as CharacterId, input: { goal: 6 } }]
    expect(valueOf(await campaign.previewBatch({ check: 'toss', actors: pack, input: { goal: 2 }, inputs })).map(({ success }) => success?.toFixed(3))).toEqual(['0.833', '0.167', '0.833'])
    const rolls = await rolled({ input: { goal: 2 }, inputs })
    expect(rolls.map(({ inputs: [input] }) => input?.goal)).toEqual([2, 6, 2])
    const picked = { check: 'toss', actors: [hob, ...pack.slice(0, 1)], input: {}, inputs: [{ who: hob, input: {}, picks: { skills: 1 } }] }
    expect(valueOf(await campaign.previewBatch(picked)).map(({ input }) => input.goal)).toEqual([2, 4])
  })

  it('compares each of them with one roll of the other side, which pays and brings once', async () => {
    const { pack, rolled, hob, counterOf, side } = await createPack(3)
    const rolls = await rolled({ check: 'duel', opponent: side(hob), opponentTyped: ['4'], typed: [{ who: pack[0] as CharacterId, dice: ['6'] }] })
    expect(rolls.map(({ dice }) => dice.find((group) => group.side === 1)?.faces)).toEqual([[4], [4], [4]])
    expect(rolls[0]?.outcome.success).toBe(true)
    // Hob's four against his skill of four made one point, whatever the number of foes.
    expect(counterOf(hob, 'points')).toBe(1)
  })

  it('tells what the other side lacks once, as that of the other side', async () => {
    const { campaign, pack } = await createPack(2)
    const duel = { check: 'duel', actors: pack, input: {}, opponent: { picks: {}, input: {} } }
    const chances = valueOf(await campaign.previewBatch(duel))
    expect(chances).toMatchObject([{ success: null }, { success: null }])
    expect(chances.some(({ problem }) => problem !== undefined)).toBe(false)
    expect(await campaign.rollBatch(duel)).toMatchObject({ error: { message: 'The other side: Goal is needed.' } })
  })

  it('takes the total alone of some of them and of the other side, marked in the log and its export', async () => {
    const { campaign, pack, rolled, side, hob } = await createPack(3)
    const rolls = await rolled({ check: 'race', opponent: side(hob), opponentTyped: { total: '11' }, typed: [{ who: pack[0], dice: { total: '7' } }, { who: pack[1], dice: ['1', '1'] }] })
    expect(rolls.map(({ dice }) => dice.map(({ typed, total }) => [typed, total]))).toEqual([[[true, 7], [true, 11]], [[true, undefined], [true, 11]], [[false, undefined], [true, 11]]])
    expect(rolls[0]).toMatchObject({ dice: [{ shown: [] }, { shown: ['5', '6'] }], outcome: { explain: ['7 in all', '5 and 6 on the dice', '11 in all', '7 to 11'] } })
    expect(campaign.exportLog('csv', undefined).text.split('\r\n')[1]).toContain('with a total of 7')
    for (const { id } of rolls) expect(valueOf(await campaign.checkReplay(id))).toEqual({ same: true })
  })

  it('rolls again row by row', async () => {
    const { campaign, rolled } = await createPack(2)
    const rolls = await rolled()
    const again = valueOf(await campaign.rerollRoll(rolls[1]?.id as never))
    expect(valueOf(campaign.listMates(rolls[0]?.id as never)).map(({ id, replaced }) => [id, replaced])).toEqual([[rolls[0]?.id, false], [rolls[1]?.id, true], [again.id, false]])
  })

  it('says in its first how many succeed as they stand, again with every reroll and its undoing', async () => {
    const { campaign, pack, rolled, events } = await createPack(3)
    const typed = pack.map((who, index) => ({ who, dice: [index === 0 ? '6' : '1'] }))
    const [first, second] = await rolled({ typed })
    expect(first?.batch).toMatchObject({ count: 3, succeeded: 1 })
    expect(second?.batch?.succeeded).toBeUndefined()
    const told = () => (events.findLast(({ name }) => name === 'roll.changed')?.payload as Roll[]).find(({ id }) => id === first?.id)?.batch?.succeeded
    const again = valueOf(await campaign.rerollRoll(second?.id as never))
    expect(told()).toBe(again.outcome.success ? 2 : 1)
    const third = valueOf(await campaign.rerollRoll(again.id))
    expect(told()).toBe(third.outcome.success ? 2 : 1)
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(told()).toBe(1)
    valueOf(campaign.undo())
    expect(told()).toBe(1)
  })

  it('is found in the log by any of them', async () => {
    const { campaign, pack, rolled } = await createPack(3)
    const typed = pack.map((who, index) => ({ who, dice: [index === 2 ? '6' : '1'] }))
    const [first] = await rolled({ typed })
    const found = (filter: object) => valueOf(campaign.readLog(filter, undefined, 20)).entries.map((entry) => entry.kind === 'roll' && entry.roll.id)
    for (const filter of [{ who: 'Wolf 3' }, { outcome: 'success' }, { outcome: 'failure' }, { text: 'made it' }, { who: 'Wolf 3', outcome: 'success' }]) expect(found(filter), JSON.stringify(filter)).toEqual([first?.id])
    for (const filter of [{ who: 'Wolf 4' }, { who: 'Wolf 1', outcome: 'success' }, { dice: 'drawn' }]) expect(found(filter), JSON.stringify(filter)).toEqual([])
  })

  it('is exported row by row, with what was rolled again after it', async () => {
    const { campaign, rolled } = await createPack(3)
    const rolls = await rolled()
    valueOf(await campaign.rerollRoll(rolls[1]?.id as never))
    const rows = campaign.exportLog('csv', undefined).text.trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[1])).toEqual(['Wolf 1', 'Wolf 2', 'Wolf 3', 'Wolf 2'])
    const lines = campaign.exportLog('markdown', undefined).text.split('\n').filter((line) => line.includes('Toss'))
    expect(lines.map((line) => /Wolf \d/.exec(line)?.[0])).toEqual(['Wolf 1', 'Wolf 2', 'Wolf 3', 'Wolf 2'])
    expect(lines[1]).toContain('~~')
  })

  it('writes nothing unless all can roll, and names who can not', async () => {
    const { campaign, pack, batch, dump, hob } = await createPack(3)
    const before = standing(dump())
    expect(await batch({ inputs: [{ who: pack[1], input: { price: 99 } }] })).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('Wolf 2') } })
    expect(await batch({ typed: [{ who: pack[2], dice: ['9'] }] })).toMatchObject({ error: { message: expect.stringContaining('Wolf 3') } })
    expect(await batch({ typed: [{ who: pack[2], dice: ['1', '2'] }] })).toMatchObject({ error: { message: expect.stringContaining('not part of the roll') } })
    expect(await batch({ typed: [{ who: pack[1], dice: { total: '9' } }, { who: pack[2], dice: { total: '9' } }] })).toMatchObject({ error: { code: 'refused', problems: [{ message: 'Wolf 2: No dice come to 9 here: the total is 1 to 6.' }, { message: expect.stringContaining('Wolf 3') }] } })
    expect(await batch({ check: 'race', opponent: { who: hob, picks: {}, input: {} }, opponentTyped: { total: 'many' } })).toMatchObject({ error: { problems: [{ side: 1, message: 'The other side: A total is a whole number.' }] } })
    expect(await batch({ check: 'throws', typed: [{ who: pack[0], dice: { total: '3' } }] })).toMatchObject({ error: { code: 'fault' } })
    expect(await batch({ check: 'pcOnly' })).toMatchObject({ error: { message: expect.stringContaining('Wolf 1') } })
    expect(await batch({ check: 'throws' })).toMatchObject({ error: { code: 'fault' } })
    expect(await campaign.rollBatch({ check: 'toss', actors: [hob, 99 as CharacterId], input: {} })).toMatchObject({ error: { code: 'missing' } })
    expect(standing(dump())).toEqual(before)
    expect(campaign.listMates(99 as never)).toMatchObject({ error: { code: 'missing' } })
  })

  it('can be cancelled, with nothing rolled, and pays what together can be paid', async () => {
    const { campaign, batch, dump, pack } = await createPack(4)
    const before = standing(dump())
    const running = batch()
    await Promise.resolve()
    campaign.cancelBatch()
    expect(valueOf(await running)).toBeNull()
    expect(standing(dump())).toEqual(before)
    expect((valueOf(await batch({ input: { price: 3 } })) as readonly Roll[]).map(({ payments }) => payments.find(({ counter }) => counter === 'vigour')?.amount)).toEqual(pack.map(() => -3))
  })

  it('rolls a thousand', async () => {
    const { rolled, campaign } = await createPack(1_000)
    expect(await rolled()).toHaveLength(1_000)
    valueOf(campaign.undo())
    expect(valueOf(campaign.readLog({}, undefined, 5)).entries).toMatchObject([{ roll: { undone: true, batch: { count: 1_000 } } }])
  }, 30_000)
})
