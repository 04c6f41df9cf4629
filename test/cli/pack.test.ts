import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runPlugin } from '../../main/cli/run-plugin.ts'
import { readBundle } from '../../main/packages/bundle.ts'
import { tempFolder } from '../support/files.ts'
import { packageFiles, packFiles, writeFiles, zipped } from '../support/package.ts'

async function pack(path: string, from: string, ...rest: readonly string[]) {
  const lines: string[] = []
  const code = await runPlugin(['pack', path, ...rest], { from, out: (line) => lines.push(line), err: (line) => lines.push(line) })
  return { code, text: lines.join('\n') }
}

it('a package is packed to the same bytes whenever and from whatever it is made', async () => {
  const [from, other] = [tempFolder(), tempFolder()]
  const files = packageFiles({}, { 'README.md': '# Lantern', 'content/creatures.json': '[]', 'notes.txt': 'left behind' })
  writeFiles(join(from, 'here'), files)
  expect(await pack('here', from)).toEqual({ code: 0, text: expect.stringMatching(/^Lantern 1\.0\.0 is packed: .*lantern-1\.0\.0\.tollkeeper-plugin\nSHA-256 of its contents, as the window shows it: [0-9a-f]{64}\nSHA-256 of the file, for an index: [0-9a-f]{64}$/) })
  const packed = readFileSync(join(from, 'lantern-1.0.0.tollkeeper-plugin'))
  expect((await pack('here', from)).text).toContain(`for an index: ${createHash('sha256').update(packed).digest('hex')}`)
  utimesSync(join(from, 'here/rules.js'), 1, 1)
  writeFileSync(join(other, 'a.zip'), zipped(Object.fromEntries(Object.entries(files).toReversed())))
  for (const again of [await pack(join(from, 'here'), other), await pack('a.zip', other)]) {
    expect(again.code).toBe(0)
    expect(readFileSync(join(other, 'lantern-1.0.0.tollkeeper-plugin'))).toEqual(packed)
  }
  const read = await readBundle({ bytes: packed })
  expect(read.ok && [...read.bundle.parts.keys()].toSorted()).toEqual(['README.md', 'content/creatures.json', 'manifest.json', 'rules.js'])
})

it('a content pack is packed as it is', async () => {
  const from = tempFolder()
  writeFiles(join(from, 'here'), packFiles())
  expect(await pack('here', from)).toEqual({ code: 0, text: expect.stringMatching(/^Marsh Folk 1\.0\.0 is packed: /) })
  expect(await readBundle({ path: join(from, 'marsh-folk-1.0.0.tollkeeper-plugin') })).toMatchObject({ ok: true, bundle: { counts: { creatures: 2 } } })
})

it('a source folder is built and packed', async () => {
  const from = tempFolder()
  expect(await pack(join(process.cwd(), 'plugins/starter'), from)).toMatchObject({ code: 0 })
})

it('a package is signed by a key, which the app reads', async () => {
  const from = tempFolder()
  writeFiles(join(from, 'here'), packageFiles())
  writeFileSync(join(from, 'key.pem'), generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
  expect(await pack('here', from, '--key', 'key.pem')).toMatchObject({ code: 0, text: expect.stringContaining('is packed and signed') })
  const read = await readBundle({ path: join(from, 'lantern-1.0.0.tollkeeper-plugin') })
  expect(read.ok && read.bundle.signer).toMatch(/=$/)
})

it.each([
  ['the package is wrong', packageFiles({ api: 2 }), [], 'plugin API 1 alone'],
  ['the key is no key', packageFiles(), ['--key', 'here/rules.js'], 'is no private key in PEM. Make one with: openssl'],
  ['the key is missing', packageFiles(), ['--key', 'nothing.pem'], 'is no private key in PEM'],
  ['the key is of another kind', packageFiles({}, { 'rsa.pem': generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'pem', type: 'pkcs8' }) }), ['--key', 'here/rsa.pem'], 'is no ed25519 key'],
])('nothing is packed where %s', async (_, files, rest, why) => {
  const from = tempFolder()
  writeFiles(join(from, 'here'), files)
  expect(await pack('here', from, ...rest)).toEqual({ code: 1, text: expect.stringContaining(why) })
})
