/** The recap of a session: read before it is saved or copied. */
import type { Client } from '../bridge.ts'
import type { Recap as Text, Session } from '../../preload/contract.ts'

export class Recap {
  readonly session: Session
  text = $state.raw<Text>()
  /** Whether the pictures are saved with it. */
  plots = $state(true)
  problem = $state<string>()
  /** What became of it: where it was saved, or that it was copied. */
  outcome = $state<string>()
  #saving = false
  readonly #client: Client

  constructor(client: Client, session: Session) {
    this.#client = client
    this.session = session
    void client.attempt('session.recap', { id: session.id }).then((reply) => {
      if (reply.ok) this.text = reply.value
      else this.problem = reply.error.message
    })
  }

  async save(): Promise<void> {
    if (this.#saving) return
    this.#saving = true
    const reply = await this.#client.attempt('session.saveRecap', { id: this.session.id, plots: this.plots && (this.text?.plots.length ?? 0) > 0 })
    this.#saving = false
    this.problem = reply.ok ? undefined : reply.error.message
    this.outcome = reply.ok && reply.value !== null ? `Saved as ${reply.value}` : undefined
  }

  /** `copy` says whether it worked. */
  copy(copy: (text: string) => boolean): void {
    const copied = copy(this.text?.markdown ?? '')
    this.problem = copied ? undefined : 'It could not be copied. Save it instead.'
    this.outcome = copied ? 'Copied as Markdown' : undefined
  }
}
