import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from '../../main/packages/json.ts'

const message = (text: string) => {
  const parsed = parseStrictJson(text)
  return parsed.ok ? undefined : parsed.message
}

describe('strict JSON', () => {
  it('reads what JSON.parse reads, to the same value', () => {
    const plain = fc.jsonValue({ maxDepth: 4 }).filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(plain, fc.constantFrom('', '\t', 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('refuses whatever JSON.parse refuses', () => {
    const near = fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-truefalsn \\u') })
    fc.assert(
      fc.property(near, (text) => {
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        if (!valid) expect(parseStrictJson(text).ok).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['two keys of the same name', '{"id":"a","id":"b"}', 'the key "id" stands there twice'],
    ['the same name spelled with an escape', '{"id":"a","\\u0069d":"b"}', 'twice'],
    ['__proto__', '{"a":{"__proto__":{"x":1}}}', '"__proto__" is not allowed'],
    ['__proto__ spelled with escapes', '{"\\u005f_proto__":1}', '"__proto__" is not allowed'],
    ['constructor', '[{"constructor":1}]', '"constructor" is not allowed'],
    ['prototype', '{"prototype":1}', '"prototype" is not allowed'],
    ['100,000 levels', '['.repeat(100_000), 'nested deeper than 8 levels'],
    ['100,000 objects', '{"a":'.repeat(100_000), 'nested deeper than 8 levels'],
    ['a trailing comma', '{"a":1,}', 'a key in double quotes was expected'],
    ['something after the end', '{} {}', 'something follows the JSON'],
    ['nothing', '', 'ends in the middle'],
    ['half an object', '{"a":1', 'a comma or } was expected'],
    ['a comment', '{/* hi */}', 'not valid JSON'],
    ['a raw control character', '"a\u0001"', 'not valid JSON'],
  ])('refuses %s and says so', (_, text, expected) => {
    expect(message(text)).toContain(expected)
  })

  it('names the line', () => {
    expect(message('{\n  "a": 1,\n  "a": 2\n}')).toBe('the key "a" stands there twice (line 3)')
  })
})
