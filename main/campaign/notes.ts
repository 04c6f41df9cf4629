import type { Note, NoteId, NotesOf, Reply } from '../../preload/contract.ts'
import type { NoteRecord } from '../db/stores/notes.ts'
import { done, failed } from '../rules/reply.ts'
import type { Door } from './act.ts'
import type { Records } from './records.ts'

/** What notes stand on. */
export interface NoteDesk {
  readonly records: Records
  readonly uuid: () => string
}

/** Begins a free note. */
export function createNote({ records, uuid }: NoteDesk, door: Door, title: string): Reply<NoteId> {
  const called = title.trim()
  if (called === '') return untitled()
  return door.act(`adding ${called}`, (at) => records.notes.create({ uuid: uuid(), title: called }, at) as NoteId)
}

/** Changes a free note's title; typed on within a minute, as one step. */
export function renameNote({ records }: NoteDesk, door: Door, id: NoteId, title: string): Reply<null> {
  const note = records.notes.get(id)
  if (!note) return gone()
  const called = title.trim()
  if (called === '') return untitled()
  if (called === note.title) return done(null)
  return door.type(`note ${id} title`, `renaming ${note.title}`, () => {
    records.notes.update({ ...note, title: called })
    return null
  })
}

export function deleteNote({ records }: NoteDesk, door: Door, id: NoteId): Reply<null> {
  const note = records.notes.get(id)
  if (!note) return gone()
  return door.act(`deleting ${note.title}`, () => {
    records.notes.delete(id)
    return null
  })
}

/** Writes the notes of something; typed on within a minute, as one step. */
export function writeNotes({ records }: NoteDesk, door: Door, { kind, id }: NotesOf, text: string): Reply<null> {
  const page = pageOf(records, kind, id)
  if (!page) return gone()
  if (text === page.text) return done(null)
  return door.type(`${kind} ${id} notes`, `notes on ${page.name}`, () => {
    page.write(text)
    return null
  })
}

/** All free notes, by title. */
export const listNotes = ({ records }: Pick<NoteDesk, 'records'>): readonly Note[] => records.notes.list().map(toNote)

interface Page {
  readonly name: string
  readonly text: string
  write(text: string): void
}

function pageOf({ notes, sessions, characters }: Records, kind: NotesOf['kind'], id: number): Page | undefined {
  switch (kind) {
    case 'note': {
      const note = notes.get(id)
      return note && { name: note.title, text: note.text, write: (text) => notes.update({ ...note, text }) }
    }
    case 'session': {
      const session = sessions.get(id)
      return session && { name: session.name, text: session.notes, write: (text) => sessions.update({ ...session, notes: text }) }
    }
    case 'character': {
      const character = characters.get(id)
      return character && { name: character.name, text: character.notes, write: (text) => characters.update({ ...character, notes: text }) }
    }
  }
}

const toNote = ({ id, ...note }: NoteRecord): Note => ({ id: id as NoteId, ...note })

const untitled = (): Reply<never> => failed('refused', 'A note needs a title.', [{ side: 0, field: 'title', message: 'A title is needed.' }])
const gone = (): Reply<never> => failed('missing', 'That is not there any more, so nothing was written. Undo brings a deleted one back.')
