import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createReader } from '../../main/import/reader.ts'
import { readImport } from '../../main/import/read.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const csv = (...lines: string[]) => bytes(lines.join('\r\n'))

/** A campaign with a file read into it. */
async function createImport() {
  const play = await createPlay()
  const { campaign } = play
  const read = (data: Uint8Array, fileName = 'foes.csv') => {
    const parsed = readImport(data, fileName)
    if (!parsed.ok) throw new Error(parsed.message)
    return campaign.previewImport({ fileName, read: parsed.value })
  }
  const named = (name: string) => campaign.view().characters.find((each) => each.name === name)
  return { ...play, read, named }
}

describe('an import', () => {
  it('shows what it would bring and writes nothing before it is told to', async () => {
    const { read, dump } = await createImport()
    const before = dump()
    expect(read(csv('name,Vigour,tags,secret', 'Wolf,8,"beast; pack",x', 'Bär 火,20,,y'))).toMatchObject({
      format: 'csv',
      entries: [{ name: 'Wolf', kind: 'npc', tags: ['beast', 'pack'], known: false }, { name: 'Bär 火', known: false }],
      mapping: { Vigour: 'vigourMax' },
      fields: expect.arrayContaining([{ source: 'Vigour', samples: ['8', '20'] }]),
    })
    expect(dump()).toEqual(before)
  })

  it('adds what is new, brings up to date what it brought before, and adds nobody twice', async () => {
    const { campaign, read, named, dump } = await createImport()
    const before = standing(dump())
    const first = csv('id,name,Vigour', 'w,Wolf,8', 'b,Bear,20')
    const choice = { mapping: { Vigour: 'vigourMax' }, role: 'template', skip: [] } as const
    read(first)
    expect(valueOf(await campaign.applyImport(choice))).toMatchObject({ created: 2, updated: 0, unchanged: 0, problems: [] })
    expect(named('Wolf')).toMatchObject({ role: 'template', stats: { vigourMax: 8 }, counters: { vigour: { value: 8 } } })
    const after = standing(dump())
    expect(read(first).entries.map(({ known }) => known)).toEqual([true, true])
    expect(valueOf(await campaign.applyImport(choice))).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(standing(dump())).toEqual(after)
    read(csv('id,name,Vigour', 'w,Grey wolf,12', 'b,Bear,20'))
    expect(valueOf(await campaign.applyImport(choice))).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect(named('Grey wolf')).toMatchObject({ stats: { vigourMax: 12 }, counters: { vigour: { value: 12 } } })
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(standing(dump())).toEqual(before)
  })

  it('names what does not fit and leaves out what was not chosen', async () => {
    const { campaign, read, named } = await createImport()
    const { entries } = read(csv('name,Vigour', 'Wolf,999', 'Bear,20'))
    const result = valueOf(await campaign.applyImport({ mapping: { Vigour: 'vigourMax' }, role: 'self', skip: [entries[1]?.key ?? ''] }))
    expect(result).toMatchObject({ created: 1, problems: [expect.stringContaining('Wolf: ')] })
    expect(named('Wolf')).toMatchObject({ role: 'self', stats: { vigourMax: 10 } })
    expect(named('Bear')).toBeUndefined()
    expect(await campaign.applyImport({ mapping: {}, role: 'self', skip: [] })).toMatchObject({ error: { code: 'missing' } })
  })

  it('brings prepared encounters, with who is there already by name', async () => {
    const { campaign, read, hound } = await createImport()
    read(bytes('# Ferry\n\n```encounter\nname: On the ferry\ncreatures:\n  - 3: Rat\n  - lantern hound\n```\n'), 'notes.md')
    valueOf(await campaign.applyImport({ mapping: {}, role: 'template', skip: [] }))
    const [encounter] = campaign.view().encounters
    expect(encounter).toMatchObject({ name: 'On the ferry', members: [{ count: 3 }, { character: hound, count: 1 }] })
    expect(campaign.view().characters.filter(({ name }) => name.toLowerCase() === 'lantern hound')).toHaveLength(1)
  })

  it('leaves out the encounters that were not chosen', async () => {
    const { campaign, read } = await createImport()
    const { entries, encounters } = read(bytes('```encounter\nname: Ferry\ncreatures:\n  - 3: Rat\n```\n```encounter\nname: Mill\ncreatures:\n  - Rat\n```\n'), 'notes.md')
    const none = { skip: entries.map(({ key }) => key), skipEncounters: encounters.map(({ key }) => key) }
    expect(await campaign.applyImport({ mapping: {}, role: 'template', ...none })).toMatchObject({ error: { code: 'refused', message: expect.stringContaining('Nothing of this file') } })
    valueOf(await campaign.applyImport({ mapping: {}, role: 'template', skip: [], skipEncounters: [encounters[0]?.key ?? ''] }))
    expect(campaign.view().encounters.map(({ name }) => name)).toEqual(['Mill'])
  })

  it('reads its own export back into another campaign without loss, and into its own without a change', async () => {
    const { campaign, dump, read, named } = await createImport()
    const nasty = `Tom & Jerry's "Run" <b>x</b> / ..\\ 火 🚀`
    valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: nasty, stats: { vigourMax: 7, skills: [{ name: 'Bite, "hard"', value: 3 }] }, tags: ['a; b', ' a  b '], notes: '=1+1\n**x**' }))
    const { text, name } = campaign.exportRoster('json', undefined)
    expect(name).toBe('The Ninth Ferry roster.json')
    const other = await createImport()
    other.read(bytes(text), name)
    valueOf(await other.campaign.applyImport({ mapping: { vigourMax: 'vigourMax', diceMax: 'diceMax' }, role: 'template', skip: [] }))
    const { kind, role, stats, tags, notes, counters } = named(nasty) ?? {}
    expect(other.named(nasty)).toMatchObject({ kind, role, stats, tags, notes, counters })
    const before = standing(dump())
    read(bytes(text), name)
    expect(campaign.exportRoster('csv', []).text.split('\r\n')).toHaveLength(2)
    expect(standing(dump())).toEqual(before)
  })

  it('finds everybody of its own export again, whether they were imported or not, and those of no other campaign', async () => {
    const { campaign, dump, read, hound } = await createImport()
    read(csv('id,name,Vigour', 'w,Wolf,8'))
    valueOf(await campaign.applyImport({ mapping: { Vigour: 'vigourMax' }, role: 'template', skip: [] }))
    read(bytes('```encounter\nname: On the ferry\ncreatures:\n  - 3: Wolf\n```\n'), 'notes.md')
    valueOf(await campaign.applyImport({ mapping: {}, role: 'template', skip: [] }))
    valueOf(campaign.createCharacter({ kind: 'npc', role: 'template', name: 'Wolf', stats: {} }))
    valueOf(campaign.createEncounter({ name: 'Alone', notes: '', members: [{ character: hound, count: 1, hidden: true }] }))
    const before = standing(dump())
    const out = campaign.exportRoster('json', undefined)
    const table = campaign.exportRoster('csv', undefined)
    const { entries, mapping } = read(bytes(out.text), out.name)
    expect(entries.map(({ known }) => known)).toEqual(entries.map(() => true))
    expect(valueOf(await campaign.applyImport({ mapping, role: 'template', skip: [] }))).toEqual({ created: 0, updated: 0, unchanged: entries.length + 2, problems: [] })
    expect(standing(dump())).toEqual(before)
    expect(read(bytes(table.text), table.name).entries.map(({ known }) => known)).toEqual(entries.map(() => true))
    const other = await createImport()
    valueOf(other.campaign.createCharacter({ kind: 'npc', name: 'Somebody else', stats: {} }))
    expect(other.read(bytes(out.text), out.name).entries.map(({ known }) => known)).toEqual(entries.map(() => false))
  })

  it('counts a prepared encounter that changed', async () => {
    const { campaign, read } = await createImport()
    const block = (count: number) => bytes(`\`\`\`encounter\nname: On the ferry\ncreatures:\n  - ${count}: Rat\n\`\`\`\n`)
    read(block(2), 'notes.md')
    expect(valueOf(await campaign.applyImport({ mapping: {}, role: 'template', skip: [] }))).toMatchObject({ created: 2 })
    read(block(3), 'notes.md')
    expect(valueOf(await campaign.applyImport({ mapping: {}, role: 'template', skip: [] }))).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  })
})

describe('the reader', () => {
  const spawn = (workerData: object) => new Worker(new URL('../../main/import/worker.ts', import.meta.url), { workerData })

  it('reads a file in a worker of its own', async () => {
    expect(await createReader(spawn)(csv('name', 'Wolf'), 'a.csv')).toMatchObject({ ok: true, value: { entries: [{ name: 'Wolf' }] } })
    expect(await createReader(spawn)(bytes('{"a":'), 'a.json')).toMatchObject({ ok: false, message: expect.stringContaining('Nothing was changed') })
  })

  it('gives a file up that takes too long', async () => {
    expect(await createReader(spawn, 0)(csv('name', 'Wolf'), 'a.csv')).toMatchObject({ ok: false, message: expect.stringContaining('too long') })
  })
})
