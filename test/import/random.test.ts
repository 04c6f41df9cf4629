import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readImport } from '../../main/import/read.ts'
import { toTollkeeperJson } from '../../main/import/export.ts'
import { applyMapping, suggestMapping } from '../../main/import/mapping.ts'
import { stats } from '../../plugins/cypher/sheet.ts'

/** Either whole or refused in words; what is read can be exported, read again and mapped. */
function holds(bytes: Uint8Array): void {
  const read = readImport(bytes, 'x')
  if (!read.ok) {
    expect(read.message).toContain('Nothing was changed.')
    return
  }
  const { entries, encounters } = read.value
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
  expect(entries.every(({ name }) => name.trim() === name && name !== '')).toBe(true)
  const again = readImport(new TextEncoder().encode(toTollkeeperJson(entries, encounters)), 'x')
  expect(again).toMatchObject({ ok: true, value: { entries, encounters } })
  const mapping = suggestMapping(entries, stats)
  expect(new Set(Object.values(mapping)).size).toBe(Object.values(mapping).length)
  for (const entry of entries) expect(Object.keys(applyMapping(entry, mapping, stats).stats).length).toBeLessThanOrEqual(stats.length)
}

it('any bytes are read or refused', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), holds))
})

it('any JSON is read or refused, under the keys that mean something too', () => {
  const keys = fc.constantFrom('name', 'Name', 'Id', 'type', 'system', 'items', 'creatures', 'tollkeeper', 'characters', 'encounters', 'fields', 'members', 'Creatures.a', 'SavedEncounters.b', 'PersistentCharacters.c', 'StatBlock', 'Combatants', 'HP', 'start', 'end', 'entry', 'notes', 'tags', 'key', '__proto__')
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 0, 1, '', 'Eel', '12 points'), fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(fc.oneof(keys, keys, fc.string()), tie('value'), { maxKeys: 4 })),
  }))
  fc.assert(fc.property(fc.oneof(value, fc.jsonValue()), (json) => holds(new TextEncoder().encode(JSON.stringify(json)))), { numRuns: 1_000 })
})

it('any note and any table is read or refused', () => {
  const piece = fc.constantFrom('```encounter', '```', '\n', '\r\n', 'name: ', 'creatures:', '- ', '3: ', 'Eel', ', ', '"', "'", '---', '[[', ']]', 'name', ';', '\t', '=', 'hide: creatures', '#', '> ', ' ')
  fc.assert(fc.property(fc.array(fc.oneof(piece, piece, piece, fc.string()), { maxLength: 40 }), fc.constantFrom('', '```encounter\n', 'name,level\n'), (pieces, start) => holds(new TextEncoder().encode(start + pieces.join('')))), { numRuns: 1_000 })
})

it('a known file with a byte changed, or cut anywhere, is read or refused', () => {
  const files = ['improved-initiative/extra-field.json', 'foundry-actor/extra-field.json', 'compendium/extra-field.json', 'csv/extra-field.csv', 'encounter-blocks/extra-field.md'].map((file) => readFileSync(`test/fixtures/import/${file}`))
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(255), fc.boolean(), (file, place, byte, cut) => {
      const at = place % file.length
      holds(cut ? file.subarray(0, at) : file.map((old, index) => (index === at ? byte : old)))
    }),
    { numRuns: 500 },
  )
})
