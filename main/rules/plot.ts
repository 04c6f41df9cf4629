import type { Counter } from '../../plugins/api/index.ts'
import type { DieFairness } from '../../preload/contract.ts'

/** Pictures as SVG that stand alone: their own ground, no script, style or font. Pure. The panel draws the same numbers by itself, since the page may not share code with main. */

/** How one counter went. */
export interface PlotLine {
  readonly label: string
  readonly tone: Counter['tone']
  readonly dashed: boolean
  /** Where it began, and after each change; as many in every line of a plot, at least one. */
  readonly values: readonly number[]
}

const ink = { text: '#2b2e3b', muted: '#666b7a', line: '#d8d4cc', ground: '#ffffff', boon: '#1c6b46', bane: '#b03418', plain: '#6a7080' } as const
const width = 720
/** Room for the names at the ends of lines. */
const side = 170

/** Counters as lines with a step at each change, each named at its end. */
export function linesToSvg(title: string, lines: readonly PlotLine[]): string {
  const [top, bottom, left, right] = [24, 216, 40, width - side]
  const count = Math.max(1, ...lines.map(({ values }) => values.length - 1))
  const most = lines.reduce((high, { values }) => values.reduce((a, b) => Math.max(a, b), high), 1)
  const least = lines.reduce((low, { values }) => values.reduce((a, b) => Math.min(a, b), low), 0)
  const x = (index: number) => round(left + ((right - left) * index) / count)
  const y = (value: number) => round(bottom - ((bottom - top) * (value - least)) / (most - least))
  const path = (values: readonly number[]) =>
    values.map((value, index) => (index === 0 ? `M${x(0)} ${y(value)}` : value === values[index - 1] ? '' : `H${x(index)}V${y(value)}`)).join('') + `H${x(count)}`
  const ends = apart(lines.map(({ values }) => y(values.at(-1) ?? 0)), 18)
  return svg(title, lines.map(({ label, values }) => `${label} from ${values[0]} to ${values.at(-1)}`).join('; '), 240, [
    ...[least, most].flatMap((value) => [`<path d="M${left} ${y(value)}H${right}" stroke="${ink.line}"/>`, text(left - 8, y(value) + 4, String(value), ink.muted, 'end')]),
    ...lines.map(({ tone, dashed, values }) => `<path d="${path(values)}" fill="none" stroke="${ink[tone]}" stroke-width="2"${dashed ? ' stroke-dasharray="6 4"' : ''}/>`),
    ...lines.map(({ label, tone, values }, index) => text(right + 8, (ends[index] ?? 0) + 5, `${shorten(label)} ${values.at(-1)}`, ink[tone])),
  ])
}

/** How often each face of some dice fell, a row a die, with a line at what is expected of each. */
export function facesToSvg(title: string, dice: readonly DieFairness[]): string {
  const rowHeight = 110
  const rows = dice.map((die, row): string => {
    const [top, bottom] = [row * rowHeight + 34, row * rowHeight + 94]
    const expected = die.rolls / die.counts.length
    const most = Math.max(expected * 2, ...die.counts)
    const step = (width - 40) / die.counts.length
    const height = (count: number) => round(((bottom - top) * count) / most)
    return [
      text(20, top - 12, `${shorten(die.die)}, ${die.typed ? 'typed' : 'drawn'}, ${die.rolls} times: ${die.verdict}`, ink.text),
      ...die.counts.map((count, index) => `<rect x="${round(20 + index * step)}" y="${round(bottom - height(count))}" width="${round(step * 0.8)}" height="${height(count)}" fill="${ink.plain}"/>`),
      `<path d="M20 ${round(bottom - height(expected))}H${width - 20}" stroke="${ink.bane}" stroke-width="1.5"/>`,
    ].join('')
  })
  const words = dice.map((die) => `${die.die}, ${die.typed ? 'typed' : 'drawn'}: ${die.counts.map((count, index) => `${die.low + index} fell ${count}`).join(', ')}`)
  return svg(title, words.join('; '), dice.length * rowHeight, rows)
}

const svg = (title: string, words: string, height: number, parts: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="14">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(words)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${ink.ground}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')

const text = (x: number, y: number, words: string, fill: string, anchor = 'start'): string => `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}">${escapeXml(words)}</text>`

/** Text in XML: no mark-up of its own, and no sign that XML doesn't know or that turns the reading direction. */
export const escapeXml = (words: string): string =>
  words
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\ufffe\uffff]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Places moved just so far that none is nearer to another than `least`. */
function apart(places: readonly number[], least: number): readonly number[] {
  const moved = [...places]
  let low = -Infinity
  for (const index of places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    low = Math.max(places[index] ?? 0, low + least)
    moved[index] = low
  }
  return moved
}

const mostSigns = 18
const shorten = (label: string): string => ([...label].length > mostSigns ? `${[...label].slice(0, mostSigns - 1).join('')}…` : label)
const round = (value: number): number => Math.round(value * 100) / 100
