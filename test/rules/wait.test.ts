import { describe, expect, it } from 'vitest'
import { createFight, type FightPlay } from '../support/fight.ts'

const turns = (play: FightPlay, count: number) => Array.from({ length: count }, () => play.next())

/** A waits on its turn, B acts, and A is told to act. */
function createWaiting(rules: { waiterStays?: boolean } = {}) {
  const play = createFight({ A: 30, B: 20, C: 10 }, { rules })
  play.next()
  play.wait('the door opens')
  play.actNow('A')
  return play
}

describe('waiting', () => {
  it('ends the turn, with what ends at its end', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.afflict('Held', 'B', { anchor: 'A', edge: 'end' })
    expect(play.wait('the door opens')).toBe('B')
    expect(play.left('Held')).toBeUndefined()
    expect(play.placeOf('A').waiting).toBe('the door opens')
  })

  it('needs a turn that runs', () => {
    const play = createFight({ A: 30 })
    expect(play.wait()).toBe('Nobody’s turn runs: there is nothing to wait with.')
    play.next()
    play.remove('A')
    expect(play.wait()).toBe('Nobody’s turn runs: there is nothing to wait with.')
  })

  it('says that everybody is defeated, and nobody waits', () => {
    const play = createFight({ A: 30 })
    play.next()
    play.defeat('A')
    expect(play.wait()).toMatch(/^Everybody is defeated/)
    expect(play.placeOf('A').waiting).toBeUndefined()
  })

  it('of one who is told to act gives it the turn after the running one, then the order continues', () => {
    const play = createWaiting()
    expect(play.active()).toBe('B')
    expect(play.next()).toBe('A')
    expect(play.fight.cursor.extra).toBe(true)
    expect(play.round()).toBe(1)
    expect(turns(play, 4)).toEqual(['C', 'A', 'B', 'C'])
    expect(play.fight.cursor.extra).toBe(false)
  })

  it('goes back to the old place afterwards', () => {
    const play = createWaiting()
    play.next()
    expect(play.order()).toEqual(['A', 'B', 'C'])
  })

  it('keeps the new place where the rule says so', () => {
    const play = createWaiting({ waiterStays: true })
    play.next()
    expect(play.order()).toEqual(['B', 'A', 'C'])
    expect(play.numbers()).toEqual([20, 30, 10])
    expect(turns(play, 4)).toEqual(['C', 'B', 'A', 'C'])
  })

  it('into the next round and acting there is the turn of that round where the new place is kept', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 }, { rules: { waiterStays: true } })
    turns(play, 3)
    play.afflict('Slow', 'A', { anchor: 'C', edge: 'start', left: 2 })
    play.wait()
    expect(play.next()).toBe('A')
    play.actNow('C')
    expect(play.next()).toBe('C')
    expect(play.fight.cursor.extra).toBe(false)
    expect(play.left('Slow')).toBe(1)
    expect(turns(play, 3)).toEqual(['B', 'D', 'A'])
    expect(play.order()).toEqual(['A', 'C', 'B', 'D'])
  })

  it('into the next round and acting there is a turn beside that of the next round where it goes back', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    turns(play, 3)
    play.afflict('Slow', 'A', { anchor: 'C', edge: 'start', left: 2 })
    play.wait()
    expect(play.next()).toBe('A')
    play.actNow('C')
    expect(play.next()).toBe('C')
    expect([play.fight.cursor.extra, play.left('Slow')]).toEqual([true, 2])
    expect(turns(play, 3)).toEqual(['B', 'C', 'D'])
    expect(play.left('Slow')).toBe(1)
  })

  it('takes the slot where it stays', () => {
    const play = createFight({ A: 30, B: 20 }, { rules: { waiterStays: true }, slots: { fast: ['A'], slow: ['B'] } })
    play.next()
    play.wait()
    play.actNow('A')
    play.next()
    expect(play.placeOf('A').slot).toBe('slow')
  })

  it('unused until the place comes again is over, and it simply has its turn', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.wait()
    expect(turns(play, 2)).toEqual(['A', 'B'])
    expect(play.round()).toBe(2)
    expect(play.placeOf('A').waiting).toBeUndefined()
    expect(play.actNow('A')).toBe(false)
  })

  it('of several lets them act in the order in which they were told to', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    play.next()
    play.wait()
    play.wait()
    play.actNow('B')
    play.actNow('A')
    expect(turns(play, 4)).toEqual(['B', 'A', 'D', 'A'])
  })

  it('of several keeps that order in their new places', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 }, { rules: { waiterStays: true } })
    play.next()
    play.wait()
    play.wait()
    play.actNow('B')
    play.actNow('A')
    turns(play, 3)
    expect(play.order()).toEqual(['C', 'B', 'A', 'D'])
  })

  it('goes on where it is told again not to act', () => {
    const play = createWaiting()
    expect(play.actNow('A')).toBe(true)
    expect(play.next()).toBe('C')
    expect(play.placeOf('A').waiting).toBe('the door opens')
  })

  it('can be done again in the turn that it brought', () => {
    const play = createWaiting()
    play.next()
    expect(play.wait()).toBe('C')
    play.actNow('A')
    expect(play.next()).toBe('A')
  })

  it('alone ends a round', () => {
    const play = createFight({ A: 30 })
    play.next()
    expect(play.wait()).toBe('A')
    expect(play.round()).toBe(2)
  })

  it('is nothing to one who doesn’t wait', () => expect(createFight({ A: 30 }).actNow('A')).toBe(false))

  it.each(['defeat', 'remove'] as const)('leaves one out who was told to act, after a %s', (fate) => {
    const play = createWaiting()
    play[fate]('A')
    expect(play.next()).toBe('C')
    expect(play.fight.cursor.upNext).toEqual([])
  })

  it('counts no start of a turn twice', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.afflict('Slow', 'B', { anchor: 'A', edge: 'start', left: 3 })
    play.next()
    play.wait()
    play.actNow('A')
    expect(play.next()).toBe('A')
    expect(play.left('Slow')).toBe(2)
    turns(play, 2)
    expect([play.active(), play.left('Slow')]).toEqual(['A', 1])
  })

  it('ends with the extra turn what was placed in it until the end of this turn, and nothing else', () => {
    const play = createWaiting()
    play.afflict('Before', 'B', { anchor: 'A', edge: 'end' })
    play.next()
    play.afflict('This turn', 'B', { anchor: 'A', edge: 'end' })
    play.afflict('Next turn', 'B', { anchor: 'A', edge: 'end', left: 2 })
    expect(play.next()).toBe('C')
    expect(['Before', 'This turn', 'Next turn'].map(play.left)).toEqual([1, undefined, 1])
    turns(play, 2)
    expect(['Before', 'Next turn'].map(play.left)).toEqual([undefined, undefined])
  })

  it('of a group lets all of it act', () => {
    const play = createFight({ W1: 30, W2: 30, B: 20 })
    play.join('W1', 'W2')
    play.next()
    play.wait()
    play.actNow('W2')
    expect(turns(play, 2)).toEqual(['W1+W2', 'W1+W2'])
  })
})

describe('previous after waiting', () => {
  it.each([false, true])('takes every turn back to the very same fight, the new place kept: %s', (waiterStays) => {
    const play = createFight({ A: 30, B: 20, C: 10 }, { rules: { waiterStays } })
    play.next()
    const before = play.fight
    play.wait('the door opens')
    play.actNow('A')
    const told = play.fight
    turns(play, 5)
    for (let turn = 0; turn < 5; turn += 1) play.previous()
    expect(play.fight).toEqual(told)
    play.previous()
    expect(play.fight).toEqual(before)
  })

  it('lets nobody act at once who waits again', () => {
    const play = createWaiting()
    expect(play.previous()).toBe('A')
    expect(play.wait()).toBe('B')
    expect(play.next()).toBe('C')
  })

  it('takes a waiter back to its old place though somebody came since', () => {
    const play = createWaiting({ waiterStays: true })
    play.next()
    play.add('D', 5)
    expect(play.order()).toEqual(['B', 'A', 'C', 'D'])
    play.previous()
    expect(play.order()).toEqual(['A', 'B', 'C', 'D'])
  })

  it('takes the first of the order back before whom it stood though somebody came before it since', () => {
    const play = createWaiting({ waiterStays: true })
    play.next()
    play.add('D', 40)
    play.previous()
    expect(play.order()).toEqual(['D', 'A', 'B', 'C'])
  })

  it('takes the last of the order back to its end', () => {
    const play = createFight({ A: 30, B: 20, C: 10 }, { rules: { waiterStays: true } })
    turns(play, 3)
    play.wait()
    play.actNow('C')
    play.next()
    expect(play.order()).toEqual(['A', 'C', 'B'])
    play.previous()
    expect(play.order()).toEqual(['A', 'B', 'C'])
  })

  it('leaves a waiter where it was moved since', () => {
    const play = createWaiting({ waiterStays: true })
    play.next()
    play.drag('A')
    play.previous()
    expect(play.order()).toEqual(['B', 'C', 'A'])
  })
})
