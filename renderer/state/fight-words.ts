/** A fight's order, marks, health and conditions in the words of the screen. Pure. */
import type { CombatantId, Condition, FightView } from '../../preload/contract.ts'
import type { Held } from './campaign.svelte.ts'
import type { Member, Row } from './fight.svelte.ts'
import { plain } from './words.ts'

/** How long something still holds of somebody; empty where nothing ends it. */
export function leftInWords({ until }: Condition, self: CombatantId, view: FightView, nameOf: (anchor: CombatantId) => string | undefined): string {
  if (!until) return ''
  if (until.fight !== view.id) return 'counts in another fight'
  const anchor = view.combatants.find(({ id }) => id === until.anchor)
  const isRunning = anchor !== undefined && anchor.place === view.active && until.edge === 'end'
  const own = until.anchor === self
  const whose = own ? 'its' : `${nameOf(until.anchor) ?? 'a turn that is gone'}’s`
  if (until.left > 1) return own ? `${until.left} turns` : `${until.left} of ${whose} turns`
  if (isRunning) return 'ends this turn'
  if (until.edge === 'start') return `until ${whose} turn`
  return `through ${whose} turn`
}

/** `4:12`, from an hour on `1:04:12`. */
export function clockInWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** `3 of 12`, or `3` of what has no most. */
export const heldInWords = ({ value: { value, max } }: Held): string => (max === undefined ? plain(value) : `${plain(value)} of ${plain(max)}`)

const counts = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** How many a group has: `four alike`. */
export const sizeOfGroup = (count: number): string => `${counts[count] ?? count} alike`

/** The first counter of health of a whole group together, where all count the same; and the worst off of them. */
export function healthOfGroup(members: readonly Member[]): { readonly all: Held; readonly worst: Held } | undefined {
  const firsts = members.flatMap(({ health }) => health.slice(0, 1))
  const [first] = firsts
  if (!first || firsts.length < members.length || firsts.some(({ counter }) => counter !== first.counter)) return undefined
  const sum = (pick: (held: Held) => number) => firsts.reduce((all, held) => all + pick(held), 0)
  const hasMax = firsts.every(({ value }) => value.max !== undefined)
  const worst = firsts.reduce((low, held) => (held.value.value < low.value.value ? held : low))
  return { all: { counter: first.counter, value: { value: sum(({ value }) => value.value), ...(hasMax && { max: sum(({ value }) => value.max ?? 0) }) } }, worst }
}

/** Everything that a combatant's row shows, as it is read out. */
export function memberInWords({ combatant, character, down }: Member, shown: readonly Held[], conditions: readonly string[]): string {
  return [
    ...shown.map((held) => `${held.counter.label} ${heldInWords(held)}`),
    ...conditions,
    ...(combatant.defeated ? ['defeated'] : []),
    ...(down && !combatant.defeated ? [`${character.name} may be defeated`] : []),
    ...(combatant.hidden ? ['hidden from players'] : []),
    ...(combatant.done ? ['done'] : []),
  ].join(', ')
}

/** Where a place stands and what is up with its turn, as it is read out. */
export function placeInWords({ place, name, active, next }: Row, at: number): string {
  return [
    `${at + 1}`,
    name,
    place.number === undefined ? 'no initiative' : `initiative ${plain(place.number)}`,
    ...(active ? ['has the turn'] : []),
    ...(next ? ['acts next'] : place.waiting === undefined ? [] : [place.waiting === '' ? 'waiting' : `waiting: ${place.waiting}`]),
  ].join(', ')
}

/** A number as typed: `12`, `-2`, `7.5`, `7½`; `null` where nothing is, `undefined` where it can't be read. */
export function readInitiative(text: string): number | null | undefined {
  const trimmed = text.trim().replace('\u2212', '-').replace(',', '.').replace('½', '.5')
  if (trimmed === '') return null
  return /^[+-]?(\d{1,6}(\.\d{0,3})?|\.\d{1,3})$/.test(trimmed) ? Number(trimmed) : undefined
}
