import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportEntry } from '../../main/import/read.ts'
import { sheetToFields, toCsv, toTollkeeperJson } from '../../main/import/export.ts'
import { applyMapping, suggestMapping } from '../../main/import/mapping.ts'
import type { Field } from '../../plugins/api/index.ts'
import { fixture, readText, valueOf } from './reading.ts'

const entryOf = (name: string, fields: ImportEntry['fields'] = {}): ImportEntry => ({ key: `key of ${name}`.slice(0, 400), name, kind: 'npc', tags: [], notes: '', fields })

const hardNames = [
  `Tom & Jerry's "Run" <b>x</b> / ..\\ 火 🚀`,
  'שומר הגשר \u200f(לילה)',
  'حارس الجسر',
  'e\u0301 and é',
  'x'.repeat(300),
  '=HYPERLINK("http://x")',
  "'=1",
  '+1;2,3\ttab'.replace('\t', ' '),
  '-',
  '"',
  '__proto__',
  'name',
]

describe('an export', () => {
  it.each(hardNames)('keeps the name %j, as JSON and as CSV', (name) => {
    const entries = [entryOf(name, { [name.slice(0, 200)]: name, name: 'a field, not the name', 'field.name': 2, level: -4, big: true })]
    expect(valueOf(readText(toTollkeeperJson(entries)))).toEqual({ format: 'tollkeeper', entries, encounters: [], left: [], repaired: [] })
    expect(valueOf(readText(toCsv(entries)))).toMatchObject({ format: 'csv', entries, left: [], repaired: [] })
  })

  it('gives every fixture back as JSON, with its encounters', () => {
    for (const file of ['improved-initiative/extra-field.json', 'foundry-actor/extra-field.json', 'compendium/non-ascii.json', 'csv/extra-field.csv', 'encounter-blocks/extra-field.md']) {
      const { entries, encounters } = fixture(file)
      expect(valueOf(readText(toTollkeeperJson(entries, encounters)))).toMatchObject({ entries, encounters, left: [], repaired: [] })
    }
  })

  it('stops formulas in a spreadsheet, and no number', () => {
    const lines = toCsv([{ ...entryOf('=1+1', { a: '@x', b: -5, c: ' \t=2' }), key: '+k', notes: '-\nx' }]).split('\r\n')
    expect(lines[0]).toBe('key,name,kind,tags,notes,a,b,c')
    expect(lines[1]).toBe(`'+k,'=1+1,npc,,"'-\nx",'@x,-5,"' \t=2"`)
  })

  it('gives the same entries for any texts', () => {
    // What a reader would have cleaned already: no control characters, no space at the ends.
    const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => text.replace(/\p{Cc}|^\s+|\s+$/gu, '').trim()).filter((text) => text !== '')
    const word = line.filter((text) => !/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(text))
    const tag = line.map((text) => text.replace(/[,;]+/g, '').trim()).filter((text) => text !== '')
    const entry = fc.record({
      key: line,
      name: line,
      kind: fc.constantFrom('pc', 'npc'),
      tags: fc.uniqueArray(tag, { maxLength: 3 }),
      notes: fc.oneof(fc.constant(''), line),
      fields: fc.dictionary(line, fc.oneof(fc.integer(), fc.boolean(), word), { maxKeys: 5 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ key }) => key, minLength: 1, maxLength: 5 }), (entries) => {
        expect(valueOf(readText(toTollkeeperJson(entries))).entries).toEqual(entries)
        expect(valueOf(readText(toCsv(entries))).entries).toEqual(entries)
      }),
    )
  })

  it('gives a sheet with lists back whole', () => {
    const stats: readonly Field[] = [
      { id: 'level', label: 'Level', type: 'number', default: 1 },
      { id: 'skills', label: 'Skills', type: 'list', columns: [{ id: 'name', label: 'Name', type: 'text', default: '' }, { id: 'value', label: 'Value', type: 'number', default: 0 }], default: [{ name: 'Row', value: 1 }] },
      { id: 'none', label: 'None', type: 'list', columns: [{ id: 'name', label: 'Name', type: 'text', default: '' }], default: [{ name: 'x' }] },
    ]
    const sheet = { level: 3, skills: Array.from({ length: 12 }, (_, index) => ({ name: `007 ${index}`, value: index })), none: [] }
    const entry = entryOf('Eel', sheetToFields(sheet))
    const [read] = valueOf(readText(toTollkeeperJson([entry]))).entries
    expect(read && applyMapping(read, suggestMapping([read], stats), stats)).toEqual({ stats: sheet, problems: [] })
  })
})
