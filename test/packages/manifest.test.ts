import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseManifest } from '../../main/packages/manifest.ts'
import { appVersion } from '../../main/packages/version.ts'

const good = {
  id: 'my-system',
  name: 'My System',
  version: '1.2.3',
  api: 1,
  compatibility: { minimum: '0.1.0', verified: '0.1.0' },
  license: 'MIT',
  authors: ['Somebody'],
  description: 'A game.',
  dataVersion: 1,
}

const bytes = (text: string) => Buffer.from(text, 'utf8')
const parse = (manifest: unknown, app = '0.1.0') => parseManifest(bytes(JSON.stringify(manifest)), app)
const refusal = (manifest: unknown, app = '0.1.0') => {
  const parsed = parse(manifest, app)
  return parsed.ok ? undefined : parsed.message
}

describe('a manifest', () => {
  it('is taken when everything is in order', () => {
    expect(parse(good)).toEqual({ ok: true, manifest: good })
    const more = { ...good, homepage: 'https://example.org/game', compatibility: { ...good.compatibility, maximum: '2.0.0' } }
    expect(parse(more)).toEqual({ ok: true, manifest: more })
  })

  it('of a content pack says what system it is for', () => {
    const pack = { ...good, system: { id: 'coin', minimum: '1.0.0', verified: '1.2.0', maximum: '2.0.0' } }
    expect(parse(pack)).toEqual({ ok: true, manifest: pack })
    expect(refusal({ ...good, system: 'coin' })).toBe('manifest.json: "system" must hold id, minimum and verified.')
    expect(refusal({ ...good, system: { id: 'coin', minimum: '1.0.0' } })).toContain('"system.verified" is missing')
    expect(refusal({ ...good, system: { ...pack.system, id: '../coin' } })).toContain('"system.id" must be')
    expect(refusal({ ...good, system: { ...pack.system, minimum: '1.3.0' } })).toBe('manifest.json: "system.verified" 1.2.0 is older than "minimum" 1.3.0.')
    expect(refusal({ ...good, system: { ...pack.system, maximum: '1.1.0' } })).toBe('manifest.json: "system.maximum" 1.1.0 is older than "verified" 1.2.0.')
  })

  it('may be written in any language', () => {
    expect(parse({ ...good, name: '暗黒の迷宮', authors: ['Žofia Nováková'], description: 'Ein Spiel für Größen — “so”.' }).ok).toBe(true)
  })

  it('keeps HTML as the plain text it is', () => {
    const name = '<script>alert(1)</script>'
    expect(parse({ ...good, name })).toMatchObject({ ok: true, manifest: { name } })
  })

  it('needs every entry', () => {
    for (const key of Object.keys(good)) {
      const without = Object.fromEntries(Object.entries(good).filter(([other]) => other !== key))
      expect(refusal(without), key).toContain(`"${key}"`)
    }
  })

  it.each([
    ['an entry that nobody knows', { ...good, postinstall: 'rm' }, 'there is no entry "postinstall"'],
    ['an unknown entry further down', { ...good, compatibility: { ...good.compatibility, not: '1' } }, '"compatibility.not"'],
    ['a list in its place', [good], 'must be an object'],
    ['a number for a name', { ...good, name: 7 }, '"name" must be a text'],
    ['an empty name', { ...good, name: '' }, '"name" must not be empty'],
    ['a megabyte of name within the size limit', { ...good, name: 'x'.repeat(60_000) }, '"name" must be at most 80'],
    ['an upper-case id', { ...good, id: 'My-System' }, '"id" must be 2 to 40'],
    ['an id that leads out of a folder', { ...good, id: '../x' }, '"id" must be 2 to 40'],
    ['a look-alike id', { ...good, id: 'cyphеr' }, '"id" must be 2 to 40'],
    ['an id with a zero-width space', { ...good, id: 'my\u200bsystem' }, '"id" must be 2 to 40'],
    ['an id of one letter', { ...good, id: 'x' }, '"id" must be 2 to 40'],
    ['an id with a line break at its end', { ...good, id: 'game\n' }, '"id" must be 2 to 40'],
    ['an id that is too long', { ...good, id: 'x'.repeat(41) }, '"id" must be 2 to 40'],
    ['a right-to-left override', { ...good, name: 'My\u202emetsyS' }, '"name" must not hold'],
    ['a zero-width joiner', { ...good, name: 'My\u200dSystem' }, '"name" must not hold'],
    ['a NUL in a text', { ...good, name: 'My\u0000System' }, '"name" must not hold'],
    ['a line break in a name', { ...good, name: 'My\nSystem' }, '"name" must not hold'],
    ['a blank that looks like nothing', { ...good, name: '\u3164' }, '"name" must not hold'],
    ['spaces around a name', { ...good, name: ' My System' }, '"name" must not begin or end'],
    ['hidden characters in an author', { ...good, authors: ['a', 'b\ufeff'] }, '"authors.1" must not hold'],
    ['authors as one text', { ...good, authors: 'me' }, '"authors" must be a list of names'],
    ['no authors', { ...good, authors: [] }, '"authors" must name somebody'],
    ['a version that is none', { ...good, version: '1.2' }, '"version" must be a version'],
    ['a version with a v', { ...good, version: 'v1.2.3' }, '"version" must be a version'],
    ['a version as a number', { ...good, version: 1 }, '"version" must be a version'],
    ['a huge version', { ...good, version: `1.2.${'9'.repeat(60_000)}` }, '"version" must be at most 64'],
    ['another API', { ...good, api: 2 }, '"api" is 2; this app offers plugin API 1 alone'],
    ['an id that Windows gives to a device', { ...good, id: 'con' }, '"id" must be no word that Windows'],
    ['an id that every object has', { ...good, id: 'constructor' }, '"id" must be no word'],
    ['a Cyrillic letter in a Latin name', { ...good, name: 'My Systеm' }, '"name" must not mix alphabets'],
    ['an API as text', { ...good, api: '1' }, '"api" must be 1'],
    ['a fraction as data version', { ...good, dataVersion: 1.5 }, '"dataVersion" must be a whole number'],
    ['data version 0', { ...good, dataVersion: 0 }, '"dataVersion" must be 1 or more'],
    ['a script as homepage', { ...good, homepage: 'javascript:alert(1)' }, '"homepage" must be an address'],
    ['a homepage without encryption', { ...good, homepage: 'http://example.org' }, '"homepage" must be an address'],
    ['a range as compatibility', { ...good, compatibility: '>=1' }, '"compatibility" must hold minimum and verified'],
    [
      'versions that contradict each other',
      { ...good, compatibility: { minimum: '2.0.0', verified: '1.0.0' } },
      '"compatibility.verified" 1.0.0 is older',
    ],
    [
      'a maximum below the verified version',
      { ...good, compatibility: { minimum: '0.1.0', verified: '1.0.0', maximum: '0.5.0' } },
      '"compatibility.maximum" 0.5.0 is older',
    ],
  ])('is refused with %s', (_, manifest, expected) => {
    expect(refusal(manifest)).toContain(expected)
  })

  it('is refused when it needs a newer app, and says both versions', () => {
    const manifest = { ...good, compatibility: { minimum: '1.4.0', verified: '1.4.0' } }
    expect(refusal(manifest, '1.2.0')).toBe('My System needs Tollkeeper 1.4.0 or later; this is 1.2.0.')
  })

  it('is refused when the app has grown past its maximum', () => {
    const manifest = { ...good, compatibility: { minimum: '1.0.0', verified: '1.0.0', maximum: '1.9.0' } }
    expect(refusal(manifest, '2.0.0')).toBe('My System works up to Tollkeeper 1.9.0; this is 2.0.0.')
  })

  it.each([
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), 'byte order mark'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{}', 'utf16le'), 'UTF-16'],
    ['broken UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'no valid UTF-8'],
    ['nothing in it', Buffer.alloc(0), 'ends in the middle'],
    ['50 MB', Buffer.alloc(50_000_000, ' '), 'at most 65536 are read'],
    ['duplicate keys', bytes('{"id":"a","id":"b"}'), 'twice'],
    ['a key that reaches for a prototype', bytes('{"__proto__":{}}'), 'not allowed'],
    ['100,000 levels', bytes('['.repeat(60_000)), 'nested deeper'],
  ])('is refused with %s', (_, raw, expected) => {
    const parsed = parseManifest(raw)
    expect(parsed.ok ? '' : parsed.message).toContain(expected)
  })

  it('is held against the version of this app by default', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(appVersion).toBe(version)
  })
})
