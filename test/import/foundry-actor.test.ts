import { describe, expect, it } from 'vitest'
import { fixture, readJson, valueOf } from './reading.ts'

describe('an actor of Foundry', () => {
  it('brings its data flat, its prose as Markdown, its items by name, and names what stays behind', () => {
    const read = fixture('foundry-actor/extra-field.json')
    expect(read).toMatchObject({ format: 'foundry-actor', encounters: [], repaired: [] })
    expect(read.entries).toHaveLength(1)
    expect(read.entries[0]).toMatchObject({
      key: 'name:Reed eel',
      name: 'Reed eel',
      kind: 'npc',
      notes: '**Description:** It waits.\n\n**Motive:** Food & quiet\n\n**Attack:** Bite\n\n**Cypher:** Bottled fog',
      fields: { 'system.basic.level': 3, 'system.pools.health.max': 12, 'system.combat.damage': 4, 'system.settings.general.hideArchived': false },
    })
    expect(read.left).toEqual([
      '2 items, but for their names in the notes',
      '1 actor with its picture',
      '1 actor with data of modules',
      '1 actor with its token',
      'unknown field "weather" of 1 entry',
    ])
  })

  it('of an older version, with its data under another name, does without name and items', () => {
    const read = fixture('foundry-actor/missing-field.json')
    expect(read.entries[0]).toMatchObject({ name: 'Nameless 1', kind: 'pc', fields: { 'system.basic.tier': 2, 'system.pools.might.max': 12, 'system.pools.speedEdge': 1 } })
    expect(read.repaired).toEqual(['One had no name and was called "Nameless 1"'])
  })

  it('keeps its own id and texts of any script', () => {
    expect(fixture('foundry-actor/non-ascii.json').entries[0]).toMatchObject({
      key: 'aB3',
      name: 'Élodie «火»',
      kind: 'pc',
      fields: { 'system.basic.descriptor': 'Zärtlich', 'system.notes': 'Она знает дорогу 🚀' },
    })
  })

  it.each([
    ['pc', 'pc', []],
    ['character', 'pc', []],
    ['npc', 'npc', []],
    ['Vehicle', 'npc', ['Vehicle']],
  ])('of the type %s is a %s', (type, kind, tags) => {
    expect(valueOf(readJson({ name: 'Ferry', type, system: {} })).entries[0]).toMatchObject({ kind, tags })
  })

  it('turns lists and headings into Markdown and drops scripts', () => {
    const text = '<h2>Habits</h2><ul><li>One &lt; two</li><li>&#233;</li></ul><script>alert(1)</script><img src="x">'
    expect(valueOf(readJson({ name: 'A', type: 'npc', system: { bio: text } })).entries[0]?.notes).toBe('**Bio:** ### Habits\n\n- One < two\n- é')
  })
})
