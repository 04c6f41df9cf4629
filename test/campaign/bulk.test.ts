import { describe, expect, it } from 'vitest'
import type { CharacterId } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

async function createRoster() {
  const play = await createPlay()
  const { campaign } = play
  const add = (name: string, rest: object = {}) => valueOf(campaign.createCharacter({ kind: 'npc', name, stats: {}, ...rest }))
  const named = (name: string) => campaign.view().characters.find((each) => each.name === name)
  const found = (text: string) => valueOf(campaign.searchRoster(text)).map((id) => campaign.view().characters.find((each) => each.id === id)?.name)
  return { ...play, add, named, found }
}

describe('the roster', () => {
  it('is searched over names, tags and notes, the beginning of a word being enough, the best first', async () => {
    const { campaign, add, found, named } = await createRoster()
    add('Öde Wölfin', { notes: 'Lives under the **mill**.' })
    add('Miller', { tags: ['river folk'] })
    add('Ferryman', { notes: 'Owes the miller.', tags: ['River'] })
    expect(found('wolf')).toEqual(['Öde Wölfin'])
    expect(found('mill')).toEqual(['Miller', 'Ferryman', 'Öde Wölfin'])
    expect(found('river miller')).toEqual(['Miller', 'Ferryman'])
    expect(found('  ')).toEqual([])
    expect(found('"* OR NEAR( -')).toEqual([])
    valueOf(campaign.deleteCharacter(named('Miller')?.id as CharacterId))
    expect(found('miller')).toEqual(['Ferryman'])
    valueOf(campaign.undo())
    expect(found('miller')).toEqual(['Miller', 'Ferryman'])
  })

  it('leaves the copies of fights out of what is found', async () => {
    const { campaign, add, found } = await createRoster()
    const wolf = add('Wolf', { role: 'template' })
    valueOf(await campaign.addToFight({ characters: [{ id: wolf, count: 3 }] }))
    expect(found('wolf')).toEqual(['Wolf'])
  })

  it('tags several at once, each tag once, and undoes that as one step', async () => {
    const { campaign, add, named, dump } = await createRoster()
    const both = [add('A', { tags: ['old', 'river'] }), add('B')]
    const before = standing(dump())
    valueOf(campaign.tagCharacters(both, [' night  watch ', 'river', ''], ['old']))
    expect([named('A')?.tags, named('B')?.tags]).toEqual([['night watch', 'river'], ['night watch', 'river']])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    expect(campaign.tagCharacters([...both, 99 as CharacterId], ['x'], [])).toMatchObject({ error: { code: 'missing' } })
    expect(standing(dump())).toEqual(before)
  })

  it('duplicates under a free name, and deletes several with undo', async () => {
    const { campaign, add, dump } = await createRoster()
    const guard = add('Guard', { tags: ['gate'], notes: 'Sleepy.' })
    add('Guard 2')
    const before = standing(dump())
    const [copy] = valueOf(campaign.duplicateCharacters([guard]))
    expect(campaign.view().characters.find(({ id }) => id === copy)).toMatchObject({ name: 'Guard 3', tags: ['gate'], notes: 'Sleepy.' })
    valueOf(await campaign.deleteCharacters([guard, copy as CharacterId]))
    expect(campaign.view().characters.map(({ name }) => name)).not.toContain('Guard')
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
  })

  it('lets placed copies follow their template only when told to', async () => {
    const { campaign, add, named } = await createRoster()
    const wolf = add('Wolf', { role: 'template', stats: { vigourMax: 8 } })
    valueOf(await campaign.addToFight({ characters: [{ id: wolf, count: 2 }] }))
    valueOf(await campaign.changeHealth({ characters: [named('Wolf 1')?.id as CharacterId], as: 'damage', amount: '3' }))
    valueOf(campaign.updateCharacter({ id: wolf, kind: 'npc', name: 'Wolf', stats: { vigourMax: 12 } }))
    const vigour = () => ['Wolf 1', 'Wolf 2'].map((name) => named(name)?.counters.vigour)
    expect(vigour()).toMatchObject([{ value: 5, max: 8 }, { value: 8, max: 8 }])
    expect(valueOf(campaign.updateCopies(wolf))).toBe(2)
    expect(vigour()).toMatchObject([{ value: 5, max: 12 }, { value: 12, max: 12 }])
    expect(campaign.updateCopies(named('Hob')?.id as CharacterId)).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('a prepared encounter', () => {
  it('comes into a fight of its own or the open one in one undoable step, without who is there already', async () => {
    const { campaign, add, hound, dump } = await createRoster()
    const wolf = add('Wolf', { role: 'template' })
    const id = valueOf(campaign.createEncounter({ name: 'At the mill', notes: '', members: [{ character: wolf, count: 3, hidden: true }, { character: hound, count: 1, hidden: false }] }))
    const before = standing(dump())
    valueOf(await campaign.startEncounter(id))
    const fight = campaign.view().fight
    expect(fight?.name).toBe('At the mill')
    expect(fight?.places).toHaveLength(2)
    expect(fight?.combatants.map(({ hidden }) => hidden)).toEqual([true, true, true, false])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    valueOf(campaign.redo())
    valueOf(await campaign.startEncounter(id))
    expect(campaign.view().fight?.combatants).toHaveLength(7)
  })

  it('is changed, deleted and undone, and refuses what can not be', async () => {
    const { campaign, hob, add } = await createRoster()
    const encounter = { name: 'Toll gate', notes: 'At dusk.', members: [{ character: hob, count: 1, hidden: false }] }
    const id = valueOf(campaign.createEncounter(encounter))
    expect(campaign.createEncounter({ ...encounter, name: ' ' })).toMatchObject({ error: { problems: [{ field: 'name' }] } })
    expect(campaign.createEncounter({ ...encounter, members: [{ character: hob, count: 2, hidden: false }] })).toMatchObject({ error: { message: expect.stringContaining('one of a kind') } })
    expect(campaign.createEncounter({ ...encounter, members: [...encounter.members, ...encounter.members] })).toMatchObject({ error: { message: expect.stringContaining('one of a kind') } })
    expect(campaign.createEncounter({ ...encounter, members: [{ character: 99 as CharacterId, count: 1, hidden: false }] })).toMatchObject({ error: { code: 'missing' } })
    valueOf(campaign.updateEncounter({ id, ...encounter, name: 'Gate' }))
    valueOf(campaign.deleteEncounter(id))
    expect(campaign.updateEncounter({ id, ...encounter })).toMatchObject({ error: { code: 'missing' } })
    expect(await campaign.startEncounter(id)).toMatchObject({ error: { code: 'missing' } })
    valueOf(campaign.undo())
    expect(campaign.view().encounters).toEqual([{ id, ...encounter, name: 'Gate' }])
    valueOf(campaign.deleteCharacter(hob))
    expect(await campaign.startEncounter(id)).toMatchObject({ error: { code: 'refused' } })
    add('Anybody')
  })
})
