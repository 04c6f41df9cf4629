/**
 * The turn engine: who acts next, who acted before, and what ends in between. In each round every
 * place has one turn, whatever was moved, added or taken out meanwhile. Pure.
 */
import type { CombatantId, FightRules, PlaceId } from '../../preload/contract.ts'
import { membersOf, withCombatants, withPlace, type Changed, type Cursor, type Fight, type HeldCondition, type Place, type TurnRecord } from './fight.ts'

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
  if (active === undefined) return { ok: false, message: 'Nobody’s turn runs: there is nothing to wait with.' }
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
    back.push(...endedIn(record).filter((condition) => !isPlacedAnew(work, condition, record.to.turn)))
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
  const { fight: after, record, ended } = advance(fight, ableIn(fight, rules, ids), rules, (work) => work)
  return { fight: take(after), record, ended }
}

type Able = (place: PlaceId) => boolean

/** Whether a place may have a turn, once some have left. */
function ableIn(fight: Fight, { skipDefeated }: TurnRules, leaving: readonly CombatantId[] = []): Able {
  const able = fight.combatants.filter(({ id, gone, defeated }) => !gone && !leaving.includes(id) && !(skipDefeated && defeated))
  const places = new Set(able.map(({ place }) => place))
  return (place) => places.has(place)
}

function step(fight: Fight, rules: TurnRules, ending: (work: Fight) => Fight): Stepped {
  const able = ableIn(fight, rules)
  if (fight.places.some(({ id }) => able(id))) return { ok: true, ...advance(fight, able, rules, ending) }
  const isEmpty = fight.combatants.every(({ gone }) => gone)
  return { ok: false, message: isEmpty ? 'Nobody is in this fight. Add somebody first.' : 'Everybody is defeated: nobody can have a turn. Bring somebody back, or end the fight.' }
}

/** Ends the running turn and begins the next, or none where nobody is able to have it. */
function advance(fight: Fight, able: Able, rules: TurnRules, ending: (work: Fight) => Fight) {
  const run = createRun(fight)
  const { active, extra, turn } = fight.cursor
  if (active !== undefined) run.pass(active, 'end', extra ? turn : undefined)
  run.fight = ending(run.fight)
  const upNext = fight.cursor.upNext.filter(able)
  const [first] = upNext
  if (first !== undefined) run.actNow(first, upNext.slice(1), rules)
  else if (fight.places.some(({ id }) => able(id))) run.goOn(able)
  else run.fight = { ...run.fight, cursor: { ...run.fight.cursor, active: undefined, extra: false, upNext: [] } }
  const { fight: after, ended } = run
  return { fight: after, record: recordOf(fight, after), ended }
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
    goOn(able: Able) {
      for (;;) {
        const { round } = run.fight.cursor
        for (const { id } of run.fight.places.filter(({ came }) => came < round)) {
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
      if (waiterStays && active !== undefined) run.fight = { ...run.fight, places: movedBehind(run.fight.places, place, active) }
      if (isOwn) run.comes(place)
      run.begin(place, { extra: !isOwn, upNext })
    },
  }
  return run
}

function movedBehind(places: readonly Place[], id: PlaceId, other: PlaceId): readonly Place[] {
  const place = places.find((each) => each.id === id)
  const neighbour = places.find((each) => each.id === other)
  if (!place || !neighbour || id === other) return places
  const rest = places.filter((each) => each.id !== id)
  return rest.toSpliced(rest.indexOf(neighbour) + 1, 0, { ...place, slot: neighbour.slot })
}

function recordOf(before: Fight, after: Fight): TurnRecord {
  const { active } = before.cursor
  const members = active === undefined ? [] : membersOf(before, active)
  const moved = moveOf(before, after)
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
    ...(moved && { moved }),
  }
}

/** A step moves at most the place that acts then. */
function moveOf(before: Fight, after: Fight): TurnRecord['moved'] {
  const place = after.cursor.active
  if (place === undefined) return undefined
  const [was, is] = [neighboursOf(before.places, place), neighboursOf(after.places, place)]
  return isSame(was, is) ? undefined : { place, behind: is.behind, before: was.before }
}

function neighboursOf(places: readonly Place[], id: PlaceId) {
  const index = places.findIndex((place) => place.id === id)
  return { behind: places[index - 1]?.id, before: places[index + 1]?.id }
}

function changesOf<T extends { readonly id: number }>(before: readonly T[], after: readonly T[]): readonly Changed<T>[] {
  const now = new Map(after.map((each) => [each.id, each]))
  return before.flatMap((each) => {
    const later = now.get(each.id)
    return later && later !== each ? [{ before: each, after: later }] : []
  })
}

function takeBack(fight: Fight, record: TurnRecord): Fight {
  const { from, to } = record
  const begun = record.places.find(({ after }) => after.id === to.active)
  const places = backEach(fight.places, record.places, (place) => (place.began?.turn === to.turn ? begun : undefined))
    // One that came in a later round has its turn in each that begins again.
    .map((place) => (place.came > from.round ? { ...place, came: from.round } : place))
  const upNext = isSame(fight.cursor.upNext, to.upNext) ? from.upNext : fight.cursor.upNext.filter((id) => places.find((place) => place.id === id)?.waiting !== undefined)
  return { ...fight, cursor: { ...from, upNext }, places: unmoved(places, record), combatants: backEach(fight.combatants, record.combatants), conditions: backConditions(fight, record) }
}

/** Who was moved stands again before whom it stood, unless it was moved since. */
function unmoved(places: readonly Place[], { moved }: TurnRecord): readonly Place[] {
  const index = places.findIndex(({ id }) => id === moved?.place)
  const place = places[index]
  if (!moved || !place || places[index - 1]?.id !== moved.behind) return places
  const rest = places.toSpliced(index, 1)
  const before = rest.findIndex(({ id }) => id === moved.before)
  return rest.toSpliced(before < 0 ? rest.length : before, 0, place)
}

/** Each changed thing as it was before, but for what was edited since. `shared` finds the change of what was split off since. */
function backEach<T extends { readonly id: number }>(now: readonly T[], changes: readonly Changed<T>[], shared?: (each: T) => Changed<T> | undefined): readonly T[] {
  const changed = new Map(changes.map((change) => [change.before.id, change]))
  return now.map((each) => {
    const change = changed.get(each.id) ?? shared?.(each)
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
function backConditions(fight: Fight, record: TurnRecord): readonly HeldCondition[] {
  const changed = new Map(record.conditions.map((change) => [change.before.id, change]))
  const kept = fight.conditions.map((condition) => {
    const change = changed.get(condition.id)
    return change?.after && isSame(condition.until, change.after.until) ? { ...condition, until: change.before.until } : condition
  })
  return [...kept, ...endedIn(record).filter((condition) => !isPlacedAnew(fight, condition, record.to.turn))].toSorted((a, b) => a.id - b.id)
}

/** Whether its bearer was given the same again since, in that turn or later: then that one stands. What it had beside it already doesn't count. */
const isPlacedAnew = ({ id: fight, conditions }: Fight, { id, character, label }: HeldCondition, turn: number): boolean =>
  conditions.some((each) => each.character === character && each.label === label && each.id > id && (each.until?.fight !== fight || each.until.since >= turn))

const endedIn = ({ conditions }: TurnRecord): readonly HeldCondition[] => conditions.flatMap(({ before, after }) => (after ? [] : [before]))

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
