/** The preview of a check. Of all that were asked for, the newest one's answer counts. */
import type { Client } from '../bridge.ts'
import type { CheckInput, Odds, Preview } from '../../preload/contract.ts'

export class Forecast {
  preview = $state.raw<Preview>()
  /** Why there is none: the system failed or is paused. */
  failure = $state<string>()
  #turn = 0
  #answered = 0
  #queued = false
  readonly #client: Client
  readonly #input: () => CheckInput | undefined

  constructor(client: Client, input: () => CheckInput | undefined) {
    this.#client = client
    this.#input = input
  }

  /** Asks anew, once for all that changed in the same turn of the event loop. */
  refresh(): void {
    if (this.#queued) return
    this.#queued = true
    queueMicrotask(() => {
      this.#queued = false
      void this.#ask()
    })
  }

  forget(): void {
    this.preview = undefined
  }

  /** Takes the exact odds that follow a sample, unless another preview is on its way. */
  refine(odds: Odds): void {
    if (this.preview?.refining && this.#answered === this.#turn) this.preview = { ...this.preview, odds, refining: false }
  }

  async #ask(): Promise<void> {
    const turn = ++this.#turn
    const input = this.#input()
    const reply = input && (await this.#client.attempt('check.preview', input))
    if (turn !== this.#turn) return
    this.#answered = turn
    this.preview = reply?.ok ? reply.value : undefined
    this.failure = reply && !reply.ok ? reply.error.message : undefined
  }
}
