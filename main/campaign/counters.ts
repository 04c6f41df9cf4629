import type { CharacterKind, Counter, Declarations, Value } from '../../plugins/api/index.ts'
import type { CharacterId, CounterChange, CounterValues, Reply } from '../../preload/contract.ts'
import type { CharacterRecord } from '../db/stores/characters.ts'
import type { Owner } from '../db/stores/counters.ts'
import { boundsOf, initialOf, moved } from '../rules/counter.ts'
import { failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { noteDeed } from './deeds.ts'
import type { Records } from './records.ts'

/** What the counter use cases stand on. */
export interface CounterDesk {
  readonly declarations: Declarations
  readonly records: Records
}

/** Who holds counters, by what decides which. */
export type HolderKind = CharacterKind | 'gm' | 'table'
type Stats = Readonly<Record<string, Value>>

/** The counters that a kind of holder has. */
export const countersOf = ({ declarations }: Pick<CounterDesk, 'declarations'>, kind: HolderKind): readonly Counter[] =>
  declarations.counters.filter(({ owner, for: kinds }) =>
    kind === 'gm' || kind === 'table' ? owner === kind : owner === 'character' && (kinds ?? [kind]).includes(kind),
  )

/** Starts the counters of a new holder. */
export function startCounters(desk: CounterDesk, kind: HolderKind, owner: Owner, stats: Stats = {}): void {
  for (const counter of countersOf(desk, kind)) desk.records.counters.create(owner, counter.id, initialOf(counter, boundsOf(counter, stats)))
}

/** Counter values with their bounds, for the screen and for forms. One never written stands at its start. */
export function counterValues(desk: CounterDesk, kind: HolderKind, values: Readonly<Record<string, number>>, stats: Stats = {}): CounterValues {
  return Object.fromEntries(
    countersOf(desk, kind).map((counter) => {
      const bounds = boundsOf(counter, stats)
      return [counter.id, { value: values[counter.id] ?? initialOf(counter, bounds), ...bounds }]
    }),
  )
}

/** The GM's hand on a counter: one undoable step, refused where its bounds leave nothing to change. */
export function changeCounter(desk: CounterDesk, door: Door, { counter: id, character, amount, reason }: CounterChange): Reply<null> {
  const counter = desk.declarations.counters.find((candidate) => candidate.id === id)
  if (!counter || (counter.owner === 'character') !== (character !== undefined)) return failed('missing', 'There is no such counter.')
  if (counter.reasonRequired && (reason ?? '').trim() === '') return failed('refused', `${counter.label} changes for a reason: say which.`, [{ side: 0, field: 'reason', message: 'A reason is needed.' }])
  const holder = counter.owner === 'character' ? holderOf(desk, character) : counter.owner
  if (!holder) return failed('missing', 'That character is not there any more.')
  if (!holds(desk, holder, id)) return failed('missing', `${nameOf(holder)} has no ${counter.label}.`)
  const { value, next, name } = moveOf(desk, counter, holder, amount)
  if (next === value) return failed('refused', `${counter.label} of ${name} is ${value}: it can't go any ${amount > 0 ? 'higher' : 'lower'}.`)
  const label = `${counter.label} ${amount > 0 ? '+' : '−'}${Math.abs(next - value)} for ${name}`
  return door.act(label, (at) => {
    const deed = noteDeed(desk, at, label, reason === undefined ? [] : [reason], typeof holder === 'string' ? undefined : holder.name)
    step(desk, counter, holder, amount, at, { deed, reason })
    return null
  })
}

/** Keeps a character's counters in step with its changed sheet: full stays full, none stays above its maximum. */
export function followSheet(desk: CounterDesk, before: CharacterRecord, after: CharacterRecord, at: number, deed?: number): void {
  const values = desk.records.counters.of({ character: after.id })
  for (const counter of countersOf(desk, after.kind)) {
    if (counter.maxFrom === undefined) continue
    const old = boundsOf(counter, before.stats).max
    const max = boundsOf(counter, after.stats).max
    const value = values[counter.id]
    if (value === undefined || max === undefined || old === max) continue
    const next = value > max || (counter.initial === 'max' && value === old) ? max : value
    if (next !== value) write(desk, counter.id, after, next - value, next, at, { deed, reason: 'maximum changed' })
  }
}

/** Moves a counter that its holder has, within its bounds. Gives what was really moved. */
export function moveCounter(desk: CounterDesk, holder: Holder, id: string, amount: number, at: number, cause: Cause): number {
  const counter = countersOf(desk, kindOf(holder)).find((candidate) => candidate.id === id)
  return counter ? step(desk, counter, holder, amount, at, cause) : 0
}

/** Why a counter moved. */
export interface Cause {
  readonly roll?: number
  /** What was done that isn't a roll. */
  readonly deed?: number | undefined
  readonly reason?: string | undefined
}

export type Holder = CharacterRecord | 'gm' | 'table'

/** A character that is still there. */
export const holderOf = ({ records }: CounterDesk, id: CharacterId | undefined): CharacterRecord | undefined =>
  id === undefined ? undefined : records.characters.get(id)

export const ownerOf = (holder: Holder): Owner => (typeof holder === 'string' ? holder : { character: holder.id })

export const kindOf = (holder: Holder): HolderKind => (typeof holder === 'string' ? holder : holder.kind)

const holds = (desk: CounterDesk, holder: Holder, id: string): boolean => countersOf(desk, kindOf(holder)).some((counter) => counter.id === id)

export const nameOf = (holder: Holder): string => (holder === 'gm' ? 'GM' : holder === 'table' ? 'Table' : holder.name)

/** Where a counter stands and where an amount would take it. */
export function moveOf(desk: CounterDesk, counter: Counter, holder: Holder, amount: number) {
  const bounds = boundsOf(counter, typeof holder === 'string' ? {} : holder.stats)
  const value = desk.records.counters.of(ownerOf(holder))[counter.id] ?? initialOf(counter, bounds)
  return { value, bounds, next: moved(value, amount, bounds), name: nameOf(holder) }
}

function step(desk: CounterDesk, counter: Counter, holder: Holder, amount: number, at: number, cause: Cause): number {
  const { value, next } = moveOf(desk, counter, holder, amount)
  if (next !== value) write(desk, counter.id, holder, next - value, next, at, cause)
  return next - value
}

const write = ({ records }: CounterDesk, counter: string, holder: Holder, amount: number, value: number, at: number, cause: Cause): void =>
  records.counters.step({ counter, owner: ownerOf(holder), name: nameOf(holder), amount, value, session: records.sessions.running()?.id, fight: records.fights.open(), ...cause }, at)
