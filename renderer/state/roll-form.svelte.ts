/** A check being made ready: who, which check, what was entered. Every change asks for a preview. */
import type { Client } from '../bridge.ts'
import type { CharacterId, CheckInput, EventName, Events, Odds, Preview, Problem, SideInput, SidePreview } from '../../preload/contract.ts'
import type { ActorKind, Field, Input, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { checksFor, ownChecks } from './checks.ts'
import type { CheckOption } from './checks.ts'
import { Entries } from './entries.svelte.ts'
import type { Entered } from './entries.svelte.ts'
import { Forecast } from './forecast.svelte.ts'
import type { Offering } from './forecast.svelte.ts'
import { isFedBy, noRow, pickedRow, pickersOf } from './rows.ts'
import type { Picker } from './rows.ts'
import type { SideForm } from './side-form.ts'
import { TypedDice } from './typed-dice.svelte.ts'
import { without, withValue } from './values.ts'

/** What takes longer than this shows that it does. */
const slowMs = 100

export class RollForm implements SideForm {
  readonly typed = new TypedDice()
  /** Whether what a little more would buy is in sight. */
  offeringOpen = $state(false)
  /** Why the last roll was not made. */
  refusal = $state<string>()
  /** A roll takes its time: shown only then, since as a rule the verdict is there in the next frame. */
  rolling = $state(false)
  #isRolling = false
  /** Whether what is rolled is kept from players. Stays until it is taken back: one roll too many in the open can't be. */
  secret = $state(false)
  #who = $state.raw<readonly (CharacterId | undefined)[]>([undefined, undefined])
  #chosen = $state<string>()
  #refused = $state.raw<readonly Problem[]>([])
  /** Set once a roll was tried: from then on, fields that nobody touched show their problems too. */
  #tried = $state(false)
  readonly #entries = new Entries()
  readonly #forecast: Forecast
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
    this.#forecast = new Forecast(
      client,
      () => (this.check === undefined ? undefined : this.#input(this.check)),
      (check) => campaign.check(check).variants,
    )
    this.#who = [(campaign.players[0] ?? campaign.npcs[0])?.id, undefined]
  }

  readonly kind: ActorKind = $derived.by(() => this.#campaign.character(this.#who[0])?.kind ?? 'none')

  /** The checks for this kind of actor, opposed ones last. */
  readonly options: readonly CheckOption[] = $derived.by(() => checksFor(this.#campaign.declarations, this.kind))

  /** The check in the form: the one chosen where this actor may make it, else the first. */
  readonly check: string | undefined = $derived.by(
    () => this.options.find(({ id }) => id === this.#chosen)?.id ?? this.options[0]?.id,
  )

  /** How many sides the check has: 2 when it is opposed. */
  readonly sides: number = $derived.by(() =>
    this.check !== undefined && Object.hasOwn(this.#campaign.declarations.opposed, this.check) ? 2 : 1,
  )

  readonly fields: readonly Field[] = $derived.by(() => (this.check === undefined ? [] : this.#campaign.check(this.check).fields))

  readonly problems: readonly Problem[] = $derived.by(() => [...this.#refused, ...(this.preview?.problems ?? [])])

  readonly touched: boolean = $derived.by(() => this.#entries.isTouched(this.check))

  get preview(): Preview | undefined {
    return this.#forecast.preview
  }

  /** What a little more would buy, where the check has alternatives. */
  get offering(): Offering | undefined {
    return this.#forecast.offering
  }

  /** Why there is no preview: the system failed or is paused. */
  get failure(): string | undefined {
    return this.#forecast.failure
  }

  /** Whether such characters roll by themselves. */
  rolls(kind: ActorKind): boolean {
    return ownChecks(this.#campaign.declarations, kind).length > 0
  }

  who(side: number): CharacterId | undefined {
    return this.#campaign.character(this.#who[side])?.id
  }

  nameOf(side: number): string {
    return this.#campaign.character(this.#who[side])?.name ?? (side === 0 ? 'nobody in particular' : 'the opponent')
  }

  pickers(side: number): readonly Picker[] {
    return pickersOf(this.fields, this.#campaign.declarations.stats, this.#campaign.character(this.#who[side]))
  }

  /** The row in use of a list; `noRow` too where everything that it fills was entered by hand. */
  picked(side: number, picker: Picker): number {
    const fed = this.fields.filter((field) => isFedBy(field, picker.list))
    return fed.every(({ id }) => this.entered(side, id) !== undefined) ? noRow : this.#pickOf(side, picker)
  }

  entered(side: number, field: string): Value | undefined {
    return this.#entries.of(this.check, side)[field]
  }

  side(side: number): SidePreview | undefined {
    return this.preview?.sides[side]
  }

  /** What is wrong with a field: shown once it was touched, or a roll was tried. */
  problem(side: number, field: string): string | undefined {
    const found = this.problems.find((problem) => problem.side === side && problem.field === field)
    return found && (this.#tried || this.entered(side, field) !== undefined) ? found.message : undefined
  }

  /** What still stands in the way and isn't shown beside a field. */
  readonly open: readonly string[] = $derived.by(() => {
    const shown = (problem: Problem) =>
      problem.field !== undefined &&
      (problem.field.startsWith('typed.') ? this.typed.isOn(problem.side) : this.problem(problem.side, problem.field) !== undefined)
    return this.problems.flatMap((problem) => (shown(problem) ? [] : [problem.message])).filter((text, index, all) => all.indexOf(text) === index)
  })

  /** Whether a text is already said beside a field. */
  isShown(text: string): boolean {
    return this.problems.some(({ message }) => message === text) && !this.open.includes(text)
  }

  choose(side: number, who: CharacterId | undefined): void {
    if (who === this.#who[side]) return
    this.#who = this.#who.with(side, who)
    // What the last sheet filled or limited is of no use to the next one; what the GM set stays.
    const own = this.fields.filter(({ from, maxFrom }) => from !== undefined || maxFrom !== undefined).map(({ id }) => id)
    this.#replace(side, (entered) => without(entered, own))
    this.#reset()
  }

  chooseCheck(check: string): void {
    this.#chosen = check
    this.#forecast.forget()
    this.#reset()
  }

  /** Makes a check ready with a part of its form filled: for whoever is chosen, or where they don't make it the first player's character. */
  prepare(check: string, input: Input): void {
    if (!this.options.some(({ id }) => id === check)) this.choose(0, this.#campaign.players[0]?.id)
    this.chooseCheck(check)
    for (const [field, value] of Object.entries(input)) this.enter(0, field, value)
  }

  /** Makes a check ready for somebody. */
  prepareFor(who: CharacterId, check: string): void {
    this.choose(0, who)
    this.chooseCheck(check)
  }

  pick(side: number, list: string, row: number): void {
    this.#entries.pick(this.who(side), list, row)
    const fed = this.fields.filter((field) => isFedBy(field, list)).map(({ id }) => id)
    this.#replace(side, (entered) => without(entered, fed))
    this.#edited()
  }

  /** Enters a value; `undefined` gives the field back to the sheet and the default. */
  enter(side: number, field: string, value: Value | undefined): void {
    this.#replace(side, (entered) => withValue(entered, field, value))
    this.#edited()
  }

  /** Enters what an alternative stands for, where it isn't so already. */
  takeUp(input: Input): void {
    const now = this.side(0)?.input ?? {}
    const changed = this.fields.filter(({ id }) => input[id] !== now[id])
    for (const { id } of changed) this.#replace(0, (entered) => withValue(entered, id, input[id]))
    this.#edited()
  }

  clear(): void {
    if (this.check !== undefined) this.#entries.clear(this.check)
    this.#reset()
  }

  type(side: number, on: boolean): void {
    this.typed.set(side, on)
    this.#dropRefusal()
  }

  /** Types, or draws again, the dice of all sides. */
  toggleTyped(): void {
    const on = !this.typed.isOn(0)
    for (const side of [1, 0]) this.type(side, on)
  }

  typeFace(side: number, index: number, text: string): void {
    this.typed.setFace(side, index, text)
    this.#dropRefusal()
  }

  /** Types only what a side's dice come to, or each die again. */
  typeOnlyTotal(side: number, only: boolean): void {
    this.typed.setOnlyTotal(side, only)
    this.#dropRefusal()
  }

  typeTotal(side: number, text: string): void {
    this.typed.setTotal(side, text)
    this.#dropRefusal()
  }

  /** Types all dice of a side at once. */
  typeAll(side: number, text: string): void {
    this.typed.setAll(side, text)
    this.#dropRefusal()
  }

  async roll(): Promise<void> {
    if (this.#isRolling || this.check === undefined) return
    this.#isRolling = true
    const slow = setTimeout(() => (this.rolling = true), slowMs)
    this.#tried = true
    this.#dropRefusal()
    const reply = await this.#client.attempt('roll.make', { ...this.#input(this.check), typed: this.typed.taken(this.sides, this.preview), ...(this.secret && { secret: true }) })
    clearTimeout(slow)
    this.#isRolling = this.rolling = false
    if (!reply.ok) {
      this.#refused = reply.error.problems ?? []
      this.refusal = reply.error.message
    } else if (reply.value.kind === 'needs') {
      this.typed.need(reply.value.side, reply.value.dice)
    } else {
      this.#campaign.shown = reply.value.roll.id
      this.#tried = false
      this.typed.clear()
    }
  }

  /** Follows what happened in the campaign. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'odds.refined') this.#forecast.refine(payload as Odds)
    else if (name !== 'history.changed' && name !== 'roll.changed') this.refresh()
  }

  refresh(): void {
    this.#forecast.refresh()
  }

  #input(check: string): CheckInput {
    const sides = Array.from({ length: this.sides }, (_, side): SideInput => {
      const who = this.who(side)
      const picks = Object.fromEntries(
        this.pickers(side).flatMap((picker) => {
          const row = this.#pickOf(side, picker)
          return row === noRow ? [] : [[picker.list, row]]
        }),
      )
      return { ...(who !== undefined && { who }), picks, input: this.#entries.of(check, side) }
    })
    return { check, sides }
  }

  #pickOf(side: number, picker: Picker): number {
    return pickedRow(picker, this.#entries.pickOf(this.who(side), picker.list))
  }

  #replace(side: number, change: (entered: Entered) => Entered): void {
    if (this.check !== undefined) this.#entries.change(this.check, side, change)
  }

  /** The form is about something else now. */
  #reset(): void {
    this.#tried = false
    this.#edited()
  }

  #edited(): void {
    this.typed.clear()
    this.#dropRefusal()
    this.refresh()
  }

  #dropRefusal(): void {
    this.#refused = []
    this.refusal = undefined
  }
}
