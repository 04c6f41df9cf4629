/** Arguing with the log: a roll is corrected, rolled again, or played through once more. */
import type { Client } from '../bridge.ts'
import type { Roll, RollId } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import { Correction } from './correction.svelte.ts'

/** What came of it, where the log itself doesn't show it. */
export interface Finding {
  readonly roll: RollId
  readonly text: string
  /** It was refused, or isn't as it should be. */
  readonly bad: boolean
}

export class Amend {
  /** The correction in the dialog. */
  correction = $state.raw<Correction>()
  finding = $state.raw<Finding>()
  busy = $state(false)
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
  }

  /** Whether a roll stands, so that it can be corrected or rolled again. */
  isOpenTo(roll: Roll): boolean {
    return roll.check !== '' && !roll.undone && !roll.replaced
  }

  /** Whether the same dice can be played again: where only their total was typed, they may not be known. */
  knowsFaces(roll: Roll): boolean {
    return roll.dice.every(({ faces, shown }) => shown.length === faces.length)
  }

  begin(roll: Roll): void {
    this.finding = undefined
    this.correction = new Correction(this.#campaign, this.#client, roll)
  }

  cancel(): void {
    this.correction = undefined
  }

  async correct(): Promise<void> {
    const { correction } = this
    const roll = await correction?.apply()
    if (!roll) return
    if (this.correction === correction) this.correction = undefined
    this.#show(roll)
  }

  async reroll({ id }: Roll): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.finding = undefined
    const reply = await this.#client.attempt('roll.reroll', { roll: id })
    this.busy = false
    if (reply.ok) this.#show(reply.value)
    else this.finding = { roll: id, text: reply.error.message, bad: true }
  }

  async replay({ id }: Roll): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.finding = undefined
    const reply = await this.#client.attempt('roll.replay', { roll: id })
    this.busy = false
    if (!reply.ok) this.finding = { roll: id, text: reply.error.message, bad: true }
    else if (reply.value.same) this.finding = { roll: id, text: 'Still the same: these dice and this input come out just as they are logged.', bad: false }
    else this.finding = { roll: id, text: `Not the same any more: ${reply.value.message ?? 'it comes out otherwise'}.`.replace(/\.\.$/, '.'), bad: true }
  }

  #show(roll: Roll): void {
    this.#campaign.shown = roll.id
    void this.#campaign.log.show(roll.id)
  }
}
