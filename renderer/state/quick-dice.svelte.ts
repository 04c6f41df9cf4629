/** Dice in words, rolled outside any check. */
import type { Client } from '../bridge.ts'
import type { CharacterId, DicePreview, Roll } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import { Latest } from './latest.svelte.ts'

/** How many expressions are remembered. */
const remembered = 8

export class QuickDice {
  open = $state(false)
  rolling = $state(false)
  /** The last roll made here. */
  result = $state.raw<Roll>()
  /** Why the last one was not made. */
  refusal = $state<string>()
  /** What was rolled before, newest first. */
  recent = $state.raw<readonly string[]>([])
  #text = $state('')
  #who = $state<CharacterId>()
  readonly #preview: Latest<'dice.preview'>
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
    this.#preview = new Latest(client, 'dice.preview', () => (this.#text.trim() === '' ? undefined : { text: this.#text }))
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.refusal = undefined
    this.#preview.refresh()
  }

  /** What the text comes to, or where it can't be read. */
  get preview(): DicePreview | undefined {
    return this.#preview.value
  }

  get failure(): string | undefined {
    return this.#preview.failure
  }

  /** Whom the roll is logged for. */
  get who(): CharacterId | undefined {
    return this.#campaign.character(this.#who)?.id
  }

  set who(who: CharacterId | undefined) {
    this.#who = who
  }

  /** Opens the dialog with what was written last. */
  begin(who: CharacterId | undefined): void {
    this.#who = who
    this.result = undefined
    this.refusal = undefined
    this.open = true
  }

  /** Rolls dice that were rolled before. */
  repeat(text: string): Promise<void> {
    this.text = text
    return this.roll()
  }

  async roll(): Promise<void> {
    const [text, { who }] = [this.#text, this]
    if (this.rolling) return
    if (text.trim() === '') {
      this.refusal = 'Write the dice to roll first, for example 3d6+2.'
      return
    }
    this.rolling = true
    this.refusal = undefined
    const reply = await this.#client.attempt('dice.roll', { text, ...(who !== undefined && { who }) })
    this.rolling = false
    if (!reply.ok) {
      this.refusal = reply.error.message
      return
    }
    const words = String(reply.value.inputs[0]?.['dice'] ?? text)
    this.result = reply.value
    this.recent = [words, ...this.recent.filter((other) => other !== words)].slice(0, remembered)
    this.#campaign.shown = reply.value.id
  }
}
