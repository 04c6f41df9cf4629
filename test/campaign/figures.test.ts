import fc from 'fast-check'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { FigureValue, Roll, SessionId } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

const entriesOf = (campaign: Campaign) => valueOf(campaign.readLog({}, undefined, 200)).entries

/** What the log comes to, counted by hand: each figure by its owner, in a session and in all. */
function countedByHand(campaign: Campaign, session: SessionId): Record<string, readonly [number, number]> {
  const counted: Record<string, readonly [number, number]> = {}
  const count = (key: string, of: SessionId | undefined, amount = 1): void => {
    const [inSession, all] = counted[key] ?? [0, 0]
    if (amount !== 0) counted[key] = [inSession + (of === session ? amount : 0), all + amount]
  }
  const rolls = new Map(entriesOf(campaign).flatMap((entry) => (entry.kind !== 'roll' ? [] : entry.roll.batch ? valueOf(campaign.listMates(entry.roll.id)) : [entry.roll])).map((roll) => [roll.id, roll]))
  for (const { check, outcome, participants, session: of, undone, replaced } of rolls.values()) {
    if (undone || replaced || check === '') continue
    const who = participants[0]?.id ?? 'nobody'
    if (check === 'toss' && outcome.success) count(`made ${who}`, of)
    if (outcome.flags.includes('six')) count('sixes nobody', of)
    count(`paid ${who}`, of, Number(outcome.facts.paid ?? 0))
    if (outcome.success === false && outcome.facts.even === false) count('odd nobody', of)
  }
  for (const entry of entriesOf(campaign)) {
    if (entry.kind !== 'deed' || entry.deed.undone) continue
    const { headline, session: of } = entry.deed
    if (headline === 'a feast') count('feasts nobody', of)
    if (headline.endsWith(' rests')) count(`rests ${campaign.view().characters.find(({ name }) => headline === `${name} rests`)?.id}`, of)
  }
  return counted
}

const told = (values: readonly FigureValue[]) => Object.fromEntries(values.map(({ figure, character = 'nobody', session, campaign }) => [`${figure} ${character}`, [session, campaign]]))

describe('figures', () => {
  it('come to what the log says, whatever was undone, redone, corrected or rolled again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 20 }), async (choices) => {
        const { campaign, hob, hound, side, roll, library } = await createPlay()
        const first = valueOf(campaign.startSession('One'))
        for (const [index, choice] of choices.entries()) {
          const rolls = campaign.view().rolls.filter(({ undone, replaced }: Roll) => !undone && !replaced)
          if (choice <= 1 && campaign.view().history.undo?.startsWith('adding') === false) campaign.undo()
          else if (choice <= 1) continue
          else if (choice === 2) campaign.redo()
          else if (choice === 3 && rolls[0]) await campaign.correctRoll(rolls[0].id, [{ goal: 1 + (index % 6), price: index % 2 }])
          else if (choice === 4 && rolls[0]) await campaign.rerollRoll(rolls[0].id)
          else if (choice === 5) await campaign.rollBatch({ check: 'toss', actors: [hob, hound], input: { price: index % 2 } })
          else if (choice === 6) await campaign.applyAction({ action: 'feast', picks: {}, input: {} })
          else if (choice === 7) await campaign.applyAction({ action: 'rest', who: hob, picks: {}, input: { amount: 1 } })
          else if (choice === 8 && index > 3) campaign.endSession()
          else if (choice === 9) campaign.rollDice('2d6', hob)
          else if (choice === 10) await roll('duel', [['6'], ['2']], side(hob), side(hound))
          else await roll('toss', [[String(1 + (index % 6))]], side(index % 3 === 0 ? hob : index % 3 === 1 ? hound : undefined, { price: index % 3 === 2 ? 0 : index % 2, goal: 3 }))
        }
        const session = campaign.view().sessions.at(-1)?.id ?? first
        expect(told(campaign.listFigures(session))).toEqual(countedByHand(campaign, session))
        await library.closeCampaign()
      }),
      { numRuns: 25 },
    )
  }, 90_000)

  it('go on where the file was closed, and tell when the last one was', async () => {
    const { campaign, hob, side, roll, library, clock } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob, { price: 2 })))
    clock.at = 50_000
    valueOf(await campaign.applyAction({ action: 'feast', picks: {}, input: {} }))
    clock.at = 90_000
    valueOf(await campaign.applyAction({ action: 'feast', picks: {}, input: {} }))
    await library.closeCampaign()
    const again = valueOf(await library.open(campaign.file)) && (library.current() as Campaign)
    const feasts = () => again.listFigures(undefined).find(({ figure }) => figure === 'feasts')
    expect(feasts()).toEqual({ figure: 'feasts', session: 0, campaign: 2, last: expect.closeTo(90_000, -2) })
    valueOf(again.undo())
    expect(feasts()).toMatchObject({ campaign: 1, last: expect.closeTo(50_000, -2) })
    valueOf(again.undo())
    expect(feasts()).toBeUndefined()
    expect(told(again.listFigures(undefined))).toEqual({ [`made ${hob}`]: [0, 1], [`paid ${hob}`]: [0, 2], 'sixes nobody': [0, 1] })
    valueOf(again.undo())
    expect(again.listFigures(undefined)).toEqual([])
  })

  it('are counted anew where rolls came in beside them', async () => {
    const { campaign, hob, side, roll, library, path } = await createPlay()
    valueOf(await roll('toss', [['6']], side(hob, { price: 2, goal: 3 })))
    const first = valueOf(await roll('toss', [['5']], side(hob, { price: 1, goal: 3 })))
    valueOf(await campaign.correctRoll(first.kind === 'rolled' ? first.roll.id : expect.fail(), [{ goal: 6, price: 0 }]))
    valueOf(await roll('toss', [['6']], side(hob)))
    valueOf(campaign.undo())
    const before = told(campaign.listFigures(undefined))
    expect(before).toEqual({ [`made ${hob}`]: [0, 1], [`paid ${hob}`]: [0, 2], 'sixes nobody': [0, 1], 'odd nobody': [0, 1] })
    await library.closeCampaign()
    const db = new Sqlite(path)
    db.exec('DELETE FROM figure_count')
    db.close()
    valueOf(await library.open(campaign.file))
    expect(told((library.current() as Campaign).listFigures(undefined))).toEqual(before)
  })

  it('are of nobody where nobody in particular rolls', async () => {
    const { campaign, side, roll } = await createPlay()
    valueOf(await roll('toss', [['5']], side(undefined, { goal: 2 })))
    expect(campaign.listFigures(undefined)).toEqual([{ figure: 'made', session: 0, campaign: 1 }])
    expect(campaign.listFigures(99 as SessionId)).toEqual([{ figure: 'made', session: 0, campaign: 1 }])
  })
})
