import { describe, expect, it } from 'vitest'
import { fixture, readText, refusalOf, valueOf } from './reading.ts'

const block = (...lines: readonly string[]): string => ['# Notes', '```encounter', ...lines, '```', ''].join('\n')

describe('encounter blocks of a note', () => {
  it('bring each creature once and the encounter with counts', () => {
    const read = fixture('encounter-blocks/extra-field.md')
    expect(read.format).toBe('encounter-blocks')
    expect(read.entries.map(({ name, fields }) => [name, fields])).toEqual([
      ['Reed eel', {}],
      ['Lamp wight', { hp: 7, ac: 15, modifier: 2, xp: 50 }],
      ['Toll wasp', {}],
    ])
    expect(read.encounters).toEqual([
      {
        key: 'name:Night crossing',
        name: 'Night crossing',
        notes: '',
        members: [
          { name: 'Reed eel', count: 5, hidden: false },
          { name: 'Lamp wight', count: 1, hidden: false },
          { name: 'Toll wasp', count: 1, hidden: true },
        ],
      },
    ])
    expect(read.left).toEqual(['1 list of the players who take part', 'unknown field "weather" of 1 entry'])
  })

  it('get a name where they have none, and may be several in one', () => {
    const read = fixture('encounter-blocks/missing-field.md')
    expect(read.encounters.map(({ name, members }) => [name, members])).toEqual([
      ['Encounter 1', [{ name: 'Reed eel', count: 1, hidden: false }]],
      ["Nobody's toll", [{ name: 'Toll wasp', count: 1, hidden: true }]],
    ])
    expect(read.repaired).toEqual(['One had no name and was called "Encounter 1"', '"1d4" of Toll wasp is no plain count and became 1'])
  })

  it('may stand in a quote, with names of any script', () => {
    const read = fixture('encounter-blocks/non-ascii.md')
    expect(read.encounters.map(({ name, members }) => [name, members.map((one) => [one.name, one.count])])).toEqual([['Überfahrt 火', [['Nøkken', 2], ['שומר הגשר', 1]]]])
    expect(read.entries[1]?.fields).toEqual({ hp: 9 })
  })

  it('hold at most 99 of one creature, and at least one', () => {
    const read = valueOf(readText(block('creatures:', '- 400: Eel', '- 0: Wasp')))
    expect(read.encounters[0]?.members).toEqual([{ name: 'Eel', count: 99, hidden: false }, { name: 'Wasp', count: 1, hidden: false }])
    expect(read.repaired).toContain('"Eel" came 400 times in an encounter; now 99')
  })

  it.each([
    ['a map in a list', ['creatures:', '- creature: Eel'], 'Line 4'],
    ['a block text', ['name: |', '  long'], 'Line 3'],
    ['an anchor', ['name: &a Eel'], 'Line 3'],
    ['a flow map', ['name: A', 'creatures: { 3: Eel }'], 'Line 4'],
    ['a flow list of creatures', ['creatures: [Eel, Wasp]'], 'Line 3'],
    ['creatures in the line of their key', ['creatures: Eel'], 'Line 3'],
    ['a nested map', ['extra:', '  a: b'], 'Line 4'],
    ['a tab', ['creatures:', '\t- Eel'], 'Line 4'],
    ['a line of no list', ['- Eel'], 'Line 3'],
    ['a quote that is never closed', ['name: "Night'], 'Line 3'],
    ['a count without a name', ['creatures:', '- 3: ""'], 'Line 4'],
    ['words', ['just words'], 'Line 3'],
  ])('are refused with %s, by the line', (_, lines, where) => {
    expect(refusalOf(readText(block(...lines)))).toMatch(new RegExp(`${where} can't be read: .* Nothing was changed\\.`))
  })

  it('are refused when they have no end', () => {
    expect(refusalOf(readText('a\n```encounter\nname: A\ncreatures:\n- Ee'))).toContain('The encounter that begins in line 2 has no end; the file may be cut. Nothing was changed.')
  })
})
