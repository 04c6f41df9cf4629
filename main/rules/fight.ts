import type { CharacterId, CombatantId, ConditionId, FightId, FightRules, PlaceId, Until } from '../../preload/contract.ts'

/** A fight as the turn engine sees it: plain data that is never changed, only replaced. */
export interface Fight {
  readonly id: FightId
  readonly cursor: Cursor
  /** In the order in which they act, the places of those that are gone among them. */
  readonly places: readonly Place[]
  readonly combatants: readonly Combatant[]
  /** All conditions of those who fight, also those that nothing here ends. */
  readonly conditions: readonly HeldCondition[]
}

/** Where the fight stands. */
export interface Cursor {
  /** 0 before the first turn. */
  readonly round: number
  /** How many turns have begun. */
  readonly turn: number
  readonly active: PlaceId | undefined
  /** The turn is out of the order: somebody who waited acts. */
  readonly extra: boolean
  /** Who acts after the running turn, before the order goes on. */
  readonly upNext: readonly PlaceId[]
}

/** A place in the order: of one combatant, or of a group that acts together. */
export interface Place {
  readonly id: PlaceId
  /** Whole or not, of either sign; absent before it was rolled or typed. It never moves a place by itself. */
  readonly number: number | undefined
  /** What decided between equal numbers, the first number first, higher first. */
  readonly ties: readonly number[]
  readonly slot: string | undefined
  readonly explain: readonly string[]
  /** The last round in which its turn came, was passed over, or need not come any more. */
  readonly came: number
  /** The number and the round of the last turn it had; absent before the first. */
  readonly began: { readonly turn: number; readonly round: number } | undefined
  /** Set while it waits: for what, or empty. */
  readonly waiting: string | undefined
}

/** Somebody in a fight. One that was taken out stays as `gone`, since conditions may end with its turn. */
export interface Combatant {
  readonly id: CombatantId
  readonly place: PlaceId
  /** Absent for one that is gone. */
  readonly character: CharacterId | undefined
  /** As it was called when it came. */
  readonly name: string
  readonly hidden: boolean
  readonly defeated: boolean
  readonly done: boolean
  readonly gone: boolean
}

/** A condition of somebody who fights. */
export interface HeldCondition {
  readonly id: ConditionId
  readonly character: CharacterId
  readonly label: string
  readonly condition: string | undefined
  readonly until: HeldUntil | undefined
}

/** Its end, with the number of the turn in which it was placed or last changed by hand. */
export type HeldUntil = Until & { readonly since: number }

/** What one step from turn to turn changed: each thing as it was and as it became. */
export interface TurnRecord {
  readonly from: Cursor
  readonly to: Cursor
  /** Whether everybody whose turn ended was defeated by then. */
  readonly fromDefeated: boolean
  readonly places: readonly Changed<Place>[]
  readonly combatants: readonly Changed<Combatant>[]
  /** `after` is absent where the condition ended. */
  readonly conditions: readonly { readonly before: HeldCondition; readonly after?: HeldCondition }[]
  /** The place that the step moved: behind whom it stands since, and before whom it stood; absent at an end. */
  readonly moved?: { readonly place: PlaceId; readonly behind: PlaceId | undefined; readonly before: PlaceId | undefined }
}

export interface Changed<T> {
  readonly before: T
  readonly after: T
}

export const noCursor: Cursor = { round: 0, turn: 0, active: undefined, extra: false, upNext: [] }

/** The rules of a new campaign. */
export const usualRules: FightRules = { skipDefeated: true, waiterStays: false, atZero: 'defeat', turnSeconds: 0 }

/** Those of a place that are there. */
export const membersOf = (fight: Fight, place: PlaceId): readonly Combatant[] => fight.combatants.filter((each) => each.place === place && !each.gone)

/** The places where anybody is, in order. */
export function livingPlaces(fight: Fight): readonly Place[] {
  const taken = new Set(fight.combatants.filter(({ gone }) => !gone).map(({ place }) => place))
  return fight.places.filter(({ id }) => taken.has(id))
}

/** Replaces some combatants. */
export const withCombatants = (fight: Fight, ids: readonly CombatantId[], change: (combatant: Combatant) => Combatant): Fight => ({
  ...fight,
  combatants: fight.combatants.map((each) => (ids.includes(each.id) ? change(each) : each)),
})

/** Replaces one place. */
export const withPlace = (fight: Fight, id: PlaceId, change: (place: Place) => Place): Fight => ({
  ...fight,
  places: fight.places.map((each) => (each.id === id ? change(each) : each)),
})
