/** The campaign's sessions: which runs, and the one whose name and notes are being written. */
import type { Client } from '../bridge.ts'
import type { CharacterId, CounterReset, Session, SessionId } from '../../preload/contract.ts'
import { Draft } from './draft.svelte.ts'
import { Recap } from './recap.svelte.ts'

export class Sessions {
  /** The newest first. */
  list = $state.raw<readonly Session[]>([])
  /** Whether the list of them is in sight. */
  listing = $state(false)
  /** The one in the dialog. */
  form = $state.raw<SessionForm>()
  /** The one whose recap is in its dialog. */
  recap = $state.raw<Recap>()
  readonly running = $derived(this.list.find(({ endedAt }) => endedAt === undefined))
  /** What starting one would set back, shown before it does. */
  resets = $state.raw<readonly CounterReset[]>()
  #busy = false
  #attending: Promise<unknown> = Promise.resolve()
  readonly #client: Client

  constructor(client: Client, list: readonly Session[]) {
    this.#client = client
    this.list = list
  }

  find(id: SessionId | undefined): Session | undefined {
    return this.list.find((session) => session.id === id)
  }

  /** Starts one, at once where nothing is set back by it. */
  start(): Promise<void> {
    return this.#once(async () => {
      const resets = this.resets ? [] : await this.#client.ask('counter.resets', { on: 'session' })
      this.resets = resets?.length ? resets : undefined
      if (!this.resets) await this.#client.ask('session.start', {})
    })
  }

  /** Says of a player's character that it is there, or that it isn't. Two in a row both count. */
  attend(character: CharacterId, there: boolean): Promise<void> {
    const attending = this.#attending.then(async () => {
      const { running } = this
      if (!running || running.present.includes(character) === there) return
      const present = there ? [...running.present, character] : running.present.filter((id) => id !== character)
      await this.#client.ask('session.attend', { id: running.id, present })
    })
    this.#attending = attending
    return attending
  }

  end(): Promise<void> {
    return this.#once(() => this.#client.ask('session.end', {}))
  }

  showRecap(session: Session): void {
    this.recap = new Recap(this.#client, session)
  }

  edit(session: Session): void {
    this.form = new SessionForm(this.#client, session)
  }

  /** Saves the one in the dialog. A refusal stays there. */
  async save(): Promise<void> {
    const { form } = this
    if ((await form?.save()) && this.form === form) this.form = undefined
  }

  async #once(send: () => Promise<unknown>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    await send()
    this.#busy = false
  }
}

/** A session's name and notes being written. */
export class SessionForm {
  readonly session: Session
  readonly draft: Draft
  readonly #client: Client

  constructor(client: Client, session: Session) {
    this.#client = client
    this.session = session
    this.draft = new Draft({ name: session.name, notes: session.notes })
  }

  get name(): string {
    return String(this.draft.values['name'] ?? '')
  }

  get notes(): string {
    return String(this.draft.values['notes'] ?? '')
  }

  /** True when it is on disk. */
  async save(): Promise<boolean> {
    const { id } = this.session
    return (await this.draft.save(() => this.#client.attempt('session.update', { id, name: this.name.trim(), notes: this.notes }))) !== undefined
  }
}
