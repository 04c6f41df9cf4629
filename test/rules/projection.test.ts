import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectFight, type Projection } from '../../main/rules/projection.ts'
import { createFight, type FightOptions, type FightPlay } from '../support/fight.ts'

const seen = (play: FightPlay): Projection => projectFight(play.fight)

/** As players read it: the round, then who is there, the active one in brackets. */
function read(play: FightPlay): string {
  const { round, rows } = seen(play)
  const nameOf = (character: number) => play.fight.combatants.find((each) => each.character === character)?.name
  return [round, ...rows.map(({ active, members }) => (active ? '[' : '') + members.map(({ character }) => nameOf(character)).join('+') + (active ? ']' : ''))].join(' ')
}

const hidden = (numbers: Record<string, number>, more: FightOptions = {}) => createFight(numbers, { hidden: ['H'], ...more })

/** What players see in each of the next turns. */
const turnsSeen = (play: FightPlay, count: number) =>
  Array.from({ length: count }, () => {
    play.next()
    return read(play)
  })

describe('what players see', () => {
  it('is who is there, in order, with number, slot, conditions and marks', () => {
    const play = createFight({ A: 30, B: 20.5, C: undefined, D: 0 }, { slots: { fast: ['A'] } })
    play.next()
    play.wait('a secret')
    play.afflict('Stunned', 'B', { edge: 'end' })
    play.afflict('Prone', 'B')
    play.defeat('D')
    play.remove('C')
    expect(seen(play)).toEqual({
      round: 1,
      rows: [
        { active: false, waiting: true, slot: 'fast', number: 30, members: [{ character: play.characterOf('A'), defeated: false, conditions: [] }] },
        { active: true, waiting: false, number: 20.5, members: [{ character: play.characterOf('B'), defeated: false, conditions: ['Stunned', 'Prone'] }] },
        { active: false, waiting: false, number: 0, members: [{ character: play.characterOf('D'), defeated: true, conditions: [] }] },
      ],
    })
  })

  it('is nothing of an empty fight', () => expect(seen(createFight({}))).toEqual({ round: 0, rows: [] }))

  it('is nobody’s turn where nobody is left to act, in the round that was', () => {
    const play = createFight({ A: 30, B: 20 })
    for (let turn = 0; turn < 3; turn += 1) play.next()
    play.defeat('B')
    play.remove('A')
    expect(read(play)).toBe('2 B')
  })
})

describe('somebody hidden', () => {
  it.each([
    ['in the middle', { A: 30, H: 20, B: 10 }, ['1 [A] B', '1 [A] B', '1 A [B]', '2 [A] B', '2 [A] B', '2 A [B]']],
    ['first', { H: 40, A: 30, B: 10 }, ['0 A B', '1 [A] B', '1 A [B]', '1 A [B]', '2 [A] B', '2 A [B]']],
    ['last', { A: 30, B: 10, H: 5 }, ['1 [A] B', '1 A [B]', '1 A [B]', '2 [A] B', '2 A [B]', '2 A [B]']],
  ])('%s changes nothing while it acts', (_, numbers, expected) => {
    const play = hidden(numbers)
    expect(read(play)).toBe('0 A B')
    expect(turnsSeen(play, 6)).toEqual(expected)
    for (const view of expected.slice(0, -1).toReversed()) {
      play.previous()
      expect(read(play)).toBe(view)
    }
  })

  it('changes nothing while it waits and acts now, at its old place or a new one', () => {
    for (const waiterStays of [false, true]) {
      const play = hidden({ A: 30, H: 20, B: 10 }, { rules: { waiterStays } })
      for (let turn = 0; turn < 2; turn += 1) play.next()
      const whileActing = seen(play)
      play.wait('an ambush')
      expect(read(play)).toBe('1 A [B]')
      const before = seen(play)
      play.actNow('H')
      expect(seen(play)).toEqual(before)
      expect(play.next()).toBe('H')
      expect(seen(play)).toEqual(before)
      expect(whileActing).toEqual({ ...before, rows: before.rows.map((row, index) => ({ ...row, active: index === 0 })) })
      expect(turnsSeen(play, 1)).toEqual(['2 [A] B'])
    }
  })

  it('doesn’t show that the one before it waits already', () => {
    const play = hidden({ A: 30, H: 20, B: 10 })
    play.next()
    const before = seen(play)
    expect(play.wait()).toBe('H')
    expect(seen(play)).toEqual(before)
    play.next()
    expect(seen(play).rows.map(({ active, waiting }) => [active, waiting])).toEqual([[false, true], [true, false]])
  })

  it.each([true, false])('changes nothing beside one who is defeated, the defeated skipped: %s', (skipDefeated) => {
    const play = hidden({ A: 30, D: 25, H: 20, E: 15, B: 10 }, { rules: { skipDefeated } })
    play.defeat('D')
    play.defeat('E')
    expect(turnsSeen(play, 5)).toEqual(
      skipDefeated
        ? ['1 [A] D E B', '1 [A] D E B', '1 A D E [B]', '2 [A] D E B', '2 [A] D E B']
        : ['1 [A] D E B', '1 A [D] E B', '1 A [D] E B', '1 A D [E] B', '1 A D E [B]'],
    )
  })

  it('changes nothing however long it acts alone, nor when it leaves', () => {
    const play = hidden({ A: 30, H: 20 })
    play.next()
    play.defeat('A')
    const before = read(play)
    expect(turnsSeen(play, 3)).toEqual([before, before, before])
    expect(play.round()).toBe(3)
    play.remove('H')
    expect(read(play)).toBe('1 A')
  })

  it('leaves the round alone where the last whom players saw act is taken out', () => {
    const play = hidden({ A: 30, H: 20, B: 10 })
    for (let turn = 0; turn < 4; turn += 1) play.next()
    expect(read(play)).toBe('2 [A] B')
    expect(play.remove('A')).toBe('H')
    expect(read(play)).toBe('2 [B]')
    expect(turnsSeen(play, 1)).toEqual(['2 [B]'])
  })

  it('in a group leaves the others to be seen, and no sign of itself', () => {
    const play = hidden({ A: 30, H: 20, W: 20, B: 10 })
    play.join('H', 'W')
    expect(turnsSeen(play, 3)).toEqual(['1 [A] W B', '1 A [W] B', '1 A W [B]'])
  })

  it('of a group shows nothing after the others were taken out', () => {
    const play = hidden({ H: 40, V: 40, A: 30 })
    play.join('H', 'V')
    expect(turnsSeen(play, 1)).toEqual(['1 [V] A'])
    play.remove('V')
    expect(turnsSeen(play, 3)).toEqual(['1 [A]', '1 [A]', '2 [A]'])
  })

  it('is seen from the moment it is shown, on its turn too', () => {
    const play = hidden({ A: 30, H: 20, B: 10 })
    for (let turn = 0; turn < 2; turn += 1) play.next()
    play.become({ ...play.fight, combatants: play.fight.combatants.map((each) => ({ ...each, hidden: false })) })
    expect(read(play)).toBe('1 A [H] B')
  })

  it('leaves no turn behind that was split off from it and taken back', () => {
    const play = hidden({ A: 40, H: 30, V: 20, W: 20 })
    play.join('V', 'W')
    for (let turn = 0; turn < 3; turn += 1) play.next()
    play.split('W')
    play.previous()
    expect(read(play)).toBe('1 [A] V W')
  })

  it('leaves no name, number, gap, count or marker: the fight looks as without it', () => {
    const names = ['A', 'B', 'C'] as const
    const step = fc.record({ what: fc.constantFrom('next', 'wait', 'actNow', 'afflict', 'defeat', 'revive'), who: fc.nat(2), hiddenWaits: fc.boolean() })
    const numbers = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(numbers, fc.uniqueArray(fc.integer({ min: 100, max: 106 }), { minLength: 1, maxLength: 3 }), fc.boolean(), fc.array(step, { maxLength: 25, size: 'max' }), (shown, unseen, waiterStays, steps) => {
        const visible = Object.fromEntries(names.map((name, index) => [name, (shown[index] ?? 0) * 2]))
        // Theirs lie between, before and behind those of the others, and never stand in the way of the same number.
        const secret = Object.fromEntries(unseen.map((number, index) => [`H${index}`, (number - 100) * 2 + 1]))
        const without = createFight(visible, { rules: { waiterStays } })
        const whole = createFight({ ...visible, ...secret }, { rules: { waiterStays }, hidden: Object.keys(secret) })
        let waits = false
        const skipHidden = () => {
          while (whole.active()?.startsWith('H')) {
            const before = [without.round(), seen(without)]
            for (const name of Object.keys(secret)) if (waits) whole.actNow(name)
            expect(strip(seen(whole))).toEqual(strip(before[1] as Projection))
            if (waits) whole.wait('an ambush')
            else whole.next()
            waits = false
          }
        }
        for (const { what, who, hiddenWaits } of steps) {
          waits = hiddenWaits
          const name = names[who] as string
          if (what === 'afflict') for (const play of [without, whole]) play.afflict(`c${who}`, name, { anchor: names[0], edge: 'start', left: 2 })
          // Somebody whom players see must be left to act.
          else if (what === 'defeat') for (const play of [without, whole]) play.defeat(name === 'C' ? 'A' : name)
          else if (what === 'actNow' || what === 'revive') for (const play of [without, whole]) play[what](name)
          else {
            whole[what]()
            skipHidden()
            without[what]()
          }
          expect(JSON.stringify(seen(whole))).toBe(JSON.stringify(seen(without)))
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Without conditions, which end when they end. */
const strip = ({ round, rows }: Projection) => ({ round, rows: rows.map((row) => ({ ...row, members: row.members.map(({ character }) => character) })) })
