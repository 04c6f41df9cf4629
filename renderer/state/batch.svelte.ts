/** Rolls that were made together, as the table shows them: as they stand, sorted and filtered. */
import type { Client } from '../bridge.ts'
import type { Roll, RollId } from '../../preload/contract.ts'
import { isOf, kindsOf, mergeRolls, sortRows, toRows, totalsInWords, toText } from './batch-rows.ts'
import type { BatchRow, Column, Kind, Order } from './batch-rows.ts'
import type { Campaign } from './campaign.svelte.ts'

export class Batch {
  readonly first: RollId
  readonly check: string
  /** Absent until they are read. */
  rolls = $state.raw<readonly Roll[]>()
  /** Why they can't be read, or one can't be rolled again. */
  failure = $state<string>()
  /** As they were rolled, until the GM says. */
  order = $state.raw<Order>()
  /** The outcome that rows are of; all where absent. */
  kind = $state<string>()
  busy = $state(false)
  #open = $state.raw<readonly RollId[]>([])
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client, { id, check }: Roll, rolls?: readonly Roll[]) {
    this.#campaign = campaign
    this.#client = client
    this.first = id
    this.check = check
    this.rolls = rolls
  }

  readonly rows: readonly BatchRow[] = $derived.by(() => toRows(this.rolls ?? []))
  readonly kinds: readonly Kind[] = $derived.by(() => kindsOf(this.rows, this.#card))
  readonly totals: string = $derived.by(() => totalsInWords(this.rows, this.#card))

  /** The rows to be seen, in their order. */
  readonly shown: readonly BatchRow[] = $derived.by(() => {
    const { kind, order } = this
    const rows = kind === undefined || !this.kinds.some(({ id }) => id === kind) ? this.rows : this.rows.filter((row) => isOf(row, kind))
    return order ? sortRows(rows, order) : rows
  })

  get label(): string {
    return this.#card.label
  }

  /** The rows to be seen, as text. */
  get text(): string {
    return toText(this.shown, this.#card, this.#campaign.declarations)
  }

  isOpen(row: BatchRow): boolean {
    return this.#open.includes(row.id)
  }

  setOpen({ id }: BatchRow, open: boolean): void {
    if (open !== this.#open.includes(id)) this.#open = open ? [...this.#open, id] : this.#open.filter((other) => other !== id)
  }

  /** Names from A on and everything else from the greatest down; again turns that over, a third time gives it up. */
  sortBy(by: Column): void {
    const usual = by !== 'who'
    if (this.order?.by !== by) this.order = { by, down: usual }
    else this.order = this.order.down === usual ? { by, down: !usual } : undefined
  }

  async load(): Promise<void> {
    const reply = await this.#client.attempt('roll.mates', { roll: this.first })
    this.failure = reply.ok ? undefined : reply.error.message
    if (reply.ok) this.rolls = reply.value
  }

  async reroll({ id }: Roll): Promise<void> {
    if (this.busy) return
    this.busy = true
    const reply = await this.#client.attempt('roll.reroll', { roll: id })
    this.busy = false
    this.failure = reply.ok ? undefined : reply.error.message
  }

  /** Follows rolls that are new, were undone or redone. Of those made together only the first is told. */
  follow(changed: readonly Roll[]): void {
    if (!this.rolls) return
    const merged = mergeRolls(this.rolls, changed)
    if (!merged) return
    this.rolls = merged
    if (this.rows.length > 1) void this.load()
  }

  get #card() {
    return this.#campaign.check(this.check)
  }
}

/** The tables that were looked at, each once, wherever it is shown. */
export class Batches {
  #known: Readonly<Record<RollId, Batch>> = {}
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
  }

  /** The table of the rolls made together with their first. */
  of(first: Roll): Batch {
    const known = this.#known[first.id]
    if (known) return known
    const batch = new Batch(this.#campaign, this.#client, first)
    void batch.load()
    return this.#keep(batch)
  }

  /** The table of rolls that were made just now. */
  take(first: Roll, rolls: readonly Roll[]): Batch {
    return this.#keep(new Batch(this.#campaign, this.#client, first, rolls))
  }

  follow(changed: readonly Roll[]): void {
    for (const batch of Object.values(this.#known)) batch.follow(changed)
  }

  #keep(batch: Batch): Batch {
    this.#known = { ...this.#known, [batch.first]: batch }
    return batch
  }
}
