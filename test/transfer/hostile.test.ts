import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openArchive } from '../../main/packages/archive.ts'
import { exportCampaign } from '../../main/transfer/export.ts'
import { readCampaign } from '../../main/transfer/read.ts'
import { zip, type ZipEntry } from '../packages/zip.ts'
import { createPlay, valueOf } from '../support/campaign.ts'

const told = () => undefined

/** The files of a good export, and what reads a spoilt one. */
async function goodExport() {
  const { campaign, path, folder, library, hob, hound, roll, side } = await createPlay()
  valueOf(await roll('toss', [['2']], side(hob)))
  valueOf(campaign.createNote('The pier'))
  valueOf(await campaign.addToFight({ name: 'Brawl', characters: [{ id: hound, count: 1 }] }))
  const out = join(folder, 'good')
  valueOf(await exportCampaign({ kind: 'export', from: path, to: out, at: 7 }, told))
  await library.closeCampaign()
  const opened = await openArchive(readFileSync(out))
  if (!opened.ok) throw new Error(opened.message)
  const files: { name: string; data: string }[] = []
  for (const name of opened.archive.names) {
    const file = await opened.archive.read(name, 1e7)
    if (file.ok) files.push({ name, data: Buffer.from(file.bytes).toString() })
  }
  const refusal = async (entries: readonly ZipEntry[] | Buffer): Promise<string> => {
    const home = mkdtempSync(join(folder, 'read-'))
    writeFileSync(join(home, 'in'), Buffer.isBuffer(entries) ? entries : zip(entries))
    const reply = await readCampaign({ kind: 'read', from: join(home, 'in'), to: join(home, 'made') }, told)
    // Whatever is refused leaves nothing, nor is anything written elsewhere.
    if (!reply.ok) expect(readdirSync(home)).toEqual(['in'])
    return reply.ok ? '' : `${reply.error.code}: ${reply.error.message}`
  }
  const change = (name: string, edit: (data: string) => string) => files.map((file) => (file.name === name ? { name, data: edit(file.data) } : file))
  const header = (edit: (header: Record<string, unknown>) => Record<string, unknown>) => change('campaign.json', (data) => JSON.stringify(edit(JSON.parse(data) as Record<string, unknown>)))
  const row = (table: string, edit: (row: Record<string, unknown>) => unknown) =>
    change(`tables/${table}.jsonl`, (data) => data.split('\n').map((line, index) => (index === 0 ? JSON.stringify(edit(JSON.parse(line) as Record<string, unknown>)) : line)).join('\n'))
  return { files, refusal, change, header, row }
}

describe('an exported campaign that somebody changed', () => {
  it('is read while nothing is wrong with it', async () => {
    const { files, refusal } = await goodExport()
    expect(await refusal(files)).toBe('')
  })

  it('is refused where its list of files is hostile, by the reader that packages use', async () => {
    const { files, refusal } = await goodExport()
    for (const [entries, why] of [
      [[...files, { name: '../evil.json', data: '1' }], 'invalid relative path'],
      [[...files, { name: 'tables/x.jsonl', data: '1', mode: 0o120777 }], 'link'],
      [[...files, { name: 'Campaign.json', data: '1' }], 'same name twice'],
      [[...files, { name: 'x', data: 'y'.repeat(100), sharesBytesOf: 0 }], 'bytes of another file'],
      [[...files, { name: 'notes.txt', data: 'x' }], 'no part of a campaign'],
      [files.map((file) => (file.name === 'tables/note.jsonl' ? { ...file, crc: 1 } : file)), 'checksum'],
      [files.map((file) => (file.name === 'tables/note.jsonl' ? { ...file, statedSize: 5 } : file)), 'unpacked'],
      [files.filter(({ name }) => name !== 'tables/note.jsonl'), 'missing'],
      [files.filter(({ name }) => name !== 'campaign.json'), 'no campaign that Tollkeeper exported'],
      [Array.from({ length: 2_001 }, (_, index) => ({ name: `${index}` })), 'at most 2000'],
    ] as const) {
      expect(await refusal(entries), why).toContain(why)
    }
    expect(await refusal(Buffer.from('no zip at all'))).toContain('refused: The zip can’t be read')
    expect(await refusal(Buffer.alloc(0))).toContain('refused')
  })

  it('is refused where its header lies or is from a newer version, which is named', async () => {
    const { change, refusal, header, files } = await goodExport()
    expect(await refusal(header((all) => ({ ...all, format: 2 })))).toContain('format 2; this one knows up to 1')
    expect(await refusal(header((all) => ({ ...all, schema: 9_999 })))).toContain('file version 9999')
    expect(await refusal(header((all) => ({ ...all, extra: 1 })))).toContain('campaign.json is not as it should be')
    expect(await refusal(header((all) => ({ ...all, uuid: '../x' })))).toContain('campaign.json')
    expect(await refusal(header((all) => ({ ...all, name: 'Another' })))).toContain('different campaigns')
    expect(await refusal(header(({ tables, ...all }) => ({ ...all, tables: { ...(tables as object), note: 2 } })))).toContain('holds 1 rows where 2')
    expect(await refusal(header(({ tables, ...all }) => ({ ...all, tables: { ...(tables as object), sqlite_master: 1 } })))).toContain('does not list the tables')
    expect(await refusal(header((all) => ({ ...all, schema: 3 })))).toContain('does not list the tables of file version 3')
    expect(await refusal(change('campaign.json', (data) => data.replace('{', '{"__proto__":1,')))).toContain('__proto__')
    expect(await refusal(change('campaign.json', () => '[1'))).toContain('campaign.json')
    expect(await refusal(files.map((file) => (file.name === 'campaign.json' ? { ...file, data: `{"a":"${'x'.repeat(1_100_000)}"}` } : file)))).toContain('at most')
  })

  it('is refused where a row breaks a rule of the schema, with the file and the line', async () => {
    const { row, change, refusal } = await goodExport()
    expect(await refusal(row('note', (all) => ({ ...all, extra: 1 })))).toContain('tables/note.jsonl, line 1')
    expect(await refusal(row('note', ({ title: _, ...all }) => all))).toContain('tables/note.jsonl, line 1')
    expect(await refusal(row('note', (all) => ({ ...all, title: true })))).toContain('line 1')
    expect(await refusal(row('note', (all) => ({ ...all, title: { a: 1 } })))).toContain('line 1')
    expect(await refusal(row('note', (all) => ({ ...all, title: null })))).toContain('NOT NULL')
    expect(await refusal(row('note', (all) => ({ ...all, created_at: 'x' })))).toContain('row is not as it should be')
    expect(await refusal(row('character', (all) => ({ ...all, stats: '{' })))).toContain('CHECK')
    expect(await refusal(row('combatant', (all) => ({ ...all, fight: 99 })))).toContain('refers to rows that are not in the file')
    expect(await refusal(change('tables/note.jsonl', (data) => data + data))).toContain('UNIQUE')
    expect(await refusal(change('tables/note.jsonl', (data) => data.trimEnd()))).toContain('middle of a row')
    expect(await refusal(change('tables/note.jsonl', () => 'no json\n'))).toContain('line 1')
    expect(await refusal(change('tables/campaign.jsonl', () => ''))).toContain('holds 0 rows')
  })

  it('is refused where a script is not the one that the campaign was played with', async () => {
    const { files, refusal } = await goodExport()
    const spoil = (ending: string, data: string) => files.map((file) => (file.name.endsWith(ending) ? { ...file, data } : file))
    expect(await refusal(spoil('rules.js', 'defineSystem({})'))).toContain('not the script')
    expect(await refusal(spoil('manifest.json', '[]'))).toContain('says nothing of itself')
    expect(await refusal(spoil('declarations.json', 'x'))).toContain('says nothing of itself')
  })

  it('is refused where its encryption asks for more than any reader should spend', async () => {
    const { refusal } = await goodExport()
    const sealed = (head: object) => Buffer.from(`TOLLKEEPER SEALED 1\n${JSON.stringify(head)}\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`)
    const head = { kdf: 'scrypt', N: 2 ** 30, r: 8, p: 1, salt: 'AAAA', iv: 'AAAAAAAAAAAAAAAA', check: 'AAAA' }
    const withPassphrase = async (bytes: Buffer) => {
      const { folder } = await createPlay()
      writeFileSync(join(folder, 'in'), bytes)
      return readCampaign({ kind: 'read', from: join(folder, 'in'), to: join(folder, 'made'), passphrase: 'x' }, told)
    }
    expect(await withPassphrase(sealed(head))).toMatchObject({ ok: false, error: { code: 'refused', message: expect.stringContaining('not known here') } })
    expect(await withPassphrase(Buffer.from('TOLLKEEPER SEALED 1\n'))).toMatchObject({ ok: false, error: { code: 'refused' } })
    expect(await withPassphrase(sealed({ ...head, N: 1_024 }))).toMatchObject({ ok: true, value: { kind: 'sealed' } })
    expect(await refusal(sealed(head))).toBe('')
  })
})
