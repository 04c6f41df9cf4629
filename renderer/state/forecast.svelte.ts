/** The preview of a check, and what a little more would buy. */
import type { Client } from '../bridge.ts'
import type { CheckInput, Odds, Preview, VariantOdds } from '../../preload/contract.ts'
import type { Cost } from '../../plugins/api/index.ts'
import { Latest } from './latest.svelte.ts'

/** The alternatives to a check, with the chance that they are held against. */
export interface Offering {
  /** `null` where the check has no pass or fail. */
  readonly now: number | null
  /** What the check costs as it stands. */
  readonly costs: readonly Cost[]
  readonly variants: readonly VariantOdds[]
}

export class Forecast {
  /** Absent while problems stand, and where the check has no alternatives. */
  offering = $state.raw<Offering>()
  #pricing = false
  #priceAgain = false
  readonly #preview: Latest<'check.preview'>
  readonly #client: Client
  readonly #input: () => CheckInput | undefined
  readonly #hasVariants: (check: string) => boolean

  constructor(client: Client, input: () => CheckInput | undefined, hasVariants: (check: string) => boolean) {
    this.#client = client
    this.#input = input
    this.#hasVariants = hasVariants
    this.#preview = new Latest(client, 'check.preview', input, () => void this.#price())
  }

  get preview(): Preview | undefined {
    return this.#preview.value
  }

  /** Why there is none: the system failed or is paused. */
  get failure(): string | undefined {
    return this.#preview.failure
  }

  refresh(): void {
    this.#preview.refresh()
  }

  forget(): void {
    this.#preview.forget()
    this.offering = undefined
  }

  /** Takes the exact odds that follow a sample, unless another preview is on its way. */
  refine(odds: Odds): void {
    if (!this.preview?.refining || !this.#preview.settled) return
    this.#preview.value = { ...this.preview, odds, refining: false }
    void this.#price()
  }

  /** One at a time: the next preview must not wait for alternatives that nobody looks at any more. */
  async #price(): Promise<void> {
    if (this.#pricing) {
      this.#priceAgain = true
      return
    }
    const [input, odds] = [this.#input(), this.preview?.odds]
    if (!input || !odds || !this.#hasVariants(input.check)) {
      this.offering = undefined
      return
    }
    this.#pricing = true
    const reply = await this.#client.attempt('check.variants', input)
    this.#pricing = false
    if (this.#priceAgain) {
      this.#priceAgain = false
      return this.#price()
    }
    // A system that fails here has said so with the odds, or does at the next try.
    this.offering = reply.ok && reply.value.length > 0 ? { now: odds.success, costs: this.preview?.sides[0]?.costs ?? [], variants: reply.value } : undefined
  }
}
