/** A logged roll being corrected: the check's form for each side, filled with what went in. */
import type { Client } from '../bridge.ts'
import type { Problem, Roll } from '../../preload/contract.ts'
import type { Field, Input, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { Draft } from './draft.svelte.ts'
import { noRow } from './rows.ts'
import type { SideForm } from './side-form.ts'

export class Correction implements SideForm {
  readonly roll: Roll
  readonly label: string
  readonly fields: readonly Field[]
  readonly #drafts: readonly Draft[]
  readonly #sending = new Draft({})
  readonly #client: Client
  #problems = $state.raw<readonly Problem[]>([])

  constructor(campaign: Campaign, client: Client, roll: Roll) {
    const card = campaign.check(roll.check)
    this.roll = roll
    this.label = card.label
    this.fields = card.fields
    this.#client = client
    this.#drafts = roll.inputs.map((input) => new Draft({ ...input }))
  }

  get saving(): boolean {
    return this.#sending.saving
  }

  get changed(): boolean {
    return this.#drafts.some(({ changed }) => changed)
  }

  /** Why it was refused, where no field says so. */
  get refusal(): string | undefined {
    const { refusal } = this.#sending
    const shown = this.#problems.some(({ field, message }) => message === refusal && this.fields.some(({ id }) => id === field))
    return shown ? undefined : refusal
  }

  nameOf(side: number): string {
    return this.roll.participants[side]?.name ?? 'nobody in particular'
  }

  pickers(): readonly [] {
    return []
  }

  picked(): number {
    return noRow
  }

  pick(): void {
    // A correction changes values, whatever the sheet says by now.
  }

  entered(side: number, field: string): Value | undefined {
    return this.#drafts[side]?.values[field]
  }

  enter(side: number, field: string, value: Value | undefined): void {
    this.#drafts[side]?.set(field, value)
    this.#problems = []
    this.#sending.refusal = undefined
  }

  /** What counts for an emptied field: what went in then, unless it may be left out. */
  side(side: number): ReturnType<SideForm['side']> {
    const input: Input = this.roll.inputs[side] ?? {}
    const needed = Object.entries(input).filter(([id]) => !this.fields.find((field) => field.id === id)?.optional)
    return { input: Object.fromEntries(needed), limits: {} }
  }

  problem(side: number, field: string): string | undefined {
    return this.#problems.find((problem) => problem.side === side && problem.field === field)?.message
  }

  /** Corrects it. Gives the roll that stands in its place when it is on disk. */
  async apply(): Promise<Roll | undefined> {
    const inputs = this.#drafts.map((draft, side) => ({ ...this.side(side)?.input, ...draft.values }))
    const sent = await this.#sending.save(async () => {
      const reply = await this.#client.attempt('roll.correct', { roll: this.roll.id, inputs })
      this.#problems = reply.ok ? [] : (reply.error.problems ?? [])
      return reply
    })
    return sent?.value
  }
}
