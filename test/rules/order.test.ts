import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAll, type Standing } from '../../main/rules/order.ts'
import { createFight, type FightPlay } from '../support/fight.ts'

const standing = (number: number, ties: readonly number[] = [], slot?: string): Standing => ({ number, ties, slot, explain: [] })

/** Places several at once, as a roll of initiative does. */
function roll(play: FightPlay, standings: Readonly<Record<string, Standing>>): readonly (string | undefined)[] {
  play.become(placeAll(play.fight, new Map(Object.entries(standings).map(([name, each]) => [play.placeOf(name).id, each])), play.slots))
  return play.order()
}

const five = { A: 15, B: 15, C: 15, D: 15, E: 15 }

describe('dragging', () => {
  it('of five on 15 gives the order that was dragged, all of them still on 15', () => {
    const play = createFight(five)
    play.drag('E', 'A')
    play.drag('C', 'B')
    expect(play.order()).toEqual(['E', 'A', 'C', 'B', 'D'])
    expect(play.numbers()).toEqual([15, 15, 15, 15, 15])
  })

  it('leaves the numbers alone fifty times', () => {
    const names = Object.keys(five)
    const move = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names, undefined))
    fc.assert(
      fc.property(fc.array(move, { minLength: 50, maxLength: 50 }), (moves) => {
        const play = createFight({ A: 30, B: 20.5, C: 0, D: -3, E: undefined })
        const before = new Map(names.map((name) => [name, play.placeOf(name)]))
        for (const [name, target] of moves) {
          play.drag(name, target)
          const order = play.order()
          if (target === undefined) expect(order.at(-1)).toBe(name)
          else if (target !== name) expect(order[order.indexOf(name) + 1]).toBe(target)
        }
        for (const [name, place] of before) expect(play.placeOf(name)).toEqual(place)
      }),
    )
  })

  it('before itself, or of the last to the end, changes nothing', () => {
    const play = createFight({ A: 30, B: 20 })
    play.drag('A', 'A')
    expect(play.order()).toEqual(['A', 'B'])
    play.drag('B')
    expect(play.order()).toEqual(['A', 'B'])
  })
})

describe('nudging', () => {
  it('moves by one, and stops at the ends', () => {
    const play = createFight(five)
    play.nudge('C', -1)
    expect(play.order()).toEqual(['A', 'C', 'B', 'D', 'E'])
    play.nudge('C', 1)
    play.nudge('C', 1)
    expect(play.order()).toEqual(['A', 'B', 'D', 'C', 'E'])
    play.nudge('A', -1)
    play.nudge('E', 1)
    expect(play.order()).toEqual(['A', 'B', 'D', 'C', 'E'])
  })

  it('goes past those who were taken out', () => {
    const play = createFight(five)
    play.remove('B', 'C')
    play.nudge('D', -1)
    expect(play.order()).toEqual(['D', 'A', 'E'])
    play.nudge('D', 1)
    expect(play.order()).toEqual(['A', 'D', 'E'])
  })
})

describe('typing a number', () => {
  it('puts the place after the last whose number is as high or higher', () => {
    const play = createFight({ A: 30, B: 20, C: 20, D: 10 })
    play.type('D', 20)
    expect(play.order()).toEqual(['A', 'B', 'C', 'D'])
    play.type('A', 20)
    expect(play.order()).toEqual(['B', 'C', 'D', 'A'])
    play.type('C', 25)
    expect(play.order()).toEqual(['C', 'B', 'D', 'A'])
  })

  it('goes by the order as it was dragged', () => {
    const play = createFight({ A: 30, B: 15, C: 10, D: 5 })
    play.drag('B', 'A')
    play.type('D', 20)
    expect(play.order()).toEqual(['B', 'A', 'D', 'C'])
  })

  it('takes zero, numbers below it and halves', () => {
    const play = createFight({ A: 1, B: 0, C: -1 })
    play.add('D', 0)
    play.add('E', -0.5)
    play.add('F', -2)
    play.add('G', 0.5)
    expect(play.order()).toEqual(['A', 'G', 'B', 'D', 'E', 'C', 'F'])
    play.type('A', 0)
    expect(play.order()).toEqual(['G', 'B', 'D', 'A', 'E', 'C', 'F'])
  })

  it('puts one without a number behind all others, and lets it have one later', () => {
    const play = createFight({ A: -5, B: undefined, C: 20 })
    expect(play.order()).toEqual(['C', 'A', 'B'])
    play.type('C', undefined)
    expect(play.order()).toEqual(['A', 'B', 'C'])
    play.type('B', 3)
    expect(play.order()).toEqual(['B', 'A', 'C'])
  })

  it('of a group sets the group to that number, every time', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    for (const number of [40, 15, 40, 40, 0]) {
      play.type('W2', number)
      expect(play.placeOf('W1').number).toBe(number)
      expect(play.order()).toEqual(number === 40 ? ['W1+W2', 'A', 'B'] : number === 15 ? ['A', 'W1+W2', 'B'] : ['A', 'B', 'W1+W2'])
    }
  })

  it('forgets what was rolled before: ties and how it came about', () => {
    const play = createFight({ A: 20, B: 20 })
    roll(play, { A: { ...standing(20, [7]), explain: ['d20: 20'] } })
    play.type('A', 21)
    expect(play.placeOf('A')).toMatchObject({ ties: [], explain: [] })
  })

  it('moves nobody else', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }), { minLength: 2, maxLength: 8 }), fc.nat(7), fc.integer({ min: -4, max: 4 }), (numbers, who, number) => {
        const play = createFight(Object.fromEntries(numbers.map((each, index) => [`F${index}`, each])))
        const name = `F${who % numbers.length}`
        const rest = play.order().filter((each) => each !== name)
        play.type(name, number)
        const order = play.order()
        const all = play.numbers()
        expect(order.filter((each) => each !== name)).toEqual(rest)
        expect(all.every((each, index) => index === 0 || (each ?? -Infinity) <= (all[index - 1] ?? -Infinity))).toBe(true)
        expect(all.lastIndexOf(number)).toBe(order.indexOf(name))
      }),
    )
  })
})

describe('rolling for several', () => {
  it('sorts by number, then by each tie, and keeps the order of what is equal in everything', () => {
    const play = createFight(five)
    const standings = { A: standing(10, [1, 1]), B: standing(20, [1, 2]), C: standing(20, [2, 0]), D: standing(10, [1, 1]), E: standing(20, [1, 3]) }
    expect(roll(play, standings)).toEqual(['C', 'E', 'B', 'A', 'D'])
  })

  it('counts for nothing what they had before', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    expect(roll(play, { A: standing(1), B: standing(2), C: standing(3) })).toEqual(['C', 'B', 'A'])
  })

  it('leaves the others where they stand', () => {
    const play = createFight({ A: 10, B: 20, C: 15, D: 12 })
    play.drag('A', 'B')
    expect(roll(play, { C: standing(5), D: standing(25) })).toEqual(['D', 'A', 'B', 'C'])
  })

  it('puts rolled ties behind a typed number that is as high', () => {
    const play = createFight({ A: 20, B: undefined, C: undefined })
    expect(roll(play, { B: standing(20, [3]), C: standing(20, [9]) })).toEqual(['A', 'C', 'B'])
  })

  it('keeps ties in order also beside one that has none', () => {
    const play = createFight({ A: undefined, B: undefined, C: undefined })
    expect(roll(play, { A: standing(20, [3]), B: standing(20), C: standing(20, [5]) })).toEqual(['C', 'A', 'B'])
  })
})

describe('slots', () => {
  const slots = { before: ['A', 'B'], foes: ['F', 'G'], after: ['C'] }
  const createSlotted = (more: Record<string, number | undefined> = {}) => createFight({ A: 10, B: 20, F: 50, G: 40, C: 99, ...more }, { slots })
  const slotsOf = (play: FightPlay) => play.order().map((name) => play.placeOf(name as string).slot)

  it('keep together, in the order that the system gives them, whatever the numbers', () => {
    const play = createSlotted()
    expect(play.order()).toEqual(['B', 'A', 'F', 'G', 'C'])
    play.type('A', 100)
    play.type('C', -1)
    play.type('F', 1)
    expect(play.order()).toEqual(['A', 'B', 'G', 'F', 'C'])
    expect(slotsOf(play)).toEqual(['before', 'before', 'foes', 'foes', 'after'])
  })

  it('put one that has none behind all that have one', () => {
    const play = createSlotted({ X: 1000 })
    expect(play.order().at(-1)).toBe('X')
    play.add('D', 1, { slot: 'after' })
    expect(play.order().slice(-3)).toEqual(['C', 'D', 'X'])
  })

  it('are filled by a roll in their order, the empty one too', () => {
    const play = createFight({ A: undefined, B: undefined, C: undefined }, { slots: { before: [], foes: [], after: [] } })
    expect(roll(play, { A: standing(5, [], 'after'), B: standing(1, [], 'before') })).toEqual(['B', 'A', 'C'])
    expect(roll(play, { C: standing(2, [], 'foes') })).toEqual(['B', 'C', 'A'])
  })

  it('are changed first when a place is nudged across a border, then the place moves', () => {
    const play = createSlotted()
    play.nudge('A', 1)
    expect(play.order()).toEqual(['B', 'A', 'F', 'G', 'C'])
    expect(slotsOf(play)).toEqual(['before', 'foes', 'foes', 'foes', 'after'])
    play.nudge('A', 1)
    expect(play.order()).toEqual(['B', 'F', 'A', 'G', 'C'])
    play.nudge('A', -1)
    play.nudge('A', -1)
    expect(play.order()).toEqual(['B', 'A', 'F', 'G', 'C'])
    expect(slotsOf(play)[1]).toBe('before')
  })

  it('are kept by a place that is nudged up to a border', () => {
    const play = createSlotted()
    play.nudge('B', 1)
    expect(play.order()).toEqual(['A', 'B', 'F', 'G', 'C'])
    expect(play.placeOf('B').slot).toBe('before')
    play.nudge('G', -1)
    expect(play.placeOf('G').slot).toBe('foes')
  })

  it('that are empty are stepped through one by one, to the first and the last of them', () => {
    const play = createFight({ A: 10 }, { slots: { before: ['A'], foes: [], after: [] } })
    const seen = [1, 1, 1, -1, -1, -1].map((by) => {
      play.nudge('A', by as 1 | -1)
      return play.placeOf('A').slot
    })
    expect(seen).toEqual(['foes', 'after', 'after', 'foes', 'before', 'before'])
  })

  it('give one that has none theirs as it is nudged past a neighbour', () => {
    const play = createSlotted({ X: 1 })
    play.nudge('X', -1)
    expect(play.order().slice(-2)).toEqual(['X', 'C'])
    expect(play.placeOf('X').slot).toBe('after')
  })

  it('take in what is dragged where it lands, its number unchanged', () => {
    const play = createSlotted()
    play.drag('B', 'G')
    expect(play.order()).toEqual(['A', 'F', 'B', 'G', 'C'])
    expect(play.placeOf('B')).toMatchObject({ slot: 'foes', number: 20 })
    play.drag('B')
    expect(play.placeOf('B').slot).toBe('after')
    play.drag('B', 'A')
    expect(play.placeOf('B').slot).toBe('before')
  })

  it('go by those who are there, not by those who were taken out', () => {
    const play = createSlotted()
    play.remove('C')
    play.drag('A')
    expect(play.placeOf('A').slot).toBe('foes')
  })

  it('stay together whatever is moved', () => {
    const names = ['A', 'B', 'F', 'G', 'C', 'X']
    const move = fc.record({ name: fc.constantFrom(...names), before: fc.constantFrom(...names, undefined), how: fc.constantFrom('drag', 'up', 'down', 'type'), number: fc.integer({ min: 0, max: 99 }) })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30, size: 'max' }), (moves) => {
        const play = createSlotted({ X: 5 })
        for (const { name, before, how, number } of moves) {
          if (how === 'drag') play.drag(name, before)
          else if (how === 'type') play.type(name, number)
          else play.nudge(name, how === 'up' ? -1 : 1)
          const ranks = slotsOf(play).map((slot) => (slot === undefined ? play.slots.length : play.slots.indexOf(slot)))
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
        }
      }),
    )
  })
})

describe('a group', () => {
  it('stands where the first of those stood who make it, or where the running turn is theirs', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    play.join('C', 'B')
    expect(play.order()).toEqual(['A', 'B+C', 'D'])
    const running = createFight({ A: 40, B: 30, C: 20, D: 10 })
    for (let turn = 0; turn < 3; turn += 1) running.next()
    running.join('A', 'C')
    expect(running.order()).toEqual(['B', 'A+C', 'D'])
    expect(running.active()).toBe('A+C')
  })

  it('takes in nobody who is not there', () => {
    const play = createFight({ A: 30, B: 20 })
    play.remove('B')
    play.join('A', 'B')
    expect(play.fight.combatants.map(({ place }) => place)).toEqual([play.placeOf('A').id, play.placeOf('B').id])
    play.remove('A')
    const empty = play.fight
    play.join('A', 'B')
    expect(play.fight).toBe(empty)
  })

  it('lets go of one into a place right behind, with the same number', () => {
    const play = createFight({ W1: 20, W2: 20, W3: 20, B: 10 })
    play.join('W1', 'W2', 'W3')
    play.split('W2')
    expect(play.order()).toEqual(['W1+W3', 'W2', 'B'])
    expect(play.numbers()).toEqual([20, 20, 10])
    play.type('W1', 5)
    expect(play.order()).toEqual(['W2', 'B', 'W1+W3'])
  })

  it('lets nobody go who was taken out', () => {
    const play = createFight({ W1: 20, W2: 20, W3: 20 })
    play.join('W1', 'W2', 'W3')
    play.remove('W1')
    const before = play.fight
    play.split('W1')
    expect(play.fight).toBe(before)
  })

  it('of one can’t be split', () => {
    const play = createFight({ A: 20, W1: 10, W2: 10 })
    play.join('W1', 'W2')
    play.remove('W1')
    const before = play.fight
    play.split('A')
    play.split('W2')
    play.split('W1')
    expect(play.fight).toBe(before)
  })
})

it('gives nobody a second turn by joining one who had its turn with one who has not', () => {
  const play = createFight({ A: 30, W1: 25, B: 20, W2: 10 })
  for (let turn = 0; turn < 3; turn += 1) play.next()
  expect(play.active()).toBe('B')
  play.drag('W2', 'A')
  play.join('W2', 'W1')
  play.next()
  expect([play.active(), play.fight.cursor.round]).toEqual([expect.stringContaining('W'), 2])
})

describe('those who are gone', () => {
  it('count for nothing where a number is typed or somebody comes in', () => {
    const play = createFight({ A: 30, X: 15, B: 10, C: 5 })
    play.drag('X')
    play.remove('X')
    play.type('A', 7)
    expect(play.order()).toEqual(['B', 'A', 'C'])
    play.add('D', 12)
    expect(play.order()).toEqual(['D', 'B', 'A', 'C'])
  })
})
