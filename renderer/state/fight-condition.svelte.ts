/** A condition being placed: which, on whom, for how long; and what holds of them now. */
import type { CombatantId, Condition, Until } from '../../preload/contract.ts'
import type { Condition as Declared } from '../../plugins/api/index.ts'
import type { Member } from './fight.svelte.ts'
import { Targets } from './fight-targets.svelte.ts'
import type { Table } from './shell.svelte.ts'
import { runningCombatant, toUntil, untilInWords } from './until.ts'
import type { Lasting, Span } from './until.ts'

/** A condition that holds of one of those chosen. */
export interface Holding {
  readonly condition: Condition
  readonly name: string
  /** When it ends. */
  readonly ends: string
}

export class ConditionForm {
  readonly targets: Targets
  lasting = $state<Lasting>('open')
  count = $state(2)
  edge = $state<Span['edge']>('end')
  placing = $state(false)
  /** Why it was not placed. */
  refusal = $state<string>()
  #label = $state('')
  #anchor = $state<CombatantId>()
  #at = $state(-1)
  readonly #table: Table

  constructor(table: Table) {
    this.#table = table
    this.targets = new Targets(table.fight)
  }

  get label(): string {
    return this.#label
  }

  set label(label: string) {
    this.#label = label
    this.#at = -1
    this.refusal = undefined
  }

  /** The conditions that fit what is written. */
  readonly suggestions: readonly Declared[] = $derived.by(() => {
    const text = this.#label.trim().toLowerCase()
    const all = this.#table.campaign.conditions
    return this.declared ? all : all.filter(({ label, help = '' }) => `${label} ${help}`.toLowerCase().includes(text))
  })
  readonly current: Declared | undefined = $derived.by(() => this.suggestions[this.#at])
  /** The condition that is written whole. */
  readonly declared: Declared | undefined = $derived.by(() => this.#table.campaign.conditions.find(({ label }) => label.toLowerCase() === this.#label.trim().toLowerCase()))

  /** Moves the choice among the suggestions, around at the ends and over none. */
  move(by: 1 | -1): void {
    const stops = this.suggestions.length + 1
    this.#at = ((this.#at + 1 + by + stops) % stops) - 1
  }

  take(condition: Declared): void {
    this.label = condition.label
  }

  /** Those whose turns may be counted. */
  get anchors(): readonly Member[] {
    return this.#table.fight.members
  }

  /** Whose turns count: by default of whoever has the turn, before the first of whoever bears it. */
  get anchor(): CombatantId | undefined {
    const { view } = this.#table.fight
    const chosen = this.anchors.find(({ combatant }) => combatant.id === this.#anchor)?.combatant.id
    return chosen ?? (view && runningCombatant(view)) ?? this.targets.members[0]?.combatant.id ?? this.anchors[0]?.combatant.id
  }

  set anchor(anchor: CombatantId | undefined) {
    this.#anchor = anchor
  }

  /** The ways to end it that there are now. */
  get ways(): readonly { readonly id: Lasting; readonly label: string }[] {
    const { view } = this.#table.fight
    return [
      { id: 'open', label: 'Until taken away' },
      ...(view?.active === undefined ? [] : [{ id: 'turn', label: 'This turn' } as const]),
      ...(this.anchors.length === 0 ? [] : ([{ id: 'start', label: 'To the start of a turn' }, { id: 'end', label: 'To the end of a turn' }, { id: 'turns', label: 'Several turns' }] as const)),
    ]
  }

  get until(): Until | undefined {
    return toUntil({ lasting: this.lasting, anchor: this.anchor, count: this.count, edge: this.edge }, this.#table.fight.view)
  }

  /** What is chosen, in a sentence. */
  get sentence(): string {
    return this.#words(this.until)
  }

  /** What holds of those chosen. */
  readonly holding: readonly Holding[] = $derived.by(() =>
    this.targets.members.flatMap(({ character }) => character.conditions.map((condition) => ({ condition, name: character.name, ends: this.#words(condition.until) }))),
  )

  /** Places it once, however often it is asked meanwhile. True when that is on disk. */
  async place(): Promise<boolean> {
    if (this.placing) return false
    if (this.targets.ids.length === 0) {
      this.refusal = 'Choose whom it is for.'
      return false
    }
    this.placing = true
    const { until, declared } = this
    const label = declared?.label ?? this.#label.trim()
    const reply = await this.#table.fight.addCondition({ characters: this.targets.ids, label, ...(declared && { condition: declared.id }), ...(until && { until }) })
    this.placing = false
    if (reply.ok) return true
    this.refusal = reply.error.message
    return false
  }

  /** Changes how many passings are left. */
  lengthen({ id, until }: Condition, by: 1 | -1): void {
    if (until) void this.#table.fight.changeCondition(id, { ...until, left: Math.max(1, until.left + by) })
  }

  endless({ id }: Condition): void {
    void this.#table.fight.changeCondition(id, null)
  }

  remove({ id }: Condition): void {
    void this.#table.fight.removeCondition(id)
  }

  #words(until: Until | undefined): string {
    const { view, members } = this.#table.fight
    return untilInWords(until, view, (anchor) => members.find(({ combatant }) => combatant.id === anchor)?.character.name)
  }
}
