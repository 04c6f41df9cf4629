/** Initiative made ready: for whom, with which dice typed and which drawn, and the system's own fields. */
import type { Failure, InitiativePreview, PlaceId } from '../../preload/contract.ts'
import type { Field, Value } from '../../plugins/api/index.ts'
import type { Row } from './fight.svelte.ts'
import { readInitiative } from './fight-words.ts'
import { Latest } from './latest.svelte.ts'
import type { Table } from './shell.svelte.ts'
import { withValue } from './values.ts'

/** For which places it is rolled. */
export type Scope = 'all' | 'npcs' | 'missing' | 'selected'

/** A place to be rolled for. */
export interface Line {
  readonly place: PlaceId
  readonly name: string
  readonly isPlayer: boolean
  /** The dice that it takes first, such as `d20`; empty where it takes none, absent until that is known. */
  readonly dice: string | undefined
  readonly preview: InitiativePreview | undefined
}

interface LineProblem {
  readonly place: PlaceId
  readonly field: string
  readonly message: string
}

export class InitiativeForm {
  /** False where the system rolls none, and numbers are typed. */
  readonly rolls: boolean
  readonly fields: readonly Field[]
  rolling = $state(false)
  /** Why nothing was rolled. */
  refusal = $state<string>()
  #scope = $state<Scope>('all')
  #texts = $state.raw<Readonly<Record<PlaceId, string>>>({})
  #entered = $state.raw<Readonly<Record<PlaceId, Readonly<Record<string, Value>>>>>({})
  #problems = $state.raw<readonly LineProblem[]>([])
  readonly #preview: Latest<'initiative.preview'>
  readonly #table: Table

  constructor(table: Table) {
    this.#table = table
    const { initiative } = table.campaign.declarations
    this.rolls = initiative !== undefined
    this.fields = initiative?.input ?? []
    this.#preview = new Latest(table.client, 'initiative.preview', () => this.#question)
    this.#scope = this.#usual
    this.#preview.refresh()
  }

  get scope(): Scope {
    return this.#scope
  }

  set scope(scope: Scope) {
    this.#scope = scope
    this.#edited()
  }

  get scopes(): readonly { readonly id: Scope; readonly label: string }[] {
    const { rows } = this.#table.fight
    const bare = rows.filter(({ place }) => place.number === undefined)
    return [
      { id: 'all', label: 'All' },
      { id: 'npcs', label: 'NPCs' },
      ...(bare.length > 0 && bare.length < rows.length ? [{ id: 'missing', label: 'Without a number' } as const] : []),
      ...(this.#table.fight.selected.length > 0 ? [{ id: 'selected', label: 'The selected' } as const] : []),
    ]
  }

  /** Players first: theirs are the dice that are typed. */
  readonly lines: readonly Line[] = $derived.by(() => {
    const previews = Object.fromEntries((this.#preview.value ?? []).map((each) => [each.place, each] as const))
    const lines = this.#table.fight.rows.filter((row) => this.#isMeant(row)).map(({ place, name, members }): Line => {
      const preview: InitiativePreview | undefined = previews[place.id]
      const dice = preview?.dice.map(({ die, count }) => (count === 1 ? die.id : `${count} × ${die.id}`)).join(' + ')
      return { place: place.id, name, isPlayer: members[0].character.kind === 'pc', dice: preview && preview.problems.length > 0 ? undefined : dice, preview }
    })
    return lines.toSorted((a, b) => Number(b.isPlayer) - Number(a.isPlayer))
  })

  /** Why it can't be made ready: the system failed or is paused. */
  get failure(): string | undefined {
    return this.#preview.failure
  }

  /** What is typed for a place: dice, or its number where the system rolls none. */
  text(place: PlaceId): string {
    const { number } = this.#table.fight.rows.find((row) => row.place.id === place)?.place ?? {}
    return this.#texts[place] ?? (this.rolls || number === undefined ? '' : String(number))
  }

  type(place: PlaceId, text: string): void {
    this.#texts = { ...this.#texts, [place]: text }
    this.#forgive()
  }

  entered(place: PlaceId, field: string): Value | undefined {
    return this.#entered[place]?.[field]
  }

  enter(place: PlaceId, field: string, value: Value | undefined): void {
    this.#entered = { ...this.#entered, [place]: withValue(this.#entered[place] ?? {}, field, value) }
    this.#edited()
  }

  /** What is wrong with a field of a place; without one, with its dice or as a whole. */
  problem({ place, preview }: Line, field?: string): string | undefined {
    const all = [...this.#problems.filter((each) => each.place === place), ...(preview?.problems ?? [])]
    const isOwn = (name: string | undefined) => this.fields.some(({ id }) => id === name)
    return all.find((each) => (field === undefined ? !isOwn(each.field) : each.field === field))?.message
  }

  /** A field of the place needs the GM. */
  isWanting(line: Line): boolean {
    return this.fields.some(({ id }) => this.problem(line, id) !== undefined)
  }

  /** Rolls once, in one step, however often it is asked meanwhile. True when that is on disk. */
  async roll(): Promise<boolean> {
    if (this.rolling) return false
    this.#forgive()
    const places = this.lines.map(({ place }) => place)
    if (places.length === 0) {
      this.refusal = 'Nobody is chosen.'
      return false
    }
    if (!this.rolls) return this.#typeNumbers(places)
    this.rolling = true
    const typed = places.flatMap((place) => {
      const dice = this.text(place).split(/[\s,;]+/).filter((text) => text !== '')
      return dice.length > 0 ? [{ place, dice }] : []
    })
    const reply = await this.#table.fight.roll({ places, typed, inputs: this.#inputs })
    this.rolling = false
    if (reply?.ok) return true
    if (reply) this.#refuse(reply.error, places)
    return false
  }

  async #typeNumbers(places: readonly PlaceId[]): Promise<boolean> {
    const numbers = places.map((place) => ({ place, number: readInitiative(this.text(place)) }))
    this.#problems = numbers.filter(({ number }) => number === undefined).map(({ place }) => ({ place, field: 'typed', message: 'Type a number, such as 12, 7.5 or −2.' }))
    const read = numbers.flatMap(({ place, number }) => (number === undefined ? [] : [{ place, number }]))
    if (read.length < numbers.length) return false
    this.rolling = true
    const reply = await this.#table.fight.typeNumbers(read)
    this.rolling = false
    if (reply && !reply.ok) this.refusal = reply.error.message
    return reply?.ok ?? false
  }

  #refuse({ message, problems = [] }: Failure, places: readonly PlaceId[]): void {
    this.#problems = problems.flatMap(({ side, field = 'who', message: why }) => {
      const place = places[side]
      return place === undefined ? [] : [{ place, field, message: why }]
    })
    this.refusal = message
  }

  #edited(): void {
    this.#forgive()
    this.#preview.refresh()
  }

  #forgive(): void {
    this.refusal = undefined
    this.#problems = []
  }

  #isMeant({ place, members }: Row): boolean {
    const { fight } = this.#table
    switch (this.#scope) {
      case 'all':
        return true
      case 'npcs':
        return members[0].character.kind === 'npc'
      case 'missing':
        return place.number === undefined
      case 'selected':
        return members.some(({ combatant }) => fight.isSelected(combatant.id))
    }
  }

  /** Who was selected is meant; else who came late; else all. */
  get #usual(): Scope {
    const offered = this.scopes.map(({ id }) => id)
    return (['selected', 'missing'] as const).find((scope) => offered.includes(scope)) ?? 'all'
  }

  get #inputs() {
    return this.lines.flatMap(({ place }) => {
      const input = this.#entered[place]
      return input && Object.keys(input).length > 0 ? [{ place, input }] : []
    })
  }

  get #question() {
    const { view } = this.#table.fight
    const places = this.lines.map(({ place }) => place)
    return view && this.rolls && places.length > 0 ? { fight: view.id, places, inputs: this.#inputs } : undefined
  }
}
