/** Packages that mean harm, generated: nothing of them lies in the repository. */
import { randomBytes } from 'node:crypto'
import { archiveLimits } from '../../main/packages/archive.ts'
import { packageFiles, packFiles, zipped } from '../support/package.ts'
import { testManifest, testSystem } from '../support/system.ts'
import { zip, type ZipEntry } from '../packages/zip.ts'

/** What is said of a refused package, or how a harmless one that looks like harm is taken. */
export type PackageEnd = { readonly refused: string } | { readonly taken: 'new' | 'replaced' | 'downgrade' }
export type PackageCase = readonly [name: string, bytes: () => Buffer, end: PackageEnd]

const manifest = { ...testManifest, id: 'lantern', name: 'Lantern' }
const whole: readonly ZipEntry[] = Object.entries(packageFiles()).map(([name, data]) => ({ name, data }))
const withEntry = (...entries: readonly ZipEntry[]) => () => zip([...whole, ...entries])
const refused = (why: string): PackageEnd => ({ refused: why })
const text = (change: Readonly<Record<string, unknown>>) => () => zipped(packageFiles(change))
const raw = (bytes: string | Buffer) => () => zipped(packageFiles({}, { 'manifest.json': bytes }))
const json = JSON.stringify(manifest)

const names: readonly (readonly [string, string])[] = [
  ['leads out', '../evil.js'],
  ['leads out further down', 'a/../../evil.js'],
  ['is absolute', '/etc/cron.d/evil'],
  ['has a drive letter', 'C:/evil.js'],
  ['has a drive letter alone', 'C:evil.js'],
  ['has a stream', 'rules.js:evil'],
  ['has backslashes', '..\\evil.js'],
  ['has a NUL', 'rules.js\u0000.png'],
  ['has a direction override', 'rules\u202e.js'],
  ['has a zero-width space', 'rules\u200b.js'],
  ['ends in a dot', 'rules.js.'],
  ['ends in a space', 'rules.js '],
  ['is a device', 'CON'],
  ['is a device with an ending', 'content/aux.json'],
  ['is empty', ''],
  ['is endless', 'x'.repeat(5_000)],
]

export const archiveCases: readonly PackageCase[] = [
  ...names.map(([what, name]): PackageCase => [`a name that ${what}`, withEntry({ name, data: 'x' }), refused('')]),
  ['a symbolic link', withEntry({ name: 'README.md', data: '/etc/passwd', mode: 0o120777 }), refused('link or a device')],
  ['a hard link or a device', withEntry({ name: 'README.md', data: 'rules.js', mode: 0o60666 }), refused('link or a device')],
  ['a link to a folder, and a file written through it', withEntry({ name: 'content', data: '/tmp', mode: 0o120777 }, { name: 'content/creatures.json', data: '[]' }), refused('link or a device')],
  ['a bomb by ratio', withEntry({ name: 'README.md', data: Buffer.alloc(1_000_000) }), refused('more than 100 times its size')],
  ['a bomb by count', withEntry(...Array.from({ length: archiveLimits.entries }, (_, index) => ({ name: `f${index}` }))), refused('at most 500 were expected')],
  ['a bomb of overlapping files', withEntry({ name: 'a', data: randomBytes(5_000) }, { name: 'b', data: '', sharesBytesOf: 2 }), refused('lies on the bytes of another file')],
  ['a bomb in a bomb', withEntry({ name: 'README.md', data: zip([{ name: 'x', data: zip([{ name: 'y', data: Buffer.alloc(4_000_000) }]) }]) }), { taken: 'new' }],
  ['a size that lies below', withEntry({ name: 'README.md', data: randomBytes(9_000), statedSize: 9 }), refused('can’t be unpacked')],
  ['a size that lies above', withEntry({ name: 'README.md', data: 'x', statedSize: 9_000 }), refused('can’t be unpacked')],
  ['a size that lies in zeros', () => zip(whole.map((entry) => ({ ...entry, statedSize: 0 }))), refused('')],
  ['more than all may weigh', withEntry(...Array.from({ length: 5 }, (_, index) => ({ name: `f${index}`, data: randomBytes(80_000), statedSize: 7_900_000 }))), refused('at most 33554432 were expected')],
  ['a file that is too long', () => Buffer.alloc(archiveLimits.zip + 1), refused('at most 16777216 are read')],
  ['the same name twice', () => zip([...whole, ...whole]), refused('the same name twice')],
  ['names that differ in case alone', withEntry({ name: 'Rules.JS', data: 'x' }), refused('the same name twice')],
  ['names that differ in composition alone', withEntry({ name: 'caf\u00e9' }, { name: 'cafe\u0301' }), refused('the same name twice')],
  ['a file that is a folder at once', withEntry({ name: 'rules.js/x', data: 'y' }), refused('a file and a folder at once')],
  ['two names for the same bytes', withEntry({ name: 'README.md', data: 'x', localName: 'rules.js!' }), refused('two different names')],
  ['an encrypted file', withEntry({ name: 'README.md', data: 'x', flags: 0x801 }), refused('encrypted')],
  ['a wrong checksum', withEntry({ name: 'README.md', data: 'x', crc: 1 }), refused('damaged')],
  ['a zip that is cut off', () => zip(whole).subarray(0, 300), refused('can’t be read')],
  ['a zip without its end', () => zip(whole).subarray(0, -1), refused('can’t be read')],
  ['no zip at all', () => Buffer.from('<html><script>alert(1)</script>'), refused('can’t be read')],
  ['nothing', () => Buffer.alloc(0), refused('can’t be read')],
]

const dangerous = ['__proto__', 'constructor', 'prototype']
const entries = ['id', 'name', 'version', 'api', 'compatibility', 'license', 'authors', 'description', 'homepage', 'dataVersion']
const oddities = [true, 7, [], '1', 1e308, {}, [[]]]
const wild = '<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3)'

export const manifestCases: readonly PackageCase[] = [
  ['a manifest of 50 MB', () => zip([{ name: 'manifest.json', data: Buffer.alloc(50_000_000, ' ') }, ...whole.slice(1)]), refused('at most 8388608 were expected')],
  ['a manifest of 5 MB', raw(`{"name":"${randomBytes(2_500_000).toString('hex')}"}`), refused('at most 65536 are read')],
  ['lists nested without end', raw('['.repeat(60_000)), refused('')],
  ['objects nested 10,000 deep', raw(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`), refused('')],
  ['a key twice', raw(json.replace('{', '{"id":"other",')), refused('stands there twice')],
  ['a key twice, spelled otherwise', raw(json.replace('{', '{"\\u0069d":"other",')), refused('stands there twice')],
  ...dangerous.map((key): PackageCase => [`${key} at the top`, raw(json.replace('{', `{"${key}":{"x":1},`)), refused(`"${key}" is not allowed`)]),
  ...dangerous.map((key): PackageCase => [`${key} further down`, raw(json.replace('"compatibility":{', `"compatibility":{"${key}":1,`)), refused(`"${key}" is not allowed`)]),
  ...entries.flatMap((key, index) => [oddities[index % oddities.length], null].map((value): PackageCase => [`${JSON.stringify(value)} as ${key}`, text({ [key]: value }), refused(`"${key}`)])),
  ['the id of a built-in system', text({ id: 'coin' }), refused('is taken by Coin')],
  ['the id of an installed system, with other contents', () => zipped(packageFiles({ id: 'candle', name: 'Candle', authors: ['Mallory'] })), { taken: 'replaced' }],
  ['a version that goes back', text({ id: 'candle', name: 'Candle', version: '0.0.1' }), { taken: 'downgrade' }],
  ['an id that looks like a built-in one', text({ id: 'c0in' }), refused('could be taken for')],
  ['an id with a Cyrillic letter', text({ id: 'cоin' }), refused('"id" must be')],
  ['an id with a zero-width space', text({ id: 'lan\u200btern' }), refused('"id" must be')],
  ['an id with a direction override', text({ id: 'lan\u202etern' }), refused('"id" must be')],
  ['an id that leads out', text({ id: '../../evil' }), refused('"id" must be')],
  ['an id that is a device', text({ id: 'con' }), refused('"id" must be')],
  ['an id that every object has', text({ id: 'constructor' }), refused('"id" must be')],
  ['the name of a built-in system', text({ name: 'Ｃｏｉｎ' }), refused('as another system does')],
  ['a name of two alphabets', text({ name: 'Lаntern' }), refused('must not mix alphabets')],
  ['a name with a direction override', text({ name: 'Lan\u202enret' }), refused('"name" must not hold')],
  ['a name with a NUL', text({ name: 'Lan\u0000tern' }), refused('"name" must not hold')],
  ['a name of 60 kB', text({ name: randomBytes(30_000).toString('hex') }), refused('"name" must be at most 80')],
  ['a byte order mark', raw(`\ufeff${json}`), refused('byte order mark')],
  ['UTF-16', raw(Buffer.from(`\ufeff${json}`, 'utf16le')), refused('UTF-16')],
  ['UTF-16 without a mark', raw(Buffer.from(json, 'utf16le')), refused('UTF-16')],
  ['broken UTF-8', raw(Buffer.from([0x7b, 0xff, 0x7d])), refused('no valid UTF-8')],
  ['HTML and scripts in every text', text({ name: wild.slice(0, 28), license: wild, authors: [wild], description: wild }), { taken: 'new' }],
  ['a script as its homepage', text({ homepage: 'javascript:alert(1)' }), refused('"homepage" must be an address')],
  ['a picture with a script', () => zipped(packageFiles({}, { 'icon.png': '<svg onload="alert(1)"/>' })), refused('icon.png is no PNG')],
  ['a version that is none', text({ version: 'latest' }), refused('"version" must be a version')],
  ['versions that contradict each other', text({ compatibility: { minimum: '2.0.0', verified: '1.0.0' } }), refused('is older than')],
  ['a newer app', text({ compatibility: { minimum: '99.0.0', verified: '99.0.0' } }), refused('needs Tollkeeper 99.0.0 or later')],
  ['an older app', text({ compatibility: { minimum: '0.0.1', verified: '0.0.1', maximum: '0.0.2' } }), refused('works up to Tollkeeper 0.0.2')],
  ['a newer API', text({ api: 2 }), refused('"api" is 2; this app offers plugin API 1 alone')],
  ['rules that never end', () => zipped(packageFiles({}, { 'rules.js': 'for (;;) {}' })), refused('was stopped')],
  ['rules of 3 MB', () => zipped(packageFiles({}, { 'rules.js': `${testSystem}\n//${randomBytes(1_500_000).toString('hex')}` })), refused('at most 2097152 are read')],
  ['a content pack that holds rules', () => zipped({ ...packFiles(), 'rules.js': testSystem }), refused('a content pack holds no rules.js')],
  ['a content pack that takes the place of a system', () => zipped(packFiles({ id: 'candle', name: 'Candle' })), refused('is a system, and this is content for "coin"')],
  ['a system that calls itself content of its own', () => zipped({ ...packFiles({ id: 'coin', name: 'Coin' }), 'rules.js': testSystem }), refused('a content pack holds no rules.js')],
  ['a content pack for nothing that is there', () => zipped(packFiles({ system: { id: 'lantern', minimum: '1.0.0', verified: '1.0.0' } })), refused('which isn’t there')],
  ['a content pack whose system is a path', () => zipped(packFiles({ system: { id: '../coin', minimum: '1.0.0', verified: '1.0.0' } })), refused('"system.id" must be')],
  ['a content pack that brings nothing', () => zipped(packFiles({}, {})), refused('It brings nothing')],
  ['a creature beyond all bounds', () => zipped(packFiles({}, { creatures: [{ name: 'A', kind: 'npc', stats: { vigourMax: 1e15 } }] })), refused('doesn\'t fit its system')],
  ['a creature whose building never ends', () => zipped(packFiles({}, { creatures: [{ name: 'A', kind: 'npc', build: { level: 1e15 } }] })), refused('could not be built')],
  ['500 creatures with HTML in each text', () => zipped(packFiles({}, { creatures: Array.from({ length: 500 }, (_, index) => ({ name: `${wild.slice(0, 40)} ${index}`, kind: 'npc', notes: wild })) })), { taken: 'new' }],
  ['501 creatures', () => zipped(packFiles({}, { creatures: Array.from({ length: 501 }, (_, index) => ({ name: `${index}`, kind: 'npc' })) })), refused('at most 500 characters')],
  ['tables of 2 MB', () => zipped({ ...packFiles(), 'content/tables.json': JSON.stringify([{ name: 'A', lines: [randomBytes(1_000_000).toString('hex')] }]) }), refused('at most 1048576 are read')],
  ['tables that lead in a circle', () => zipped(packFiles({}, { tables: [{ name: 'A', lines: ['[[B]]'] }, { name: 'B', lines: ['[[a]]'] }] })), refused('would roll on itself')],
  ['a table with endless dice', () => zipped(packFiles({}, { tables: [{ name: 'A', lines: ['999999999d999999999', '1-2 x'] }] })), refused('content/tables.json')],
  ['200 tables that each lead to all others', () => zipped(packFiles({}, { tables: Array.from({ length: 200 }, (_, index) => ({ name: `T${index}`, lines: Array.from({ length: 199 - index }, (_none, on) => `[[T${index + on + 1}]]`).concat('an end') })) })), { taken: 'new' }],
  ['a condition that reaches for a prototype', () => zipped({ ...packFiles(), 'content/conditions.json': '[{"id":"a","label":"A","tone":"bane","__proto__":{}}]' }), refused('"__proto__" is not allowed')],
  ['content that reaches for a prototype', () => zipped(packageFiles({}, { 'content/creatures.json': '[{"name":"A","kind":"npc","stats":{"__proto__":{}}}]' })), refused('"__proto__" is not allowed')],
]
