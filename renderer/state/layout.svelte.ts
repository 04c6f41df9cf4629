/** Which panels stand side by side in a campaign, and how wide each is. */
import { fitted, parseLayout, sum } from './widths.ts'

/** What the frame must know of a panel. */
export interface PanelCard {
  readonly id: string
  readonly label: string
  /** How wide it is beside the others, as a share. */
  readonly share: number
  /** How narrow it may become, in rem. */
  readonly least: number
  /** Put away until it is asked for. */
  readonly away?: boolean
  /** So too, but not in a new campaign where there is room for all that stand there and any other one. */
  readonly spare?: boolean
  /** Doesn't make room for another one while anything else can. */
  readonly stays?: boolean
}

export class Layout {
  readonly panels: readonly PanelCard[]
  /** The panel to be brought into sight, while they stand below each other. */
  wanted = $state<string>()
  #width = $state(0)
  #hidden = $state.raw<readonly string[]>([])
  #shares = $state.raw<Readonly<Record<string, number>>>({})
  /** In which order they were last used, the latest last. */
  #used: readonly string[] = []
  /** Whether it was never arranged, so that its first width decides. */
  #isNew: boolean
  readonly #keep: (text: string) => void

  constructor(panels: readonly PanelCard[], kept: string | undefined, keep: (text: string) => void) {
    this.panels = panels
    this.#keep = keep
    const { hidden, shares } = parseLayout(kept, panels)
    this.#hidden = hidden
    this.#shares = shares
    this.#isNew = kept === undefined
  }

  /** Width of the panels together in rem; 0 while nobody has measured it. */
  get width(): number {
    return this.#width
  }

  set width(width: number) {
    if (this.#isNew && this.#width === 0 && width >= this.#ample) this.#hidden = this.panels.filter(({ away }) => away).map(({ id }) => id)
    this.#width = width
  }

  readonly shown: readonly PanelCard[] = $derived.by(() => this.panels.filter(({ id }) => this.isShown(id)))

  /** Whether they stand below each other, because there is no room side by side. */
  readonly stacked: boolean = $derived.by(() => this.width > 0 && sum(this.shown.map(({ least }) => least)) > this.width)

  /** The width of each shown panel, as parts of 1. */
  readonly parts: readonly number[] = $derived.by(() => fitted(this.shown.map((panel) => this.#shares[panel.id] ?? panel.share), this.#leasts))

  isShown(id: string): boolean {
    return !this.#hidden.includes(id)
  }

  /** Whether a panel may be put away: the last one stays. */
  canHide(id: string): boolean {
    return this.isShown(id) && this.shown.length > 1
  }

  /** Notes that a panel is worked in: the one that was longest not makes room for another. */
  use(id: string): void {
    this.#used = [...this.#used.filter((used) => used !== id), id]
  }

  /** Shows a panel. Side by side, others make room where all of them together have none. One that is there already isn't worked in by that. */
  show(id: string): void {
    if (this.isShown(id)) return
    this.use(id)
    const hidden = this.#hidden.filter((each) => each !== id)
    this.#hide(this.stacked ? hidden : [...hidden, ...this.#inTheWay(id)])
  }

  /** Shows a panel and, where it may be out of sight, scrolls to it. */
  bringUp(id: string): void {
    this.show(id)
    if (this.stacked) this.wanted = id
  }

  toggle(id: string): void {
    if (!this.isShown(id)) this.show(id)
    else if (this.canHide(id)) this.#hide([...this.#hidden, id])
  }

  /** Where the line after a shown panel stands between its neighbours' other edges: least, now and most, in parts of 1. */
  line(at: number): { readonly least: number; readonly now: number; readonly most: number } {
    const [left = 0, right = 0] = this.parts.slice(at, at + 2)
    const [leastLeft = 0, leastRight = 0] = this.#leasts.slice(at, at + 2)
    return { least: Math.min(leastLeft, left), now: left, most: Math.max(left + right - leastRight, left) }
  }

  /** Moves the line after a shown panel, as far as both neighbours allow. `settle` keeps it for the next time. */
  moveLine(at: number, to: number): void {
    const { least, now, most } = this.line(at)
    const by = Math.min(Math.max(to, least), most) - now
    const parts = this.parts.map((part, index) => part + (index === at ? by : index === at + 1 ? -by : 0))
    this.#shares = { ...this.#shares, ...Object.fromEntries(this.shown.map(({ id }, index) => [id, round((parts[index] ?? 0) * this.#total)])) }
  }

  /** Keeps the arrangement. */
  settle(): void {
    this.#isNew = false
    this.#keep(JSON.stringify({ hidden: this.#hidden, shares: this.#shares, known: this.panels.map(({ id }) => id) }))
  }

  /** How wide is wide enough for all that aren't put away at first and any one that is. */
  get #ample(): number {
    const [away, usual] = [true, false].map((isAway) => this.panels.filter((panel) => (panel.away ?? false) === isAway).map(({ least }) => least))
    return sum(usual ?? []) + Math.max(0, ...(away ?? []))
  }

  /** The shares of what is shown together, so that a panel that comes back takes the room it had beside them. */
  get #total(): number {
    return sum(this.shown.map((panel) => this.#shares[panel.id] ?? panel.share))
  }

  get #leasts(): readonly number[] {
    return this.shown.map(({ least }) => (this.width > 0 ? least / this.width : 0.1))
  }

  /** Which of the shown ones must go so that another has room beside the rest. */
  #inTheWay(id: string): readonly string[] {
    const { width } = this
    const least = this.panels.find((panel) => panel.id === id)?.least ?? 0
    const age = (panel: PanelCard) => (panel.stays ? Infinity : this.#used.indexOf(panel.id))
    const leaving = this.shown.toSorted((a, b) => age(a) - age(b))
    let needed = sum(this.shown.map((panel) => panel.least)) + least
    return leaving.flatMap((panel) => {
      if (width === 0 || needed <= width) return []
      needed -= panel.least
      return [panel.id]
    })
  }

  #hide(hidden: readonly string[]): void {
    this.#hidden = hidden
    this.settle()
  }
}

const round = (share: number): number => Math.round(share * 1000) / 1000
