import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import { openArchive } from '../../main/packages/archive.ts'
import { exportCampaign } from '../../main/transfer/export.ts'
import { readCampaign } from '../../main/transfer/read.ts'
import { createPlay, createWorld, valueOf } from '../support/campaign.ts'
import { everythingIn } from '../support/transfers.ts'

const told = () => undefined
const words = fc.string({ unit: 'binary', maxLength: 30 })
const name = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `n ${text.trim()}`)
const nth = fc.nat(20)
const step = fc.oneof(
  fc.record({ do: fc.constant('character' as const), name, words, nth }),
  fc.record({ do: fc.constant('roll' as const), nth }),
  fc.record({ do: fc.constant('dice' as const), nth }),
  fc.record({ do: fc.constant('counter' as const), nth, words }),
  fc.record({ do: fc.constant('session' as const), name }),
  fc.record({ do: fc.constant('note' as const), name, words }),
  fc.record({ do: fc.constant('table' as const), name }),
  fc.record({ do: fc.constant('fight' as const), nth, name }),
  fc.record({ do: fc.constant('turn' as const) }),
  fc.record({ do: fc.constant('condition' as const), nth, name }),
  fc.record({ do: fc.constant('delete' as const), nth }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('redo' as const) }),
)

/** Does something to a campaign. What is refused is refused. */
async function take(campaign: Campaign, each: (typeof step extends fc.Arbitrary<infer T> ? T : never)): Promise<unknown> {
  const { characters, fight } = campaign.view()
  const who = 'nth' in each ? characters[each.nth % Math.max(1, characters.length)]?.id : undefined
  switch (each.do) {
    case 'character':
      return campaign.createCharacter({ kind: each.nth % 2 ? 'pc' : 'npc', name: each.name, stats: {}, notes: each.words, tags: [each.name], ...(each.nth % 4 === 0 && { role: 'template' as const }) })
    case 'roll':
      return campaign.makeRoll({ check: 'toss', sides: [{ picks: {}, input: {}, ...(who !== undefined && { who }) }], typed: [each.nth % 2 ? ['2'] : null], secret: each.nth % 3 === 0 })
    case 'dice':
      return campaign.rollDice('2d6!+1d8', who)
    case 'counter':
      return campaign.changeCounter({ counter: 'points', amount: 1 + each.nth, reason: each.words, ...(who !== undefined && { character: who }) })
    case 'session':
      return campaign.view().sessions[0]?.endedAt === undefined && campaign.view().sessions.length > 0 ? campaign.endSession() : campaign.startSession(each.name)
    case 'note': {
      const note = campaign.createNote(each.name)
      return note.ok && campaign.writeNotes({ kind: 'note', id: note.value }, each.words)
    }
    case 'table':
      return campaign.createTable({ name: each.name, text: '1d2\n1 wolf\n2 [[other]]' })
    case 'fight':
      return who !== undefined && campaign.addToFight({ name: each.name, characters: [{ id: who, count: 1 + (each.nth % 3) }] })
    case 'turn':
      return fight && campaign.nextTurn({ fight: fight.id, turn: fight.turn })
    case 'condition': {
      const anchor = fight?.combatants[0]
      return who !== undefined && campaign.addCondition({ characters: [who], label: each.name, ...(fight && anchor && { until: { fight: fight.id, anchor: anchor.id, edge: 'end' as const, left: 2 } }) })
    }
    case 'delete':
      return who !== undefined && campaign.deleteCharacter(who)
    case 'undo':
      return campaign.undo()
    case 'redo':
      return campaign.redo()
  }
}

describe('a campaign that goes out and comes in', () => {
  it('is the same, whatever was done in it: every row, the steps of Undo, the sums and the highest ids', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const { campaign, path, folder, library } = await createPlay()
        for (const each of steps) await take(campaign, each)
        const [out, back] = [join(folder, 'out.tollkeeper'), join(folder, 'back.campaign')]
        valueOf(await exportCampaign({ kind: 'export', from: path, to: out, at: 7 }, told))
        expect(valueOf(await readCampaign({ kind: 'read', from: out, to: back }, told))).toMatchObject({ kind: 'read', name: 'The Ninth Ferry', exportedAt: 7 })
        expect(everythingIn(back)).toEqual(everythingIn(path))
        await library.closeCampaign()
      }),
      { numRuns: 6 },
    )
  }, 120_000)

  it('opens, is searched, undoes and replays as before', async () => {
    const { campaign, path, folder, roll, side, hob } = await createPlay()
    valueOf(await roll('toss', [['2']], side(hob)))
    valueOf(campaign.createNote('The pier'))
    const world = createWorld()
    const out = join(folder, 'out.tollkeeper')
    valueOf(await exportCampaign({ kind: 'export', from: path, to: out, at: 7 }, told))
    valueOf(world.library.list())
    valueOf(await readCampaign({ kind: 'read', from: out, to: join(world.campaigns, 'back.campaign') }, told))
    const view = valueOf(await world.library.open('back.campaign'))
    const back = world.library.current() as Campaign
    expect(view.characters).toEqual(campaign.view().characters)
    expect(valueOf(back.searchRoster('hob'))).toHaveLength(1)
    expect(valueOf(await back.checkReplay(view.rolls[0]?.id as never)).same).toBe(true)
    valueOf(back.undo())
    expect(back.view().notes).toEqual([])
  })

  it('is written with the same bytes each time, and leaves nothing beside it', async () => {
    const { path, folder, library } = await createPlay()
    await library.closeCampaign()
    const files = ['one', 'two'].map((name) => join(folder, name))
    for (const to of files) valueOf(await exportCampaign({ kind: 'export', from: path, to, at: 7 }, told))
    const [one, two] = files.map((file) => readFileSync(file))
    expect(one?.equals(two as Buffer)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
    const opened = await openArchive(one as Buffer)
    expect(opened.ok && opened.archive.names).toContain('tables/character.jsonl')
  })

  it('says so where there is no campaign to export', async () => {
    const { folder } = createWorld()
    expect(await exportCampaign({ kind: 'export', from: join(folder, 'none.campaign'), to: join(folder, 'out'), at: 7 }, told)).toMatchObject({ ok: false, error: { code: 'missing' } })
  })
})
