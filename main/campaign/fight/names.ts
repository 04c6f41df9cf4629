import type { Combatant } from '../../rules/fight.ts'
import type { FightDesk } from './desk.ts'

/** Whom a step was about, in a few words. */
export function namesOf({ records }: FightDesk, combatants: readonly Combatant[]): string {
  const [first] = combatants
  if (!first) return 'nobody'
  if (combatants.length > 1) return `${combatants.length} combatants`
  return (first.character === undefined ? undefined : records.characters.get(first.character)?.name) ?? first.name
}
