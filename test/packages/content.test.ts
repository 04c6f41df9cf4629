import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLimits, parseSamples, readContent } from '../../main/packages/content.ts'

const file = 'content/creatures.json'
const parse = (json: unknown) => parseSamples(file, Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)))
const crow = { name: 'Clock crow', kind: 'npc' }

describe('a file of samples', () => {
  it('gives what it holds, stats at least empty', () => {
    const whole = { ...crow, build: { level: 2 }, stats: { scores: [{ name: 'Peck', value: 40 }], big: false }, notes: 'It counts.' }
    expect(parse([crow, { ...whole, name: 'Clock heron' }])).toEqual({ ok: true, samples: [{ ...crow, stats: {} }, { ...whole, name: 'Clock heron' }] })
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

it('any JSON and any bytes are either samples or refused in words', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json().map((text) => Buffer.from(text)), fc.uint8Array()), (bytes) => {
      const parsed = parseSamples(file, bytes)
      expect(parsed.ok ? parsed.samples.every(({ name }) => name !== '') : parsed.message.startsWith(file)).toBe(true)
    }),
  )
})

describe('the content of a package', () => {
  const reading = (files: Readonly<Record<string, string>>) => (name: string) => {
    const text = files[name]
    return Promise.resolve(text === undefined ? ({ ok: false, missing: true, message: `${name} is missing.` } as const) : ({ ok: true, bytes: Buffer.from(text) } as const))
  }

  it('is empty where there are no files', async () => {
    expect(await readContent(reading({}))).toEqual({ ok: true, content: { characters: [], creatures: [] } })
  })

  it('is refused as a whole when one file is wrong or can’t be read', async () => {
    expect(await readContent(reading({ 'content/characters.json': '[]', 'content/creatures.json': '{}' }))).toMatchObject({ ok: false })
    const unreadable = { ok: false, message: 'content/characters.json is no plain file.' } as const
    expect(await readContent(() => Promise.resolve(unreadable))).toEqual(unreadable)
  })
})
