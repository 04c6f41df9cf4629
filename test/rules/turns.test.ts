import { describe, expect, it } from 'vitest'
import { createFight, type FightPlay } from '../support/fight.ts'

/** Who acts in the next turns. */
const turns = (play: FightPlay, count: number) => Array.from({ length: count }, () => play.next())

/** Whose turns are gone back to. */
const previous = (play: FightPlay, count: number) => Array.from({ length: count }, () => play.previous())

describe('next', () => {
  it('goes through the order, round after round', () => {
    const play = createFight({ B: 20, A: 30, C: 10 })
    expect(play.round()).toBe(0)
    expect(turns(play, 7)).toEqual(['A', 'B', 'C', 'A', 'B', 'C', 'A'])
    expect(play.round()).toBe(3)
  })

  it('begins round 2 with A where C is deleted on its turn in round 1, and gives B no second turn', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 3)
    expect(play.remove('C')).toBe('A')
    expect(play.round()).toBe(2)
    expect(turns(play, 3)).toEqual(['B', 'A', 'B'])
  })

  it.each([
    ['defeated', ['A', 'B', 'C']],
    ['deleted', ['A', 'B', 'C']],
    ['defeated', ['A', 'B', 'C', 'D']],
    ['deleted', ['A', 'B', 'C', 'D']],
  ] as const)('goes on to C where A is %s on B’s turn, all of %j on 20', (fate, names) => {
    const play = createFight(Object.fromEntries(names.map((name) => [name, 20])))
    turns(play, 2)
    if (fate === 'defeated') play.defeat('A')
    else play.remove('A')
    expect(play.active()).toBe('B')
    const rest = names.slice(2)
    expect(turns(play, names.length)).toEqual([...rest, 'B', ...rest].slice(0, names.length))
  })

  it('passes the defeated over, or gives them their turn where the rule says so', () => {
    const skipping = createFight({ A: 30, B: 20, C: 10 })
    skipping.defeat('B')
    expect(turns(skipping, 4)).toEqual(['A', 'C', 'A', 'C'])
    const patient = createFight({ A: 30, B: 20, C: 10 }, { rules: { skipDefeated: false } })
    patient.defeat('B')
    expect(turns(patient, 4)).toEqual(['A', 'B', 'C', 'A'])
  })

  it('gives a group its turn while one of it stands', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20 })
    play.join('W1', 'W2')
    play.defeat('W1')
    expect(turns(play, 3)).toEqual(['A', 'W1+W2', 'A'])
    play.defeat('W2')
    expect(turns(play, 2)).toEqual(['A', 'A'])
  })

  it('takes the done marks away from the group whose turn begins', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20 })
    play.join('W1', 'W2')
    turns(play, 2)
    play.setDone('W1')
    play.next()
    expect(play.fight.combatants.map(({ done }) => done)).toEqual([false, true, false])
    play.next()
    expect(play.fight.combatants.map(({ done }) => done)).toEqual([false, false, false])
  })

  it('says that everybody is defeated, and changes nothing', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.defeat('A')
    play.defeat('B')
    const before = play.fight
    expect(play.next()).toBe('Everybody is defeated: nobody can have a turn. Bring somebody back, or end the fight.')
    expect(play.fight).toBe(before)
  })

  it('says that nobody is there', () => {
    const empty = createFight({})
    expect(empty.next()).toBe('Nobody is in this fight. Add somebody first.')
    const left = createFight({ A: 30 })
    left.next()
    expect(left.remove('A')).toBeUndefined()
    expect(left.next()).toBe('Nobody is in this fight. Add somebody first.')
  })

  it('gives the turn to somebody who comes after nobody was left', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.defeat('B')
    expect(play.remove('A')).toBeUndefined()
    play.add('C', 25)
    expect(turns(play, 2)).toEqual(['C', 'C'])
    expect(play.round()).toBe(2)
  })

  it('gives each one turn in a round however the places are moved', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    turns(play, 2)
    play.drag('D', 'A')
    play.drag('A')
    expect(turns(play, 2)).toEqual(['D', 'C'])
    expect(play.round()).toBe(1)
    expect(turns(play, 4)).toEqual(['D', 'B', 'C', 'A'])
  })

  it('takes whoever lands behind the running turn in this round, and whoever lands before it in the next', () => {
    const play = createFight({ A: 40, B: 30, C: 20 })
    turns(play, 2)
    play.add('Late', 25)
    play.add('Early', 35)
    expect(turns(play, 7)).toEqual(['Late', 'C', 'A', 'Early', 'B', 'Late', 'C'])
  })

  it('takes whoever lands among those whose turn has come in the next round, also while a waiter acts', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    play.next()
    play.wait()
    play.next()
    play.actNow('A')
    expect(play.next()).toBe('A')
    play.add('Early', 35)
    play.add('Late', 15)
    expect(turns(play, 4)).toEqual(['Late', 'D', 'A', 'Early'])
  })

  it('gives one that is split off on the group’s turn no second turn, and its own from the next round on', () => {
    const play = createFight({ W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    play.next()
    play.split('W2')
    expect(turns(play, 4)).toEqual(['B', 'W1', 'W2', 'B'])
  })

  it('gives one that is split off before the group’s turn its own turn right after', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    play.next()
    play.split('W1')
    expect(turns(play, 3)).toEqual(['W2', 'W1', 'B'])
  })
})

describe('taking somebody out', () => {
  it('leaves the running turn to the rest of the group', () => {
    const play = createFight({ W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    play.next()
    expect(play.remove('W1')).toBe('W2')
    expect(play.remove('W2')).toBe('B')
  })

  it('of several at once begins the turn of the first who stays', () => {
    const play = createFight({ A: 40, B: 30, C: 20, D: 10 })
    play.next()
    expect(play.remove('A', 'B')).toBe('C')
  })

  it('gives up its character, its name stays', () => {
    const play = createFight({ A: 30, B: 20 })
    play.remove('A')
    expect(play.fight.combatants[0]).toMatchObject({ name: 'A', gone: true, character: undefined })
  })

  it('of the last who could act leaves nobody’s turn, whoever waits', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.wait()
    play.actNow('A')
    play.next()
    play.defeat('B')
    expect(play.fight.cursor).toMatchObject({ extra: true })
    play.remove('A')
    expect(play.fight.cursor).toEqual({ round: 1, turn: 3, active: undefined, extra: false, upNext: [] })
    const told = createFight({ A: 30, B: 20 })
    told.next()
    told.wait()
    told.actNow('A')
    told.remove('A', 'B')
    expect(told.fight.cursor).toEqual({ round: 1, turn: 2, active: undefined, extra: false, upNext: [] })
  })

  it('ends what its running turn would have ended, also where nobody is left to act', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.afflict('Held', 'B', { anchor: 'A', edge: 'end' })
    play.defeat('B')
    expect(play.remove('A')).toBeUndefined()
    expect(play.left('Held')).toBeUndefined()
  })
})

describe('previous', () => {
  it('takes ten Next back to the very same fight', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.afflict('Poisoned', 'B', { anchor: 'A', edge: 'end', left: 3 })
    play.afflict('Slow', 'A', { edge: 'start', left: 2 })
    play.afflict('Cursed', 'C')
    const before = play.fight
    turns(play, 10)
    previous(play, 10)
    expect(play.fight).toEqual(before)
    expect(play.previous()).toBeUndefined()
  })

  it('does nothing at the first turn of round 1, nor before it', () => {
    const play = createFight({ A: 30, B: 20 })
    expect(play.previous()).toBeUndefined()
    play.next()
    const before = play.fight
    expect(play.previous()).toBeUndefined()
    expect(play.fight).toBe(before)
  })

  it('does nothing at the first turn of those who are left', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    play.next()
    play.remove('A')
    const before = play.fight
    expect(play.previous()).toBeUndefined()
    expect(play.fight).toBe(before)
  })

  it('goes past one that was taken out since', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 3)
    play.remove('B')
    expect(play.previous()).toBe('A')
    expect(turns(play, 2)).toEqual(['C', 'A'])
  })

  it('goes past one that was taken out on its own turn, with what ended then', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 2)
    play.afflict('Held', 'C', { anchor: 'B', edge: 'end' })
    play.remove('B')
    expect(play.left('Held')).toBeUndefined()
    const back: string[] = []
    expect(play.previous(back)).toBe('A')
    expect(play.left('Held')).toBe(1)
    expect(back).toEqual(['Held'])
  })

  it('goes past one that was defeated since, but not where the defeated have turns', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 3)
    play.defeat('B')
    expect(play.previous()).toBe('A')
    const patient = createFight({ A: 30, B: 20, C: 10 }, { rules: { skipDefeated: false } })
    turns(patient, 3)
    patient.defeat('B')
    expect(patient.previous()).toBe('B')
  })

  it('goes back to one that fell on its own turn', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 2)
    play.defeat('B')
    play.next()
    expect(play.previous()).toBe('B')
  })

  it('goes past a group of which the last fell since', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    turns(play, 2)
    play.defeat('W1')
    play.next()
    play.defeat('W2')
    expect(play.previous()).toBe('A')
  })

  it('goes back over the time when nobody was left', () => {
    const play = createFight({ A: 30, B: 20 })
    turns(play, 2)
    play.defeat('A')
    play.remove('B')
    play.add('C', 10)
    expect(play.next()).toBe('C')
    play.revive('A')
    expect(play.previous()).toBe('A')
    expect(play.round()).toBe(1)
  })

  it('lets an edited remaining count win, however far it goes back', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.afflict('Poisoned', 'B', { anchor: 'A', edge: 'end', left: 9 })
    turns(play, 4)
    expect(play.left('Poisoned')).toBe(7)
    play.setLeft('Poisoned', 8)
    previous(play, 4)
    expect(play.active()).toBe('A')
    expect(play.round()).toBe(1)
    expect(play.left('Poisoned')).toBe(8)
  })

  it('leaves a removed condition removed', () => {
    const play = createFight({ A: 30, B: 20 })
    play.next()
    play.afflict('Poisoned', 'B', { anchor: 'A', edge: 'end', left: 3 })
    play.next()
    play.cure('Poisoned')
    play.previous()
    expect(play.left('Poisoned')).toBeUndefined()
  })

  it('leaves a renumbered, a moved and a new place where they are', () => {
    const play = createFight({ A: 30, B: 20, C: 10 })
    turns(play, 2)
    play.type('C', 40)
    play.drag('A')
    play.add('D', 5)
    play.previous()
    expect(play.active()).toBe('A')
    expect(play.order()).toEqual(['C', 'B', 'A', 'D'])
    expect(play.numbers()).toEqual([40, 20, 30, 5])
  })

  it('leaves a done mark that was set since', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20 })
    play.join('W1', 'W2')
    turns(play, 2)
    play.setDone('W1')
    play.previous()
    expect(play.fight.combatants.map(({ done }) => done)).toEqual([false, true, false])
  })

  it('takes the turn back also of one that was split off in it', () => {
    const play = createFight({ A: 30, W1: 20, W2: 20, B: 10 })
    play.join('W1', 'W2')
    turns(play, 2)
    play.split('W2')
    play.previous()
    expect(turns(play, 3)).toEqual(['W1', 'W2', 'B'])
  })

  it('into an earlier round lets a newcomer act in each round that begins after', () => {
    const play = createFight({ A: 30, B: 20 })
    turns(play, 4)
    play.add('C', 25)
    previous(play, 2)
    expect([play.round(), play.active()]).toEqual([1, 'B'])
    expect(turns(play, 3)).toEqual(['A', 'C', 'B'])
  })
})
