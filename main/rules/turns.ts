/**
 * The turn engine: who acts next, who acted before, and what ends in between. In each round every
 * place has one turn, whatever was moved, added or taken out meanwhile. Pure.
 */
import type { CombatantId, FightRules, PlaceId } from '../../preload/contract.ts'
import { membersOf, withCombatants, withPlace, type Changed, type Combatant, type Cursor, type Fight, type HeldCondition, type Place, type TurnRecord } from './fight.ts'

export type TurnRules = Pick<FightRules, 'skipDefeated' | 'waiterStays'>

/** The fight after a step, what the step changed, and the conditions that ended; or why it can't be done. */
export type Stepped =
  | { readonly ok: true; readonly fight: Fight; readonly record: TurnRecord; readonly ended: readonly HeldCondition[] }
  | { readonly ok: false; readonly message: string }

/**
 * Ends the running turn and begins the next: of whoever was told to act, else of the first place in
 * the order whose turn hasn't come in this round. Those that are passed over pass at their place.
 */
export function nextTurn(fight: Fight, rules: TurnRules): Stepped {
  return step(fight, rules, (work) => work)
}

/** Ends the running turn; its place may act later in the round. `note` says what it is ready for. */
export function waitTurn(fight: Fight, rules: TurnRules, note: string): Stepped {
  const { active } = fight.cursor
  if (active === undefined || fight.cursor.turn === 0) return { ok: false, message: 'Nobody’s turn runs: there is nothing to wait with.' }
  return step(fight, rules, (work) => withPlace(work, active, (place) => ({ ...place, waiting: note })))
}

/** Lets a place that waits act right after the running turn, or takes that back. */
export function actNow(fight: Fight, place: PlaceId): Fight | undefined {
  if (fight.places.find(({ id }) => id === place)?.waiting === undefined) return undefined
  const { upNext } = fight.cursor
  return { ...fight, cursor: { ...fight.cursor, upNext: upNext.includes(place) ? upNext.filter((id) => id !== place) : [...upNext, place] } }
}

/**
 * Takes steps back, the newest record first, until somebody is reached who is there: one step, unless
 * the turn it began in belongs to somebody who was taken out, or defeated, since. What was edited
 * since stays as it was edited. Undefined where there is no earlier turn; then nothing is taken.
 */
export function previousTurn(fight: Fight, records: Iterable<TurnRecord>, rules: TurnRules): { readonly fight: Fight; readonly taken: number; readonly back: readonly HeldCondition[] } | undefined {
  let work = fight
  let taken = 0
  const back: HeldCondition[] = []
  for (const record of records) {
    back.push(...record.conditions.flatMap(({ before, after }) => (after || isHeld(work, before) ? [] : [before])))
    work = takeBack(work, record)
    taken += 1
    const members = membersOf(work, record.from.active as PlaceId)
    const fell = rules.skipDefeated && !record.fromDefeated && members.every(({ defeated }) => defeated)
    if (members.length > 0 && !fell) return { fight: work, taken, back }
  }
  return undefined
}

/** Takes combatants out. Where that ends the running turn, the next one begins in the same step. */
export function removeCombatants(fight: Fight, ids: readonly CombatantId[], rules: TurnRules): { readonly fight: Fight; readonly record?: TurnRecord; readonly ended: readonly HeldCondition[] } {
  const { active } = fight.cursor
  const isTurnOver = active !== undefined && membersOf(fight, active).every(({ id }) => ids.includes(id))
  const take = (work: Fight): Fight => withCombatants(work, ids, (each) => ({ ...each, gone: true, character: undefined }))
  if (!isTurnOver) return { fight: take(fight), ended: [] }
  // The others must be found without those that go, and the turn that ends still passes.
  const stepped = step(fight, rules, (work) => work, ids)
  if (stepped.ok) return { fight: take(stepped.fight), record: stepped.record, ended: stepped.ended }
  return { fight: take({ ...fight, cursor: { ...fight.cursor, active: undefined, extra: false } }), ended: [] }
}

/** Whether a place may have a turn. */
const canAct = (members: readonly Combatant[], { skipDefeated }: TurnRules): boolean => members.some(({ defeated }) => !skipDefeated || !defeated)

function step(fight: Fight, rules: TurnRules, ending: (work: Fight) => Fight, leaving: readonly CombatantId[] = []): Stepped {
  const members = Map.groupBy(
    fight.combatants.filter(({ id, gone }) => !gone && !leaving.includes(id)),
    ({ place }) => place,
  )
  const able = (place: PlaceId): boolean => canAct(members.get(place) ?? [], rules)
  if (!fight.places.some(({ id }) => able(id)))
    return { ok: false, message: members.size === 0 ? 'Nobody is in this fight. Add somebody first.' : 'Everybody is defeated: nobody can have a turn. Bring somebody back, or end the fight.' }
  const run = createRun(fight)
  const { active, extra, turn } = fight.cursor
  if (active !== undefined) run.pass(active, 'end', extra ? turn : undefined)
  run.fight = ending(run.fight)
  const upNext = fight.cursor.upNext.filter((id) => able(id) && run.place(id)?.waiting !== undefined)
  const [first] = upNext
  if (first === undefined) run.goOn(able)
  else run.actNow(first, upNext.slice(1), rules)
  const after = run.fight
  return { ok: true, fight: after, record: recordOf(fight, after), ended: run.ended }
}

/** One step being made. */
function createRun(fight: Fight) {
  const run = {
    fight,
    ended: [] as HeldCondition[],
    place: (id: PlaceId): Place | undefined => run.fight.places.find((place) => place.id === id),
    /** Counts a passing of a place's turn; with `since`, only for what was placed in that turn. */
    pass(place: PlaceId, edge: 'start' | 'end', since?: number) {
      const anchors = new Set(run.fight.combatants.filter((each) => each.place === place).map(({ id }) => id))
      const conditions = run.fight.conditions.flatMap((condition): HeldCondition[] => {
        const { until } = condition
        if (!until || until.fight !== run.fight.id || until.edge !== edge || !anchors.has(until.anchor)) return [condition]
        if (since !== undefined && until.since !== since) return [condition]
        if (until.left > 1) return [{ ...condition, until: { ...until, left: until.left - 1 } }]
        run.ended.push(condition)
        return []
      })
      run.fight = { ...run.fight, conditions }
    },
    begin(place: PlaceId, cursor: Pick<Cursor, 'extra' | 'upNext'>) {
      const { round, turn } = run.fight.cursor
      run.fight = {
        ...withPlace(run.fight, place, (each) => ({ ...each, waiting: undefined, began: { turn: turn + 1, round } })),
        cursor: { round, turn: turn + 1, active: place, ...cursor },
        combatants: run.fight.combatants.map((each) => (each.place === place && each.done ? { ...each, done: false } : each)),
      }
    },
    comes(place: PlaceId) {
      const { round } = run.fight.cursor
      run.fight = withPlace(run.fight, place, (each) => ({ ...each, came: round }))
      run.pass(place, 'start')
    },
    /** The order goes on. Somebody in it is `able`, so this ends. */
    goOn(able: (place: PlaceId) => boolean) {
      for (;;) {
        const { round } = run.fight.cursor
        for (const { id } of run.fight.places.filter(({ came }) => round > 0 && came < round)) {
          run.comes(id)
          if (able(id)) return run.begin(id, { extra: false, upNext: [] })
          run.pass(id, 'end')
        }
        run.fight = { ...run.fight, cursor: { ...run.fight.cursor, round: round + 1 } }
      }
    },
    /** Somebody who waited acts. Where it stays, and its turn of this round hasn't come, this is that turn. */
    actNow(place: PlaceId, upNext: readonly PlaceId[], { waiterStays }: TurnRules) {
      const { active, round } = run.fight.cursor
      const isOwn = waiterStays && (run.place(place)?.came ?? 0) < round
      if (waiterStays && active !== undefined) run.fight = { ...run.fight, places: movedAfter(run.fight.places, place, active) }
      if (isOwn) run.comes(place)
      run.begin(place, { extra: !isOwn, upNext })
    },
  }
  return run
}

function movedAfter(places: readonly Place[], id: PlaceId, other: PlaceId): readonly Place[] {
  const place = places.find((each) => each.id === id)
  const neighbour = places.find((each) => each.id === other)
  if (!place || !neighbour || id === other) return places
  const rest = places.filter((each) => each.id !== id)
  return rest.toSpliced(rest.indexOf(neighbour) + 1, 0, { ...place, slot: neighbour.slot })
}

function recordOf(before: Fight, after: Fight): TurnRecord {
  const { active } = before.cursor
  const members = active === undefined ? [] : membersOf(before, active)
  const order = [before, after].map(({ places }) => places.map(({ id }) => id)) as [PlaceId[], PlaceId[]]
  const moved = order[0].some((id, index) => id !== order[1][index])
  const conditions = new Map(after.conditions.map((condition) => [condition.id, condition]))
  return {
    from: before.cursor,
    to: after.cursor,
    fromDefeated: members.every(({ defeated }) => defeated),
    places: changesOf(before.places, after.places),
    combatants: changesOf(before.combatants, after.combatants),
    conditions: before.conditions.flatMap((condition) => {
      const now = conditions.get(condition.id)
      return now === condition ? [] : [{ before: condition, ...(now && { after: now }) }]
    }),
    ...(moved && { order: { before: order[0], after: order[1] } }),
  }
}

function changesOf<T extends { readonly id: number }>(before: readonly T[], after: readonly T[]): readonly Changed<T>[] {
  const now = new Map(after.map((each) => [each.id, each]))
  return before.flatMap((each) => {
    const later = now.get(each.id)
    return later && later !== each ? [{ before: each, after: later }] : []
  })
}

function takeBack(fight: Fight, record: TurnRecord): Fight {
  const places = backEach(fight.places, record.places)
  const order = places.map(({ id }) => id)
  const unmoved = record.order && isSame(order, record.order.after) ? record.order.before.map((id) => places.find((place) => place.id === id) as Place) : places
  const upNext = isSame(fight.cursor.upNext, record.to.upNext) ? record.from.upNext : fight.cursor.upNext
  return { ...fight, cursor: { ...record.from, upNext }, places: unmoved, combatants: backEach(fight.combatants, record.combatants), conditions: backConditions(fight, record) }
}

/** Each changed thing as it was before, but for what was edited since. */
function backEach<T extends { readonly id: number }>(now: readonly T[], changes: readonly Changed<T>[]): readonly T[] {
  const changed = new Map(changes.map((change) => [change.before.id, change]))
  return now.map((each) => {
    const change = changed.get(each.id)
    return change ? back(each, change) : each
  })
}

function back<T extends object>(now: T, { before, after }: Changed<T>): T {
  const entries = Object.entries(now).map(([key, value]) => {
    const [was, became] = [before[key as keyof T], after[key as keyof T]]
    return [key, isSame(value, became) ? was : value]
  })
  return Object.fromEntries(entries) as T
}

/** Those that ended are back in their old order; those that counted down count as before, where nobody changed them since. */
function backConditions(fight: Fight, { conditions }: TurnRecord): readonly HeldCondition[] {
  const changed = new Map(conditions.map((change) => [change.before.id, change]))
  const kept = fight.conditions.map((condition) => {
    const change = changed.get(condition.id)
    return change?.after && isSame(condition.until, change.after.until) ? { ...condition, until: change.before.until } : condition
  })
  const ended = conditions.flatMap(({ before, after }) => (after || isHeld(fight, before) ? [] : [before]))
  return [...kept, ...ended].toSorted((a, b) => a.id - b.id)
}

const isHeld = (fight: Fight, { id }: HeldCondition): boolean => fight.conditions.some((condition) => condition.id === id)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
