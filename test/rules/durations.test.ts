import { describe, expect, it } from 'vitest'
import { createFight, type FightPlay } from '../support/fight.ts'

/** Goes on until somebody's turn begins. */
function goTo(play: FightPlay, name: string): void {
  for (let turn = 0; turn < 20; turn += 1) if (play.next() === name) return
  throw new Error(`${name} never acts.`)
}

/** Goes on turn by turn while a condition holds; the turn that began as it ended. */
function endOf(play: FightPlay, label: string): string {
  while (play.left(label) !== undefined) play.next()
  return `${play.round()} ${play.active()}`
}

describe('a condition', () => {
  it('for one round to the end of M’s turn is gone past M, there again with 1 left one turn back, and gone again', () => {
    const play = createFight({ L: 30, M: 20, N: 10 })
    play.next()
    play.afflict('Poisoned', 'M', { edge: 'end' })
    play.next()
    expect(play.left('Poisoned')).toBe(1)
    play.next()
    expect(play.left('Poisoned')).toBeUndefined()
    expect(play.previous()).toBe('M')
    expect(play.left('Poisoned')).toBe(1)
    play.next()
    expect(play.left('Poisoned')).toBeUndefined()
  })

  it('until the start of Clem’s next turn still holds on the turn of Orc 1 in round 2, and is gone as Clem’s starts', () => {
    const play = createFight({ 'Orc 1': 40, Clem: 30, 'Orc 2': 20, Diedra: 10 })
    goTo(play, 'Clem')
    play.afflict('Blinded', 'Orc 2', { anchor: 'Clem', edge: 'start' })
    goTo(play, 'Orc 1')
    expect(play.round()).toBe(2)
    expect(play.left('Blinded')).toBe(1)
    expect(play.next()).toBe('Clem')
    expect(play.left('Blinded')).toBeUndefined()
  })

  it('of one who is alone, for one round, is gone at the start of round 2', () => {
    const play = createFight({ A: 30 })
    play.next()
    play.afflict('Stunned', 'A', { edge: 'start' })
    play.next()
    expect(play.round()).toBe(2)
    expect(play.left('Stunned')).toBeUndefined()
  })

  it('counts the end of the running turn', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.afflict('This turn', 'B', { anchor: 'A', edge: 'end' })
    play.afflict('Next turn', 'B', { anchor: 'A', edge: 'end', left: 2 })
    expect(play.next()).toBe('B')
    expect([play.left('This turn'), play.left('Next turn')]).toEqual([undefined, 1])
    play.next()
    expect(play.left('Next turn')).toBe(1)
    play.next()
    expect(play.left('Next turn')).toBeUndefined()
  })

  it('without an end stays', () => {
    const play = createFight({ A: 30 })
    play.afflict('Cursed', 'A')
    for (let turn = 0; turn < 5; turn += 1) play.next()
    expect(play.fight.conditions.map(({ label }) => label)).toEqual(['Cursed'])
  })

  it('that another fight ends is left alone', () => {
    const play = createFight({ A: 30 })
    play.afflict('Elsewhere', 'A', { edge: 'start' })
    const conditions = play.fight.conditions.map((each) => ({ ...each, until: each.until && { ...each.until, fight: (each.until.fight + 1) as typeof each.until.fight } }))
    play.become({ ...play.fight, conditions })
    play.next()
    expect(play.left('Elsewhere')).toBe(1)
  })

  it.each(['start', 'end'] as const)('that ends at the %s of a turn passes where its anchor is defeated and has no turn', (edge) => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.afflict('Held', 'C', { anchor: 'B', edge })
    play.defeat('B')
    expect(play.next()).toBe('C')
    expect(play.left('Held')).toBeUndefined()
  })

  it.each([
    ['start', '1 C'],
    ['end', '1 C'],
  ] as const)('that ends at the %s of a turn passes at the place of one who was taken out before it', (edge, when) => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.afflict('Held', 'C', { anchor: 'B', edge })
    play.remove('B')
    expect(play.left('Held')).toBe(1)
    expect(endOf(play, 'Held')).toBe(when)
  })

  it.each([
    ['start', '2 C'],
    ['end', '1 C'],
  ] as const)('that ends at the %s of a turn passes at the place of one who was taken out on it', (edge, when) => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    goTo(play, 'B')
    play.afflict('Held', 'C', { anchor: 'B', edge })
    play.remove('B')
    expect(endOf(play, 'Held')).toBe(when)
  })

  it('passes at a place that was moved', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.afflict('Held', 'C', { anchor: 'B', edge: 'start' })
    play.remove('B')
    play.become({ ...play.fight, places: [play.placeOf('A'), play.placeOf('C'), play.placeOf('B')] })
    expect(endOf(play, 'Held')).toBe('2 A')
  })

  it('follows its anchor into a place of its own', () => {
    const play = createFight({ W1: 30, W2: 30, B: 20, C: 10 })
    play.join('W1', 'W2')
    play.next()
    play.afflict('Bitten', 'B', { anchor: 'W2', edge: 'start' })
    play.split('W2')
    play.drag('W2')
    expect(endOf(play, 'Bitten')).toBe('2 W2')
  })

  it('follows its anchor into a group', () => {
    const play = createFight({ A: 40, W1: 30, B: 20, W2: 10 })
    play.next()
    play.afflict('Bitten', 'B', { anchor: 'W2', edge: 'end' })
    play.join('W1', 'W2')
    expect(endOf(play, 'Bitten')).toBe('1 B')
  })

  it('of a group’s member passes with the turn of the group, also where that member is defeated', () => {
    const play = createFight({ W1: 30, W2: 30, B: 20 })
    play.join('W1', 'W2')
    play.next()
    play.defeat('W2')
    play.afflict('Bitten', 'B', { anchor: 'W2', edge: 'end' })
    play.next()
    expect(play.left('Bitten')).toBeUndefined()
  })

  it('counts once in a round whatever is moved', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.afflict('Slow', 'C', { anchor: 'A', edge: 'start', left: 3 })
    play.drag('A')
    goTo(play, 'A')
    expect([play.round(), play.left('Slow')]).toEqual([2, 2])
    play.drag('A', 'B')
    goTo(play, 'A')
    expect([play.round(), play.left('Slow')]).toEqual([3, 1])
  })
})
