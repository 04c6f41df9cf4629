import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membersOf } from '../../main/rules/fight.ts'
import { createFight, type FightPlay } from '../support/fight.ts'

/** What a GM may do, with numbers that choose whom. */
const steps = ['next', 'previous', 'wait', 'actNow'] as const
const edits = ['add', 'remove', 'defeat', 'revive', 'drag', 'nudge', 'type', 'join', 'split', 'afflict', 'setLeft', 'cure'] as const
type Deed = { readonly what: (typeof steps)[number] | (typeof edits)[number]; readonly who: number; readonly other: number; readonly number: number }

const deedOf = (what: fc.Arbitrary<Deed['what']>): fc.Arbitrary<Deed> => fc.record({ what, who: fc.nat(9), other: fc.nat(9), number: fc.integer({ min: -6, max: 6 }).map((number) => number / 2) })
const anyDeed = deedOf(fc.oneof({ weight: 9, arbitrary: fc.constant('next' as const) }, { weight: 4, arbitrary: fc.constantFrom(...steps) }, { weight: 4, arbitrary: fc.constantFrom(...edits) }))
const rules = fc.record({ skipDefeated: fc.boolean(), waiterStays: fc.boolean() })
const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 })

const createRandom = (given: readonly number[], rule: { skipDefeated: boolean; waiterStays: boolean }) =>
  createFight(Object.fromEntries(given.map((number, index) => [`F${index}`, number])), { rules: rule })

const placesByName = ({ fight }: FightPlay) => new Map(fight.combatants.flatMap(({ gone, name, place }) => (gone ? [] : [[name, place] as const])))

const namesIn = ({ fight }: FightPlay): readonly string[] => fight.combatants.filter(({ gone }) => !gone).map(({ name }) => name)

function perform(play: FightPlay, { what, who, other, number }: Deed): void {
  const names = namesIn(play)
  const at = (index: number): string | undefined => names[index % names.length]
  const [name, second] = [at(who), at(other)]
  const label = `on ${who}`
  if (what === 'next' || what === 'previous' || what === 'wait') play[what]()
  else if (what === 'add') play.add(`N${play.fight.combatants.length}`, other === 0 ? undefined : number)
  else if (what === 'cure') play.cure(label)
  else if (what === 'setLeft') play.setLeft(label, 1 + other)
  else if (name === undefined || second === undefined) return
  else if (what === 'remove') play.remove(name, ...(number > 2 ? [second] : []))
  else if (what === 'drag') play.drag(name, number > 2 ? undefined : second)
  else if (what === 'nudge') play.nudge(name, number > 0 ? 1 : -1)
  else if (what === 'type') play.type(name, number)
  else if (what === 'join') play.join(name, second)
  else if (what === 'afflict') play.afflict(label, name, { anchor: second, edge: number > 0 ? 'start' : 'end', left: 1 + (who % 3) })
  else play[what](name)
}

/** What must be true of any fight at any time. */
function expectWhole(play: FightPlay): void {
  const { cursor, places, combatants, conditions } = play.fight
  if (cursor.active !== undefined) expect(membersOf(play.fight, cursor.active)).not.toEqual([])
  const living = combatants.filter(({ gone }) => !gone)
  const listed = places.flatMap(({ id }) => membersOf(play.fight, id).map((each) => each.id))
  expect(listed.toSorted((a, b) => a - b)).toEqual(living.map(({ id }) => id))
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length)
  for (const { until } of conditions) if (until) expect(until.left).toBeGreaterThan(0)
  for (const id of cursor.upNext) expect(places.find((place) => place.id === id)?.waiting).toBeDefined()
}

/** Counts the turns of each round as somebody at the table would, and says what is unfair. */
function createReferee(play: FightPlay) {
  let had: { readonly round: number; readonly names: readonly string[] }[] = []
  /** The last round in which the GM's edits allow somebody to miss a turn, or to have two. */
  const mayMiss = new Map<string, number>()
  const mayRepeat = new Map<string, number>()
  const able = (name: string) => !play.rules.skipDefeated || play.fight.combatants.some((each) => each.name === name && !each.defeated)
  const isFree = (free: ReadonlyMap<string, number>, name: string, round: number) => (free.get(name) ?? 0) >= round

  return (deed: Deed): void => {
    const before = { turn: play.fight.cursor.turn, round: play.round(), places: placesByName(play) }
    perform(play, deed)
    const { turn, active, extra } = play.fight.cursor
    const round = play.round()
    if (deed.what === 'previous') {
      had = had.slice(0, turn)
      return
    }
    const places = placesByName(play)
    const names = [...places.keys()]
    // All of a group that was joined: its turn has passed once it had passed for one of them.
    const joined = new Set(deed.what === 'join' ? [...places].flatMap(([name, place]) => (before.places.get(name) === place ? [] : [place])) : [])
    for (const [name, place] of places) {
      const isJoined = joined.has(place)
      if (isJoined || !before.places.has(name) || !able(name)) mayMiss.set(name, Math.max(round, 1))
      if (isJoined) mayRepeat.set(name, round)
    }
    if (turn === before.turn) return
    expect(turn).toBe(before.turn + 1)
    const acting = active === undefined ? [] : names.filter((name) => places.get(name) === active)
    had[turn - 1] = { round: extra ? 0 : round, names: acting }
    const turnsIn = (name: string, wanted: number) => had.slice(0, turn).filter((each) => each.round === wanted && each.names.includes(name)).length
    for (const name of names) {
      if (able(name) && !isFree(mayRepeat, name, round)) expect(turnsIn(name, round), `${name} in round ${round}`).toBeLessThanOrEqual(1)
      for (let past = before.round; past > 0 && past < round; past += 1)
        if (able(name) && !isFree(mayMiss, name, past)) expect(turnsIn(name, past), `${name} in round ${past}`).toBe(1)
    }
  }
}

describe('any fight', () => {
  it('stays whole and fair whatever is done, turn by turn', () => {
    fc.assert(
      fc.property(numbers, rules, fc.array(anyDeed, { maxLength: 60, size: 'max' }), (given, rule, deeds) => {
        const play = createRandom(given, rule)
        const judge = createReferee(play)
        for (const deed of deeds) {
          judge(deed)
          expectWhole(play)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('is the very same again after as many Previous as Next, whatever was done before', () => {
    fc.assert(
      fc.property(numbers, rules, fc.array(anyDeed, { maxLength: 30, size: 'max' }), fc.array(fc.constantFrom('next', 'wait'), { maxLength: 12, size: 'max' }), (given, rule, deeds, further) => {
        const play = createRandom(given, rule)
        for (const deed of deeds) perform(play, deed)
        // The way to the first turn, and to the first after nobody was left, leads from no turn.
        if (play.fight.cursor.active === undefined) play.next()
        const states: unknown[] = []
        for (const step of further) {
          const before = play.fight
          play[step]()
          if (play.fight !== before) states.push(before)
        }
        for (const state of states.toReversed()) {
          play.previous()
          expect(play.fight).toEqual(state)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('brings back one of two alike that its bearer had, where the other goes on', () => {
    const play = createFight({ Hob: 3 })
    play.next()
    play.afflict('wet', 'Hob', { anchor: 'Hob', edge: 'end', left: 2 })
    play.afflict('wet', 'Hob', { anchor: 'Hob', edge: 'start', left: 1 })
    const before = play.fight
    play.next()
    expect(play.fight.conditions).toHaveLength(1)
    play.previous()
    expect(play.fight.conditions).toEqual(before.conditions)
  })
})
