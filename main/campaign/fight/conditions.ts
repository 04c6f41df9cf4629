import type { CharacterId, ConditionId, ConditionInput, Reply, Until } from '../../../preload/contract.ts'
import type { HeldUntil } from '../../rules/fight.ts'
import { failed } from '../../rules/reply.ts'
import type { Door } from '../act.ts'
import { noteDeed } from '../deeds.ts'
import type { FightDesk } from './desk.ts'

/** Places a condition on characters. One whose label they have already begins anew. */
export function addCondition(desk: FightDesk, door: Door, { characters, label: given, condition: declared, until }: ConditionInput): Reply<null> {
  const { records } = desk
  const known = [...desk.declarations.conditions, ...records.campaigns.get().conditions]
  const label = known.find(({ id }) => id === declared)?.label ?? given.trim()
  if (label === '') return failed('refused', 'A condition needs a name.', [{ side: 0, field: 'label', message: 'A name is needed.' }])
  const held = characters.flatMap((id) => records.characters.get(id) ?? [])
  const [first] = held
  if (!first) return failed('missing', 'They are not there any more. Undo brings deleted ones back.')
  const since = heldUntil(desk, until)
  if (until && !since) return failed('missing', 'Whoever’s turn should end it is not in the fight any more. Nothing was changed.')
  const whom = held.length === 1 ? first.name : `${held.length} combatants`
  return door.act(`${label} on ${whom}`, (at) => {
    for (const { id, name } of held) {
      const again = records.conditions.of(id).filter((each) => each.label === label)
      records.conditions.save(again, [])
      records.conditions.add({ character: id as CharacterId, label, condition: declared, until: since })
      noteDeed(desk, at, `${label} begins`, [], name)
    }
    return null
  })
}

export function removeConditions(desk: FightDesk, door: Door, ids: readonly ConditionId[]): Reply<null> {
  const { records } = desk
  const removed = ids.flatMap((id) => records.conditions.get(id) ?? [])
  const [first] = removed
  if (!first) return failed('missing', 'That condition is over already.')
  const whom = removed.length === 1 ? `${first.label} of ${records.characters.get(first.character)?.name ?? 'somebody'}` : `${removed.length} conditions`
  return door.act(`ending ${whom}`, (at) => {
    for (const { character, label } of removed) noteDeed(desk, at, `${label} is taken away`, [], records.characters.get(character)?.name)
    records.conditions.save(removed, [])
    return null
  })
}

/** Changes when a condition ends. */
export function changeCondition(desk: FightDesk, door: Door, id: ConditionId, until: Until | undefined): Reply<null> {
  const { records } = desk
  const before = records.conditions.get(id)
  if (!before) return failed('missing', 'That condition is over already.')
  const held = heldUntil(desk, until)
  if (until && !held) return failed('missing', 'Whoever’s turn should end it is not in the fight any more. Nothing was changed.')
  return door.act(`${before.label} of ${records.characters.get(before.character)?.name ?? 'somebody'}`, () => {
    records.conditions.save([before], [{ ...before, until: held }])
    return null
  })
}

/** An end that can come: its fight is there and its combatant is in it. It counts from the running turn on. */
function heldUntil({ records }: FightDesk, until: Until | undefined): HeldUntil | undefined {
  const fight = until && records.fights.load(until.fight)
  return fight?.combatants.some(({ id }) => id === until?.anchor) ? { ...(until as Until), since: fight.cursor.turn } : undefined
}
