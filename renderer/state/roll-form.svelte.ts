/**
 * A check being made ready: who, which check, what was entered. Every change asks main for a
 * preview; the newest answer counts.
 */
import type { Client } from '../bridge.ts'
import type { CharacterId, CheckInput, EventName, Events, Odds, Preview, Problem, SideInput, SidePreview } from '../../preload/contract.ts'
import type { ActorKind, Field, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { isFedBy, noRow, pickersOf } from './rows.ts'
import type { Picker } from './rows.ts'
import { TypedDice } from './typed-dice.svelte.ts'
import { without, withValue } from './values.ts'

type Entered = Readonly<Record<string, Value>>
type Picks = Readonly<Record<string, number>>

/** A check that the actor may make. */
export interface CheckOption {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
}

export class RollForm {
  readonly typed = new TypedDice()
  preview = $state.raw<Preview>()
  /** Why there is no preview: the system failed or is paused. */
  failure = $state<string>()
  /** Why the last roll was not made. */
  refusal = $state<string>()
  rolling = $state(false)
  #who = $state.raw<readonly (CharacterId | undefined)[]>([undefined, undefined])
  #chosen = $state<string>()
  #entered = $state.raw<Readonly<Record<string, readonly Entered[]>>>({})
  #picks = $state.raw<Readonly<Record<string, Picks>>>({})
  #refused = $state.raw<readonly Problem[]>([])
  /** Set once a roll was tried: from then on, fields that nobody touched show their problems too. */
  #tried = $state(false)
  #waiting = false
  #queued = false
  #turn = 0
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
    this.#who = [(campaign.players[0] ?? campaign.npcs[0])?.id, undefined]
  }

  readonly kind: ActorKind = $derived.by(() => this.#campaign.character(this.#who[0])?.kind ?? 'none')

  /** The checks for this kind of actor, opposed ones last. */
  readonly options: readonly CheckOption[] = $derived.by(() => {
    const { checks, opposed } = this.#campaign.declarations
    return [...Object.entries(checks), ...Object.entries(opposed)]
      .filter(([, check]) => check.for.includes(this.kind))
      .map(([id, { label, help }]) => ({ id, label, help }))
  })

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

  readonly touched: boolean = $derived.by(() => Object.values(this.#enteredNow).some((entered) => Object.keys(entered).length > 0))

  who(side: number): CharacterId | undefined {
    return this.#campaign.character(this.#who[side])?.id
  }

  /** What to call a side on the screen. */
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
    return this.#enteredNow[side]?.[field]
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
    this.preview = undefined
    this.#reset()
  }

  pick(side: number, list: string, row: number): void {
    this.#picks = { ...this.#picks, [this.#pickKey(side)]: { ...this.#picks[this.#pickKey(side)], [list]: row } }
    const fed = this.fields.filter((field) => isFedBy(field, list)).map(({ id }) => id)
    this.#replace(side, (entered) => without(entered, fed))
    this.#edited()
  }

  /** Enters a value; `undefined` gives the field back to the sheet and the default. */
  enter(side: number, field: string, value: Value | undefined): void {
    this.#replace(side, (entered) => withValue(entered, field, value))
    this.#edited()
  }

  clear(): void {
    if (this.check !== undefined) this.#entered = { ...this.#entered, [this.check]: [] }
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

  /** Types all dice of a side at once. */
  typeAll(side: number, text: string): void {
    this.typed.setAll(side, text)
    this.#dropRefusal()
  }

  async roll(): Promise<void> {
    if (this.rolling || this.check === undefined) return
    this.rolling = true
    this.#tried = true
    this.#dropRefusal()
    const reply = await this.#client.attempt('roll.make', { ...this.#input(this.check), typed: this.typed.taken(this.sides, this.preview) })
    this.rolling = false
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
    if (name === 'odds.refined') this.#refine(payload as Odds)
    else if (name !== 'history.changed' && name !== 'roll.changed') this.refresh()
  }

  /** Asks for a preview, once for all that changed in the same turn of the event loop. */
  refresh(): void {
    if (this.#queued) return
    this.#queued = true
    queueMicrotask(() => {
      this.#queued = false
      void this.#ask()
    })
  }

  async #ask(): Promise<void> {
    const turn = ++this.#turn
    if (this.check === undefined) {
      this.preview = undefined
      return
    }
    this.#waiting = true
    const reply = await this.#client.attempt('check.preview', this.#input(this.check))
    if (turn !== this.#turn) return
    this.#waiting = false
    this.preview = reply.ok ? reply.value : undefined
    this.failure = reply.ok ? undefined : reply.error.message
  }

  #refine(odds: Odds): void {
    if (this.preview?.refining && !this.#waiting) this.preview = { ...this.preview, odds, refining: false }
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
      return { ...(who !== undefined && { who }), picks, input: { ...this.#enteredNow[side] } }
    })
    return { check, sides }
  }

  /** A row that is no longer there counts as not picked. */
  #pickOf(side: number, picker: Picker): number {
    const pick = this.#picks[this.#pickKey(side)]?.[picker.list]
    if (pick !== undefined && picker.rows.some(({ index }) => index === pick)) return pick
    return picker.needed ? 0 : noRow
  }

  get #enteredNow(): readonly Entered[] {
    return (this.check === undefined ? undefined : this.#entered[this.check]) ?? []
  }

  #pickKey(side: number): string {
    return String(this.#who[side] ?? '')
  }

  #replace(side: number, change: (entered: Entered) => Entered): void {
    if (this.check === undefined) return
    const now = this.#enteredNow
    this.#entered = { ...this.#entered, [this.check]: [0, 1].map((each) => (each === side ? change(now[each] ?? {}) : (now[each] ?? {}))) }
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
