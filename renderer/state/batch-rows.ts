/** Rolls that were made together as the rows of a table: sorted, told apart by outcome, as text. Pure. */
import type { Declarations } from '../../plugins/api/index.ts'
import type { Payment, Roll, RollId } from '../../preload/contract.ts'
import type { CheckCard } from './campaign.svelte.ts'
import { counterLabel, facesInWords, percent, signed } from './words.ts'

/** One of them as it stands now. */
export interface BatchRow {
  /** The first roll of the row, whatever follows it. */
  readonly id: RollId
  readonly roll: Roll
  readonly who: string
  readonly again: boolean
}

export type Column = 'who' | 'dice' | 'outcome' | 'degree' | 'pays' | 'chance'

/** In which order; `down` is the greatest first. */
export interface Order {
  readonly by: Column
  readonly down: boolean
}

/** Rows that came out alike, and how many they are. */
export interface Kind {
  readonly id: string
  readonly label: string
  readonly count: number
}

/** A row for each, with what stands in its place now. */
export function toRows(rolls: readonly Roll[]): readonly BatchRow[] {
  const heirs = new Map(rolls.flatMap((roll) => (roll.follows && !roll.undone ? [[roll.follows.roll, roll] as const] : [])))
  return rolls.flatMap((first): readonly BatchRow[] => {
    if (first.follows) return []
    let roll = first
    for (let heir = heirs.get(roll.id); heir; heir = heirs.get(roll.id)) roll = heir
    return [{ id: first.id, roll, who: roll.participants[0]?.name ?? 'Nobody', again: roll !== first }]
  })
}

/** The rolls with those that changed among them or follow any of them; undefined where none does. */
export function mergeRolls(rolls: readonly Roll[], changed: readonly Roll[]): readonly Roll[] | undefined {
  const ids = new Set(rolls.map(({ id }) => id))
  const ours = changed.filter(({ id, follows }) => ids.has(id) || (follows && ids.has(follows.roll)))
  if (ours.length === 0) return undefined
  return [...new Map([...rolls, ...ours].map((roll) => [roll.id, roll])).values()].toSorted((a, b) => a.id - b.id)
}

/** By outcome: success and failure, then each special; those that nothing is of are left out. */
export function kindsOf(rows: readonly BatchRow[], { flags }: CheckCard): readonly Kind[] {
  const all = [
    { id: 'success', label: 'Success' },
    { id: 'failure', label: 'Failure' },
    { id: 'neither', label: 'Neither' },
    ...flags.map(({ id, label }) => ({ id: `flag ${id}`, label })),
  ]
  const found = all.map((kind) => ({ ...kind, count: rows.filter((row) => isOf(row, kind.id)).length })).filter(({ count }) => count > 0)
  return found.length === 1 && found[0]?.id === 'neither' ? [] : found
}

export function isOf({ roll: { outcome } }: BatchRow, kind: string): boolean {
  if (kind === 'success') return outcome.success === true
  if (kind === 'failure') return outcome.success === false
  if (kind === 'neither') return outcome.success === null
  return outcome.flags.some((id) => kind === `flag ${id}`)
}

/** Rows that are alike stay as they were rolled. */
export function sortRows(rows: readonly BatchRow[], { by, down }: Order): readonly BatchRow[] {
  const sign = down ? -1 : 1
  return rows.toSorted((a, b) => sign * compare[by](a, b) || a.id - b.id)
}

/** `7 of 12 succeed`, with each special; of a check without pass or fail only how many there are. */
export function totalsInWords(rows: readonly BatchRow[], card: CheckCard): string {
  const flags = kindsOf(rows, card).flatMap(({ id, label, count }) => (id.startsWith('flag ') ? [`${count} ${label}`] : []))
  return [successesInWords(rows.filter((row) => isOf(row, 'success')).length, rows.length, rows.some(({ roll }) => roll.outcome.success !== null)), ...flags].join(' · ')
}

export const successesInWords = (succeeded: number, of: number, judged: boolean): string => (judged ? `${inFigures(succeeded)} of ${inFigures(of)} ${succeeded === 1 ? 'succeeds' : 'succeed'}` : `${inFigures(of)} rolled`)

const inFigures = (count: number): string => count.toLocaleString('en')

/** What it pays, and what it offers to be paid out: `+1 Luck, −2 Vigour`, `+1 Toll offered`. */
export function paysInWords({ payments, outcome }: Roll, { counters }: Declarations): string {
  const inWords = ({ amount, counter }: Pick<Payment, 'amount' | 'counter'>) => `${signed(amount)} ${counterLabel(counters, counter)}`
  return [...payments.map(inWords), ...outcome.grants.flatMap((grant) => (grant.offered ? [`${inWords(grant)} offered`] : []))].join(', ')
}

export const chanceInWords = ({ odds }: Roll): string => (odds?.success == null ? '' : percent(odds.success))

/** Everything as rows of text with tabs, as tables of other programs take it. */
export function toText(rows: readonly BatchRow[], card: CheckCard, declarations: Declarations): string {
  const head = ['Who', 'Dice', 'Outcome', card.degree ?? 'Degree', 'Pays', 'Chance']
  const lines = rows.map(({ roll, who }) => [who, facesInWords(roll), roll.outcome.headline, String(roll.outcome.degree ?? ''), paysInWords(roll, declarations), chanceInWords(roll)])
  return [head, ...lines].map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')).join('\n')
}

/** As people count: Guard 2 before Guard 11. */
const names = new Intl.Collator(undefined, { numeric: true })

const faceSum = ({ roll }: BatchRow): number => roll.dice.reduce((sum, { side, faces }) => (side === 0 ? faces.reduce((all, face) => all + face, sum) : sum), 0)
const rank = ({ roll: { outcome } }: BatchRow): number => (outcome.success === true ? 1 : outcome.success === false ? -1 : 0) * (1 + (outcome.degree ?? 0))
const moved = ({ roll: { payments, outcome } }: BatchRow): readonly Pick<Payment, 'amount' | 'counter'>[] => [...payments, ...outcome.grants.filter(({ offered }) => offered)]
const paid = (row: BatchRow): number => moved(row).reduce((sum, { amount }) => sum + amount, 0)

const compare: { readonly [C in Column]: (a: BatchRow, b: BatchRow) => number } = {
  who: (a, b) => names.compare(a.who, b.who),
  dice: (a, b) => faceSum(a) - faceSum(b),
  outcome: (a, b) => rank(a) - rank(b) || names.compare(a.roll.outcome.headline, b.roll.outcome.headline),
  degree: (a, b) => (a.roll.outcome.degree ?? -1) - (b.roll.outcome.degree ?? -1),
  pays: (a, b) => names.compare(moved(a)[0]?.counter ?? '', moved(b)[0]?.counter ?? '') || paid(a) - paid(b),
  chance: (a, b) => (a.roll.odds?.success ?? -1) - (b.roll.odds?.success ?? -1),
}
