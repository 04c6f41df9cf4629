import type { Change, CharacterKind, Context, Field, Holder, Initiative, Place, Refusal, State, System, Value } from '../../plugins/api/index.ts'
import { boundsOf, initialOf } from '../../main/rules/counter.ts'
import { contextOf, whole } from './play.ts'

type Values = Readonly<Record<string, Value>>

/** The fields of a sheet of this kind. */
export const sheetOf = (system: System, kind: CharacterKind): readonly Field[] => system.stats.filter((field) => field.for?.includes(kind) ?? true)

/** A character as an action sees it: what isn't given is at its default, counters where they start. */
export function holderOf(system: System, kind: CharacterKind, stats: Values = {}, counters: Readonly<Record<string, number>> = {}, name = 'Hob'): Holder {
  const sheet = whole(sheetOf(system, kind), stats)
  const owned = system.counters.filter((counter) => counter.owner === 'character' && (counter.for?.includes(kind) ?? true))
  const start = Object.fromEntries(owned.map((counter) => [counter.id, initialOf(counter, boundsOf(counter, sheet))]))
  return { name, kind, stats: sheet, counters: { ...start, ...counters } }
}

/** What an action answers, its form completed by defaults. */
export function applyTo(system: System, action: string, input: Values, state: Partial<State>): Change | Refusal {
  const declared = system.actions?.[action]
  if (!declared) throw new Error(`no action ${action}`)
  const context = contextOf(system, {}, state.actor?.kind ?? 'none')
  return declared.apply(whole(declared.input, input), { gm: {}, table: {}, ...state }, context)
}

/** The change of an action that must not be refused. */
export function changeOf(...call: Parameters<typeof applyTo>): Change {
  const change = applyTo(...call)
  if ('refuse' in change) throw new Error(`refused: ${change.refuse.message}`)
  return change
}

/** The field that a refusal names; undefined when it names none or there is no refusal. */
export function refusedField(...call: Parameters<typeof applyTo>): string | undefined {
  const change = applyTo(...call)
  return 'refuse' in change ? change.refuse.field : undefined
}

export const isRefused = (...call: Parameters<typeof applyTo>): boolean => 'refuse' in applyTo(...call)

/** The counters that a change moves, as `to.counter`, and the stats that it sets. */
export const movesOf = ({ counters = [], stats = [] }: Change): Values => ({
  ...Object.fromEntries(counters.map(({ to, counter, amount }) => [`${to}.${counter}`, amount])),
  ...Object.fromEntries(stats.map(({ to, stat, value }) => [`${to}.${stat}`, value])),
})

/** A character after a change of its own. */
export const after = (holder: Holder, { counters = [], stats = [] }: Change): Holder => ({
  ...holder,
  stats: { ...holder.stats, ...Object.fromEntries(stats.filter(({ to }) => to === 'actor').map(({ stat, value }) => [stat, value])) },
  counters: counters
    .filter(({ to }) => to === 'actor')
    .reduce((all, { counter, amount }) => ({ ...all, [counter]: (all[counter] ?? 0) + amount }), holder.counters),
})

const initiativeOf = (system: System): Initiative => {
  if (!system.initiative) throw new Error('no initiative')
  return system.initiative
}

/** The place in the order for a given face, or for none where nothing is rolled. */
export function placeOf(system: System, input: Values, face: number | undefined, context: Context): Place {
  const { input: fields, resolve } = initiativeOf(system)
  const form = whole(fields, input)
  const first = resolve(form, [], context)
  const place = 'need' in first && face !== undefined ? resolve(form, [face], context) : first
  if (!('value' in place)) throw new Error(`no place: ${JSON.stringify(place)}`)
  return place
}

/** Names by place, the first acting first. */
export function orderOf(system: System, places: Readonly<Record<string, Place>>): readonly string[] {
  const slots = (initiativeOf(system).slots ?? []).map(({ id }) => id)
  const rank = ({ slot, value, ties = [] }: Place) => [slot === undefined ? 0 : -slots.indexOf(slot), value, ...ties]
  return Object.entries(places)
    .map(([name, place]) => ({ name, rank: rank(place) }))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, index) => value !== b.rank[index])
      return at < 0 ? 0 : (b.rank[at] ?? 0) - (a.rank[at] ?? 0)
    })
    .map(({ name }) => name)
}
