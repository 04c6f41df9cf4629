import { describe, expect, it } from 'vitest'
import { fixture, readJson, valueOf } from './reading.ts'

describe('a compendium', () => {
  it('brings whoever is in it, repeated names too, and names the lists of things', () => {
    const read = fixture('compendium/extra-field.json')
    expect(read.format).toBe('compendium')
    expect(read.entries.map(({ key, name }) => [key, name])).toEqual([
      ['name:Reed eel', 'Reed eel'],
      ['name:Reed eel#2', 'Reed eel'],
      ['name:Ferry ghost', 'Ferry ghost'],
    ])
    expect(read.entries[0]?.fields).toMatchObject({ level: 3, health: 15, damage: 6, armor: 1, smell: 'mud' })
    expect(read.entries[0]?.notes).toContain('**Modifications:** stealth as level 5; swimming as level 4')
    expect(read.left).toEqual(['2 entries of abilities'])
    expect(read.repaired).toEqual([])
  })

  it('keeps the text of damage beside its leading number, and makes no number of dice or of nothing', () => {
    const [first, second] = fixture('compendium/extra-field.json').entries
    expect(first?.notes).toContain('**Damage:** 6 points, 8 at night')
    expect(second?.fields).toMatchObject({ damage: '1d6' })
    expect(second?.fields).not.toHaveProperty('health')
  })

  it('reads a range that ends in 0 as one that ends in 100', () => {
    expect(fixture('compendium/extra-field.json').entries[2]?.notes).toContain('**Omens**\n\n- 1 to 50: A bell\n- 51 to 100: No bell')
  })

  it('does without fields, and makes up a name', () => {
    const read = fixture('compendium/missing-field.json')
    expect(read.entries.map(({ name }) => name)).toEqual(['Toll wasp', 'Nameless 2'])
    expect(read.entries[0]?.fields).not.toHaveProperty('health')
    expect(read.repaired).toEqual(['One had no name and was called "Nameless 2"'])
  })

  it('keeps names and texts of any script', () => {
    const [first, second] = fixture('compendium/non-ascii.json').entries
    expect(first).toMatchObject({ name: 'Nøkken 火', fields: { description: 'Hüter der Brücke' } })
    expect(second).toMatchObject({ name: 'حارس الجسر', fields: { damage: '٤' } })
  })

  it('without a list of people brings every list of records with names', () => {
    expect(valueOf(readJson({ lamps: [{ name: 'Lamp', level: 2 }, 'dark'], meta: {} })).left).toEqual(['1 line that is no record', 'unknown field "meta" of 1 entry'])
    expect(valueOf(readJson([{ name: 'Lamp', id: 7 }])).entries).toEqual([{ key: '7', name: 'Lamp', kind: 'npc', tags: [], notes: '', fields: {} }])
  })

  it.each([
    ['6 points', 6],
    ['4 (7 if angry)', 4],
    ['-2', -2],
    ['1d6', '1d6'],
    ['2.5', '2.5'],
    ['special', 'special'],
  ])('reads the damage %j as %j', (damage, read) => {
    expect(valueOf(readJson({ creatures: [{ name: 'Lamp', damage }] })).entries[0]?.fields).toEqual({ damage: read })
  })
})
