import { describe, expect, it } from 'vitest'
import { fixture, readText, refusalOf, valueOf } from './reading.ts'

describe('a CSV file', () => {
  it('brings a creature a row with its columns as fields, quotes and line breaks in cells too', () => {
    const read = fixture('csv/extra-field.csv')
    expect(read).toMatchObject({ format: 'csv', left: [], repaired: [] })
    expect(read.entries.map(({ name, fields }) => [name, fields])).toEqual([
      ['Reed eel', { Level: 3, Health: 9, Smell: 'mud' }],
      ['Wight, lamp', { Level: 4, Health: 12, Smell: 'oil\nand "soot"' }],
    ])
  })

  it('does without cells and ids, keeps doubled ids apart, and says so', () => {
    const read = fixture('csv/missing-field.csv')
    expect(read.entries.map(({ key, name, kind, fields }) => [key, name, kind, fields])).toEqual([
      ['e1', 'Reed eel', 'npc', { Level: 3 }],
      ['name:Maren', 'Maren', 'pc', { Level: 2, Type: 'PC' }],
      ['e1#2', 'Toll wasp', 'npc', { Type: 'beast' }],
    ])
    expect(read.repaired).toEqual([
      'Line 2 has fewer cells than the header; the missing ones count as empty',
      'The id "e1" stood there more than once; "Toll wasp" got another',
      'No id, so the name stands for it: Maren',
    ])
  })

  it('is read with tabs, a byte order mark and any script', () => {
    const read = fixture('csv/non-ascii.csv')
    expect(read.entries.map(({ name, notes, fields }) => [name, notes, fields])).toEqual([
      ['Nøkken 火 🚀', 'Hüter der Brücke', { Größe: 4 }],
      ['שומר הגשר', '', { Größe: 2 }],
    ])
    expect(read.repaired).toEqual(['The byte order mark was dropped'])
  })

  it('keeps what only looks like a number', () => {
    expect(valueOf(readText('name,a,b,c,d\nEel,007,-2,1e5,true\n')).entries[0]?.fields).toEqual({ a: '007', b: -2, c: '1e5', d: true })
  })

  it('keeps two columns of one name apart, and names one without a heading', () => {
    const read = valueOf(readText('name,Level,Level,\nEel,1,2,3\n'))
    expect(read.entries[0]?.fields).toEqual({ Level: 1, 'Level 2': 2, 'Column 4': 3 })
    expect(read.repaired).toEqual(['Two columns are called "Level"; one is now "Level 2"', 'Column 4 has no heading'])
  })

  it('skips empty rows and leaves cells beyond the header', () => {
    const read = valueOf(readText('name,level\n\n,\nEel,1,2\n'))
    expect(read.entries.map(({ name }) => name)).toEqual(['Eel'])
    expect(read.left).toEqual(['1 cell beyond the header'])
  })

  it.each([
    ['a quote that is never closed', 'name,level\nEel,"1\nWasp,2\n', 'the quote in line 2 is never closed'],
    ['a last line that is cut', 'name,level\nEel,1\nWa', 'ends in the middle of line 3'],
    ['no rows', 'name,level\n', 'Nobody is in this file'],
    ['no column for names', 'title,level\nEel,1\n', 'a CSV file with a column called Name'],
  ])('is refused with %s', (_, text, why) => {
    expect(refusalOf(readText(text))).toContain(why)
    expect(refusalOf(readText(text))).toContain('Nothing was changed.')
  })
})
