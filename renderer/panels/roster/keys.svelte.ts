/** The keyboard in the roster: which row has the focus, and where it goes when that row is gone. */
import { tick } from 'svelte'
import type { VirtualizerHandle } from 'virtua/svelte'
import type { CharacterId } from '../../../preload/contract.ts'

interface Deps {
  readonly box: () => HTMLElement | undefined
  /** All rows from the top to the bottom. */
  readonly order: () => readonly CharacterId[]
  /** The list that draws a row, and which of its rows that is. */
  readonly find: (id: CharacterId) => { readonly list: VirtualizerHandle | undefined; readonly at: number } | undefined
}

/** A row is there after a few frames, or never. */
const framesMost = 30

export class Keys {
  /** The row that has the focus: it stays drawn, wherever one scrolls. */
  focused = $state<CharacterId>()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Follows the focus, however it moved. */
  follow(target: EventTarget | null): void {
    this.focused = rowOf(target)
  }

  /** Where an arrow key leads from a row; nowhere for other keys. */
  next(event: KeyboardEvent): CharacterId | undefined {
    const row = rowOf(event.target)
    if (row === undefined) return undefined
    const order = this.#deps.order()
    const [at, last] = [order.indexOf(row), order.length - 1]
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: Math.min(at + 10, last), PageUp: Math.max(at - 10, 0) }[event.key]
    return to === undefined ? undefined : order[to]
  }

  /** Gives a row the focus. One that is far away is drawn, measured and brought into sight before it can take it. */
  async focus(id: CharacterId): Promise<void> {
    for (let frame = 0; frame < framesMost; frame += 1) {
      this.focused = id
      await tick()
      const row = this.#deps.box()?.querySelector<HTMLElement>(`[data-character="${id}"]`)
      row?.focus({ preventScroll: true })
      this.show(id)
      if (row && document.activeElement === row) return
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }

  /** Brings a row into sight. */
  show(id: CharacterId): void {
    const found = this.#deps.find(id)
    found?.list?.scrollToIndex(found.at, { align: 'nearest' })
  }

  /** The row that takes the focus of those that leave: the first one after them that stays, else the last before. */
  heir(order: readonly CharacterId[], stays: (id: CharacterId) => boolean, from: CharacterId): CharacterId | undefined {
    const at = order.indexOf(from)
    return order.slice(at).find(stays) ?? order.slice(0, Math.max(at, 0)).findLast(stays)
  }
}

/** The row that an element stands in. */
export function rowOf(target: EventTarget | null): CharacterId | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-member]') : null
  return row ? (Number(row.dataset['member']) as CharacterId) : undefined
}
