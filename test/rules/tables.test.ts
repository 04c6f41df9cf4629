import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expressionText } from '../../main/rules/notation/expression.ts'
import { oddsOfNotation } from '../../main/rules/notation/odds.ts'
import { parseNotation } from '../../main/rules/notation/parse.ts'
import { loopOf, parseTable, rollTable, type RandomTable } from '../../main/rules/tables.ts'

const read = (text: string): RandomTable => {
  const parsed = parseTable(text)
  if (!parsed.ok) throw new Error(`line ${parsed.line}: ${parsed.message}`)
  return parsed.table
}
const wrong = (text: string) => {
  const parsed = parseTable(text)
  return parsed.ok ? 'fine' : `${parsed.line}: ${parsed.message}`
}
/** Numbers that make dice fall on these faces. */
const falls = (...faces: readonly number[]) => {
  const left = faces.map((face) => face - 1)
  return () => left.shift() ?? 0
}

describe('a table as text', () => {
  it.each([
    ['1-3 A wolf\n4 Nothing\n5–6: A fire', 'd6', [[1, 3, 'A wolf'], [4, 4, 'Nothing'], [5, 6, 'A fire']]],
    ['d100\n01-50 Rain\n51-00 Sun', 'd100', [[1, 50, 'Rain'], [51, 100, 'Sun']]],
    ['2d6\n2-6 Low\n7. Seven\n8-12) High', '2d6', [[2, 6, 'Low'], [7, 7, 'Seven'], [8, 12, 'High']]],
    ['Ash\n\n  Birch  \nElm', 'd3', [[1, 1, 'Ash'], [2, 2, 'Birch'], [3, 3, 'Elm']]],
    ['3x Goblin\n2 × Wolf\nDragon', 'd6', [[1, 3, 'Goblin'], [4, 5, 'Wolf'], [6, 6, 'Dragon']]],
    ['d4:\nA\nB\n2x C', 'd4', [[1, 1, 'A'], [2, 2, 'B'], [3, 4, 'C']]],
    ['4 D\n1-3 First', 'd4', [[4, 4, 'D'], [1, 3, 'First']]],
    ['2d6 wolves come\nNobody', 'd2', [[1, 1, '2d6 wolves come'], [2, 2, 'Nobody']]],
  ])('%j is read', (text, dice, rows) => {
    const table = read(text)
    expect(expressionText(table.dice)).toBe(dice)
    expect(table.rows.map(({ from, to, text: words }) => [from, to, words])).toEqual(rows)
  })

  it.each(['2d6', '4d6k3', '4d6d1', '2d6*3-1', '10-2d4', 'd4-d8+3', 'd%', '3d6dl2'])('of %s has a place for each total, from the lowest to the highest', (dice) => {
    const notation = parseNotation(dice)
    if (!notation.ok) throw new Error(notation.message)
    const odds = oddsOfNotation(notation.expression)
    const totals = odds.ok ? odds.outcomes.map(({ total }) => total) : []
    expect(read(`${dice}\n${(totals.at(-1) ?? 0) - (totals[0] ?? 0) + 1}x All`).rows).toEqual([{ from: totals[0], to: totals.at(-1), text: 'All' }])
  })

  it('is read at once, however many dice it takes', () => {
    const began = performance.now()
    for (let time = 0; time < 100; time += 1) expect(wrong('1000d1000k500\n1 A')).toContain('1 can\'t come up on')
    expect(performance.now() - began).toBeLessThan(500)
  })

  it.each([
    ['', '1: A table needs a row at least, for example: 1-3 A wolf.'],
    ['d6', '1: A table needs a row at least below its dice.'],
    ['1 A\nB', '2: This row has no number, and others have. Number all rows or none.'],
    ['1-3 A\n3-6 B', '2: 3 is in another row already.'],
    ['1-2 A\n5-6 B', '2: No row is for 3 to 4.'],
    ['3-1 A', '1: 3 to 1 runs backwards.'],
    ['d6\n1-3 A\n4-8 B', '3: 8 can\'t come up on d6.'],
    ['d6\n1-3 A', '2: No row is for 4 to 6, which d6 may come to.'],
    ['2d6\n1-12 A', '2: 1 can\'t come up on 2d6.'],
    ['d4\nA\nB', '3: The rows are for 2 totals, and d4 may come to 4.'],
    ['0x Never\nB', '1: A row that never comes up has no place in a table.'],
  ])('%j is refused by line', (text, message) => expect(wrong(text)).toBe(message))

  it('never throws, whatever is pasted', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parseTable(text).ok === 'boolean')))
})

describe('a roll on a table', () => {
  it('gives each row as often as it counts', () => {
    const table = read('3x Goblin\nDragon')
    for (let face = 1; face <= 4; face += 1) expect(rollTable('Foes', table, () => undefined, falls(face))).toMatchObject({ text: face <= 3 ? 'Goblin' : 'Dragon' })
  })

  it('rolls on other tables and dice inside a row, and tells every throw', () => {
    const names = read('Hob\nMarr')
    const table = read('{2d4} wolves and [[Names]]\nNobody')
    expect(rollTable('Road', table, (name) => (name === 'Names' ? names : undefined), falls(1, 3, 2, 2))).toEqual({
      ok: true,
      text: '5 wolves and Marr',
      throws: [
        { what: 'Road', dice: 'd2', faces: ['1'], total: 1 },
        { what: '2d4', dice: '2d4', faces: ['3', '2'], total: 5 },
        { what: 'Names', dice: 'd2', faces: ['2'], total: 2 },
      ],
    })
  })

  it('refuses a table that is not there, and one that leads to itself', () => {
    const road = read('[[Road]]')
    expect(rollTable('Road', road, () => road, () => 0)).toMatchObject({ ok: false, message: expect.stringContaining('again and again') })
    expect(rollTable('Road', read('[[Nowhere]]'), () => undefined, () => 0)).toMatchObject({ ok: false, message: expect.stringContaining('no table “Nowhere”') })
  })

  it('finds the way from a table back to itself', () => {
    const tables = new Map([['a', read('[[B]]\nend')], ['b', read('[[C]]')], ['c', read('[[a]]')], ['d', read('[[a]]')]])
    expect(loopOf('A', tables)).toEqual(['A', 'B', 'C', 'a'])
    expect(loopOf('D', tables)).toBeUndefined()
  })
})
