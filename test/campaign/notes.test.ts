import { describe, expect, it } from 'vitest'
import type { NoteId, NotesOf } from '../../preload/contract.ts'
import { createPlay, standing, valueOf } from '../support/campaign.ts'

async function createDesk() {
  const play = await createPlay()
  const note = valueOf(play.campaign.createNote('The ferry'))
  const session = valueOf(play.campaign.startSession('First evening'))
  const pages: Readonly<Record<NotesOf['kind'], NotesOf>> = {
    note: { kind: 'note', id: note },
    session: { kind: 'session', id: session },
    character: { kind: 'character', id: play.hob },
  }
  const textOf = (kind: NotesOf['kind']): string | undefined => {
    const { notes, sessions, characters } = play.campaign.view()
    if (kind === 'note') return notes.find(({ id }) => id === note)?.text
    return kind === 'session' ? sessions.find(({ id }) => id === session)?.notes : characters.find(({ id }) => id === play.hob)?.notes
  }
  play.events.length = 0
  const write = (kind: NotesOf['kind'], text: string) => play.campaign.writeNotes(pages[kind], text)
  return { ...play, note, pages, write, textOf }
}

describe('free notes', () => {
  it('are listed by title, renamed, deleted and brought back, each announced', async () => {
    const { campaign, note, events } = await createDesk()
    const other = valueOf(campaign.createNote(' A causeway '))
    expect(campaign.view().notes).toEqual([{ id: other, title: 'A causeway', text: '' }, { id: note, title: 'The ferry', text: '' }])
    valueOf(campaign.renameNote(note, 'The ninth ferry'))
    valueOf(campaign.deleteNote(other))
    expect(campaign.view().history.undo).toBe('deleting A causeway')
    expect(events.filter(({ name }) => name !== 'history.changed')).toEqual([
      { name: 'note.changed', payload: [{ id: other, title: 'A causeway', text: '' }] },
      { name: 'note.changed', payload: [{ id: note, title: 'The ninth ferry', text: '' }] },
      { name: 'note.removed', payload: [other] },
    ])
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(campaign.view().notes.map(({ title }) => title)).toEqual(['A causeway', 'The ferry'])
  })

  it.each([
    ['begun without a title', ({ campaign }: Desk) => campaign.createNote('  '), 'refused'],
    ['left without a title', ({ campaign, note }: Desk) => campaign.renameNote(note, ' '), 'refused'],
    ['renamed when it is gone', ({ campaign }: Desk) => campaign.renameNote(99 as NoteId, 'x'), 'missing'],
    ['deleted when it is gone', ({ campaign }: Desk) => campaign.deleteNote(99 as NoteId), 'missing'],
    ['written when it is gone', ({ campaign }: Desk) => campaign.writeNotes({ kind: 'note', id: 99 as NoteId }, 'x'), 'missing'],
  ])('are not %s', async (_, run, code) => {
    const desk = await createDesk()
    const before = desk.dump()
    expect(run(desk)).toMatchObject({ ok: false, error: { code } })
    expect(desk.dump()).toEqual(before)
  })
})

type Desk = Awaited<ReturnType<typeof createDesk>>

describe('notes of anything', () => {
  it.each(['note', 'session', 'character'] as const)('are written for a %s and taken back', async (kind) => {
    const { write, textOf, campaign, dump } = await createDesk()
    const before = dump()
    valueOf(write(kind, 'Owes the *ferryman*.'))
    expect(textOf(kind)).toBe('Owes the *ferryman*.')
    valueOf(campaign.undo())
    expect(dump()).toEqual(before)
    valueOf(campaign.redo())
    expect(textOf(kind)).toBe('Owes the *ferryman*.')
  })

  it('typed on within a minute are one step, and another one after that', async () => {
    const { write, textOf, campaign, clock } = await createDesk()
    for (const text of ['O', 'Ow', 'Owe']) valueOf(write('character', text))
    clock.at += 50_000
    valueOf(write('character', 'Owes'))
    clock.at += 20_000
    valueOf(write('character', 'Owes a coin'))
    valueOf(campaign.undo())
    expect(textOf('character')).toBe('Owes')
    valueOf(campaign.undo())
    expect(textOf('character')).toBe('')
    valueOf(campaign.redo())
    expect(textOf('character')).toBe('Owes')
    valueOf(campaign.redo())
    expect(textOf('character')).toBe('Owes a coin')
  })

  it('are a new step after anything else, be it in another field or an undo', async () => {
    const { write, textOf, campaign, hob, note } = await createDesk()
    valueOf(write('note', 'a'))
    valueOf(write('session', 'b'))
    valueOf(write('note', 'ab'))
    valueOf(campaign.undo())
    expect([textOf('note'), textOf('session')]).toEqual(['a', 'b'])
    valueOf(write('note', 'ac'))
    valueOf(campaign.changeCounter({ counter: 'points', character: hob, amount: 1 }))
    valueOf(write('note', 'acd'))
    valueOf(campaign.renameNote(note, 'Other'))
    valueOf(campaign.undo())
    valueOf(campaign.undo())
    expect(textOf('note')).toBe('ac')
  })

  it('that are as they were leave no step', async () => {
    const { write, campaign, note } = await createDesk()
    valueOf(write('note', ''))
    valueOf(campaign.renameNote(note, 'The ferry '))
    expect(campaign.view().history.undo).toBe('starting First evening')
  })

  it('leave everything else of a session and a character alone', async () => {
    const { write, dump } = await createDesk()
    const before = standing(dump())
    valueOf(write('session', 'x'))
    valueOf(write('character', 'y'))
    const after = standing(dump())
    const without = (rows: readonly unknown[] | undefined) => rows?.map((row) => ({ ...(row as object), notes: '' }))
    expect(without(after.session)).toEqual(without(before.session))
    expect(without(after.character)).toEqual(without(before.character))
    expect({ ...after, session: [], character: [] }).toEqual({ ...before, session: [], character: [] })
  })
})
