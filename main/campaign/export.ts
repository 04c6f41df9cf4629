import type { LogEntry, Roll, SessionId } from '../../preload/contract.ts'
import { escapeMarkdown } from '../rules/markdown.ts'
import type { CounterDesk } from './counters.ts'
import { readLog } from './log.ts'
import { getRolls } from './roll.ts'
import { listSessions } from './sessions.ts'
import { isUnknown } from './typed-total.ts'

const pageSize = 500

/** A session, or everything, as Markdown to read: the oldest first, undone entries struck out. */
export function logToMarkdown(desk: CounterDesk, campaign: string, session: SessionId | undefined): string {
  const found = listSessions(desk).find(({ id }) => id === session)
  const lines = [`# ${escapeMarkdown(found ? `${campaign}: ${found.name}` : campaign)}`, '']
  if (found && found.notes.trim() !== '') lines.push(found.notes.trim(), '')
  let day = ''
  for (const entry of oldestFirst(desk, session)) {
    const at = new Date(entry.kind === 'roll' ? entry.roll.at : entry.deed.at)
    if (dayOf(at) !== day) lines.push(`## ${(day = dayOf(at))}`, '')
    lines.push(`- ${timeOf(at)} ${entryToMarkdown(desk, entry)}`)
  }
  return `${lines.join('\n')}\n`
}

/** The rolls of a session, or all, as CSV with a header row: the oldest first. */
export function rollsToCsv(desk: CounterDesk, session: SessionId | undefined): string {
  const header = ['time', 'who', 'check', 'input', 'dice', 'typed', 'result', 'success', 'total', 'target', 'degree', 'flags', 'paid', 'chance', 'undone', 'replaced', 'secret']
  const rows = [...oldestFirst(desk, session)].flatMap((entry) => (entry.kind === 'roll' ? [rollToRow(desk, entry.roll)] : []))
  return [header, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n') + '\r\n'
}

function* oldestFirst(desk: CounterDesk, session: SessionId | undefined): Iterable<LogEntry> {
  const pages: (readonly LogEntry[])[] = []
  let from: string | undefined
  do {
    const page = readLog(desk, session === undefined ? {} : { session }, from, pageSize)
    pages.push(page.entries)
    from = page.next
  } while (from !== undefined)
  for (const page of pages.toReversed()) for (const entry of page.toReversed()) yield* withMates(desk, entry)
}

/** What stands for many in the log is written out. Those that follow any of them have entries of their own. */
function withMates(desk: CounterDesk, entry: LogEntry): readonly LogEntry[] {
  if (entry.kind === 'deed' || !entry.roll.batch) return [entry]
  const all = getRolls(desk, desk.records.rolls.mates(entry.roll.batch.first)).toReversed()
  return all.flatMap((roll): readonly LogEntry[] => (roll.batch ? [{ kind: 'roll', roll }] : []))
}

function entryToMarkdown(desk: CounterDesk, entry: LogEntry): string {
  const [undone, text] = entry.kind === 'deed' ? [entry.deed.undone, escapeMarkdown(entry.deed.headline)] : [entry.roll.undone || entry.roll.replaced, rollToMarkdown(desk, entry.roll)]
  return undone ? `~~${text}~~` : text
}

function rollToMarkdown(desk: CounterDesk, roll: Roll): string {
  const who = roll.participants.map(({ name }) => name).join(' against ')
  const paid = paidInWords(desk, roll)
  const typed = isTotal(roll) ? ', total typed' : roll.dice.some((dice) => dice.typed) ? ', typed' : ''
  const parts = [`**${escapeMarkdown(who)}** ${escapeMarkdown(labelOf(desk, roll))}: ${escapeMarkdown(roll.outcome.headline)}`, `(${escapeMarkdown(diceInWords(roll))}${typed})`]
  return [...parts, ...(paid === '' ? [] : [escapeMarkdown(paid)])].join(' ')
}

function rollToRow(desk: CounterDesk, roll: Roll): readonly (string | number | boolean | undefined)[] {
  const { outcome } = roll
  return [
    new Date(roll.at).toISOString(),
    roll.participants.map(({ name }) => name).join(' against '),
    labelOf(desk, roll),
    roll.inputs.map((input) => Object.entries(input).map(([field, value]) => `${field} ${String(value)}`).join('; ')).join(' against '),
    diceInWords(roll),
    isTotal(roll) ? 'total' : roll.dice.some(({ typed }) => typed),
    outcome.headline,
    outcome.success ?? undefined,
    outcome.total,
    outcome.target,
    outcome.degree,
    outcome.flags.join(' '),
    paidInWords(desk, roll),
    roll.odds?.success ?? undefined,
    roll.undone,
    roll.replaced,
    roll.secret,
  ]
}

/** What was rolled: the check, or the dice in words. */
export const labelOf = ({ declarations }: CounterDesk, { check, inputs }: Roll): string =>
  check === '' ? String(inputs[0]?.dice ?? '') : (declarations.checks[check]?.label ?? declarations.opposed[check]?.label ?? check)

const diceInWords = ({ dice }: Roll): string => dice.map(({ die, faces, shown, total }) => (isUnknown({ faces, shown }) ? `${faces.length} ${die} with a total of ${total}` : `${die} ${shown.join(' ')}`)).join(', ') || 'no dice'

const isTotal = ({ dice }: Roll): boolean => dice.some(({ total }) => total !== undefined)

const paidInWords = ({ declarations }: CounterDesk, { payments }: Roll): string =>
  payments
    .map(({ owner, counter, amount }) => `${amount > 0 ? '+' : '−'}${Math.abs(amount)} ${declarations.counters.find(({ id }) => id === counter)?.label ?? counter} ${owner}`)
    .join(', ')

/** A spreadsheet takes a cell that begins with one of these for a formula; an apostrophe stops it. */
function toCell(value: string | number | boolean | undefined): string {
  const text = value === undefined ? '' : String(value)
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[\s]*[=+\-−@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
export const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`
const two = (number: number): string => String(number).padStart(2, '0')
