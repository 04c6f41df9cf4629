/** One question to main, asked anew as its input changes. Of all that were asked, the newest one's answer counts. */
import type { Client } from '../bridge.ts'
import type { RequestName, Requests } from '../../preload/contract.ts'

export class Latest<N extends RequestName> {
  value = $state.raw<Requests[N]['result']>()
  /** Why there is no answer: the system failed or is paused. */
  failure = $state<string>()
  #turn = 0
  #answered = 0
  #queued = false
  readonly #client: Client
  readonly #name: N
  readonly #input: () => Requests[N]['input'] | undefined
  readonly #onanswer: (() => void) | undefined

  /** `input` gives `undefined` where there is nothing to ask. */
  constructor(client: Client, name: N, input: () => Requests[N]['input'] | undefined, onanswer?: () => void) {
    this.#client = client
    this.#name = name
    this.#input = input
    this.#onanswer = onanswer
  }

  /** Whether the newest question is answered. */
  get settled(): boolean {
    return this.#answered === this.#turn && !this.#queued
  }

  /** Asks anew, once for all that changed, and after that is drawn: what the answer changes can wait for the next frame. */
  refresh(): void {
    if (this.#queued) return
    this.#queued = true
    setTimeout(() => {
      this.#queued = false
      void this.#ask()
    })
  }

  forget(): void {
    this.value = undefined
  }

  async #ask(): Promise<void> {
    const turn = ++this.#turn
    const input = this.#input()
    const reply = input && (await this.#client.attempt(this.#name, input))
    if (turn !== this.#turn) return
    this.#answered = turn
    this.value = reply?.ok ? reply.value : undefined
    this.failure = reply && !reply.ok ? reply.error.message : undefined
    this.#onanswer?.()
  }
}
