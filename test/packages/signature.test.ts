import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestText, readBundle } from '../../main/packages/bundle.ts'
import { signedBy } from '../../main/packages/change.ts'
import { writeSignature } from '../../main/packages/signature.ts'
import { packageFiles, zipped } from '../support/package.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const bytesOf = (files: Readonly<Record<string, string | Buffer>>) => new Map(Object.entries(files).map(([name, data]) => [name, Buffer.from(data as string)]))
const signed = (files = packageFiles(), key = privateKey) => ({ ...files, 'signature.json': writeSignature(digestText(bytesOf(files)), key) })
const read = async (files: Readonly<Record<string, string | Buffer>>) => readBundle({ bytes: zipped(files) })
const bundleOf = async (files: Readonly<Record<string, string | Buffer>>) => {
  const found = await read(files)
  if (!found.ok) throw new Error(found.message)
  return found.bundle
}

describe('a signed package', () => {
  it('tells the key that signed it, and has the hash that it would have unsigned', async () => {
    const bundle = await bundleOf(signed())
    expect(bundle.signer).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    expect(bundle.sha256).toBe((await bundleOf(packageFiles())).sha256)
    expect((await bundleOf(packageFiles())).signer).toBeUndefined()
  })

  it.each([
    ['a file was changed after it was signed', { ...signed(), 'rules.js': '1' }, 'The signature is wrong'],
    ['a file was put in after it was signed', { ...signed(), LICENSE: 'mine' }, 'The signature is wrong'],
    ['the signature is another package’s', { ...packageFiles(), 'signature.json': signed(packageFiles({ version: '9.0.0' }))['signature.json'] as string }, 'The signature is wrong'],
    ['the key is another one', { ...signed(), 'signature.json': JSON.stringify({ ...(JSON.parse(signed()['signature.json']) as object), key: Buffer.alloc(32, 7).toString('base64') }) }, 'signature'],
    ['the key is too short', { ...signed(), 'signature.json': '{"key":"aa==","signature":"aa=="}' }, 'must hold an ed25519 key'],
    ['it is no JSON', { ...signed(), 'signature.json': '[' }, 'signature.json: '],
    ['it reaches for a prototype', { ...signed(), 'signature.json': '{"__proto__":1}' }, '"__proto__" is not allowed'],
    ['it is too long', { ...signed(), 'signature.json': 'x '.repeat(3_000) }, 'at most 4096 are read'],
  ])('is refused where %s', async (_, files, why) => {
    expect(await read(files)).toEqual({ ok: false, message: expect.stringContaining(why) })
  })
})

it('a key is told from the one before, from none, and from one that is gone', async () => {
  const [unsigned, ours, theirs] = [await bundleOf(packageFiles()), await bundleOf(signed()), await bundleOf(signed(packageFiles(), generateKeyPairSync('ed25519').privateKey))]
  expect(signedBy(unsigned, undefined)).toBe('no')
  expect(signedBy(unsigned, unsigned)).toBe('no')
  expect(signedBy(ours, undefined)).toBe('first')
  expect(signedBy(ours, unsigned)).toBe('first')
  expect(signedBy(ours, ours)).toBe('same')
  expect(signedBy(theirs, ours)).toBe('changed')
  expect(signedBy(unsigned, ours)).toBe('no longer')
})
