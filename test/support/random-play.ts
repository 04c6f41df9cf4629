/** A GM who does anything at random. */
import type { Campaign } from '../../main/campaign/campaign.ts'
import type { CharacterId, CombatantId, PlaceId, Reply } from '../../preload/contract.ts'

/** Numbers from 0 to below 1, the same again for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const words = ['Hob', 'Marr', 'lantern', 'Tom & "Jerry" <b>', '火 🚀', 'wolf', 'the pier', 'O’Brien']
/** So many of a kind are kept at most, so that a step costs the same after thousands. */
const most = { characters: 40, fights: 4, members: 20, notes: 20, tables: 8, encounters: 8, conditions: 30 }

/** One thing after another, each of them anything that can be done to a campaign of the test system. */
export function createRandomPlay(campaign: Campaign, chance: () => number) {
  const upTo = (count: number): number => Math.floor(chance() * count)
  const pick = <T>(all: readonly T[]): T | undefined => all[upTo(all.length)]
  const some = <T>(all: readonly T[]): readonly T[] => all.filter(() => chance() < 0.3)
  const word = (): string => `${pick(words)} ${upTo(1_000)}`
  const flag = (): boolean => chance() < 0.5
  const amount = (): number => (1 + upTo(5)) * (flag() ? 1 : -1)

  const onCharacters = (view: ReturnType<Campaign['view']>): Step[] => {
    const { characters } = view
    const one = pick(characters)
    const input = (): { kind: 'pc' | 'npc'; name: string; stats: Record<string, number> } => ({ kind: flag() ? 'pc' : 'npc', name: word(), stats: { vigourMax: upTo(30) } })
    const ids = some(characters).map(({ id }) => id)
    return [
      () => (characters.length < most.characters ? campaign.createCharacter({ ...input(), ...(flag() && { tags: [word()] }) }) : campaign.deleteCharacter((pick(characters) ?? { id: 0 as CharacterId }).id)),
      () => one && campaign.updateCharacter({ id: one.id, ...input(), kind: one.kind, notes: word() }),
      () => one && campaign.deleteCharacter(one.id),
      () => (ids.length > 0 ? campaign.tagCharacters(ids, [word()], one?.tags ?? []) : undefined),
      () => (ids.length > 0 && characters.length + ids.length < most.characters ? campaign.duplicateCharacters(ids) : undefined),
      () => (ids.length > 0 && ids.length < 8 ? campaign.deleteCharacters(ids) : undefined),
      () => campaign.changeCounter(flag() ? { counter: pick(['doom', 'clock']) ?? '', amount: amount() } : { counter: pick(['vigour', 'points', 'grit']) ?? '', amount: amount(), ...(one && { character: one.id }), ...(flag() && { reason: word() }) }),
      () => (ids.length > 0 ? campaign.awardCounter({ counter: 'points', characters: ids, amount: amount(), reason: word() }) : undefined),
      () => one && campaign.applyAction({ action: 'rest', who: one.id, picks: {}, input: { amount: 1 + upTo(3) } }),
      () => one && campaign.makeRoll({ check: 'toss', sides: [{ who: one.id, picks: {}, input: { goal: 1 + upTo(6), price: upTo(3) } }], typed: [] }),
      () => {
        const roll = pick(view.rolls)
        return roll && (flag() ? campaign.rerollRoll(roll.id) : campaign.correctRoll(roll.id, [{ goal: 1 + upTo(6), price: 0 }]))
      },
      () => campaign.rollDice('2d6 + 1', one?.id),
      () => campaign.configure({ kind: flag() }),
    ]
  }

  const onFights = (view: ReturnType<Campaign['view']>): Step[] => {
    const { fight, fights, characters } = view
    if (!fight) return [() => campaign.createFight(word()), () => (fights[0] ? campaign.openFight(fights[0].id) : undefined)]
    const { id, places, combatants } = fight
    const [place, combatant, character] = [pick(places), pick(combatants), pick(characters)]
    const group: readonly CombatantId[] = some(combatants).map((each) => each.id)
    const from = { fight: id, turn: fight.turn }
    const condition = pick(characters.flatMap(({ conditions }) => conditions))
    const until = combatant && { fight: id, anchor: combatant.id, edge: flag() ? ('start' as const) : ('end' as const), left: 1 + upTo(3) }
    const held = characters.reduce((sum, each) => sum + each.conditions.length, 0)
    return [
      () => (fights.length < most.fights ? campaign.createFight(word()) : campaign.endFight(id)),
      () => campaign.openFight((pick(fights) ?? fight).id),
      () => campaign.renameFight(id, word()),
      () => (chance() < 0.1 ? campaign.clearFight(id) : undefined),
      () => (combatants.length < most.members && character ? campaign.addToFight({ fight: id, characters: [{ id: character.id, count: 1 + upTo(2), hidden: flag() }], grouped: flag() }) : undefined),
      () => (combatants.length < most.members ? campaign.addToFight({ fight: id, characters: [], words: '2 wolves', hidden: flag() }) : undefined),
      () => (group.length > 0 ? campaign.removeFromFight({ fight: id, combatants: group.slice(0, 2) }) : undefined),
      () => (group.length > 0 ? campaign.markCombatants({ fight: id, combatants: group, hidden: flag(), defeated: chance() < 0.2, done: flag() }) : undefined),
      () => place && campaign.setNumber({ fight: id, place: place.id, number: flag() ? upTo(40) / 2 - 5 : null }),
      () => (places.length > 0 ? campaign.setNumbers({ fight: id, numbers: some(places).map((each) => ({ place: each.id, number: upTo(30) })) }) : undefined),
      () => place && campaign.movePlace({ fight: id, place: place.id, before: (pick([...places, undefined])?.id ?? null) as PlaceId | null }),
      () => place && campaign.nudgePlace({ fight: id, place: place.id, by: flag() ? 1 : -1 }),
      () => (group.length > 1 ? campaign.joinCombatants({ fight: id, combatants: group }) : undefined),
      () => (group.length > 0 ? campaign.splitCombatants({ fight: id, combatants: group }) : undefined),
      () => campaign.nextTurn(from),
      () => campaign.nextTurn(from),
      () => campaign.previousTurn(from),
      () => campaign.wait({ ...from, ...(flag() && { note: word() }) }),
      () => place && campaign.actNow({ fight: id, place: place.id }),
      () => (character && held < most.conditions ? campaign.addCondition({ characters: [character.id], label: word(), ...(flag() && until && { until }) }) : condition && campaign.removeConditions({ conditions: [condition.id] })),
      () => condition && campaign.changeCondition({ condition: condition.id, until: flag() && until ? until : null }),
      () => (character ? campaign.changeHealth({ characters: [character.id], as: flag() ? 'damage' : 'heal', amount: String(1 + upTo(9)) }) : undefined),
      () => campaign.setFightRules({ skipDefeated: flag(), waiterStays: flag(), atZero: flag() ? 'ask' : 'defeat' }),
    ]
  }

  const onTexts = (view: ReturnType<Campaign['view']>): Step[] => {
    const { sessions, notes, tables, encounters, characters } = view
    const own = notes.map(({ id }) => id)
    const [session, note, table, encounter] = [pick(sessions), pick(own), pick(tables), pick(encounters)]
    const members = some(characters.filter(({ role }) => role !== 'copy')).map(({ id }) => ({ character: id, count: 1, hidden: flag() }))
    return [
      () => campaign.startSession(word()),
      () => campaign.endSession(),
      () => session && campaign.attendSession(session.id, some(characters.filter(({ kind }) => kind === 'pc')).map(({ id }) => id)),
      () => session && campaign.updateSession({ id: session.id, name: word(), notes: word() }),
      () => (own.length < most.notes ? campaign.createNote(word()) : note !== undefined ? campaign.deleteNote(note) : undefined),
      () => (note !== undefined ? campaign.renameNote(note, word()) : undefined),
      () => (note !== undefined ? campaign.writeNotes({ kind: 'note', id: note }, word()) : undefined),
      () => (tables.length < most.tables ? campaign.createTable({ name: word(), text: '1-3 calm\n4-6 storm' }) : table && campaign.deleteTable(table.id)),
      () => table && campaign.updateTable({ ...table, text: `calm ${upTo(9)}\nstorm` }),
      () => table && campaign.rollOnTable(table.id),
      () => (encounters.length < most.encounters ? campaign.createEncounter({ name: word(), notes: word(), members }) : encounter && campaign.deleteEncounter(encounter.id)),
      () => encounter && campaign.updateEncounter({ ...encounter, name: word(), members }),
    ]
  }

  /** Does something. Undefined where there was nothing to do it to. */
  return async (): Promise<Reply<unknown> | undefined> => {
    const view = campaign.view()
    const steps = pick([onCharacters, onFights, onFights, onTexts])?.(view) ?? []
    return pick(steps)?.()
  }
}

type Step = () => Reply<unknown> | Promise<Reply<unknown>> | undefined
