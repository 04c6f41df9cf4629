import type { FightChange, FightView } from '../../../preload/contract.ts'

/**
 * Tells of the open fight without the lists that it told last: a turn in a fight of hundreds changes
 * neither as a rule. Another fight is told whole.
 */
export function createTeller(): (view: FightView | undefined) => FightChange | null {
  let told: { readonly fight: FightView['id']; readonly places: string; readonly combatants: string } | undefined
  return (view) => {
    const before = told
    told = view && { fight: view.id, places: JSON.stringify(view.places), combatants: JSON.stringify(view.combatants) }
    if (!view || !told || before?.fight !== told.fight) return view ?? null
    const { places, combatants, ...rest } = view
    return { ...rest, ...(told.places !== before.places && { places }), ...(told.combatants !== before.combatants && { combatants }) }
  }
}
