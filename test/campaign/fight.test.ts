import { describe, expect, it } from 'vitest'
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, CombatantId, FightChange, FightId, FightView, PlaceId } from '../../preload/contract.ts'
import { createPlay, createWorld, standing, valueOf } from '../support/campaign.ts'

/** A campaign with a fight of Hob and three wolves, in the given order of numbers. */
async function createFight() {
  const play = await createPlay()
  const { campaign, hob } = play
  const fight = valueOf(campaign.createFight('On the pier'))
  const wolf = valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: 'Wolf', stats: { vigourMax: 8 } }))
  valueOf(await campaign.addToFight({ fight, characters: [{ id: hob, count: 1 }, { id: wolf, count: 3 }] }))
  const open = (): FightView => campaign.view().fight as FightView
  const nameOf = (id: CharacterId) => campaign.view().characters.find((each) => each.id === id)?.name
  const character = (name: string) => campaign.view().characters.find((each) => each.name === name)
  const combatant = (name: string) => open().combatants.find((each) => nameOf(each.character) === name)
  const placeOf = (name: string) => combatant(name)?.place as PlaceId
  const order = () => open().places.map(({ id }) => open().combatants.filter(({ place }) => place === id).map((each) => nameOf(each.character)).join(' + '))
  const active = () => order()[open().places.findIndex(({ id }) => id === open().active)]
  const next = () => valueOf(campaign.nextTurn({ fight, turn: open().turn }))
  const previous = () => campaign.previousTurn({ fight, turn: open().turn })
  const number = (name: string, value: number | null) => valueOf(campaign.setNumber({ fight, place: placeOf(name), number: value }))
  for (const [index, name] of ['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'].entries()) number(name, 20 - index)
  return { ...play, fight, wolf, open, nameOf, character, combatant, placeOf, order, active, next, previous, number }
}

describe('a fight', () => {
  it('copies templates, numbers them, and takes a named character as itself', async () => {
    const { campaign, order, open, hob, wolf, fight } = await createFight()
    expect(order()).toEqual(['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'])
    expect(open().combatants[0]?.character).toBe(hob)
    expect(campaign.view().characters.filter(({ role }) => role === 'copy')).toHaveLength(3)
    expect(await campaign.addToFight({ fight, characters: [{ id: hob, count: 1 }] })).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('already') } })
    expect(await campaign.addToFight({ fight, characters: [{ id: hob, count: 2 }] })).toMatchObject({ error: { message: expect.stringContaining('one of a kind') } })
    valueOf(await campaign.addToFight({ fight, characters: [{ id: wolf, count: 1 }] }))
    expect(order().at(-1)).toBe('Wolf 4')
  })

  it('reads who comes from words: of the roster in the plural, or built by the system', async () => {
    const { campaign, fight, order, character } = await createFight()
    valueOf(await campaign.addToFight({ fight, characters: [], words: '2 wolves, boss level 6', grouped: true }))
    expect(order()).toEqual(['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3', 'Wolf 4 + Wolf 5', 'Boss'])
    expect(character('Boss')?.stats.vigourMax).toBe(18)
    expect(await campaign.addToFight({ fight, characters: [], words: '500 wolves' })).toMatchObject({ error: { problems: [{ field: 'words' }] } })
    expect(await campaign.addToFight({ fight, characters: [], words: ' , ' })).toMatchObject({ error: { code: 'refused' } })
    expect(await campaign.addToFight({ fight, characters: [], words: 'boss level 99' })).toMatchObject({ error: { code: 'refused' } })
  })

  it('goes on from turn to turn and back, and takes a second click of the same turn for none', async () => {
    const { campaign, fight, open, active, next, previous } = await createFight()
    next()
    expect(active()).toBe('Hob')
    valueOf(campaign.nextTurn({ fight, turn: 1 }))
    valueOf(campaign.nextTurn({ fight, turn: 1 }))
    expect(active()).toBe('Wolf 1')
    valueOf(previous())
    expect(active()).toBe('Hob')
    expect(previous()).toMatchObject({ error: { code: 'refused' } })
    expect(open()).toMatchObject({ round: 1, turn: 1, canGoBack: false })
  })

  it('hands the turn on when its combatant is taken out, and undo brings it back in its turn', async () => {
    const { campaign, fight, combatant, active, next, open, order } = await createFight()
    for (let turn = 0; turn < 4; turn += 1) next()
    expect(active()).toBe('Wolf 3')
    valueOf(campaign.removeFromFight({ fight, combatants: [combatant('Wolf 3')?.id as CombatantId] }))
    expect([active(), open().round]).toEqual(['Hob', 2])
    valueOf(campaign.undo())
    expect([active(), open().round, order()]).toEqual(['Wolf 3', 1, ['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3']])
  })

  it('ends conditions by themselves, logs that, and brings them back on Previous', async () => {
    const { campaign, fight, combatant, character, next, previous } = await createFight()
    next()
    const wolf = combatant('Wolf 1') as { id: CombatantId; character: CharacterId }
    const conditions = () => character('Wolf 1')?.conditions
    valueOf(campaign.addCondition({ characters: [wolf.character], label: '', condition: 'dazed', until: { fight, anchor: wolf.id, edge: 'end', left: 1 } }))
    next()
    expect(conditions()).toMatchObject([{ label: 'Dazed', until: { left: 1 } }])
    next()
    expect(conditions()).toEqual([])
    expect(valueOf(campaign.readLog({ text: 'Dazed' }, undefined, 9)).entries).toMatchObject([{ deed: { headline: 'Dazed ends', who: 'Wolf 1' } }, { deed: { headline: 'Dazed begins' } }])
    valueOf(previous())
    expect(conditions()).toMatchObject([{ label: 'Dazed', until: { left: 1 } }])
    next()
    expect(conditions()).toEqual([])
    valueOf(campaign.undo())
    valueOf(campaign.removeConditions({ conditions: [conditions()?.[0]?.id as never] }))
    expect(conditions()).toEqual([])
  })

  it('harms by the system’s rule with typed arithmetic, several at once, and marks who is down', async () => {
    const { campaign, character, combatant, fight } = await createFight()
    const ids = ['Wolf 1', 'Wolf 2'].map((name) => character(name)?.id as CharacterId)
    const vigour = () => ['Wolf 1', 'Wolf 2'].map((name) => character(name)?.counters.vigour?.value)
    valueOf(await campaign.changeHealth({ characters: ids, as: 'damage', amount: '2*2+1' }))
    expect(vigour()).toEqual([3, 3])
    expect(campaign.view().history.undo).toBe('damage 5 to 2 combatants')
    valueOf(await campaign.changeHealth({ characters: ids.slice(0, 1), as: 'damage', amount: '-2' }))
    expect(vigour()).toEqual([7, 3])
    valueOf(await campaign.changeHealth({ characters: ids.slice(1), as: 'damage', amount: 'half' }))
    expect(vigour()).toEqual([7, 2])
    valueOf(await campaign.changeHealth({ characters: ids, as: 'damage', amount: '99' }))
    expect([combatant('Wolf 1')?.defeated, combatant('Wolf 2')?.defeated, combatant('Wolf 3')?.defeated]).toEqual([true, true, false])
    valueOf(campaign.undo())
    expect([...vigour(), combatant('Wolf 1')?.defeated]).toEqual([7, 2, false])
    valueOf(campaign.redo())
    valueOf(await campaign.changeHealth({ characters: ids.slice(0, 1), as: 'heal', amount: '1' }))
    expect([combatant('Wolf 1')?.defeated, vigour()[0]]).toEqual([false, 2])
    expect(await campaign.changeHealth({ characters: ids, as: 'damage', amount: 'much' })).toMatchObject({ error: { code: 'refused', problems: [{ field: 'amount' }] } })
    expect(await campaign.changeHealth({ characters: [character('Hob')?.id as CharacterId], as: 'heal', amount: '3' })).toMatchObject({ error: { message: 'Hob lacks nothing.' } })
    valueOf(campaign.markCombatants({ fight, combatants: [combatant('Wolf 3')?.id as CombatantId], defeated: true }))
    valueOf(await campaign.changeHealth({ characters: [character('Wolf 3')?.id as CharacterId], as: 'damage', amount: '1' }))
    expect(combatant('Wolf 3')?.defeated).toBe(true)
  })

  it('asks instead of defeating where the rules say so', async () => {
    const { campaign, character, combatant } = await createFight()
    valueOf(campaign.setFightRules({ atZero: 'ask' }))
    valueOf(await campaign.changeHealth({ characters: [character('Wolf 1')?.id as CharacterId], as: 'damage', amount: 'all' }))
    expect([character('Wolf 1')?.counters.vigour?.value, combatant('Wolf 1')?.defeated]).toEqual([0, false])
  })

  it('rolls initiative by the system, drawn or typed, into its slots, and logs the faces', async () => {
    const { campaign, fight, open, order, placeOf, events } = await createFight()
    const places = ['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'].map(placeOf)
    const typed = ['2', '6', 'six', '3'].map((face, index) => ({ place: places[index] as PlaceId, dice: [face] }))
    valueOf(await campaign.rollInitiative({ fight, places, typed, inputs: [{ place: places[2] as PlaceId, input: { haste: 1 } }] }))
    expect(order()).toEqual(['Wolf 2', 'Wolf 1', 'Wolf 3', 'Hob'])
    expect(open().places.map(({ slot, number }) => [slot, number])).toEqual([['first', 7], ['first', 6], ['last', 3], ['last', 2]])
    const [entry] = valueOf(campaign.readLog({}, undefined, 1)).entries
    expect(entry).toMatchObject({ deed: { headline: 'Initiative for 4' } })
    expect(JSON.stringify(entry)).toContain('Wolf 1: 6 (typed 6)')
    expect(events.some(({ name }) => name === 'fight.changed')).toBe(true)
    const bad = (dice: string[]) => campaign.rollInitiative({ fight, places: places.slice(0, 1), typed: [{ place: places[0] as PlaceId, dice }], inputs: [] })
    expect(await bad(['9'])).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('Hob') } })
    expect(await bad(['1', '2'])).toMatchObject({ error: { message: expect.stringContaining('not part of this roll') } })
  })

  it('moves a place to the end of one part of the order or the beginning of the next, and into no part that is not there', async () => {
    const { campaign, fight, open, order, placeOf } = await createFight()
    const places = ['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'].map(placeOf)
    const typed = ['6', '5', '2', '1'].map((face, index) => ({ place: places[index] as PlaceId, dice: [face] }))
    valueOf(await campaign.rollInitiative({ fight, places, typed, inputs: [] }))
    const slots = () => open().places.map(({ slot }) => slot)
    expect([order(), slots()]).toEqual([['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'], ['first', 'first', 'last', 'last']])
    valueOf(campaign.movePlace({ fight, place: placeOf('Hob'), before: placeOf('Wolf 2'), slot: 'first' }))
    expect([order(), slots()]).toEqual([['Wolf 1', 'Hob', 'Wolf 2', 'Wolf 3'], ['first', 'first', 'last', 'last']])
    valueOf(campaign.movePlace({ fight, place: placeOf('Hob'), before: placeOf('Wolf 2'), slot: 'last' }))
    expect([order(), slots()]).toEqual([['Wolf 1', 'Hob', 'Wolf 2', 'Wolf 3'], ['first', 'last', 'last', 'last']])
    expect(open().places[1]?.number).toBe(6)
    expect(campaign.movePlace({ fight, place: placeOf('Hob'), before: null, slot: 'never' })).toMatchObject({ error: { code: 'refused' } })
    expect(order()).toEqual(['Wolf 1', 'Hob', 'Wolf 2', 'Wolf 3'])
  })

  it('keeps a manual order through numbers typed elsewhere, additions and a restart', async () => {
    const { campaign, fight, placeOf, order, number, library, wolf } = await createFight()
    for (const name of ['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3']) number(name, 15)
    expect(order()).toEqual(['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'])
    valueOf(campaign.movePlace({ fight, place: placeOf('Wolf 3'), before: placeOf('Hob') }))
    valueOf(campaign.nudgePlace({ fight, place: placeOf('Wolf 2'), by: -1 }))
    valueOf(await campaign.addToFight({ fight, characters: [{ id: wolf, count: 1 }] }))
    const before = order()
    expect(before).toEqual(['Wolf 3', 'Hob', 'Wolf 2', 'Wolf 1', 'Wolf 4'])
    await library.closeCampaign()
    const view = valueOf(await library.open(campaign.file))
    expect(view.fight?.places.map((place) => place.number)).toEqual([15, 15, 15, 15, undefined])
    const names = view.fight?.places.map(({ id }) => view.characters.find(({ id: who }) => who === view.fight?.combatants.find(({ place }) => place === id)?.character)?.name)
    expect(names).toEqual(before)
  })

  it('pauses one fight for another and goes on with it exactly', async () => {
    const { campaign, fight, hob, next, combatant, character, open } = await createFight()
    for (let turn = 0; turn < 6; turn += 1) next()
    valueOf(await campaign.changeHealth({ characters: [character('Wolf 2')?.id as CharacterId], as: 'damage', amount: '3' }))
    valueOf(campaign.addCondition({ characters: [hob], label: 'Wet', until: { fight, anchor: combatant('Wolf 1')?.id as CombatantId, edge: 'start', left: 2 } }))
    const { places, combatants, round, turn, active } = open()
    const other = valueOf(campaign.createFight('Elsewhere'))
    valueOf(await campaign.addToFight({ fight: other, characters: [{ id: hob, count: 1 }] }))
    valueOf(campaign.nextTurn({ fight: other, turn: 0 }))
    valueOf(campaign.nextTurn({ fight: other, turn: 1 }))
    expect(character('Hob')?.conditions).toMatchObject([{ label: 'Wet', until: { left: 2 } }])
    expect(campaign.view().fights.map(({ name }) => name)).toEqual(['Elsewhere', 'On the pier'])
    valueOf(campaign.openFight(fight))
    expect(open()).toMatchObject({ places, combatants, round, turn, active })
    expect(character('Wolf 2')?.counters.vigour?.value).toBe(5)
  })

  it('ends with a summary in the log, takes its copies along, and undo brings everything back', async () => {
    const { campaign, fight, next, character, dump, hob } = await createFight()
    for (let turn = 0; turn < 5; turn += 1) next()
    valueOf(await campaign.changeHealth({ characters: [character('Wolf 1')?.id as CharacterId], as: 'damage', amount: 'all' }))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 2 }))
    const before = standing(dump())
    const { summary } = valueOf(campaign.endFight(fight))
    expect(summary).toEqual(['2 rounds in less than a minute', 'Fell: Wolf 1', 'Hob: Points +2'])
    expect(campaign.view().fight).toBeUndefined()
    expect(campaign.view().characters.filter(({ role }) => role === 'copy')).toEqual([])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
    valueOf(campaign.clearFight(fight))
    expect(campaign.view().fight).toMatchObject({ round: 0, turn: 0, places: [], canGoBack: false })
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
  })

  it('groups and splits, and one number stands for a group', async () => {
    const { campaign, fight, combatant, order, placeOf, number, open } = await createFight()
    const wolves = ['Wolf 1', 'Wolf 2', 'Wolf 3'].map((name) => combatant(name)?.id as CombatantId)
    valueOf(campaign.joinCombatants({ fight, combatants: wolves }))
    expect(order()).toEqual(['Hob', 'Wolf 1 + Wolf 2 + Wolf 3'])
    for (const value of [30, -2, 4.5]) {
      number('Wolf 2', value)
      expect(open().places.find(({ id }) => id === placeOf('Wolf 3'))?.number).toBe(value)
    }
    valueOf(campaign.splitCombatants({ fight, combatants: wolves.slice(1) }))
    expect(order()).toEqual(['Hob', 'Wolf 1', 'Wolf 2', 'Wolf 3'])
    expect(campaign.joinCombatants({ fight, combatants: wolves.slice(0, 1) })).toMatchObject({ error: { code: 'refused' } })
    expect(campaign.splitCombatants({ fight, combatants: wolves.slice(0, 1) })).toMatchObject({ error: { code: 'refused' } })
  })

  it('lets somebody who waits act after the running turn', async () => {
    const { campaign, fight, active, next, placeOf, open } = await createFight()
    next()
    valueOf(campaign.wait({ fight, turn: 1, note: 'when the door opens' }))
    expect(active()).toBe('Wolf 1')
    expect(open().places[0]?.waiting).toBe('when the door opens')
    valueOf(campaign.actNow({ fight, place: placeOf('Hob') }))
    expect(open().upNext).toEqual([placeOf('Hob')])
    next()
    expect([active(), open().extra]).toEqual(['Hob', true])
    next()
    expect(active()).toBe('Wolf 2')
    expect(campaign.actNow({ fight, place: placeOf('Wolf 2') })).toMatchObject({ error: { code: 'refused' } })
  })

  it('takes a deleted character out of its fights, and undo puts it back', async () => {
    const { campaign, hob, order, next, active, dump } = await createFight()
    next()
    const before = standing(dump())
    valueOf(campaign.deleteCharacter(hob))
    expect([order(), active()]).toEqual([['Wolf 1', 'Wolf 2', 'Wolf 3'], 'Wolf 1'])
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
  })

  it('says so when everybody is defeated or nobody is there', async () => {
    const { campaign, fight, open } = await createFight()
    valueOf(campaign.markCombatants({ fight, combatants: open().combatants.map(({ id }) => id), defeated: true }))
    expect(campaign.nextTurn({ fight, turn: 0 })).toMatchObject({ error: { message: expect.stringContaining('Everybody is defeated') } })
    const empty = valueOf(campaign.createFight(undefined))
    expect(campaign.nextTurn({ fight: empty, turn: 0 })).toMatchObject({ error: { message: expect.stringContaining('Add somebody first') } })
    expect(campaign.nextTurn({ fight: 99 as FightId, turn: 0 })).toMatchObject({ error: { code: 'missing' } })
  })

  it('undoes to its start and redoes to its end, compared whole, also after a restart', async () => {
    const { campaign, folder, fight, next, character, combatant, placeOf, dump, library, wolf } = await createFight()
    const begin = standing(dump())
    const steps = [
      () => next(),
      () => valueOf(campaign.addCondition({ characters: [character('Hob')?.id as CharacterId], label: 'Wet', until: { fight, anchor: combatant('Hob')?.id as CombatantId, edge: 'end', left: 1 } })),
      () => next(),
      () => valueOf(campaign.setNumber({ fight, place: placeOf('Wolf 3'), number: 50 })),
      () => valueOf(campaign.joinCombatants({ fight, combatants: [combatant('Wolf 1')?.id as CombatantId, combatant('Wolf 2')?.id as CombatantId] })),
      () => next(),
      () => valueOf(campaign.removeFromFight({ fight, combatants: [combatant('Wolf 3')?.id as CombatantId] })),
      () => next(),
    ]
    for (const step of steps) step()
    valueOf(await campaign.addToFight({ fight, characters: [{ id: wolf, count: 2 }] }))
    valueOf(await campaign.changeHealth({ characters: [character('Wolf 4')?.id as CharacterId], as: 'damage', amount: '20' }))
    const end = standing(dump())
    await library.closeCampaign()
    const again = createWorld(folder)
    valueOf(await again.library.open(campaign.file))
    const reopened = again.library.current() as Campaign
    for (let step = 0; step < steps.length + 2; step += 1) valueOf(reopened.undo())
    expect(standing(dump())).toEqual(begin)
    for (let step = 0; step < steps.length + 2; step += 1) valueOf(reopened.redo())
    expect(standing(dump())).toEqual(end)
  })

  it('never gives a name that somebody living bears now, renamed or not', async () => {
    const { campaign, fight, character, order, wolf } = await createFight()
    const { id, stats } = character('Wolf 2') as { id: CharacterId; stats: Record<string, number> }
    valueOf(campaign.updateCharacter({ id, kind: 'npc', name: 'Wolf 4', stats }))
    valueOf(await campaign.addToFight({ fight, characters: [{ id: wolf, count: 1 }] }))
    expect(order()).toEqual(['Hob', 'Wolf 1', 'Wolf 4', 'Wolf 3', 'Wolf 5'])
  })

  it('lets a condition that was placed anew stand when the turn goes back', async () => {
    const { campaign, fight, hob, combatant, character, next, previous } = await createFight()
    next()
    const place = () => campaign.addCondition({ characters: [hob], label: 'Wet', until: { fight, anchor: combatant('Hob')?.id as CombatantId, edge: 'end', left: 1 } })
    valueOf(place())
    next()
    valueOf(place())
    valueOf(previous())
    expect(character('Hob')?.conditions).toHaveLength(1)
  })

  it('tells those lists alone that are different, and another fight whole', async () => {
    const { campaign, fight, open, wolf, events, combatant, number, next, previous } = await createFight()
    const wolves = [combatant('Wolf 1')?.id as CombatantId]
    let shown = open()
    /** The lists that came along. With those that were there before they make the fight as it is. */
    const told = () => {
      const change = events.splice(0).findLast(({ name }) => name === 'fight.changed')?.payload as FightChange
      shown = { ...change, places: change.places ?? shown.places, combatants: change.combatants ?? shown.combatants }
      expect(shown).toEqual({ ...open(), clockAt: shown.clockAt, turnAt: shown.turnAt, elapsedMs: shown.elapsedMs })
      return Object.keys(change).filter((key) => key === 'places' || key === 'combatants')
    }
    const all = ['places', 'combatants']
    const steps: readonly (readonly [step: () => unknown, lists: readonly string[]])[] = [
      [() => next(), []],
      [() => next(), []],
      [() => valueOf(campaign.markCombatants({ fight, combatants: wolves, hidden: true })), ['combatants']],
      [() => valueOf(campaign.wait({ fight, turn: open().turn, note: 'for help' })), ['places']],
      [() => valueOf(previous()), ['places']],
      [() => number('Wolf 1', 1), ['places']],
      [async () => valueOf(await campaign.addToFight({ fight, characters: [{ id: wolf, count: 1 }] })), all],
      [() => valueOf(campaign.undo()), all],
      [() => valueOf(campaign.removeFromFight({ fight, combatants: wolves })), all],
      [() => valueOf(campaign.createFight('Another')), all],
      [() => valueOf(campaign.openFight(fight)), all],
    ]
    for (const [at, [step, lists]] of steps.entries()) {
      await step()
      expect(told(), `step ${at}`).toEqual(lists)
    }
    valueOf(campaign.endFight(fight))
    expect(events.findLast(({ name }) => name === 'fight.changed')?.payload).toBeNull()
    valueOf(campaign.undo())
    expect(told()).toEqual(all)
  })

  it('counts the time of the open fight alone, from its first turn on, and over a restart', async () => {
    const { campaign, fight, hob, clock, open, next, library, folder } = await createFight()
    next()
    clock.at += 60_000
    const other = valueOf(campaign.createFight('Elsewhere'))
    clock.at += 3_600_000
    // The paused fight's active one leaves: its next turn begins, and its clock stands still.
    valueOf(campaign.deleteCharacter(hob))
    clock.at += 3_600_000
    valueOf(campaign.openFight(fight))
    expect(open().elapsedMs).toBeLessThan(61_000)
    expect(open().elapsedMs).toBeGreaterThanOrEqual(60_000)
    clock.at += 30_000
    await library.closeCampaign()
    const again = createWorld(folder)
    again.clock.at = clock.at + 9_000_000
    const view = valueOf(await again.library.open(campaign.file))
    expect(view.fight?.elapsedMs).toBeGreaterThanOrEqual(90_000)
    expect(view.fight?.elapsedMs).toBeLessThan(91_000)
    const reopened = again.library.current() as Campaign
    valueOf(reopened.clearFight(fight))
    valueOf(await reopened.addToFight({ fight, characters: [], words: 'boss level 1' }))
    valueOf(reopened.nextTurn({ fight, turn: 0 }))
    expect(reopened.view().fight?.elapsedMs).toBeLessThan(1_000)
    expect(other).not.toBe(fight)
  })

  it('refuses to make a template of somebody who fights as itself', async () => {
    const { campaign, hound, fight } = await createFight()
    valueOf(await campaign.addToFight({ fight, characters: [{ id: hound, count: 1 }] }))
    expect(campaign.updateCharacter({ id: hound, kind: 'npc', name: 'Lantern hound', stats: {}, role: 'template' })).toMatchObject({ error: { code: 'refused', problems: [{ field: 'role' }] } })
  })
})
