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

/** How many a group has: `four alike`, or `four together`. */
export function sizeOfGroup(members: readonly Member[]): string {
  const kinds = new Set(members.map(({ character }) => character.name.replace(/\s+\d+$/, '')))
  return `${counts[members.length] ?? members.length} ${kinds.size > 1 ? 'together' : 'alike'}`
}

/** How many of a group are marked in which way: `1 defeated`, `all hidden from players`. */
export const marksOfGroup = (members: readonly Member[]): readonly string[] =>
  ([['defeated', 'defeated'], ['hidden', 'hidden from players'], ['done', 'done']] as const).flatMap(([mark, words]) => {
    const count = members.filter(({ combatant }) => combatant[mark]).length
    return count === 0 ? [] : [`${count < members.length ? count : 'all'} ${words}`]
  })

/** What holds of any of a group, and of how many. */
export function conditionsOfGroup(members: readonly Member[]): readonly { readonly label: string; readonly condition: string | undefined; readonly count: number }[] {
  const all = members.flatMap(({ character }) => [...new Map(character.conditions.map((each) => [each.label, each])).values()])
  return [...Map.groupBy(all, ({ label }) => label)].map(([label, held]) => ({ label, condition: held[0]?.condition, count: held.length }))
}

/** The first counter of health of a whole group together, where all count the same; and of the worst off of those that stand. */
export function healthOfGroup(members: readonly Member[]): { readonly all: Held; readonly worst: Held | undefined } | undefined {
  const firsts = members.flatMap(({ health }) => health.slice(0, 1))
  const [first] = firsts
  if (!first || firsts.length < members.length || firsts.some(({ counter }) => counter !== first.counter)) return undefined
  const sum = (pick: (held: Held) => number) => firsts.reduce((all, held) => all + pick(held), 0)
  const hasMax = firsts.every(({ value }) => value.max !== undefined)
  const standing = firsts.filter((_, index) => !members[index]?.combatant.defeated)
  const worst = standing.toSorted((a, b) => a.value.value - b.value.value)[0]
  return { all: { counter: first.counter, value: { value: sum(({ value }) => value.value), ...(hasMax && { max: sum(({ value }) => value.max ?? 0) }) } }, worst }
}

/** Everything that a combatant shows, as it is read out. */
export function memberInWords({ combatant, shown, down }: Member, conditions: readonly string[]): string {
  return [
    ...shown.map((held) => `${held.counter.label} ${heldInWords(held)}`),
    ...conditions,
    ...(combatant.defeated ? ['defeated'] : []),
    ...(down && !combatant.defeated ? ['at its end, not marked defeated'] : []),
    ...(combatant.hidden ? ['hidden from players'] : []),
    ...(combatant.done ? ['done'] : []),
  ].join(', ')
}

/** A row as it is read out: where it stands, who, its number, its turn, and what it shows. */
export function rowInWords(row: Row, at: number, conditionsOf: (member: Member) => readonly string[]): string {
  const { place, name, active, next, members, isGroup } = row
  const waiting = place.waiting === undefined ? [] : [place.waiting === '' ? 'waiting' : `waiting: ${place.waiting}`]
  const number = place.number === undefined ? 'no initiative' : `initiative ${plain(place.number)}`
  return [`${at + 1}`, name, number, ...(active ? ['has the turn'] : []), ...(next ? ['acts next'] : waiting), isGroup ? groupInWords(members) : memberInWords(members[0], conditionsOf(members[0]))]
    .filter(Boolean)
    .join(', ')
}

function groupInWords(members: readonly Member[]): string {
  const health = healthOfGroup(members)
  return [
    sizeOfGroup(members),
    ...(health ? [`${health.all.counter.label} together ${heldInWords(health.all)}`, ...(health.worst ? [`worst ${heldInWords(health.worst)}`] : [])] : []),
    ...conditionsOfGroup(members).map(({ label, count }) => `${label}${count < members.length ? `: ${count}` : ''}`),
    ...marksOfGroup(members),
  ].join(', ')
}

/** A number as typed: `12`, `-2`, `7.5`, `7½`; `null` where nothing is, `undefined` where it can't be read. */
export function readInitiative(text: string): number | null | undefined {
  const trimmed = text.trim().replace('\u2212', '-').replace(',', '.').replace('½', '.5')
  if (trimmed === '') return null
  return /^[+-]?(\d{1,6}(\.\d{0,3})?|\.\d{1,3})$/.test(trimmed) ? Number(trimmed) : undefined
}
