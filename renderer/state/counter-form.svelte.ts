/** A counter being changed: by how much, to what, and why. */
import type { CharacterId, CounterValue } from '../../preload/contract.ts'
import type { Counter } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { plain } from './words.ts'

/** What was typed, read against where a counter stands. */
export type CounterReading = { readonly ok: true; readonly to: number; readonly amount: number } | { readonly ok: false; readonly message: string }

/** Reads `+3`, `-2` and `=5`; a number alone is added. A change that the bounds leave no room for is refused. */
export function readChange(text: string, label: string, { value, min = -Infinity, max = Infinity }: CounterValue): CounterReading {
  const [, sign, digits] = /^(=\s*[-+]?|[-+]?)\s*(\d{1,6})$/.exec(text.trim().replaceAll('\u2212', '-')) ?? []
  if (sign === undefined) return { ok: false, message: 'Write +3, \u22122 or =5, in whole numbers.' }
  const number = sign.endsWith('-') ? -Number(digits) : Number(digits)
  const to = sign.startsWith('=') ? number : value + number
  if (to === value) return { ok: false, message: `${label} stands at ${plain(value)} already.` }
  if (to > value && to > max) return { ok: false, message: `${label} is at most ${plain(max)}: that would make ${plain(to)}.` }
  if (to < value && to < min) return { ok: false, message: `${label} is at least ${plain(min)}: that would make ${plain(to)}.` }
  return { ok: true, to, amount: to - value }
}

/** A reason being written, with those that were given before. */
export class Reasons {
  recent = $state.raw<readonly string[]>([])
  /** Why it can't stay like this. */
  problem = $state<string>()
  #text = $state('')
  #at = $state(-1)

  constructor(campaign: Campaign, counter: Counter) {
    void campaign.reasonsOf(counter.id).then((recent) => (this.recent = recent))
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.#at = -1
    this.problem = undefined
  }

  /** What is written, without spaces around it; absent where nothing is. */
  readonly given: string | undefined = $derived.by(() => this.#text.trim() || undefined)

  readonly suggestions: readonly string[] = $derived.by(() => {
    const text = this.#text.trim().toLowerCase()
    return this.recent.filter((reason) => reason.toLowerCase().includes(text) && reason.toLowerCase() !== text)
  })
  readonly current: string | undefined = $derived.by(() => this.suggestions[this.#at])

  /** Moves the choice among the suggestions, around at the ends and over none. */
  move(by: 1 | -1): void {
    const stops = this.suggestions.length + 1
    this.#at = ((this.#at + 1 + by + stops) % stops) - 1
  }

  /** Writes the suggestion that is chosen. False where none is. */
  takeCurrent(): boolean {
    if (this.current === undefined) return false
    this.text = this.current
    return true
  }
}

export class CounterForm {
  readonly counter: Counter
  readonly reasons: Reasons
  /** What is wrong with the amount. */
  problem = $state<string>()
  saving = $state(false)
  #text = $state('+1')
  readonly #campaign: Campaign
  readonly #character: CharacterId | undefined

  constructor(campaign: Campaign, counter: Counter, character: CharacterId | undefined) {
    this.#campaign = campaign
    this.counter = counter
    this.#character = character
    this.reasons = new Reasons(campaign, counter)
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.problem = undefined
  }

  readonly value: CounterValue = $derived.by(() => this.#campaign.valueOf(this.counter, this.#character) ?? { value: 0 })
  readonly reading: CounterReading = $derived.by(() => readChange(this.#text, this.counter.label, this.value))

  /** What the button does. */
  readonly doing: string = $derived.by(() => {
    if (!this.reading.ok) return 'Change'
    const { to, amount } = this.reading
    if (this.#text.trim().startsWith('=')) return `Set to ${plain(to)}`
    return amount > 0 ? `Give ${amount}` : `Take ${-amount}`
  })

  /** True when it is on disk. A refusal stays at its field. */
  async save(): Promise<boolean> {
    const { reading, counter, reasons } = this
    if (this.saving) return false
    if (!reading.ok) this.problem = reading.message
    if (counter.reasonRequired && reasons.given === undefined) reasons.problem = `${counter.label} changes for a reason: say which.`
    if (!reading.ok || reasons.problem !== undefined) return false
    this.saving = true
    const failure = await this.#campaign.tryChange({
      counter: counter.id,
      amount: reading.amount,
      ...(this.#character !== undefined && { character: this.#character }),
      ...(reasons.given !== undefined && { reason: reasons.given }),
    })
    this.saving = false
    if (failure?.problems?.[0]?.field === 'reason') reasons.problem = failure.message
    else this.problem = failure?.message
    return failure === undefined
  }
}
