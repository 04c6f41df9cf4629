import { describe, expect, it } from 'vitest'
import type { CharacterId, FightId, FightView, PlaceId } from '../../preload/contract.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

/** A fight of Hob and two wolves. */
async function createFight() {
  const play = await createPlay()
  const { campaign, hob } = play
  const fight = valueOf(campaign.createFight('On the pier'))
  const wolf = valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: 'Wolf', stats: { vigourMax: 8 } }))
  valueOf(await campaign.addToFight({ fight, characters: [{ id: hob, count: 1 }, { id: wolf, count: 2 }] }))
  const open = (): FightView => campaign.view().fight as FightView
  const idOf = (name: string) => campaign.view().characters.find((each) => each.name === name)?.id as CharacterId
  const placeOf = (name: string) => open().combatants.find(({ character }) => character === idOf(name))?.place as PlaceId
  return { ...play, fight, open, idOf, placeOf }
}

describe('before it is done', () => {
  it('says who would come by words, and adds nobody', async () => {
    const { campaign, open } = await createFight()
    expect(valueOf(await campaign.previewMuster('2 wolves, Hob, boss level 6'))).toEqual([
      { name: 'Wolf', count: 2, as: 'copy', from: [] },
      { name: 'Hob', count: 1, as: 'self', from: [] },
      { name: 'Boss', count: 1, as: 'new', from: ['Level 6'] },
    ])
    expect(valueOf(await campaign.previewMuster(' '))).toEqual([])
    expect(await campaign.previewMuster('2 hob')).toMatchObject({ error: { problems: [{ field: 'words' }] } })
    expect(open().combatants).toHaveLength(3)
  })

  it('says what harm would come to for each, and does none', async () => {
    const { campaign, idOf } = await createFight()
    const wolves = [idOf('Wolf 1'), idOf('Wolf 2')]
    expect(valueOf(await campaign.previewHealth({ characters: wolves, as: 'damage', amount: '2*6' }))).toEqual(wolves.map((character) => ({ character, explain: ['Vigour 8 to 0'] })))
    expect(await campaign.previewHealth({ characters: wolves, as: 'damage', amount: 'much' })).toMatchObject({ error: { problems: [{ field: 'amount' }] } })
    expect(campaign.view().characters.find(({ id }) => id === wolves[0])?.counters.vigour?.value).toBe(8)
  })

  it('says which dice initiative takes and what is filled in, and what is wrong with it', async () => {
    const { campaign, fight, placeOf } = await createFight()
    const places = [placeOf('Hob'), placeOf('Wolf 1')]
    const [hob, wolf] = valueOf(await campaign.previewInitiative({ fight, places, inputs: [{ place: placeOf('Wolf 1'), input: { haste: 'much' } }] }))
    expect(hob).toMatchObject({ input: { haste: 0 }, dice: [{ die: { id: 'd6' }, count: 1 }], problems: [] })
    expect(wolf).toMatchObject({ dice: [], problems: [{ side: 0, field: 'haste' }] })
    expect(await campaign.previewInitiative({ fight: 99 as FightId, places, inputs: [] })).toMatchObject({ error: { code: 'missing' } })
  })

  it('names the place whose initiative is refused by its index', async () => {
    const { campaign, fight, placeOf } = await createFight()
    const typed = [{ place: placeOf('Wolf 1'), dice: ['9'] }]
    const reply = await campaign.rollInitiative({ fight, places: [placeOf('Hob'), placeOf('Wolf 1')], typed, inputs: [] })
    expect(reply).toMatchObject({ error: { message: expect.stringContaining('Wolf 1: '), problems: [{ side: 1, field: 'typed' }] } })
  })

  it('types several numbers in one step', async () => {
    const { campaign, fight, open, placeOf } = await createFight()
    valueOf(campaign.setNumbers({ fight, numbers: [{ place: placeOf('Hob'), number: -1 }, { place: placeOf('Wolf 2'), number: 4.5 }] }))
    expect(open().places.map(({ number }) => number)).toEqual([4.5, -1, undefined])
    valueOf(campaign.undo())
    expect(open().places.map(({ number }) => number)).toEqual([undefined, undefined, undefined])
    expect(campaign.setNumbers({ fight, numbers: [{ place: 99 as PlaceId, number: 1 }] })).toMatchObject({ error: { code: 'missing' } })
  })
})
