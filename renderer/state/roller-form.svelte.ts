/** One check made ready for many: who rolls, what they have in common, and what one has alone. */
import type { Client } from '../bridge.ts'
import type { BatchInput, BatchOdds, Character, CharacterId, Preview, Problem, SideInput } from '../../preload/contract.ts'
import type { Field, Input, Target, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { ownChecks } from './checks.ts'
import type { CheckOption } from './checks.ts'
import { Entries } from './entries.svelte.ts'
import { Latest } from './latest.svelte.ts'
import { isFedBy, noRow, pickedRow, pickersOf, rowNamed, sharedPickers } from './rows.ts'
import type { Picker } from './rows.ts'
import type { SideForm } from './side-form.ts'
import { without, withValue } from './values.ts'

/** So many can roll at once. */
export const rollersMost = 1_000
/** With more than so many, their chances wait until nothing was typed for a moment. */
const manyRows = 20
const pauseMs = 150

/** Side 0 is each of them, side 1 the other side. */
export class RollerForm implements SideForm {
  #ids = $state.raw<readonly CharacterId[]>([])
  #opponent = $state<CharacterId>()
  #chosen = $state<string>()
  /** The row picked of each list, by its name: it is another one on each sheet. */
  #rows = $state.raw<Readonly<Record<string, string>>>({})
  /** What was entered for one alone, by field and who. */
  #own = $state.raw<Readonly<Record<string, Value>>>({})
  #ownField = $state<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #entries = new Entries()
  readonly #odds: Latest<'roll.previewBatch'>
  readonly #preview: Latest<'check.preview'>
  readonly #targets: Latest<'npc.targets'>
  readonly #campaign: Campaign
  readonly #onedit: () => void

  constructor(campaign: Campaign, client: Client, onedit: () => void) {
    this.#campaign = campaign
    this.#onedit = onedit
    this.#odds = new Latest(client, 'roll.previewBatch', () => (this.members.length === 0 ? undefined : this.input))
    this.#preview = new Latest(client, 'check.preview', () => {
      const { input, members } = this
      const [first] = members
      if (!first || !input) return undefined
      const own = input.inputs?.find(({ who }) => who === first.id)
      const side = { who: first.id, picks: own?.picks ?? {}, input: { ...input.input, ...own?.input } }
      return { check: input.check, sides: input.opponent ? [side, input.opponent] : [side] }
    })
    this.#targets = new Latest(client, 'npc.targets', () => (campaign.declarations.targets && this.members.length > 0 ? { characters: this.members.map(({ id }) => id) } : undefined))
  }

  readonly members: readonly Character[] = $derived.by(() => {
    const known = Map.groupBy(this.#campaign.characters, ({ id }) => id)
    return this.#ids.flatMap((id) => known.get(id)?.[0] ?? [])
  })

  /** The checks that all of them may make; while nobody is chosen, those of NPCs. */
  readonly options: readonly CheckOption[] = $derived.by(() => {
    const [first = 'npc', ...kinds] = (['npc', 'pc'] as const).filter((kind) => this.members.some((member) => member.kind === kind))
    const others = kinds.map((kind) => ownChecks(this.#campaign.declarations, kind))
    return ownChecks(this.#campaign.declarations, first).filter(({ id }) => others.every((options) => options.some((option) => option.id === id)))
  })

  readonly check: string | undefined = $derived.by(() => this.options.find(({ id }) => id === this.#chosen)?.id ?? this.options[0]?.id)
  readonly sides: number = $derived.by(() => (this.check !== undefined && Object.hasOwn(this.#campaign.declarations.opposed, this.check) ? 2 : 1))
  readonly fields: readonly Field[] = $derived.by(() => (this.check === undefined ? [] : this.#campaign.check(this.check).fields))
  /** The numbers in which they may differ. */
  readonly ownFields: readonly Field[] = $derived.by(() => this.fields.filter(({ type }) => type === 'number'))
  /** The one that stands in their rows: as chosen, else the first that a sheet fills in. */
  readonly ownField: Field | undefined = $derived.by(() => this.ownFields.find(({ id }) => id === this.#ownField) ?? this.ownFields.find(({ from }) => from !== undefined) ?? this.ownFields[0])

  readonly #sheets: readonly (readonly Picker[])[] = $derived.by(() => this.members.map((member) => pickersOf(this.fields, this.#campaign.declarations.stats, member)))
  readonly #shared: readonly Picker[] = $derived.by(() => sharedPickers(this.#sheets))
  readonly #oddsByWho = $derived.by(() => Map.groupBy(this.#odds.value ?? [], ({ who }) => who))
  readonly #alike: Input = $derived.by(() => {
    const [first, ...others] = this.#odds.value ?? []
    return Object.fromEntries(Object.entries(first?.input ?? {}).filter(([field, value]) => others.every(({ input }) => input[field] === value)))
  })

  /** How many of them are expected to succeed; undefined while that isn't known. */
  readonly expected: number | undefined = $derived.by(() => {
    const chances = (this.#odds.value ?? []).flatMap(({ success }) => success ?? [])
    return chances.length === 0 ? undefined : chances.reduce((sum, chance) => sum + chance, 0)
  })

  readonly #targetsByWho = $derived.by(() => Map.groupBy(this.#targets.value ?? [], ({ who }) => who))

  /** Everything that was entered, as it is rolled; undefined where there is no check for all of them. */
  get input(): BatchInput | undefined {
    const { check } = this
    if (check === undefined) return undefined
    const inputs = this.members.map(({ id }, at) => {
      const own = this.ownFields.flatMap((field) => {
        const value = this.#ownOf(field, id)
        return value === undefined ? [] : [[field.id, value] as const]
      })
      return { who: id, input: Object.fromEntries(own), picks: this.#picksOf(at) }
    })
    return {
      check,
      actors: this.members.map(({ id }) => id),
      input: this.#entries.of(check, 0),
      inputs: inputs.filter(({ input, picks }) => Object.keys(input).length > 0 || Object.keys(picks).length > 0),
      ...(this.sides === 2 && { opponent: this.#opponentSide(check) }),
    }
  }

  /** Why their chances aren't known. */
  get failure(): string | undefined {
    return this.#odds.failure
  }

  /** What the other side still lacks; it stands in the way of all of them. */
  get lack(): string | undefined {
    return this.sides === 2 ? this.preview?.problems.find(({ side }) => side === 1)?.message : undefined
  }

  /** The first of them, and the other side, made ready. */
  get preview(): Preview | undefined {
    return this.#preview.value
  }

  get ids(): readonly CharacterId[] {
    return this.#ids
  }

  get opponent(): CharacterId | undefined {
    return this.#campaign.character(this.#opponent)?.id
  }

  oddsOf(who: CharacterId): BatchOdds | undefined {
    return this.#oddsByWho.get(who)?.[0]
  }

  /** What one sets for the rolls of others; undefined while that isn't known. */
  targetsOf(who: CharacterId): readonly Target[] | undefined {
    return this.#targetsByWho.get(who)?.[0]?.targets
  }

  /** What one rolls with, and whether that was entered for it alone. */
  ownValue(who: CharacterId): { readonly value: Value | undefined; readonly own: boolean } {
    const own = this.ownField && this.#ownOf(this.ownField, who)
    return { value: own ?? (this.ownField && this.oddsOf(who)?.input[this.ownField.id]), own: own !== undefined }
  }

  choose(ids: readonly CharacterId[]): void {
    this.#ids = ids.slice(0, rollersMost)
    this.#edited()
  }

  chooseCheck(check: string): void {
    this.#chosen = check
    this.#own = {}
    this.#ownField = undefined
    this.#edited()
  }

  chooseOpponent(who: CharacterId | undefined): void {
    this.#opponent = who
    this.#edited()
  }

  /** Puts another number into their rows; what was entered in those before stays. */
  chooseOwn(field: string): void {
    this.#ownField = field
  }

  enterOwn(who: CharacterId, value: Value | undefined): void {
    if (this.ownField) this.#own = withValue(this.#own, `${this.ownField.id} ${who}`, value)
    this.#edited()
  }

  nameOf(side: number): string {
    if (side === 1) return this.#campaign.character(this.#opponent)?.name ?? 'the other side'
    return this.members.length === 1 ? (this.members[0]?.name ?? '') : 'each of them'
  }

  pickers(side: number): readonly Picker[] {
    return side === 0 ? this.#shared : pickersOf(this.fields, this.#campaign.declarations.stats, this.#campaign.character(this.#opponent))
  }

  picked(side: number, picker: Picker): number {
    const fed = this.fields.filter((field) => isFedBy(field, picker.list))
    if (fed.every(({ id }) => this.entered(side, id) !== undefined)) return noRow
    if (side === 1) return pickedRow(picker, this.#entries.pickOf(this.opponent, picker.list))
    return pickedRow(picker, picker.rows.find(({ name }) => name === this.#rows[picker.list])?.index)
  }

  pick(side: number, list: string, row: number): void {
    const name = this.pickers(side).find((picker) => picker.list === list)?.rows.find(({ index }) => index === row)?.name
    if (side === 1) this.#entries.pick(this.opponent, list, row)
    else this.#rows = withValue(this.#rows, list, name)
    const fed = this.fields.filter((field) => isFedBy(field, list)).map(({ id }) => id)
    if (this.check !== undefined) this.#entries.change(this.check, side, (entered) => without(entered, fed))
    this.#edited()
  }

  entered(side: number, field: string): Value | undefined {
    return this.#entries.of(this.check, side)[field]
  }

  enter(side: number, field: string, value: Value | undefined): void {
    if (this.check !== undefined) this.#entries.change(this.check, side, (entered) => withValue(entered, field, value))
    this.#edited()
  }

  /** Of each of them only what is the same for all. */
  side(side: number): { readonly input: Input; readonly limits: Readonly<Record<string, number>> } | undefined {
    return side === 1 ? this.preview?.sides[1] : { input: this.#alike, limits: {} }
  }

  problem(side: number, field: string): string | undefined {
    if (this.entered(side, field) === undefined) return undefined
    return this.preview?.problems.find((problem: Problem) => problem.side === side && problem.field === field)?.message
  }

  refresh(): void {
    clearTimeout(this.#timer)
    const ask = () => {
      for (const question of [this.#odds, this.#preview, this.#targets]) question.refresh()
    }
    if (this.members.length > manyRows) this.#timer = setTimeout(ask, pauseMs)
    else ask()
  }

  #ownOf({ id }: Field, who: CharacterId): Value | undefined {
    return this.#own[`${id} ${who}`]
  }

  #edited(): void {
    this.#onedit()
    this.refresh()
  }

  /** The rows of one's sheet that are called as those picked for all. */
  #picksOf(at: number): Readonly<Record<string, number>> {
    const sheet = this.#sheets[at] ?? []
    return Object.fromEntries(
      this.#shared.flatMap((picker) => {
        const picked = this.picked(0, picker)
        const name = picker.rows.find(({ index }) => index === picked)?.name
        const row = name === undefined ? undefined : rowNamed(sheet, picker.list, name)
        return row === undefined ? [] : [[picker.list, row] as const]
      }),
    )
  }

  #opponentSide(check: string): SideInput {
    const who = this.opponent
    const picks = Object.fromEntries(this.pickers(1).map((picker) => [picker.list, this.picked(1, picker)] as const).filter(([, row]) => row !== noRow))
    return { ...(who !== undefined && { who }), picks, input: this.#entries.of(check, 1) }
  }
}
