/** Fights out of a few names, run as a campaign runs them. */
import { membersOf, noCursor, usualRules, withCombatants, livingPlaces, type Combatant, type Fight, type HeldCondition, type Place, type TurnRecord } from '../../main/rules/fight.ts'
import { addPlace, joinCombatants, movePlace, nudgePlace, setNumber, splitCombatant } from '../../main/rules/order.ts'
import { actNow, nextTurn, previousTurn, removeCombatants, waitTurn, type Stepped, type TurnRules } from '../../main/rules/turns.ts'
import type { CharacterId, CombatantId, ConditionId, FightId, PlaceId } from '../../preload/contract.ts'

/** When a condition ends, with names for ids. */
export interface Ending {
  readonly on: string
  /** By default the one it is on. */
  readonly anchor?: string
  readonly edge: 'start' | 'end'
  readonly left?: number
}

export interface FightOptions {
  readonly rules?: Partial<TurnRules>
  /** The parts of the order, and who stands in which. */
  readonly slots?: Readonly<Record<string, readonly string[]>>
  readonly hidden?: readonly string[]
}

export type FightPlay = ReturnType<typeof createFight>

/**
 * A fight of those named, each placed by its number, the first named first where numbers are equal.
 * It is frozen after each step, and its records go through JSON as they do in a file.
 */
export function createFight(numbers: Readonly<Record<string, number | undefined>>, { rules, slots = {}, hidden = [] }: FightOptions = {}) {
  const turnRules: TurnRules = { ...usualRules, ...rules }
  const slotIds = Object.keys(slots)
  let fight: Fight = frozen({ id: 1 as FightId, cursor: noCursor, places: [], combatants: [], conditions: [] })
  let records: readonly TurnRecord[] = []
  let lastId = 0
  const newId = () => (lastId += 1)

  const become = (next: Fight, record?: TurnRecord) => {
    fight = frozen(next)
    // Nothing comes before the first turn of a fight.
    if (record && record.from.turn > 0) records = [frozen(JSON.parse(JSON.stringify(record)) as TurnRecord), ...records]
  }
  const stepTo = (stepped: Stepped) => {
    if (!stepped.ok) return stepped.message
    become(stepped.fight, stepped.record)
    return nameOf(fight.cursor.active)
  }
  const all = (name: string): Combatant => {
    const found = fight.combatants.findLast((each) => each.name === name)
    if (!found) throw new Error(`Nobody is called ${name}.`)
    return found
  }
  const placeOf = (name: string): Place => fight.places.find(({ id }) => id === all(name).place) as Place
  const nameOf = (place: PlaceId | undefined): string | undefined =>
    place === undefined
      ? undefined
      : membersOf(fight, place)
          .map(({ name }) => name)
          .join('+')
  const held = (label: string): HeldCondition | undefined => fight.conditions.find((each) => each.label === label)
  const change = (name: string, changes: Partial<Combatant>) => become(withCombatants(fight, [all(name).id], (each) => ({ ...each, ...changes })))

  const play = {
    get fight() {
      return fight
    },
    get records() {
      return records
    },
    rules: turnRules,
    slots: slotIds,
    /** Who acts, the members of a group joined by `+`. */
    active: () => nameOf(fight.cursor.active),
    round: () => fight.cursor.round,
    /** Who is there, in order. */
    order: () => livingPlaces(fight).map(({ id }) => nameOf(id)),
    numbers: () => livingPlaces(fight).map(({ number }) => number),
    idOf: (name: string) => all(name).id,
    characterOf: (name: string) => all(name).character as CharacterId,
    placeOf,

    /** Who acts then, or why nobody can. */
    next: () => stepTo(nextTurn(fight, turnRules)),
    wait: (note = '') => stepTo(waitTurn(fight, turnRules, note)),
    actNow(name: string) {
      const next = actNow(fight, placeOf(name).id)
      if (next) become(next)
      return next !== undefined
    },
    /** Who acts then; undefined where there is no earlier turn. Conditions that are back are added to `back`. */
    previous(back: string[] = []) {
      const earlier = previousTurn(fight, records, turnRules)
      if (!earlier) return undefined
      become(earlier.fight)
      back.push(...earlier.back.map(({ label }) => label))
      records = records.slice(earlier.taken)
      return play.active()
    },
    add(name: string, number?: number, more: { readonly slot?: string; readonly hidden?: boolean } = {}) {
      const newcomer = { id: newId() as CombatantId, character: (newId() + 1000) as CharacterId, name, hidden: more.hidden ?? false }
      const standing = number === undefined && more.slot === undefined ? undefined : { number, ties: [], slot: more.slot, explain: [] }
      become(addPlace(fight, newId() as PlaceId, [newcomer], slotIds, standing))
    },
    remove(...names: readonly string[]) {
      const left = removeCombatants(fight, names.map((name) => all(name).id), turnRules)
      become(left.fight, left.record)
      return play.active()
    },
    defeat: (name: string) => change(name, { defeated: true }),
    revive: (name: string) => change(name, { defeated: false }),
    setDone: (name: string) => change(name, { done: true }),
    type: (name: string, number: number | undefined) => become(setNumber(fight, placeOf(name).id, number, slotIds)),
    drag: (name: string, before?: string) => become(movePlace(fight, placeOf(name).id, before === undefined ? undefined : placeOf(before).id)),
    nudge: (name: string, by: 1 | -1) => become(nudgePlace(fight, placeOf(name).id, by, slotIds)),
    join: (...names: readonly string[]) => become(joinCombatants(fight, names.map((name) => all(name).id))),
    split: (name: string) => become(splitCombatant(fight, all(name).id, newId() as PlaceId)),
    /** Places a condition; without an ending it stays. */
    afflict(label: string, on: string, ending?: Omit<Ending, 'on'>) {
      const until = ending && { fight: fight.id, anchor: all(ending.anchor ?? on).id, edge: ending.edge, left: ending.left ?? 1, since: fight.cursor.turn }
      const condition: HeldCondition = { id: newId() as ConditionId, character: all(on).character as CharacterId, label, condition: undefined, until }
      become({ ...fight, conditions: [...fight.conditions, condition] })
    },
    /** What is left of a condition; undefined when it doesn't hold. */
    left: (label: string) => held(label)?.until?.left,
    /** Changes what is left of a condition, as if it were placed anew. */
    setLeft(label: string, left: number) {
      const conditions = fight.conditions.map((each) => (each.label === label && each.until ? { ...each, until: { ...each.until, left, since: fight.cursor.turn } } : each))
      become({ ...fight, conditions })
    },
    cure: (label: string) => become({ ...fight, conditions: fight.conditions.filter((each) => each.label !== label) }),
    /** Replaces the fight by another state of it. */
    become,
  }
  const slotOf = (name: string) => slotIds.find((slot) => slots[slot]?.includes(name))
  for (const [name, number] of Object.entries(numbers)) {
    const slot = slotOf(name)
    play.add(name, number, { hidden: hidden.includes(name), ...(slot !== undefined && { slot }) })
  }
  return play
}

/** The same value, which from now on can't be changed in any part. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value).forEach(frozen)
  return value
}
