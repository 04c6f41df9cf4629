import { expect, test } from 'vitest'
import type { CombatantId, FightId, FightView, PlaceId } from '../../preload/contract.ts'
import { lastPiece } from '../../renderer/state/fight-add.svelte.ts'
import { toUntil, untilInWords } from '../../renderer/state/until.ts'
import type { Span } from '../../renderer/state/until.ts'

const names = ['Orc 1', 'Clem', 'Orc 2']
const id = (name: string) => (names.indexOf(name) + 1) as CombatantId
const nameOf = (anchor: CombatantId) => names[anchor - 1]

/** A fight in which it is somebody's turn, or nobody's yet. */
const fightOn = (active?: string): FightView => ({
  id: 7 as FightId,
  name: 'On the pier',
  round: 1,
  turn: 1,
  ...(active !== undefined && { active: (id(active) * 10) as PlaceId }),
  extra: false,
  upNext: [],
  places: [],
  combatants: names.map((name) => ({ id: id(name), place: (id(name) * 10) as PlaceId, character: id(name) as never, hidden: false, defeated: false, done: false })),
  canGoBack: false,
  elapsedMs: 0,
  clockAt: 0,
  turnAt: 0,
})
const span = (lasting: Span['lasting'], anchor: string, rest: Partial<Span> = {}): Span => ({ lasting, anchor: id(anchor), count: 2, edge: 'end', ...rest })
const saidOn = (active: string | undefined, chosen: Span) => untilInWords(toUntil(chosen, fightOn(active)), fightOn(active), nameOf)

test('each way to end is said as the GM means it, and counts the end of the running turn', () => {
  expect(saidOn('Clem', span('open', 'Orc 2'))).toBe('until it is taken away')
  expect(saidOn('Clem', span('turn', 'Orc 2'))).toBe('until the end of this turn')
  expect(saidOn('Clem', span('start', 'Clem'))).toBe('until the start of Clem’s next turn')
  expect(saidOn('Clem', span('end', 'Clem'))).toBe('until the end of Clem’s next turn')
  expect(saidOn('Clem', span('end', 'Orc 2'))).toBe('until the end of Orc 2’s next turn')
  expect(saidOn('Clem', span('turns', 'Orc 2'))).toBe('for 2 of Orc 2’s turns, to the end of the last')
  expect(saidOn('Clem', span('turns', 'Clem', { count: 3 }))).toBe('for 3 of Clem’s turns with this one, to the end of the last')
  expect(saidOn('Clem', span('turns', 'Clem', { edge: 'start' }))).toBe('for 2 of Clem’s turns, to the start of the last')
})

test('the passings are counted from the running turn on', () => {
  expect(toUntil(span('end', 'Clem'), fightOn('Clem'))).toEqual({ fight: 7, anchor: id('Clem'), edge: 'end', left: 2 })
  expect(toUntil(span('end', 'Orc 2'), fightOn('Clem'))).toMatchObject({ left: 1 })
  expect(toUntil(span('start', 'Clem'), fightOn('Clem'))).toMatchObject({ edge: 'start', left: 1 })
})

test('before the first turn there is none to end with, and without a fight nothing ends by itself', () => {
  expect(toUntil(span('turn', 'Clem'), fightOn())).toBeUndefined()
  expect(toUntil(span('start', 'Clem'), undefined)).toBeUndefined()
  expect(saidOn(undefined, span('end', 'Clem'))).toBe('until the end of Clem’s next turn')
})

test('what another fight counts is said to be counted there, and a gone anchor is not named', () => {
  expect(untilInWords({ fight: 8 as FightId, anchor: id('Clem'), edge: 'end', left: 1 }, fightOn('Clem'), nameOf)).toBe('counted in another fight')
  expect(untilInWords({ fight: 7 as FightId, anchor: 99 as CombatantId, edge: 'start', left: 1 }, fightOn('Clem'), nameOf)).toBe('until the start of somebody who is gone’s next turn')
})

test('what is being written is told from what was written before it, with its count', () => {
  expect(lastPiece('3 wol')).toEqual({ rest: '', count: 3, search: 'wol' })
  expect(lastPiece('Hob, goblin x5')).toEqual({ rest: 'Hob, ', count: 5, search: 'goblin' })
  expect(lastPiece('Hob; 12')).toEqual({ rest: 'Hob; ', count: 12, search: '' })
  expect(lastPiece('Agent 47')).toEqual({ rest: '', count: 1, search: 'agent 47' })
})
