/** What a session came to, as Markdown with the numbers, and as pictures. */
import type { Recap, Reply, Roll, SessionId } from '../../preload/contract.ts'
import type { SessionRecord } from '../db/stores/sessions.ts'
import { courseOf } from '../rules/course.ts'
import { escapeMarkdown, tableToMarkdown } from '../rules/markdown.ts'
import { facesToSvg, linesToSvg } from '../rules/plot.ts'
import { done, failed } from '../rules/reply.ts'
import type { CounterDesk } from './counters.ts'
import { economyOf, listFigures, readCourse, readFairness } from './economy.ts'
import { dayOf, labelOf, timeOf } from './export.ts'
import { isSummary, over } from './fight/summary.ts'
import { getRolls } from './roll.ts'

/** A part with what may be drawn of it. */
interface Section {
  readonly title: string
  readonly lines: readonly string[]
  readonly svg?: string
}

export function readRecap(desk: CounterDesk, campaign: string, id: SessionId): Reply<Recap> {
  const session = desk.records.sessions.get(id)
  if (!session) return failed('missing', 'That session is not there any more.')
  const sections = sectionsOf(desk, id)
  return done({ markdown: toMarkdown(desk, campaign, session, sections), plots: sections.flatMap(({ title, svg }) => (svg === undefined ? [] : [{ title, svg }])) })
}

/**
 * The files of a recap that is saved under a name. Pictures are files beside it: every tool for Markdown
 * shows those, while pictures inside the text are left out by several and make it unreadable as text.
 */
export function recapFiles(desk: CounterDesk, campaign: string, id: SessionId, plots: boolean, fileName: string): Reply<readonly { readonly name: string; readonly text: string }[]> {
  const session = desk.records.sessions.get(id)
  if (!session) return failed('missing', 'That session is not there any more.')
  const stem = fileName.replace(/\.(md|markdown|txt)$/i, '')
  const sections = sectionsOf(desk, id).map(({ svg, ...section }) => (svg !== undefined && plots ? { ...section, svg, picture: `${stem} ${section.title.toLowerCase()}.svg` } : section))
  const pictures = sections.flatMap((section) => ('picture' in section ? [{ name: section.picture, text: section.svg }] : []))
  const illustrated = sections.map((section) => ('picture' in section ? { ...section, lines: [...section.lines, '', `![${section.title}](${encode(section.picture)})`] } : section))
  return done([{ name: fileName, text: toMarkdown(desk, campaign, session, illustrated) }, ...pictures])
}

/** An address relative to the file; brackets would end it. */
const encode = (name: string): string => encodeURIComponent(name.toWellFormed()).replaceAll('(', '%28').replaceAll(')', '%29')

function toMarkdown({ records }: CounterDesk, campaign: string, { name, startedAt, endedAt, present }: SessionRecord, sections: readonly Section[]): string {
  const [from, to] = [new Date(startedAt), endedAt === null ? undefined : new Date(endedAt)]
  const until = to === undefined ? 'still running' : `to ${dayOf(to) === dayOf(from) ? '' : `${dayOf(to)} `}${timeOf(to)}`
  const there = present.flatMap((id) => records.characters.get(id)?.name ?? [])
  const lines = [`# ${escapeMarkdown(campaign)}: ${escapeMarkdown(name)}`, '', `${dayOf(from)}, ${timeOf(from)} ${until}.${there.length > 0 ? ` There: ${there.map(escapeMarkdown).join(', ')}.` : ''}`]
  for (const section of sections) lines.push('', `## ${section.title}`, '', ...section.lines)
  return `${lines.join('\n')}\n`
}

const sectionsOf = (desk: CounterDesk, id: SessionId): readonly Section[] =>
  [countersOf(desk, id), rollsOf(desk, id), figuresOf(desk, id), hopesOf(desk, id), fightsOf(desk, id), diceOf(desk, id)].flatMap((section) => (section && section.lines.length > 0 ? [section] : []))

function countersOf(desk: CounterDesk, id: SessionId): Section {
  const spans = desk.records.economy.spans(id)
  if (spans.length === 0) return { title: 'Counters', lines: ['No counter changed.'] }
  const rows = spans.map(({ name, counter, from, to, gained, spent }) => [escapeMarkdown(`${name}: ${counterName(desk, counter)}`), plain(from), plain(to), gained, spent])
  const lines = linesOf(desk, id)
  return {
    title: 'Counters',
    lines: tableToMarkdown(['Counter', 'From', 'To', 'Gained', 'Spent'], rows),
    ...(lines.length > 0 && { svg: linesToSvg('Counters', lines) }),
  }
}

/** Those of the table's economy that moved, change by change. */
function linesOf(desk: CounterDesk, id: SessionId) {
  const ends = readCourse(desk).findLast(({ session }) => session === id)?.counters ?? {}
  const now = Object.fromEntries(Object.entries(ends).map(([counter, { values }]) => [counter, values.at(-1) ?? 0]))
  const [part] = courseOf(now, desk.records.economy.movesOf(id))
  return economyOf(desk).flatMap(({ id: counter, label, tone, owner }) => {
    const course = part?.counters[counter]
    return course && course.gained + course.spent > 0 ? [{ label, tone, dashed: owner === 'character', values: [course.from, ...course.values] }] : []
  })
}

function rollsOf(desk: CounterDesk, id: SessionId): Section {
  const { rolls, decided, passed } = desk.records.economy.rolls(id)
  const { pass, failure } = desk.records.economy.unlikely(id)
  const [best] = pass === undefined ? [] : getRolls(desk, [pass])
  const [worst] = failure === undefined ? [] : getRolls(desk, [failure])
  return {
    title: 'Rolls',
    lines: [
      rolls === 0 ? 'Nothing was rolled.' : `${count(rolls, 'roll')}${decided === 0 ? '' : `, ${passed} of ${decided} that could pass did`}.`,
      ...(best || worst ? [''] : []),
      ...(best ? [`- Best: ${rollInWords(desk, best)} at a chance of ${percent(best.odds?.success ?? 0)}`] : []),
      ...(worst ? [`- Worst: ${rollInWords(desk, worst)} though the chance was ${percent(worst.odds?.success ?? 0)}`] : []),
    ],
  }
}

const rollInWords = (desk: CounterDesk, roll: Roll): string =>
  `**${escapeMarkdown(roll.participants.map(({ name }) => name).join(' against '))}** ${escapeMarkdown(labelOf(desk, roll))}: ${escapeMarkdown(roll.outcome.headline)},`

/** What the system counts that came up: for the table in a line each, for the players in a table. */
function figuresOf(desk: CounterDesk, id: SessionId): Section {
  const values = listFigures(desk, id).filter(({ session }) => session !== 0)
  const sumOf = (figure: string, whose = values) => whose.reduce((sum, value) => sum + (value.figure === figure ? value.session : 0), 0)
  const shown = desk.declarations.figures.filter((figure) => values.some((value) => value.figure === figure.id))
  const each = shown.filter(({ owner }) => owner === 'character')
  const players = desk.records.characters.list().flatMap(({ id: player, kind, name }) => {
    const own = values.filter(({ character }) => character === player)
    return kind === 'pc' && own.length > 0 ? [[escapeMarkdown(name), ...each.map((figure) => plain(sumOf(figure.id, own)))]] : []
  })
  const ofTable = shown.filter(({ owner }) => owner === 'table').map((figure) => `- ${escapeMarkdown(figure.label)}: ${plain(sumOf(figure.id))}`)
  const ofEach = each.length === 0 ? [] : tableToMarkdown(['Who', ...each.map(({ label }) => escapeMarkdown(label))], [...players, ['Everybody', ...each.map((figure) => plain(sumOf(figure.id)))]])
  return { title: 'Counted', lines: [...ofTable, ...(ofTable.length > 0 && ofEach.length > 0 ? [''] : []), ...ofEach] }
}

function hopesOf(desk: CounterDesk, id: SessionId): Section {
  const hopes = desk.records.economy.expected(id)
  const rows = hopes.map(({ counter, expected, actual, rolls }) => [escapeMarkdown(counterName(desk, counter)), plain(Number(expected.toFixed(1))), plain(actual), rolls])
  return { title: 'Expected against actual', lines: hopes.length === 0 ? [] : tableToMarkdown(['Counter', 'Expected', 'Came', 'Rolls'], rows) }
}

function fightsOf(desk: CounterDesk, id: SessionId): Section {
  const ended = desk.records.deeds.endingWith(id, over).filter(isSummary)
  return { title: 'Fights', lines: ended.map(({ headline, explain }) => `- **${escapeMarkdown(headline.slice(0, -over.length))}**: ${explain.map(escapeMarkdown).join('; ')}`) }
}

function diceOf(desk: CounterDesk, id: SessionId): Section {
  const dice = readFairness(desk, id)
  const told = dice.filter(({ chance }) => chance !== undefined)
  return {
    title: 'Dice',
    lines: dice.map(({ die, typed, rolls, verdict }) => `- ${escapeMarkdown(die)}, ${typed ? 'typed' : 'drawn'}, ${count(rolls, 'time')}: ${verdict}`),
    ...(told.length > 0 && { svg: facesToSvg('Dice', told) }),
  }
}

const counterName = ({ declarations }: CounterDesk, id: string): string => declarations.counters.find((counter) => counter.id === id)?.label ?? id
const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
const plain = (value: number): string => String(value).replace('-', '−')

function percent(chance: number): string {
  const rounded = Math.round(chance * 1000) / 10
  return rounded === 0 && chance > 0 ? 'less than 0.1 %' : rounded === 100 && chance < 1 ? 'more than 99.9 %' : `${rounded} %`
}
