/** Everything that notes are about, as a list to look through. Pure. */
import type { Character, Note, NotesOf, Session } from '../../preload/contract.ts'
import { momentOf } from './words.ts'

/** One entry of the list. */
export interface NoteEntry {
  readonly of: NotesOf
  /** Unlike any other's. */
  readonly key: string
  readonly title: string
  /** What it is, beside its title. */
  readonly detail: string
  /** Markdown. */
  readonly text: string
}

export interface NoteGroup {
  readonly title: string
  readonly entries: readonly NoteEntry[]
}

export const noteKey = ({ kind, id }: NotesOf): string => `${kind} ${id}`

export const entryOfNote = ({ id, title, text }: Note): NoteEntry => entryOf({ kind: 'note', id }, title, '', text)

export const entryOfSession = ({ id, name, startedAt, notes }: Session): NoteEntry => entryOf({ kind: 'session', id }, name, momentOf(startedAt), notes)

export const entryOfCharacter = ({ id, name, kind, notes }: Character): NoteEntry => entryOf({ kind: 'character', id }, name, kind === 'npc' ? 'NPC' : "Player's character", notes)

const entryOf = (of: NotesOf, title: string, detail: string, text: string): NoteEntry => ({ of, key: noteKey(of), title, detail, text })

/** Those that hold every word of what is sought. */
export function findEntries(entries: readonly NoteEntry[], query: string): readonly NoteEntry[] {
  const words = wordsOf(query)
  return entries.filter(({ title, detail, text }) => {
    const all = `${title} ${detail} ${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** A name with what it leads to. */
export type NamedNotes = readonly [name: string, of: NotesOf]

/** What names lead to, by the name in small letters; of like ones the last. */
export const namesToTargets = (names: readonly NamedNotes[]): ReadonlyMap<string, NotesOf> => new Map(names.map(([name, of]) => [name.toLowerCase(), of]))

const excerptLength = 160

/** The beginning of a text without the marks of Markdown, or where what is sought stands. */
export function excerptOf(text: string, query: string): string {
  const plain = text.replace(/^\s*(?:#{1,6}|>)\s/gm, '').replace(/\*+|__+|~~|`|\[\[|\]\]/g, '').replace(/\s+/g, ' ').trim()
  const [word = ''] = wordsOf(query)
  const at = word === '' ? 0 : Math.max(0, plain.toLowerCase().indexOf(word) - 30)
  const part = plain.slice(at, at + excerptLength)
  return `${at > 0 ? '…' : ''}${part}${at + excerptLength < plain.length ? '…' : ''}`
}

const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean)
