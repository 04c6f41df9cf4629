import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importLimits } from '../../main/import/entry.ts'
import { readImport } from '../../main/import/read.ts'
import { fixture, readJson, readText, refusalOf, valueOf } from './reading.ts'

const fixtures = ['improved-initiative/extra-field.json', 'foundry-actor/extra-field.json', 'compendium/extra-field.json', 'tollkeeper/extra-field.json', 'csv/extra-field.csv', 'encounter-blocks/extra-field.md']
const bytesOf = (file: string): Buffer => readFileSync(`test/fixtures/import/${file}`)

describe('a file that can’t be read', () => {
  it.each(fixtures)('is refused when it is cut in half, with the place: %s', (file) => {
    const bytes = bytesOf(file)
    // In the middle of the last record, quote or block.
    const at = file.endsWith('.md') ? bytes.indexOf('Toll wasp') : file.endsWith('.csv') ? bytes.lastIndexOf('and ') : Math.floor(bytes.length / 2)
    expect(refusalOf(readImport(bytes.subarray(0, at), 'half'))).toMatch(/^"half" can't be imported\. .*line \d+.* Nothing was changed\. /)
  })

  it.each([
    ['a comma too many', '{"creatures": [\n{"name": "Eel",}\n]}', 'a key in double quotes was expected (line 2, character 16)'],
    ['a missing comma', '[{"name": "Eel"}\n{"name": "Wasp"}]', 'a comma or ] was expected (line 2, character 1)'],
    ['a line break in a text', '[{"name": "E\nel"}]', 'a line break or control character stands in a text (line 1, character 13)'],
    ['a wrong escape', '[{"name": "E\\q"}]', 'a wrong escape'],
    ['a word of another language', '[{"name": None}]', 'a value was expected (line 1, character 11)'],
    ['half a word', '[tru', 'it ends in the middle'],
    ['something behind the end', '[{"name": "Eel"}] x', 'something follows the end'],
    ['deep nesting', '['.repeat(100_000), 'nested deeper than 32 levels'],
    ['JSON of another shape', '{"a": 1}', 'of no shape that is known here'],
    ['prose', 'Once upon a time.', 'of no format that is known here'],
    ['more columns than a sheet has', `name${',a'.repeat(2_001)}\nEel\n`, 'It has more than 2000 columns'],
    ['a line of a block that nobody wrote', `\`\`\`encounter\nname${' '.repeat(500_000)}x\n\`\`\`\n`, "Line 2 can't be read: it is longer than 2000 characters"],
    ['nothing', ' \n', 'The file is empty'],
  ])('is refused with %s', (_, text, why) => {
    expect(refusalOf(readText(text))).toContain(why)
    expect(refusalOf(readText(text))).toContain('Nothing was changed.')
  })

  it('is refused by its size, with the limit, before anything is read', () => {
    const message = refusalOf(readImport(new Uint8Array(50 * 1024 * 1024), 'big.json'))
    expect(message).toBe('"big.json" can\'t be imported. It is 50 MB long; at most 20 MB are read. Nothing was changed. Split it into smaller files.')
  })

  it('is refused with more entries than are read', () => {
    const names = (count: number): string => `name\n${Array.from({ length: count }, (_, index) => `Eel ${index}\n`).join('')}`
    expect(valueOf(readText(names(importLimits.entries))).entries).toHaveLength(20_000)
    expect(refusalOf(readText(names(importLimits.entries + 1)))).toContain('The file holds 20,001 entries; at most 20,000 are read.')
  })

  it('is refused when it is no text', () => expect(refusalOf(readImport(Uint8Array.of(0x89, 0x50, 0, 1), 'a.png'))).toContain('The file is no text.'))
})

describe('encodings', () => {
  const csv = 'name,size\nFährmann Ørsted 火,4\n'
  const wide = (text: string, bigEndian: boolean): Buffer => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }

  it.each([
    ['UTF-8', Buffer.from(csv), []],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${csv}`), ['The byte order mark was dropped']],
    ['UTF-16 LE', wide(csv, false), ['The file was UTF-16 LE']],
    ['UTF-16 BE', wide(csv, true), ['The file was UTF-16 BE']],
  ])('reads %s', (_, bytes, repaired) => {
    const read = valueOf(readImport(bytes, 'a.csv'))
    expect(read.entries[0]?.name).toBe('Fährmann Ørsted 火')
    expect(read.repaired).toEqual(repaired)
  })

  it('reads Windows-1252, and says so', () => {
    const read = valueOf(readImport(Buffer.from('name\nF\xe4hrmann \x80 \x93x\x94\n', 'latin1'), 'a.csv'))
    expect(read.entries[0]?.name).toBe('Fährmann € “x”')
    expect(read.repaired).toEqual(['The file was no UTF-8 and was read as Windows-1252; look at letters with accents'])
  })

  it('tells a cut UTF-8 file from another encoding', () => {
    expect(refusalOf(readImport(Buffer.from('name\nJürgen ü').subarray(0, -1), 'a.csv'))).toContain('ends in the middle of a character (byte 14)')
    expect(refusalOf(readImport(wide(csv, false).subarray(0, -1), 'a.csv'))).toContain('ends in the middle of a character')
  })
})

describe('hostile texts', () => {
  it('keeps names that reach for a prototype as mere text', () => {
    const [entry] = valueOf(readText('{"creatures": [{"name": "__proto__", "__proto__": {"polluted": 1}, "constructor": 2}]}')).entries
    expect(entry?.name).toBe('__proto__')
    expect(Object.entries(entry?.fields ?? {})).toEqual([['__proto__.polluted', 1], ['constructor', 2]])
    const [plain] = valueOf(readText('name,__proto__,toString\nEel,5,6\n')).entries
    expect(Object.entries(plain?.fields ?? {})).toEqual([['__proto__', 5], ['toString', 6]])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('cuts names and texts that are too long, never in the middle of a sign, and says so', () => {
    const read = valueOf(readJson({ tollkeeper: 1, characters: [{ key: 'a', name: '🚀'.repeat(400), notes: 'x'.repeat(200_000), fields: { text: 'y'.repeat(3_000) } }] }))
    const [entry] = read.entries
    expect([entry?.name.length, /\p{Cs}/u.test(entry?.name ?? ''), entry?.notes.length, String(entry?.fields['text']).length]).toEqual([300, false, 100_000, 2_000])
    expect(read.repaired).toHaveLength(3)
    expect(read.repaired[1]).toMatch(/^The notes of ".*" was longer than 100000 characters and was cut$/)
  })

  it('drops control characters and mends half signs', () => {
    const [entry] = valueOf(readText('{"creatures": [{"name": " A\\u0000\\u0007\\nB\\ud800 ", "text": "a\\r\\nb\\tc\\u0001"}]}')).entries
    expect(entry?.name).toBe('A B\ufffd')
    expect(entry?.fields).toEqual({ text: 'a\nb\tc' })
  })

  it('leaves numbers that can’t be kept', () => {
    expect(valueOf(readText('{"creatures": [{"name": "A", "level": 1e999}]}'))).toMatchObject({ entries: [{ fields: {} }], left: ['1 value that can’t be kept'] })
  })

  it('gives the same keys every time', () => {
    for (const file of fixtures) expect(fixture(file)).toEqual(fixture(file))
  })
})
