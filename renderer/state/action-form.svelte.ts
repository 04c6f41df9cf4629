/** An action being made ready: for whom, to whom, with what. Every change asks for a preview. */
import type { Client } from '../bridge.ts'
import type { ActionInput, ActionResult, CharacterId, Failure, Problem } from '../../preload/contract.ts'
import type { Declarations, Field, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Entered } from './entries.svelte.ts'
import { Latest } from './latest.svelte.ts'
import { isFedBy, noRow, pickersOf, pickedRow } from './rows.ts'
import type { Picker } from './rows.ts'
import type { SideForm } from './side-form.ts'
import { without, withValue } from './values.ts'

/** What an action is opened with. */
export interface ActionStart {
  readonly action: string
  /** Absent for the GM or the whole table. */
  readonly who?: CharacterId | undefined
  /** Whom it is for is chosen in the form; `who` is only the first guess. */
  readonly choosing?: boolean
  /** What an outcome that offers it fills in. */
  readonly input?: Entered
}

export class ActionForm implements SideForm {
  readonly id: string
  readonly action: Declarations['actions'][string]
  /** Whether whom it is for is chosen here. */
  readonly choosing: boolean
  /** Ids of the fields that an outcome filled in. */
  readonly offered: readonly string[]
  applying = $state(false)
  /** Why it was not done. */
  refusal = $state<string>()
  #who = $state<CharacterId>()
  #target = $state<CharacterId>()
  #entered = $state.raw<Entered>({})
  #picks = $state.raw<Readonly<Record<string, number>>>({})
  #refused = $state.raw<readonly Problem[]>([])
  /** Set once it was tried: from then on, fields that nobody touched show their problems too. */
  #tried = $state(false)
  readonly #preview: Latest<'action.preview'>
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client, action: Declarations['actions'][string], { action: id, who, choosing = false, input = {} }: ActionStart) {
    this.#campaign = campaign
    this.#client = client
    this.id = id
    this.action = action
    this.#who = who
    this.choosing = choosing
    this.#entered = input
    this.offered = Object.keys(input)
    this.#preview = new Latest(client, 'action.preview', () => this.#input)
    this.refresh()
  }

  get fields(): readonly Field[] {
    return this.action.input
  }

  /** Somebody who is gone can't be chosen; whoever it was opened for stays, and the form says why it fails. */
  get who(): CharacterId | undefined {
    return this.choosing ? this.#campaign.character(this.#who)?.id : this.#who
  }

  set who(who: CharacterId | undefined) {
    this.#who = who
    this.#picks = {}
    this.#edited()
  }

  get target(): CharacterId | undefined {
    return this.#campaign.character(this.#target)?.id
  }

  set target(target: CharacterId | undefined) {
    this.#target = target
    this.#edited()
  }

  /** Why it can't even be made ready: the system failed or is paused, or somebody is gone. */
  get failure(): string | undefined {
    return this.#preview.failure
  }

  readonly problems: readonly Problem[] = $derived.by(() => [...this.#refused, ...(this.#preview.value?.problems ?? [])])

  /** What stands in the way and has no field to stand beside. */
  readonly open: readonly string[] = $derived.by(() => {
    const shown = this.problems.filter(({ field }) => field === 'target' || (field === 'who' && this.choosing) || this.fields.some(({ id }) => id === field))
    const said = this.refusal === undefined || shown.some(({ message }) => message === this.refusal) ? [] : [this.refusal]
    const others = this.problems.filter((problem) => !shown.includes(problem)).map(({ message }) => message)
    return [...said, ...others].filter((text, index, all) => all.indexOf(text) === index)
  })

  nameOf(): string {
    return this.#campaign.character(this.who)?.name ?? 'the GM'
  }

  pickers(): readonly Picker[] {
    return pickersOf(this.fields, this.#campaign.declarations.stats, this.#campaign.character(this.who))
  }

  picked(side: number, picker: Picker): number {
    const fed = this.fields.filter((field) => isFedBy(field, picker.list))
    return fed.length > 0 && fed.every(({ id }) => this.entered(side, id) !== undefined) ? noRow : pickedRow(picker, this.#picks[picker.list])
  }

  pick(_: number, list: string, row: number): void {
    this.#picks = { ...this.#picks, [list]: row }
    this.#entered = without(this.#entered, this.fields.filter((field) => isFedBy(field, list)).map(({ id }) => id))
    this.#edited()
  }

  entered(_: number, field: string): Value | undefined {
    return this.#entered[field]
  }

  enter(_: number, field: string, value: Value | undefined): void {
    this.#entered = withValue(this.#entered, field, value)
    this.#edited()
  }

  side(): ReturnType<SideForm['side']> {
    return this.#preview.value
  }

  /** What is wrong with a field: shown once it was touched, or doing it was tried. */
  problem(side: number, field: string): string | undefined {
    const found = this.problems.find((problem) => problem.field === field)
    const touched = field === 'who' ? this.who !== undefined : field === 'target' ? this.target !== undefined : this.entered(side, field) !== undefined
    return found && (this.#tried || touched) ? found.message : undefined
  }

  refresh(): void {
    this.#preview.refresh()
  }

  /** Does it once, however often it is asked meanwhile. Gives what happened when it is on disk. */
  async apply(): Promise<ActionResult | undefined> {
    if (this.applying) return undefined
    this.applying = true
    this.#tried = true
    this.#forgive()
    const reply = await this.#client.attempt('action.apply', this.#input)
    this.applying = false
    if (reply.ok) return reply.value
    this.#refuse(reply.error)
    return undefined
  }

  get #input(): ActionInput {
    const { who, target } = this
    const picks = this.pickers().flatMap((picker) => {
      const row = pickedRow(picker, this.#picks[picker.list])
      return row === noRow ? [] : [[picker.list, row] as const]
    })
    return {
      action: this.id,
      ...(who !== undefined && { who }),
      ...(target !== undefined && { target }),
      picks: Object.fromEntries(picks),
      input: this.#entered,
    }
  }

  #edited(): void {
    this.#forgive()
    this.refresh()
  }

  #refuse({ message, problems = [] }: Failure): void {
    this.refusal = message
    this.#refused = problems
  }

  #forgive(): void {
    this.refusal = undefined
    this.#refused = []
  }
}
