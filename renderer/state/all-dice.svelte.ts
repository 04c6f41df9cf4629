/** The dice of every campaign in the folder, read when somebody wants to see them. */
import type { Client } from '../bridge.ts'
import type { DiceEverywhere, Events } from '../../preload/contract.ts'

export class AllDice {
  /** Whether they are looked at. */
  on = $state(false)
  found = $state.raw<DiceEverywhere>()
  /** How far the reading is, where it takes a while. */
  progress = $state.raw<Events['dice.progressed']>()
  problem = $state<string>()
  #asked = 0
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Reads them anew each time. */
  async show(on: boolean): Promise<void> {
    const asked = ++this.#asked
    this.on = on
    this.found = undefined
    this.progress = undefined
    this.problem = undefined
    if (!on) return
    const unsubscribe = this.#client.subscribe((name, payload) => {
      if (name === 'dice.progressed' && asked === this.#asked) this.progress = payload as Events['dice.progressed']
    })
    const reply = await this.#client.attempt('dice.everywhere', {})
    unsubscribe()
    // It was turned off, or on again, meanwhile.
    if (asked !== this.#asked) return
    if (reply.ok) this.found = reply.value
    else this.problem = reply.error.message
  }
}
