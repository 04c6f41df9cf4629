import { describe, expect, it } from 'vitest'
import { readIndex } from '../../main/packages/index-file.ts'

const one = (version: string, rest: object = {}) => ({ version, address: `lantern-${version}.tollkeeper-plugin`, sha256: 'a'.repeat(64), compatibility: { minimum: '1.0.0', verified: '1.0.0' }, ...rest })
const read = (versions: readonly object[], app = '1.5.0') => readIndex(Buffer.from(JSON.stringify({ id: 'lantern', versions })), app)

describe('an index', () => {
  it('gives its newest version that goes with this app, whatever the order', () => {
    const versions = [one('1.9.0'), one('1.10.0'), one('3.0.0', { compatibility: { minimum: '2.0.0', verified: '2.0.0' } }), one('1.2.0'), one('2.0.0-beta.1')]
    expect(read(versions)).toEqual({ ok: true, listed: { id: 'lantern', version: '1.10.0', address: 'lantern-1.10.0.tollkeeper-plugin', sha256: 'a'.repeat(64) } })
  })

  it('gives a version before its release only where there is no other', () => {
    expect(read([one('2.0.0-beta.1')])).toMatchObject({ ok: true, listed: { version: '2.0.0-beta.1' } })
  })

  it('lists any version that a manifest may have', () => {
    expect(read([one('1.0.0+build.7')])).toMatchObject({ ok: true, listed: { version: '1.0.0+build.7' } })
  })

  it('says both versions where none goes with this app', () => {
    expect(read([one('1.0.0', { compatibility: { minimum: '2.0.0', verified: '2.0.0' } })])).toEqual({ ok: false, message: 'No version of "lantern" goes with Tollkeeper 1.5.0: 1.0.0 is for 2.0.0 or later.' })
    expect(read([one('1.0.0', { compatibility: { minimum: '1.0.0', verified: '1.0.0', maximum: '1.4.0' } })])).toMatchObject({ message: expect.stringContaining('is for 1.0.0 to 1.4.0') })
  })

  it.each([
    ['no JSON', '<html>', 'neither a package nor an index'],
    ['a list', '[]', 'it must hold an id and versions'],
    ['no versions', '{"id":"lantern","versions":[]}', '"versions" is missing or wrong'],
    ['a strange id', '{"id":"../x","versions":[]}', '"id" is missing or wrong'],
    ['a version that is none', JSON.stringify({ id: 'lantern', versions: [one('latest')] }), '"versions.0.version"'],
    ['a hash that is none', JSON.stringify({ id: 'lantern', versions: [one('1.0.0', { sha256: 'x' })] }), '"versions.0.sha256"'],
    ['a key that reaches for a prototype', '{"__proto__":1}', 'not allowed'],
    ['too many bytes', ' '.repeat(300_000), 'at most 262144 are read'],
  ])('is refused with %s', (_, text, why) => {
    expect(readIndex(Buffer.from(text))).toEqual({ ok: false, message: expect.stringContaining(why) })
  })
})
