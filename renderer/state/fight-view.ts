import type { FightChange, FightView } from '../../preload/contract.ts'
import { keepSame } from './keep-same.ts'

/** The open fight after what was told of it: lists that weren't told again are as they were. Parts that are the same stay the same ones. */
export function afterChange(before: FightView | undefined, told: FightChange): FightView {
  const same = before?.id === told.id ? before : undefined
  const after = { ...told, places: told.places ?? same?.places ?? [], combatants: told.combatants ?? same?.combatants ?? [] }
  return same ? keepSame(same, after) : after
}
