import { expect, it } from 'vitest'
import { facesToSvg, linesToSvg } from '../../main/rules/plot.ts'

const line = (label: string, values: readonly number[]) => ({ label, tone: 'boon', dashed: false, values }) as const
const placesOf = (svg: string) => [...svg.matchAll(/<text x="558" y="([\d.]+)"/g)].map(([, y]) => Number(y))

it('draws a step at each change and says the same in words', () => {
  const svg = linesToSvg('Counters', [line('Luck', [0, 1, 1, 3])])
  expect(svg).toContain('<title>Counters</title><desc>Luck from 0 to 3</desc>')
  expect(svg).toContain('d="M40 216H210V152H550V24H550"')
  expect(svg).toContain('>Luck 3</text>')
})

it('keeps the names at the ends of lines apart', () => {
  const [a = 0, b = 0, c = 0] = placesOf(linesToSvg('Counters', [line('A', [0, 5]), line('B', [0, 5]), line('C', [0, 1])]))
  expect(b - a).toBeGreaterThanOrEqual(18)
  expect(c - b).toBeGreaterThanOrEqual(18)
})

it('draws below zero, and what never moved', () => {
  expect(linesToSvg('Counters', [line('Debt', [0, -4])])).toContain('>-4</text>')
  expect(linesToSvg('Counters', [line('Still', [0])])).not.toMatch(/NaN|Infinity/)
})

it('lets no name be more than a name', () => {
  const svg = linesToSvg('A </title><script>', [line('"><image href=x onload=y>\u0000\u202e', [0, 1])])
  expect(svg).not.toMatch(/<script|<image|\u0000|\u202e/)
  expect(svg.match(/<(?!\/?(svg|title|desc|rect|path|text)\b)/)).toBeNull()
})

it('draws every face of a die with what is expected of each', () => {
  const svg = facesToSvg('Dice', [{ die: 'd6', typed: false, low: 1, counts: [9, 5, 5, 5, 5, 7], rolls: 36, chance: 0.8, verdict: 'as uneven as this in 8 of 10 campaigns' }])
  expect(svg.match(/<rect/g)).toHaveLength(7)
  expect(svg).toContain('d6, drawn: 1 fell 9, 2 fell 5')
  expect(svg).toContain('d6, drawn, 36 times: as uneven as this in 8 of 10 campaigns')
})
