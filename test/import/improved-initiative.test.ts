import { describe, expect, it } from 'vitest'
import { fixture, readJson, readText, valueOf } from './reading.ts'

describe('an export of Improved Initiative', () => {
  it('brings creatures, characters and encounters, and names what it does not take over', () => {
    const read = fixture('improved-initiative/extra-field.json')
    expect(read.format).toBe('improved-initiative')
    expect(read.entries.map(({ key, name, kind, tags }) => [key, name, kind, tags])).toEqual([
      ['reed01', 'Reed eel', 'npc', ['River', 'Shallows']],
      ['heron1', 'Clock heron', 'npc', []],
      ['maren1', 'Maren Oakshott', 'pc', []],
      ['encounter:Lamp wight', 'Lamp wight', 'npc', []],
    ])
    expect(read.entries[0]?.fields).toMatchObject({ 'HP.Value': 7, 'AC.Value': 12, InitiativeModifier: 2, 'Abilities.Dex': 14, Challenge: '1/4' })
    expect(read.entries[0]?.notes).toContain('- **Bite** 4 damage, and the target lets go.')
    expect(read.entries[2]).toMatchObject({ fields: { CurrentHP: 18, 'HP.Value': 21 }, notes: expect.stringMatching(/^Owes the ferry a winter\./) as string })
    expect(read.encounters).toEqual([
      { key: 'e1', name: 'Night crossing', notes: '', members: [{ name: 'Reed eel', count: 2, hidden: false }, { name: 'Lamp wight', count: 1, hidden: true }] },
    ])
    expect(read.left).toEqual(['4 traits, but for the notes', '5 actions, but for the notes', '1 spell', '1 setting of the other tool', 'unknown field "Mood" of 1 entry'])
    expect(read.repaired).toEqual(['"Lamp wight" stood in an encounter alone and was added from there'])
  })

  it('is read from the browser’s store too, where values are texts, and does without most fields', () => {
    const read = fixture('improved-initiative/missing-field.json')
    expect(read.entries.map(({ key, name }) => [key, name])).toEqual([['reed01', 'Reed eel'], ['name:Toll wasp', 'Toll wasp']])
    expect(read.entries[0]).toMatchObject({ notes: '', fields: { Challenge: '1/4' } })
    expect(read.encounters[0]?.members.map(({ name }) => name)).toEqual(['Reed eel', 'Toll wasp'])
    expect(read.left).toContain('1 combatant without a name')
    expect(read.repaired).toEqual(['One had no name and was called "Encounter 1"', 'No id, so the name stands for it: Toll wasp'])
  })

  it('keeps names and texts of any script', () => {
    const [first, second] = fixture('improved-initiative/non-ascii.json').entries
    expect(first).toMatchObject({ key: 'ä1', name: 'Fährmann Ørsted 火 🚀', notes: expect.stringMatching(/^Он ждёт на том берегу\./) as string })
    expect(second).toMatchObject({ name: 'שומר הגשר', tags: ['גשר'] })
  })

  it('keeps both of two with one id, and says so', () => {
    const read = valueOf(readText('{"Creatures.a": {"Id": "a", "Name": "Reed eel"}, "Creatures.a": {"Id": "a", "Name": "Toll wasp"}}'))
    expect(read.entries.map(({ key, name }) => [key, name])).toEqual([['a', 'Reed eel'], ['a#2', 'Toll wasp']])
    expect(read.repaired).toEqual(['The id "a" stood there more than once; "Toll wasp" got another'])
  })

  it('leaves out a value that is no object, and says so', () => {
    const read = valueOf(readJson({ 'Creatures.a': { Name: 'Reed eel' }, 'Creatures.b': '{"Name": "Toll', 'Creatures.c': 4 }))
    expect(read.entries.map(({ name }) => name)).toEqual(['Reed eel'])
    expect(read.left).toEqual(['2 entries that can’t be read'])
  })
})
