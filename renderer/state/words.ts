/** Numbers, amounts and inputs in the words of the screen. Pure. */
import type { Character, OddsSummary, Roll, RolledDice } from '../../preload/contract.ts'
import type { Cost, Counter, Declarations, Field, Input, Value } from '../../plugins/api/index.ts'

const gap = '\u00a0'
const minus = '\u2212'

/** A probability as a percentage: never "0 %" for what can happen, nor "100 %" for what can fail. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.0005) return `<0.1${gap}%`
  if (chance < 1 && chance > 0.9995) return `>99.9${gap}%`
  const rounded = Math.round(chance * 1000) / 10
  return `${rounded}${gap}%`
}

/** A probability as a whole number of percent, for where there is little room. */
export function wholePercent(chance: number): string {
  const rounded = Math.round(chance * 100)
  if (rounded === 0 && chance > 0) return '<1'
  return rounded === 100 && chance < 1 ? '>99' : String(rounded)
}

/** How much likelier, in points of a percentage: `+15`, `\u22120.5`, `\u00b10`. */
export function pointsBetween(now: number, then: number): string {
  const points = Math.round((then - now) * 1000) / 10
  return points === 0 ? '\u00b10' : signed(points)
}

/** What is paid, `2 Vigour, 1 Grace`. */
export const costsInWords = (costs: readonly Cost[], counters: readonly Counter[]): string =>
  costs.map(({ pool, amount }) => `${amount} ${counterLabel(counters, pool)}`).join(', ')

/** What is paid beyond what is paid now, `+2 Vigour, \u22121 Grace`; empty where that is the same. */
export function costsBeyond(now: readonly Cost[], then: readonly Cost[], counters: readonly Counter[]): string {
  const more = new Map<string, number>()
  for (const { pool, amount } of then) more.set(pool, (more.get(pool) ?? 0) + amount)
  for (const { pool, amount } of now) more.set(pool, (more.get(pool) ?? 0) - amount)
  return [...more].flatMap(([pool, amount]) => (amount === 0 ? [] : [`${signed(amount)} ${counterLabel(counters, pool)}`])).join(', ')
}

/** What somebody is at the table. */
export const kindInWords = ({ kind, role }: Pick<Character, 'kind' | 'role'>): string =>
  kind === 'pc' ? "Player's character" : role === 'template' ? 'Template' : role === 'copy' ? 'In the fight' : 'NPC'

/** A name within a sentence: one that is written from right to left leaves the words and numbers around it where they are. */
export const apart = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** Letters of the scripts that are written so, and signs that turn the direction. */
const rightToLeft = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A signed amount with a true minus. */
export const signed = (amount: number): string => (amount < 0 ? `${minus}${-amount}` : `+${amount}`)

/** A number with a true minus. */
export const plain = (value: number): string => (value < 0 ? `${minus}${-value}` : String(value))

const average = (amount: number): string => (amount < 0 ? minus : '') + Math.abs(amount).toFixed(2)

export const counterLabel = (counters: readonly Counter[], id: string): string => counters.find((counter) => counter.id === id)?.label ?? id

export const counterTone = (counters: readonly Counter[], id: string): Counter['tone'] =>
  counters.find((counter) => counter.id === id)?.tone ?? 'plain'

/** The colour of a change: a loss is neither good nor bad news by its counter alone. */
export const changeTone = (counters: readonly Counter[], id: string, amount: number): Counter['tone'] =>
  amount < 0 ? 'plain' : counterTone(counters, id)

/** What the counters are expected to get, a phrase each; of an opposed check, a phrase a side. */
export function expectedGrants(odds: OddsSummary, counters: readonly Counter[]): readonly string[] {
  const own: string[] = []
  const others: string[] = []
  const phrases = Object.entries(odds.grants).flatMap(([id, amount]) => {
    const label = counterLabel(counters, id)
    if (typeof amount === 'number') return amount === 0 ? [] : [`${average(amount)} ${label} expected`]
    if (amount.actor !== 0) own.push(`${average(amount.actor)} ${label}`)
    if (amount.opponent !== 0) others.push(`${average(amount.opponent)} ${label}`)
    return []
  })
  return [
    ...phrases,
    ...(own.length > 0 ? [`own dice: ${own.join(', ')} expected`] : []),
    ...(others.length > 0 ? [`other side: ${others.join(', ')} expected`] : []),
  ]
}

/** How far the odds can be trusted. */
export function basis(odds: OddsSummary, refining: boolean): string {
  const count = odds.leaves.toLocaleString('en')
  if (odds.exact) return 'exact'
  if (refining) return `from ${count} sample rolls, the exact odds follow`
  return odds.cut > 0 ? `exact but for ${percent(odds.cut)} that was not followed` : `from ${count} sample rolls`
}

/** One value of a field as text. */
export function valueInWords(field: Field, value: Value): string {
  if (field.type === 'choice') return field.options?.find(({ id }) => id === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return field.unit === undefined ? plain(value) : `${plain(value)} ${field.unit}`
  return typeof value === 'string' ? value : `${value.length} ${value.length === 1 ? 'row' : 'rows'}`
}

/** The input of a check, a `label value` phrase for each field. `short` leaves out what stands at its default. */
export function inputInWords(fields: readonly Field[], input: Input, short = false): readonly string[] {
  return fields.flatMap((field) => {
    const value = input[field.id]
    if (value === undefined || value === '' || (short && value === field.default)) return []
    // A text says itself what it is about.
    return [short && field.type === 'text' ? valueInWords(field, value) : `${field.label} ${valueInWords(field, value)}`]
  })
}

/** What was rolled: the check and what the GM set, or the dice in words. */
export function askedInWords(label: string, fields: readonly Field[], roll: Roll): string {
  if (roll.check === '') return `${label} ${String(roll.inputs[0]?.['dice'] ?? '')}`.trim()
  const asked = roll.inputs.length > 1 ? [] : inputInWords(fields, roll.inputs[0] ?? {}, true).slice(0, 3)
  return [label, ...asked].join(', ')
}

/** The names of all who took part. */
export const whoRolled = (roll: Roll): string => roll.participants.map(({ name }) => name).join(' against ') || 'Nobody'

/** The names of all who took part, and of two that are called the same which is which, as the outcome says it. */
export function sidesOf({ participants }: Roll): readonly { readonly name: string; readonly part: string | undefined }[] {
  const [actor, opponent] = participants
  const isAlike = opponent !== undefined && actor?.name === opponent.name
  return participants.map(({ name }, side) => ({ name, part: isAlike ? (side === 0 ? 'actor' : 'opponent') : undefined }))
}

/** A roll's faces as text: `d100 33`, `2d6 4, 6`, `d100 33 against d100 12`. Of many dice the first few. */
export const facesInWords = (roll: Roll): string =>
  [0, 1]
    .map((side) => sideInWords(roll.dice.filter((dice) => dice.side === side)))
    .filter((faces) => faces !== '')
    .join(' against ')

/** Whether only what a group's side came to is known: several faces come to it. */
const isUnknown = ({ faces, shown }: RolledDice): boolean => shown.length < faces.length

/** What there is to see of the dice: every face, or of a side whose faces nobody knows its total. */
export function facesShown(dice: readonly RolledDice[]): readonly ShownFace[] {
  return dice.flatMap((group, index) => {
    const { side, die, total } = group
    if (!isUnknown(group)) return facesOf(group).map((face) => ({ ...face, die, side }))
    const own = dice.filter((other) => other.side === side)
    return dice.findIndex((other) => other.side === side) === index ? [{ name: String(total), dropped: false, exploded: false, die: `total of ${own.map(countInWords).join(' + ')}`, side }] : []
  })
}

/** A face with the die that it is of. */
export interface ShownFace extends Face {
  readonly die: string
  readonly side: number
}

/** Every face by its name, with what became of it. */
export const facesOf = (dice: RolledDice): readonly Face[] =>
  dice.shown.map((name, index) => ({ name, dropped: dice.dropped?.includes(index) ?? false, exploded: dice.faces[index] === explodingFace(dice.die) }))

/** A die as it fell. */
export interface Face {
  readonly name: string
  /** It doesn't count. */
  readonly dropped: boolean
  /** It brought a further throw. */
  readonly exploded: boolean
}

/** The face that explodes, of dice in words like `4d6!`; others say in their arithmetic what exploded. */
function explodingFace(die: string): number | undefined {
  const sides = /d(\d+|%)!/.exec(die)?.[1]
  return sides === '%' ? 100 : sides === undefined ? undefined : Number(sides)
}

const faceInWords = ({ name, dropped, exploded }: Face): string => `${name}${exploded ? '!' : ''}${dropped ? ' dropped' : ''}`

/** A group of dice with all its faces, and how they were entered. */
export function groupInFull(dice: RolledDice): string {
  const faces = isUnknown(dice) ? `${countInWords(dice)}: total ${dice.total}` : `${dice.die}: ${groupFaces(dice).join(', ')}`
  return `${faces}${dice.typed ? ` (${howTyped(dice)})` : ''}`
}

/** How the dice of a roll were entered by hand, where any were. */
export const typedInWords = (roll: Roll): readonly string[] => [...new Set(roll.dice.filter(({ typed }) => typed).map(howTyped))]

const howTyped = ({ total }: RolledDice): string => (total === undefined ? 'typed' : 'total typed')

const groupFaces = (dice: RolledDice): readonly string[] => facesOf(dice).map(faceInWords)

const countInWords = ({ die, faces }: RolledDice): string => (faces.length === 1 ? die : `${faces.length} × ${die}`)

function sideInWords(dice: readonly RolledDice[]): string {
  const unknown = dice.find(isUnknown)
  return unknown ? `${dice.map(countInWords).join(' + ')}, total ${unknown.total}` : dice.map(groupInWords).join('; ')
}

const groupInWords = (dice: RolledDice): string => {
  const faces = groupFaces(dice)
  const few = faces.length > 12 ? `${faces.slice(0, 12).join(', ')} and ${faces.length - 12} more` : faces.join(', ')
  // Dice in words say in their name how many they are.
  return faces.length === 1 || /^\d/.test(dice.die) ? `${dice.die}${gap}${few}` : `${faces.length} × ${dice.die} ${few}`
}

/** What a roll paid and to whom, `+1 Grace to Ysolde`, `−3 Vigour from Hob`. */
export const paymentsInWords = (roll: Roll, declarations: Declarations): readonly string[] =>
  roll.payments.map(
    ({ amount, counter, owner }) => `${signed(amount)} ${counterLabel(declarations.counters, counter)} ${amount < 0 ? 'from' : 'to'} ${owner}`,
  )

/** The arithmetic as one sentence. */
export function sentence(steps: readonly string[]): string {
  const text = steps.map((step) => step.trim().replace(/[.;]$/, '')).join('; ')
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The verdict as a screen reader says it. */
export function announcement(roll: Roll, declarations: Declarations): string {
  const faces = roll.dice.length === 0 ? '' : ` Rolled ${facesInWords(roll)}.`
  const paid = paymentsInWords(roll, declarations)
  return `${whoRolled(roll)}: ${roll.outcome.headline}.${faces}${paid.length === 0 ? '' : ` ${paid.join(', ')}.`}`
}

const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const days = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** How long ago a moment was, `2 h 5 min ago`. */
export function agoInWords(moment: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - moment) / 60_000))
  if (minutes < 1) return 'just now'
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 1) return `${days} days ago`
  if (days + hours === 0) return `${minutes} min ago`
  return `${days * 24 + hours} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`} ago`
}

export const timeOf = (at: number): string => times.format(at)
export const dayOf = (at: number): string => days.format(at)
export const dateOf = (at: number): string => dates.format(at)
export const momentOf = (at: number): string => `${dates.format(at)}, ${timeOf(at)}`

export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const unit = bytes < 1024 * 1024 ? ([1024, 'kB'] as const) : ([1024 * 1024, 'MB'] as const)
  const size = bytes / unit[0]
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit[1]}`
}

/** Rolls under the day they were made on, in the order given. */
export function rollsByDay(rolls: readonly Roll[]): readonly { readonly day: string; readonly rolls: readonly Roll[] }[] {
  const days: { day: string; rolls: Roll[] }[] = []
  for (const roll of rolls) {
    const day = dayOf(roll.at)
    const last = days.at(-1)
    if (last?.day === day) last.rolls.push(roll)
    else days.push({ day, rolls: [roll] })
  }
  return days
}
