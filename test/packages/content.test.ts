import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLimits, parseContent, readContent } from '../../main/packages/content.ts'

const file = 'content/creatures.json'
const parse = (json: unknown) => parseContent('creatures', Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)))
const crow = { name: 'Clock crow', kind: 'npc' }

describe('a file of samples', () => {
  it('gives what it holds, stats at least empty', () => {
    const whole = { ...crow, build: { level: 2 }, stats: { scores: [{ name: 'Peck', value: 40 }], big: false }, notes: 'It counts.' }
    expect(parse([crow, { ...whole, name: 'Clock heron' }])).toEqual({ ok: true, rows: [{ ...crow, stats: {} }, { ...whole, name: 'Clock heron' }] })
  })

  it.each([
    ['something else than a list', {}, 'must be a list of characters'],
    ['a row that is no object', [1], 'row 1 must be an object'],
    ['a row without a name', [crow, { kind: 'pc' }], 'row 2: "name" must be a text'],
    ['an empty name', [{ ...crow, name: '' }], 'row 1 (""): "name" must not be empty'],
    ['a name that hides something', [{ ...crow, name: 'Clock\u202ecrow' }], '"name" must not hold control'],
    ['a long name', [{ ...crow, name: 'x'.repeat(81) }], '"name" must be at most 80'],
    ['another kind', [{ ...crow, kind: 'god' }], 'row 1 ("Clock crow"): "kind" must be "pc" or "npc"'],
    ['an unknown entry', [{ ...crow, stat: {} }], 'row 1 ("Clock crow"): there is no entry "stat" here'],
    ['stats that are a list', [{ ...crow, stats: [] }], '"stats" must hold values by the id of a field'],
    ['an id that no field has', [{ ...crow, stats: { 'a b': 1 } }], '"stats.a b" must hold values by the id of a field'],
    ['half a number', [{ ...crow, stats: { level: 1.5 } }], '"stats.level" must be a whole number'],
    ['a number that can’t be counted with', [{ ...crow, stats: { level: 1e300 } }], '"stats.level" must be a whole number'],
    ['null', [{ ...crow, stats: { level: null } }], '"stats.level" must be a whole number'],
    ['a list in a row', [{ ...crow, stats: { skills: [{ names: [] }] } }], '"stats.skills" must be a whole number'],
    ['more rows than a list holds', [{ ...crow, stats: { skills: Array(501).fill({}) } }], '"stats.skills"'],
    ['a text that is too long', [{ ...crow, stats: { notes: 'x'.repeat(2_001) } }], '"stats.notes"'],
    ['more stats than a system has', [{ ...crow, stats: Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`s${index}`, 1])) }], '"stats" must hold at most 300'],
    ['rows to build from', [{ ...crow, build: { skills: [] } }], '"build.skills" must be a whole number'],
    ['a player’s character that is built', [{ ...crow, kind: 'pc', build: {} }], '"build" is for NPCs alone'],
    ['notes of several lines', [{ ...crow, notes: 'a\nb' }], '"notes" must not hold control'],
    ['the same name twice', [crow, { ...crow, kind: 'pc' }], 'the name "Clock crow" stands there twice'],
    ['more samples than anybody needs', Array.from({ length: contentLimits.samples + 1 }, (_, index) => ({ ...crow, name: `${index}` })), 'at most 500 characters'],
    ['no JSON', '[', 'ends in the middle'],
    ['a key that reaches for a prototype', '[{"name":"A","kind":"npc","stats":{"__proto__":{}}}]', '"__proto__" is not allowed'],
    ['the same key twice', '[{"name":"A","name":"B"}]', 'twice'],
    ['deep nesting', '['.repeat(50), 'nested deeper'],
    ['a byte order mark', '\ufeff[]', 'byte order mark'],
    ['too many bytes', ' '.repeat(contentLimits.bytes + 1), `at most ${contentLimits.bytes} are read`],
  ])('is refused with %s', (_, json, why) => {
    const parsed = parse(json)
    expect(parsed).toEqual({ ok: false, message: expect.stringContaining(why) })
    expect(!parsed.ok && parsed.message.startsWith(file)).toBe(true)
  })
})

describe('a file of tables', () => {
  const tables = (json: unknown) => parseContent('tables', Buffer.from(JSON.stringify(json)))
  const weather = { name: 'Weather', lines: ['d6', '1-4 Rain', '5-6 [[Wind]]'] }
  const wind = { name: 'Wind', lines: ['North', '3x South'] }

  it('gives what it holds', () => {
    expect(tables([weather, wind])).toEqual({ ok: true, rows: [weather, wind] })
  })

  it.each([
    ['a line that can’t be read', [{ ...weather, lines: ['d6', '1-4 Rain'] }, wind], '"Weather", line 2: No row is for 5 to 6'],
    ['a table that isn’t there', [weather], '"Weather" rolls on "Wind", which is not among these tables'],
    ['tables that lead to each other', [weather, { name: 'wind', lines: ['[[WEATHER]]'] }], '"Weather" would roll on itself'],
    ['names that differ in case alone', [weather, wind, { ...wind, name: 'WIND' }], 'the name "WIND" stands there twice'],
    ['a name that no row could call', [{ ...wind, name: 'Wind [1]' }], '"name" must not hold square brackets'],
    ['no lines', [{ ...wind, lines: [] }], 'row 1 ("Wind"): "lines" must hold a line at least'],
    ['lines in one text', [{ ...wind, lines: 'North' }], '"lines" must be a list of lines'],
    ['a line that breaks', [{ ...wind, lines: ['a\nb'] }], '"lines.0" must not hold control'],
    ['more tables than anybody needs', Array.from({ length: contentLimits.tables + 1 }, (_, index) => ({ ...wind, name: `${index}` })), 'at most 200 tables'],
  ])('is refused with %s', (_, json, why) => {
    expect(tables(json)).toEqual({ ok: false, message: expect.stringMatching(/^content\/tables\.json: /) })
    expect(tables(json)).toEqual({ ok: false, message: expect.stringContaining(why) })
  })
})

describe('a file of conditions', () => {
  const conditions = (json: unknown) => parseContent('conditions', Buffer.from(JSON.stringify(json)))
  const soaked = { id: 'soaked', label: 'Soaked', tone: 'bane' }

  it('gives what it holds', () => {
    const cold = { ...soaked, id: 'cold', label: 'Cold', help: 'One die less.' }
    expect(conditions([soaked, cold])).toEqual({ ok: true, rows: [soaked, cold] })
  })

  it.each([
    ['another tone', [{ ...soaked, tone: 'bad' }], 'row 1 ("Soaked"): "tone" must be "boon", "bane" or "plain"'],
    ['an id with a space', [{ ...soaked, id: 'so aked' }], '"id" must be letters'],
    ['the same id twice', [soaked, { ...soaked, label: 'Wet' }], 'the id "soaked" stands there twice'],
    ['an unknown entry', [{ ...soaked, colour: 'red' }], 'there is no entry "colour" here'],
  ])('is refused with %s', (_, json, why) => {
    expect(conditions(json)).toEqual({ ok: false, message: expect.stringContaining(why) })
  })
})

it('any JSON and any bytes are either rows or refused in words', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json().map((text) => Buffer.from(text)), fc.uint8Array()), (bytes) => {
      const parsed = parseContent('creatures', bytes)
      expect(parsed.ok ? parsed.rows.every(({ name }) => name !== '') : parsed.message.startsWith(file)).toBe(true)
    }),
  )
})

describe('the content of a package', () => {
  const reading = (files: Readonly<Record<string, string>>) => (name: string) => {
    const text = files[name]
    return Promise.resolve(text === undefined ? ({ ok: false, missing: true, message: `${name} is missing.` } as const) : ({ ok: true, bytes: Buffer.from(text) } as const))
  }

  it('is empty where there are no files', async () => {
    expect(await readContent(reading({}))).toEqual({ ok: true, content: { characters: [], creatures: [], tables: [], conditions: [] } })
  })

  it('is refused as a whole when one file is wrong or can’t be read', async () => {
    expect(await readContent(reading({ 'content/characters.json': '[]', 'content/creatures.json': '{}' }))).toMatchObject({ ok: false })
    const unreadable = { ok: false, message: 'content/characters.json is no plain file.' } as const
    expect(await readContent(() => Promise.resolve(unreadable))).toEqual(unreadable)
  })
})
