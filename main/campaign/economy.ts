/** The table's economy: what every counter did, what was to be expected, how fair the dice fell; awards and resets. */
import type { Counter } from '../../plugins/api/index.ts'
import type { CharacterId, CounterAward, CounterPart, CounterReset, DieFairness, FigureValue, Reply, SessionId } from '../../preload/contract.ts'
import type { FaceCount } from '../db/stores/economy.ts'
import { boundsOf, initialOf } from '../rules/counter.ts'
import { courseOf } from '../rules/course.ts'
import { unevenness, unevennessInWords } from '../rules/fairness.ts'
import { failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import { countersOf, kindOf, moveCounter, moveOf, nameOf, type CounterDesk, type Holder } from './counters.ts'
import { noteDeed } from './deeds.ts'

/** Dice with more faces are not drawn face by face, nor measured. */
const mostFaces = 200

/** The counters of the table's economy: the GM's, the table's, and those that players hold without a maximum. */
export const economyOf = ({ declarations }: Pick<CounterDesk, 'declarations'>): readonly Counter[] =>
  declarations.counters.filter(({ owner, for: kinds, max, maxFrom }) => owner !== 'character' || ((kinds ?? ['pc']).includes('pc') && max === undefined && maxFrom === undefined))

/** A campaign of more changes is drawn by their sums. */
const mostMoves = 2_000

/** How the counters went over the whole campaign. */
export const readCourse = ({ records }: CounterDesk): readonly CounterPart[] => courseOf(records.economy.held(), records.economy.moves(mostMoves))

/** How the dice of a session, or of the whole campaign, fell, typed ones apart. */
export const readFairness = ({ records }: CounterDesk, session: SessionId | undefined): readonly DieFairness[] => toFairness(records.economy.faces(session ?? null))

/** How fair each kind of dice was, whose faces may have been counted in several places. */
export function toFairness(all: readonly FaceCount[]): readonly DieFairness[] {
  const groups = Map.groupBy(all, ({ die, low, high, typed }) => JSON.stringify([die, low, high, typed]))
  return [...groups.values()].flatMap((faces) => fairnessOf(faces) ?? [])
}

function fairnessOf(faces: readonly FaceCount[]): DieFairness | undefined {
  const [first] = faces
  if (!first || first.high - first.low >= mostFaces) return undefined
  const { die, low, high, typed } = first
  const counts = Array.from({ length: high - low + 1 }, () => 0)
  for (const { face, count } of faces) counts[face - low] = (counts[face - low] ?? 0) + count
  const chance = unevenness(counts)
  return { die, typed, low, counts, rolls: counts.reduce((sum, count) => sum + count, 0), verdict: unevennessInWords(counts.length, chance), ...(chance !== undefined && { chance }) }
}

/** What the system's figures come to, those that aren't 0, in a session and in the campaign. */
export const listFigures = ({ records }: CounterDesk, session: SessionId | undefined): readonly FigureValue[] =>
  records.figures.list(session ?? null).map(({ figure, character, session: inSession, campaign, last }) => ({
    figure,
    session: inSession,
    campaign,
    ...(character !== 0 && { character: character as CharacterId }),
    ...(last !== null && { last }),
  }))

/** Moves one counter of several at once, in one step. What bounds leave no room for is told and nothing of it counted. */
export function awardCounter(desk: CounterDesk, door: Door, { counter: id, characters, amount, reason }: CounterAward): Reply<null> {
  const counter = desk.declarations.counters.find((each) => each.id === id)
  if (!counter || counter.owner !== 'character') return failed('missing', 'There is no such counter.')
  if (counter.reasonRequired && (reason ?? '').trim() === '') return failed('refused', `${counter.label} changes for a reason: say which.`, [{ side: 0, field: 'reason', message: 'A reason is needed.' }])
  const holders = characters.map((character) => desk.records.characters.get(character))
  const there = holders.filter((holder) => holder !== undefined)
  if (there.length < holders.length) return failed('missing', 'Somebody chosen is not there any more. Nothing was changed.')
  const able = there.filter((holder) => countersOf(desk, holder.kind).some((each) => each.id === id) && moveOf(desk, counter, holder, amount).next !== moveOf(desk, counter, holder, 0).value)
  if (able.length === 0) return failed('refused', `${counter.label} can't go any ${amount > 0 ? 'higher' : 'lower'} for ${there.length === 1 ? there[0]?.name : 'anybody chosen'}.`)
  const label = `${counter.label} ${amount > 0 ? '+' : '−'}${Math.abs(amount)} for ${able.length === 1 ? able[0]?.name : able.length}`
  return door.act(label, (at) => {
    const deed = noteDeed(desk, at, label, [...(reason === undefined ? [] : [reason]), ...able.map(({ name }) => name)], undefined)
    for (const holder of able) moveCounter(desk, holder, id, amount, at, { deed, reason })
    return null
  })
}

/** What a new session or a rest would set back, counter by counter. */
export function listResets(desk: CounterDesk, on: NonNullable<Counter['resets']>, characters: readonly CharacterId[] | undefined): readonly CounterReset[] {
  return resetsOf(desk, on, characters).map(({ holder, counter, from, to }) => ({ owner: nameOf(holder), counter: counter.id, from, to }))
}

/** Sets back what declares it, in one step. */
export function applyResets(desk: CounterDesk, door: Door, on: NonNullable<Counter['resets']>, characters: readonly CharacterId[] | undefined): Reply<null> {
  const resets = resetsOf(desk, on, characters)
  if (resets.length === 0) return failed('refused', 'Everything stands where it begins already.')
  const label = on === 'rest' ? 'a rest' : 'a new session’s counters'
  return door.act(label, (at) => {
    writeResets(desk, resets, on, at)
    return null
  })
}

interface Reset {
  readonly holder: Holder
  readonly counter: Counter
  readonly from: number
  readonly to: number
}

/** Sets back what a new session does; the transaction is the caller's. */
export const resetForSession = (desk: CounterDesk, at: number): void => writeResets(desk, resetsOf(desk, 'session', undefined), 'session', at)

function writeResets(desk: CounterDesk, resets: readonly Reset[], on: string, at: number): void {
  if (resets.length === 0) return
  const deed = noteDeed(desk, at, on === 'rest' ? 'A rest' : 'A new session begins', resets.map(({ holder, counter, from, to }) => `${nameOf(holder)}: ${counter.label} ${from} to ${to}`), undefined)
  for (const { holder, counter, from, to } of resets) moveCounter(desk, holder, counter.id, to - from, at, { deed, reason: on === 'rest' ? 'rest' : 'new session' })
}

function resetsOf(desk: CounterDesk, on: NonNullable<Counter['resets']>, characters: readonly CharacterId[] | undefined): readonly Reset[] {
  const people = desk.records.characters.list().filter(({ id, role }) => role === 'self' && (characters === undefined || characters.includes(id as CharacterId)))
  const holders: readonly Holder[] = characters === undefined ? ['gm', 'table', ...people] : people
  return holders.flatMap((holder) =>
    countersOf(desk, kindOf(holder)).flatMap((counter): readonly Reset[] => {
      if (counter.resets !== on) return []
      const from = moveOf(desk, counter, holder, 0).value
      const to = initialOf(counter, boundsOf(counter, typeof holder === 'string' ? {} : holder.stats))
      return from === to ? [] : [{ holder, counter, from, to }]
    }),
  )
}

