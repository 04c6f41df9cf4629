/** Notes being read and written in place: what is typed is kept a moment later. */
import type { Client } from '../bridge.ts'
import type { NotesOf } from '../../preload/contract.ts'
import type { NoteEntry } from './note-entries.ts'

/** How long after the last letter what was typed is kept. */
const pauseMs = 400

export class NotePage {
  readonly of: NotesOf
  /** It was begun just now: its title is to be written. */
  readonly isNew: boolean
  /** Why what was typed is not kept. */
  refusal = $state<string>()
  saving = $state(false)
  #text = $state<string>()
  #title = $state<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #work: Promise<void> | undefined
  readonly #client: Client
  readonly #find: () => NoteEntry | undefined

  /** `find` gives what main has. */
  constructor(client: Client, of: NotesOf, find: () => NoteEntry | undefined, isNew: boolean) {
    this.#client = client
    this.of = of
    this.#find = find
    this.isNew = isNew
  }

  /** The same page, with what was typed on it, where the campaign was opened anew. */
  again(find: () => NoteEntry | undefined): NotePage {
    clearTimeout(this.#timer)
    const page = new NotePage(this.#client, this.of, find, this.isNew)
    if (this.#text !== undefined) page.write(this.#text)
    if (this.#title !== undefined) page.rename(this.#title)
    return page
  }

  /** What main has of it; undefined once that is gone. */
  get entry(): NoteEntry | undefined {
    return this.#find()
  }

  get text(): string {
    return this.#text ?? this.entry?.text ?? ''
  }

  get title(): string {
    return this.#title ?? this.entry?.title ?? ''
  }

  /** Whether something typed isn't kept yet. */
  get changed(): boolean {
    return this.holdsText || this.#title !== undefined
  }

  /** Whether leaving now would lose what was written. */
  get holdsText(): boolean {
    return this.#text !== undefined && this.entry !== undefined
  }

  write(text: string): void {
    this.#text = text
    this.#typed()
  }

  rename(title: string): void {
    this.#title = title
    this.#typed()
  }

  /** Keeps what was typed now; asked again meanwhile, it keeps that too. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#work ??= this.#save().finally(() => (this.#work = undefined))
    return this.#work
  }

  #typed(): void {
    this.refusal = undefined
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), pauseMs)
  }

  async #save(): Promise<void> {
    this.saving = true
    let kept = true
    while (kept && this.changed) {
      const [text, title] = [this.#text, this.#title]
      if (text !== undefined) kept = await this.#send(() => this.#client.attempt('notes.write', { of: this.of, text }))
      if (kept && text === this.#text) this.#text = undefined
      const { of } = this
      if (kept && title !== undefined && of.kind === 'note') kept = await this.#send(() => this.#client.attempt('note.rename', { id: of.id, title }))
      if (kept && title === this.#title) this.#title = undefined
    }
    this.saving = false
  }

  async #send(send: () => ReturnType<Client['attempt']>): Promise<boolean> {
    const reply = await send()
    if (!reply.ok) this.refusal = reply.error.message
    return reply.ok
  }
}
