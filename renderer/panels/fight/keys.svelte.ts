/** The keyboard in the order of a fight: which row or member has the focus, and what a key does there. */
import { tick, untrack } from 'svelte'
import type { VirtualizerHandle } from 'virtua/svelte'
import type { PlaceId } from '../../../preload/contract.ts'
import type { Fight, Row } from '../../state/fight.svelte.ts'

interface Deps {
  readonly fight: () => Fight
  readonly box: () => HTMLElement | undefined
  readonly list: () => VirtualizerHandle | undefined
  /** Says something to those who don't see the list. */
  readonly say: (words: string) => void
}

export class Keys {
  /** The stop that has the focus: it stays drawn, wherever one scrolls. */
  focused = $state<string>()
  /** The place whose number is being typed. */
  typing = $state<PlaceId>()
  /** The rows as they were drawn last. */
  #drawn: readonly Row[] = []
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  readonly row: Row | undefined = $derived.by(() => this.#rowOf(this.focused))

  /** Follows the focus, however it moved. */
  follow(target: EventTarget | null): void {
    const stop = target instanceof Element ? (target.closest('[data-stop]') ?? target.closest('li')?.querySelector('[data-stop]')) : undefined
    this.focused = stop instanceof HTMLElement ? stop.dataset['stop'] : undefined
  }

  /** Hands the focus on from a stop that is about to go with it, by Undo for one. */
  watch(): void {
    const { rows } = this.fight
    untrack(() => {
      const [before, stop] = [this.#drawn, this.focused]
      this.#drawn = rows
      if (stop !== undefined && !this.#stops.includes(stop) && this.#deps.box()?.contains(document.activeElement)) void this.#handOn(before, stop)
    })
  }

  type(place: PlaceId, open: boolean): void {
    this.typing = open ? place : undefined
    const { activeElement } = document
    if (!open && (activeElement === document.body || this.#deps.box()?.contains(activeElement))) void this.#focus(`p${place}`)
  }

  press(event: KeyboardEvent): void {
    const { fight } = this
    const stop = event.target instanceof HTMLElement ? event.target.dataset['stop'] : undefined
    const row = this.#rowOf(stop)
    const isDone = event.key === 'Escape' && fight.selected.length > 0 ? (fight.deselect(), true) : stop !== undefined && row !== undefined && !event.ctrlKey && !event.metaKey && this.#act(event, row, stop)
    if (isDone) event.preventDefault()
  }

  get fight(): Fight {
    return this.#deps.fight()
  }

  /** Each row, and in an unfolded group each member: `p` and the place's id, or `c` and the combatant's. */
  get #stops(): readonly string[] {
    return this.fight.rows.flatMap(({ place, members, open }) => [`p${place.id}`, ...(open ? members.map(({ combatant }) => `c${combatant.id}`) : [])])
  }

  #rowOf(stop: string | undefined): Row | undefined {
    return this.fight.rows.find((row) => holds(row, stop))
  }

  /** False for a key that means nothing here. */
  #act({ key, altKey }: KeyboardEvent, row: Row, stop: string): boolean {
    const { fight } = this
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) void this.#nudge(row, key === 'ArrowUp' ? -1 : 1, stop)
    else if (altKey) return false
    else if (key === 'Delete') void this.#remove(row, stop)
    else if (key === 'Enter') this.typing = row.place.id
    else if (key === 'ArrowRight' && row.isGroup) fight.fold(row.place.id, true)
    else if (key === 'ArrowLeft' && row.isGroup) {
      fight.fold(row.place.id, false)
      void this.#focus(`p${row.place.id}`)
    } else {
      const stops = this.#stops
      const [at, last] = [stops.indexOf(stop), stops.length - 1]
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: Math.min(at + 10, last), PageUp: Math.max(at - 10, 0) }[key]
      if (to === undefined) return false
      void this.#focus(stops[to])
    }
    return true
  }

  async #focus(stop: string | undefined): Promise<void> {
    if (stop === undefined) return
    this.focused = stop
    await tick()
    this.#deps.box()?.querySelector<HTMLElement>(`[data-stop="${stop}"]`)?.focus({ preventScroll: true })
    const row = this.#rowOf(stop)
    if (row) this.#deps.list()?.scrollToIndex(this.fight.rows.indexOf(row), { align: 'nearest' })
  }

  /** A row that is moved keeps the focus, and it is said where it went. */
  async #nudge(row: Row, by: 1 | -1, stop: string): Promise<void> {
    await this.fight.nudge(row.place.id, by)
    await tick()
    const { rows } = this.fight
    const at = rows.findIndex(({ place }) => place.id === row.place.id)
    const slot = rows.slice(0, at + 1).findLast((each) => each.slot !== undefined)?.slot
    this.#deps.say(`${row.name}: ${at + 1} of ${rows.length}${slot === undefined ? '' : `, ${slot}`}`)
    await this.#focus(stop)
  }

  /** Takes out the selected ones, else whoever has the focus: one of a group alone. */
  #remove({ members }: Row, stop: string): Promise<unknown> {
    const { selected } = this.fight
    const focused = members.filter(({ combatant }) => stop === `c${combatant.id}`)
    const leaving = [selected, focused, members].find((each) => each.length > 0) ?? []
    return this.fight.remove(leaving.map(({ combatant }) => combatant.id))
  }

  /** To the row where it is now, else the next member, else the one before, else their row; from a row to the next, else the one before. */
  async #handOn(before: readonly Row[], stop: string): Promise<void> {
    await tick()
    if (document.activeElement !== document.body) return
    const at = before.findIndex((row) => holds(row, stop))
    const members = (before[at]?.members ?? []).map(({ combatant }) => `c${combatant.id}`)
    const rows = before.map(({ place }) => `p${place.id}`)
    const near = members.includes(stop) ? around(members, members.indexOf(stop)) : []
    const own = this.#rowOf(stop)
    const left = this.#stops
    await this.#focus(own ? `p${own.place.id}` : [...near, ...around(rows, at)].find((each) => left.includes(each)))
  }
}

const holds = ({ place, members }: Row, stop: string | undefined): boolean => stop === `p${place.id}` || members.some(({ combatant }) => stop === `c${combatant.id}`)

/** From one on to the last, then back from it to the first. */
const around = (stops: readonly string[], at: number): readonly string[] => [...stops.slice(at), ...stops.slice(0, at).toReversed()]
