/** A row carried to another place in the order by the pointer: where it would land, and the list scrolled at its edges. */
import type { VirtualizerHandle } from 'virtua/svelte'
import type { PlaceId } from '../../../preload/contract.ts'
import type { Row } from '../../state/fight.svelte.ts'

/** Before a row, or after one: between the parts of the order that is not the same. */
export interface Landing {
  readonly at: number
  readonly side: 'before' | 'after'
}

interface Deps {
  readonly box: () => HTMLElement | undefined
  readonly list: () => VirtualizerHandle | undefined
  readonly rows: () => readonly Row[]
  readonly drop: (place: PlaceId, landing: Landing) => void
}

/** How near to an edge the list scrolls, in pixels, and how far with each move. */
const edge = 32
const pace = 12

export class Carry {
  /** Who is carried. */
  place = $state<PlaceId>()
  landing = $state.raw<Landing>()
  /** Where it would land, in pixels from the top of the list. */
  readonly line = $derived.by(() => {
    const [list, { landing }] = [this.#deps.list(), this]
    if (!list || !landing) return undefined
    return list.getItemOffset(landing.at) + (landing.side === 'after' ? list.getItemSize(landing.at) : this.#headOf(landing.at))
  })
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  grab(place: PlaceId, event: PointerEvent): void {
    const box = this.#deps.box()
    if (event.button !== 0 || !box) return
    event.preventDefault()
    this.place = place
    // The list takes the pointer, since a row may go out of sight on the way.
    box.setPointerCapture(event.pointerId)
    const release = new AbortController()
    const { signal } = release
    const end = (drops: boolean) => {
      release.abort()
      const { landing } = this
      this.place = undefined
      this.landing = undefined
      if (drops && landing) this.#deps.drop(place, landing)
    }
    box.addEventListener('pointermove', (moved) => this.#move(box, moved), { signal })
    box.addEventListener('pointerup', () => end(true), { signal })
    box.addEventListener('lostpointercapture', () => end(false), { signal })
    window.addEventListener('keydown', (key) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      key.stopPropagation()
      end(false)
    }, { signal, capture: true })
  }

  #move(box: HTMLElement, { clientY }: PointerEvent): void {
    const [list, rows, { top, bottom }] = [this.#deps.list(), this.#deps.rows(), box.getBoundingClientRect()]
    if (!list || rows.length === 0) return
    if (clientY < top + edge) box.scrollTop -= pace
    else if (clientY > bottom - edge) box.scrollTop += pace
    const offset = clientY - top + box.scrollTop
    const at = Math.min(Math.max(list.findItemIndex(offset), 0), rows.length - 1)
    const head = this.#headOf(at)
    const middle = list.getItemOffset(at) + head + (list.getItemSize(at) - head) / 2
    this.landing = landingOf(rows, this.place, { at, side: offset < middle ? 'before' : 'after' })
  }

  /** How high the heading over a row is. */
  #headOf(at: number): number {
    return this.#deps.box()?.querySelector<HTMLElement>(`[data-place="${this.#deps.rows()[at]?.place.id}"] h3`)?.offsetHeight ?? 0
  }
}

/** Where somebody would land; nowhere where that is where it stands. */
function landingOf(rows: readonly Row[], place: PlaceId | undefined, landing: Landing): Landing | undefined {
  const from = rows.findIndex((row) => row.place.id === place)
  const isNext = landing.side === 'after' ? landing.at === from - 1 : landing.at === from + 1
  const isOwn = landing.at === from || (isNext && rows[landing.at]?.place.slot === rows[from]?.place.slot)
  return from < 0 || isOwn ? undefined : landing
}
