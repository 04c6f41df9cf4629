/** The notes of a campaign: free ones, and those of sessions and characters, with the page that is open. */
import type { Client } from '../bridge.ts'
import type { Note, NoteId, NotesOf } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import { entryOfCharacter, entryOfNote, entryOfSession, findEntries, namesToTargets, noteKey } from './note-entries.ts'
import type { NamedNotes, NoteEntry, NoteGroup } from './note-entries.ts'
import { NotePage } from './note-page.svelte.ts'

export class Notes {
  /** Free ones, by title. */
  list = $state.raw<readonly Note[]>([])
  query = $state('')
  /** How often a page was asked for: each time it comes into sight. */
  asked = $state(0)
  #page = $state.raw<NotePage>()
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client, list: readonly Note[]) {
    this.#campaign = campaign
    this.#client = client
    this.list = list
  }

  /** What there is to read, and when something is sought, characters that have no notes yet. */
  readonly groups: readonly NoteGroup[] = $derived.by(() => {
    const { characters, sessions } = this.#campaign
    const sought = this.query.trim() !== ''
    const own = characters.filter(({ role }) => role !== 'copy').filter(({ notes }) => sought || notes.trim() !== '')
    const groups = [
      { title: 'Notes', entries: this.list.map(entryOfNote) },
      { title: 'Sessions', entries: sessions.list.map(entryOfSession) },
      { title: 'Characters', entries: own.map(entryOfCharacter) },
    ]
    return groups.map(({ title, entries }) => ({ title, entries: findEntries(entries, this.query) })).filter(({ entries }) => entries.length > 0)
  })

  /** As text: as long as that is the same, what shows notes stays as it is. */
  readonly #names: string = $derived.by(() => {
    const { characters, sessions } = this.#campaign
    const lasting = characters.filter(({ role }) => role !== 'copy')
    const names: readonly NamedNotes[] = [...sessions.list.map(entryOfSession), ...this.list.map(entryOfNote), ...lasting.map(entryOfCharacter)].map(({ title, of }) => [title, of])
    return JSON.stringify(names)
  })

  /** What `[[Name]]` in notes leads to, by the name in small letters: a character before a note, a note before a session. */
  readonly named: ReadonlyMap<string, NotesOf> = $derived.by(() => namesToTargets(JSON.parse(this.#names) as readonly NamedNotes[]))

  /** The page that is open, while there is anything that it is about. */
  get page(): NotePage | undefined {
    return this.#page?.entry ? this.#page : undefined
  }

  /** Opens a page, unless what was written on the one before can't be kept: then that one stays and says why. */
  async open(of: NotesOf, isNew = false): Promise<void> {
    this.asked += 1
    if (await this.#leave()) this.#page = new NotePage(this.#client, of, () => this.#find(of), isNew)
  }

  /** Back to the list. */
  async close(): Promise<void> {
    if (await this.#leave()) this.#page = undefined
  }

  /** Begins a free note and opens it. */
  async add(): Promise<void> {
    if (!(await this.#leave())) return
    const id = await this.#client.ask('note.create', { title: this.#freeTitle() })
    if (id !== undefined) await this.open({ kind: 'note', id }, true)
  }

  /** Deletes a free note. True when it is gone. */
  async remove(id: NoteId): Promise<boolean> {
    await this.#page?.flush()
    return (await this.#client.ask('note.delete', { id })) !== undefined
  }

  /** Keeps what was typed and isn't kept yet. */
  async flush(): Promise<void> {
    await this.#page?.flush()
  }

  /** Goes on with the page that stood open, and what was typed on it, where the campaign was closed for a moment. */
  goOn(before: Notes): void {
    const page = before.#page
    this.#page = page?.again(() => this.#find(page.of))
  }

  follow(changed: readonly Note[]): void {
    const others = this.list.filter(({ id }) => !changed.some((note) => note.id === id))
    this.list = [...others, ...changed].toSorted((a, b) => titles.compare(a.title, b.title) || a.id - b.id)
  }

  drop(removed: readonly NoteId[]): void {
    this.list = this.list.filter(({ id }) => !removed.includes(id))
    // Should it come back, then into the list.
    const of = this.#page?.of
    if (of?.kind === 'note' && removed.includes(of.id)) this.#page = undefined
  }

  async #leave(): Promise<boolean> {
    await this.#page?.flush()
    return this.#page?.holdsText !== true
  }

  #find(of: NotesOf): NoteEntry | undefined {
    const key = noteKey(of)
    switch (of.kind) {
      case 'note':
        return this.list.map(entryOfNote).find((entry) => entry.key === key)
      case 'session':
        return this.#campaign.sessions.list.map(entryOfSession).find((entry) => entry.key === key)
      case 'character':
        return this.#campaign.characters.map(entryOfCharacter).find((entry) => entry.key === key)
    }
  }

  #freeTitle(): string {
    for (let number = 1; ; number += 1) {
      const title = number === 1 ? 'New note' : `New note ${number}`
      if (!this.list.some((note) => note.title === title)) return title
    }
  }
}

/** As people count. */
const titles = new Intl.Collator(undefined, { numeric: true })
