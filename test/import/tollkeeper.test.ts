import { describe, expect, it } from 'vitest'
import { fixture, readJson, refusalOf, valueOf } from './reading.ts'

describe('what this app exported', () => {
  it('brings characters and encounters, and names a field that it does not know', () => {
    const read = fixture('tollkeeper/extra-field.json')
    expect(read).toEqual({
      format: 'tollkeeper',
      entries: [{ key: 'a', name: 'Maren Oakshott', kind: 'pc', tags: ['ferry'], notes: 'Rows.', fields: { tier: 1, armor: 'light', 'skills.0.name': 'Rowing', 'skills.0.level': 2 } }],
      encounters: [{ key: 'e', name: 'Night crossing', notes: '', members: [{ name: 'Reed eel', count: 3, hidden: false }] }],
      left: ['unknown field "mood" of 1 entry'],
      repaired: [],
    })
  })

  it('does without most fields', () => {
    const read = fixture('tollkeeper/missing-field.json')
    expect(read.entries.map(({ key, name, fields }) => [key, name, fields])).toEqual([['name:Reed eel', 'Reed eel', {}], ['b', 'Nameless 2', { health: 9 }]])
    expect(read.left).toEqual(['1 value that can’t be kept'])
    expect(read.repaired).toEqual(['One had no name and was called "Nameless 2"', 'No id, so the name stands for it: Reed eel'])
  })

  it('keeps texts of any script', () => {
    expect(fixture('tollkeeper/non-ascii.json').entries).toEqual([{ key: 'ü', name: 'Jürgen 火 🚀', kind: 'npc', tags: ['Größe'], notes: 'שלום', fields: { größe: 4 } }])
  })

  it('keeps two with one key apart', () => {
    const read = valueOf(readJson({ tollkeeper: 1, characters: [{ key: 'a', name: 'Eel' }, { key: 'a', name: 'Wasp' }, { key: 'a#2', name: 'Wight' }] }))
    expect(read.entries.map(({ key }) => key)).toEqual(['a', 'a#2', 'a#2#2'])
  })

  it.each([
    ['a newer version', { tollkeeper: 2, characters: [] }, 'The file has version 2; this app reads version 1. Nothing was changed. Update to read it.'],
    ['no version', { tollkeeper: 'yes', characters: [] }, 'names no version that this app knows'],
    ['nobody', { tollkeeper: 1, characters: [] }, 'Nobody is in this file'],
  ])('is refused with %s', (_, json, why) => expect(refusalOf(readJson(json))).toContain(why))
})
