import { expect, it } from 'vitest'
import type { FightId, FightView, PlaceId } from '../../preload/contract.ts'
import { afterChange } from '../../renderer/state/fight-view.ts'
import { combatant, place } from './fake-bridge.ts'

const view: FightView = {
  id: 7 as FightId,
  name: 'On the pier',
  round: 1,
  turn: 1,
  extra: false,
  upNext: [],
  places: [place(1), place(4)],
  combatants: [combatant(1), combatant(4)],
  canGoBack: false,
  elapsedMs: 0,
  clockAt: 1_000,
  turnAt: 1_000,
}
const { places, combatants, ...rest } = view

it('keeps the lists that were not told again', () => {
  const after = afterChange(view, { ...rest, turn: 2, active: 40 as PlaceId })
  expect(after).toEqual({ ...view, turn: 2, active: 40 })
  expect(after.places).toBe(places)
  expect(after.combatants).toBe(combatants)
})

it('takes a list that was told, and keeps what is the same in it', () => {
  const after = afterChange(view, { ...rest, combatants: [combatant(1), combatant(4, { hidden: true })] })
  expect(after).toEqual({ ...view, combatants: [combatant(1), combatant(4, { hidden: true })] })
  expect(after.combatants[0]).toBe(combatants[0])
  expect(after.places).toBe(places)
})

it('drops what is not told any more', () => {
  expect(afterChange({ ...view, active: 10 as PlaceId }, rest)).toEqual(view)
})

it('takes nothing over from another fight', () => {
  const other = { ...view, id: 8 as FightId, places: [place(5)], combatants: [combatant(5)] }
  expect(afterChange(view, other)).toEqual(other)
  expect(afterChange(undefined, view)).toEqual(view)
  expect(afterChange(view, { ...rest, id: 8 as FightId })).toMatchObject({ places: [], combatants: [] })
})
