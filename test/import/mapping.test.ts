import { describe, expect, it } from 'vitest'
import type { ImportEntry } from '../../main/import/read.ts'
import { applyMapping, suggestMapping } from '../../main/import/mapping.ts'
import { stats as cypher } from '../../plugins/cypher/sheet.ts'
import { stats as epochrypha } from '../../plugins/epochrypha/sheet.ts'
import { stats as sfrpg } from '../../plugins/sfrpg/sheet.ts'
import type { Field } from '../../plugins/api/index.ts'
import { fixture } from './reading.ts'

const entry = (fields: ImportEntry['fields'], kind: ImportEntry['kind'] = 'npc'): ImportEntry => ({ key: 'k', name: 'Eel', kind, tags: [], notes: '', fields })

const stats: readonly Field[] = [
  { id: 'level', label: 'Level', type: 'number', min: 1, max: 10, default: 3, aliases: ['system.basic.level', 'Stufe'] },
  { id: 'tier', label: 'Tier', type: 'number', min: 1, max: 6, default: 1, for: ['pc'] },
  { id: 'mood', label: 'Temper', type: 'choice', options: [{ id: 'calm', label: 'Calm' }, { id: 'wild', label: 'Quite wild' }], default: 'calm' },
  { id: 'big', label: 'Big', type: 'flag', default: false },
  { id: 'does', label: 'What it does', type: 'text', default: '' },
  { id: 'skills', label: 'Skills', type: 'list', columns: [{ id: 'name', label: 'Name', type: 'text', default: '' }], default: [] },
]

describe('a suggested mapping', () => {
  it.each([
    ['an id', { level: 1 }, { level: 'level' }],
    ['an alias, whatever its capitals', { 'System.Basic.Level': 1 }, { 'System.Basic.Level': 'level' }],
    ['a label', { 'what it DOES': 'x' }, { 'what it DOES': 'does' }],
    ['the last part of a path', { 'a.b.temper': 'x', 'c.stufe': 1 }, { 'a.b.temper': 'mood', 'c.stufe': 'level' }],
    ['nothing that it knows', { smell: 'mud' }, {}],
    ['a list, which no field fills', { skills: 'Rowing' }, {}],
  ])('finds %s', (_, fields, mapping) => expect(suggestMapping([entry(fields)], stats)).toEqual(mapping))

  it('takes the surest way first, whatever the order, and never two fields for one stat', () => {
    expect(suggestMapping([entry({ 'x.level': 1, Stufe: 2, level: 3 })], stats)).toEqual({ level: 'level' })
    expect(suggestMapping([entry({ 'x.level': 1 }), entry({ Stufe: 2 })], stats)).toEqual({ Stufe: 'level' })
  })

  it('offers no stat that nobody with the field has', () => {
    expect(suggestMapping([entry({ tier: 1 })], stats)).toEqual({})
    expect(suggestMapping([entry({ tier: 1 }), entry({ tier: 1 }, 'pc')], stats)).toEqual({ tier: 'tier' })
  })

  it('takes names that plain objects answer to as mere text', () => {
    expect(suggestMapping([entry(JSON.parse('{"__proto__": 1, "constructor": 2}') as ImportEntry['fields'])], stats)).toEqual({})
    expect(applyMapping(entry({}), JSON.parse('{"__proto__": "level", "toString": "does"}') as Record<string, string>, stats)).toEqual({ stats: {}, problems: [] })
  })
})

describe('a sheet through a mapping', () => {
  const apply = (field: string, value: string | number | boolean) => applyMapping(entry({ it: value }), { it: field }, stats)

  it.each([
    ['level', 7, 7],
    ['level', '7', 7],
    ['mood', 'wild', 'wild'],
    ['mood', 'quite Wild', 'wild'],
    ['big', true, true],
    ['big', 'Yes', true],
    ['big', 0, false],
    ['does', 7, '7'],
    ['does', '', ''],
  ])('fills %s from %j with %j', (field, given, value) => expect(apply(field, given)).toEqual({ stats: { [field]: value }, problems: [] }))

  it.each([
    ['level', 12, 'Level is 1 to 10. 12 was left out.'],
    ['level', 2.5, 'Level is a whole number. 2.5 was left out.'],
    ['level', 'high', 'Level is a whole number. "high" was left out.'],
    ['level', true, 'Level is a whole number. true was left out.'],
    ['mood', 'sad', 'Temper is one of Calm, Quite wild. "sad" was left out.'],
    ['big', 'very', 'Big is yes or no. "very" was left out.'],
    ['tier', 2, 'Tier is not for NPCs. 2 was left out.'],
  ])('leaves %s at its default for %j, and says why', (field, given, problem) => expect(apply(field, given)).toEqual({ stats: {}, problems: [problem] }))

  it('says what it made of a text with a number, and of one that is too long', () => {
    expect(apply('level', '6 points')).toEqual({ stats: { level: 6 }, problems: ['Level: "6 points" was read as 6.'] })
    expect(apply('does', 'x'.repeat(3_000)).problems).toEqual(['What it does was cut to 2000 characters.'])
  })

  it('puts the rows of a list together, and names a column that the list lacks', () => {
    expect(applyMapping(entry({ 'skills.10.name': 'Last', 'skills.2.name': 'First', 'skills.2.level': 4 }), {}, stats)).toEqual({
      stats: { skills: [{ name: 'First' }, { name: 'Last' }] },
      problems: ['Skills has no "level".'],
    })
  })
})

describe('the built-in systems', () => {
  const sheetOf = (file: string, system: readonly Field[]) => {
    const [first] = fixture(file).entries
    if (!first) throw new Error('nobody')
    return applyMapping(first, suggestMapping([first], system), system).stats
  }

  it('know their fields in a compendium, an actor and a tracker', () => {
    expect(sheetOf('compendium/extra-field.json', cypher)).toMatchObject({ level: 3, healthMax: 15, damage: 6, ownArmor: 1 })
    expect(sheetOf('foundry-actor/extra-field.json', cypher)).toMatchObject({ level: 3, healthMax: 12, damage: 4, ownArmor: 1 })
    expect(sheetOf('foundry-actor/missing-field.json', cypher)).toMatchObject({ tier: 2, effort: 2, mightMax: 12, speedEdge: 1 })
    expect(sheetOf('improved-initiative/extra-field.json', epochrypha)).toMatchObject({ healthMax: 7 })
    expect(sheetOf('improved-initiative/extra-field.json', sfrpg)).toMatchObject({ hitPointsMax: 7, initiativeModifier: 2 })
  })
})
