/** Reads outcomes inside the engine: which distinct result each one is. */
import type { Asked, Bag, Tools } from './tools.ts'

/** A distinct result, and its chance as `n` out of `d`; `more` holds further pairs `d, n`. */
export interface Cell {
  /** The result as JSON without brackets: success, total, degree, flags, gains. */
  readonly text: string
  d: number
  n: number
  more: Bag<number> | undefined
}

/** The distinct results of one check so far. */
export interface Found {
  readonly cells: Bag<Cell>
  /** The cell of a step; undefined where it is no outcome, or where something is odd about it. */
  of(step: unknown): Cell | undefined
}

export interface Outcomes {
  begin(asked: Asked): Found
  /** The dice that a step needs; undefined where it needs none. */
  needOf(step: unknown): readonly unknown[] | undefined
  /** Counts `n` out of `d` equal chances into a cell. */
  add(cell: Cell, n: number, d: number): void
  /** A verdict as JSON without brackets; undefined where something is odd about it. */
  verdictText(verdict: unknown): string | undefined
}

/** Sent as text: see tools.ts. An outcome is judged only as far as odds need; the host names what is odd. */
export function guestOutcomes({ stringify, nothing, bag, isWhole }: Tools): Outcomes {
  type Loose = Readonly<Record<string, unknown>>
  /** Texts with a number each, the same for the same text. */
  interface Texts {
    readonly places: Record<string, number>
    readonly all: Bag<string>
  }

  /** Texts that begin with the empty one, as number 0. */
  function textsOf(): Texts {
    const texts = { places: nothing<number>(), all: bag<string>() }
    placeOf(texts, '')
    return texts
  }
  function placeOf({ places, all }: Texts, text: string): number {
    const known = places[text]
    if (known !== undefined) return known
    places[text] = all.length
    all[all.length] = text
    return all.length++
  }

  function begin(asked: Asked): Found {
    const bySide = asked.by === 'side'
    const flagTexts = textsOf()
    const gainTexts = textsOf()
    // Flags and gains that come alone, nearly all of them, are numbered without making a text.
    const flagPlaces = nothing<number>()
    for (let i = 0; i < asked.flags.length; i++) flagPlaces[asked.flags[i] as string] = bySide ? 0 : placeOf(flagTexts, stringify(asked.flags[i]))
    const gainPlaces = nothing<Record<number, number>>()
    for (let i = 0; i < asked.counters.length; i++) gainPlaces[asked.counters[i] as string] = nothing<number>()
    // Cells by a number made of success, degree, flags and gains: making a text for each leaf is slower.
    const byKey = nothing<Cell>()
    const cells = bag<Cell>()

    /** The number of the flags together, in the order of the declarations. A comparison sees none. */
    function flagsOf(flags: readonly unknown[]): number | undefined {
      const only = flagPlaces[flags[0] as string]
      if (only === undefined || flags.length === 1) return only
      const has = nothing<true>()
      for (let i = 0; i < flags.length; i++) {
        if (flagPlaces[flags[i] as string] === undefined) return undefined
        has[flags[i] as string] = true
      }
      let text = ''
      for (let i = 0; i < asked.flags.length && !bySide; i++) {
        const id = asked.flags[i] as string
        if (has[id]) text += (text && ',') + stringify(id)
      }
      return placeOf(flagTexts, text)
    }

    /** The number of what one grant counts by itself. */
    function gainOf(grant: unknown): number | undefined {
      if (typeof grant !== 'object' || grant === null) return undefined
      const { counter, amount, offered } = grant as { counter: string; amount: unknown; offered: unknown }
      const places = gainPlaces[counter]
      if (places === undefined || !isWhole(amount) || amount === 0) return undefined
      return offered === true ? 0 : (places[amount] ??= placeOf(gainTexts, '[' + stringify(counter) + ',' + amount + ']'))
    }

    /** The number of what several count together, in the order of the declarations. */
    function gainsOf(grants: readonly unknown[]): number | undefined {
      const amounts = nothing<number>()
      for (let i = 0; i < grants.length; i++) {
        const gain = gainOf(grants[i])
        if (gain === undefined) return undefined
        const { counter, amount } = grants[i] as { counter: string; amount: number }
        if (gain !== 0) amounts[counter] = (amounts[counter] ?? 0) + amount
      }
      let text = ''
      for (let i = 0; i < asked.counters.length; i++) {
        const id = asked.counters[i] as string
        if (amounts[id] !== undefined) text += (text && ',') + '[' + stringify(id) + ',' + amounts[id] + ']'
      }
      return placeOf(gainTexts, text)
    }

    function of(step: unknown): Cell | undefined {
      if (typeof step !== 'object' || step === null) return undefined
      const { success, degree, flags, grants, need } = step as { success: never; degree: unknown; flags: unknown[]; grants: unknown[]; need: unknown }
      if ((success !== true && success !== false && success !== null) || need !== undefined) return undefined
      if (typeof flags !== 'object' || flags === null || typeof grants !== 'object' || grants === null) return undefined
      if (degree !== undefined && (!isWhole(degree) || degree < 0)) return undefined
      const total = bySide ? (step as Loose)['total'] : undefined
      if (total !== undefined && !isWhole(total)) return undefined
      const f = flags.length === 0 ? 0 : flagsOf(flags)
      const g = grants.length === 0 ? 0 : grants.length === 1 ? gainOf(grants[0]) : gainsOf(grants)
      if (f === undefined || g === undefined) return undefined

      const isSmall = f < 64 && g < 64 && (degree === undefined || degree < 100000)
      let key: number | string = isSmall
        ? (((degree === undefined ? 0 : degree + 1) * 64 + f) * 64 + g) * 3 + (success === true ? 0 : success === false ? 1 : 2)
        : degree + ' ' + f + ' ' + g + ' ' + success
      if (total !== undefined) key = key + '/' + total
      const known = byKey[key]
      if (known !== undefined) return known
      // The host takes no `undefined`; a comparison sees no flags.
      const text = success + ',' + (total ?? null) + ',' + (degree ?? null) + ',[' + flagTexts.all[f] + '],[' + gainTexts.all[g] + ']'
      const cell: Cell = { text, d: 0, n: 0, more: undefined }
      byKey[key] = cell
      cells[cells.length++] = cell
      return cell
    }

    return { cells, of }
  }

  function needOf(step: unknown): readonly unknown[] | undefined {
    if (typeof step !== 'object' || step === null) return undefined
    const { need } = step as Loose
    if (typeof need !== 'object' || need === null) return undefined
    const { length } = need as readonly unknown[]
    return isWhole(length) && length >= 1 && length <= 100 ? (need as readonly unknown[]) : undefined
  }

  function add(cell: Cell, n: number, d: number): void {
    if (cell.d === d) {
      cell.n += n
      return
    }
    if (cell.d === 0) {
      cell.d = d
      cell.n = n
      return
    }
    const more = (cell.more ??= bag<number>())
    for (let i = 0; i < more.length; i += 2) {
      if (more[i] === d) {
        more[i + 1] = (more[i + 1] as number) + n
        return
      }
    }
    more[more.length++] = d
    more[more.length++] = n
  }

  function verdictText(verdict: unknown): string | undefined {
    if (typeof verdict !== 'object' || verdict === null) return undefined
    const { success, degree } = verdict as { success: unknown; degree: unknown }
    if ((success !== true && success !== false && success !== null) || (degree !== undefined && (!isWhole(degree) || degree < 0))) return undefined
    return success + ',' + (degree ?? null)
  }

  return { begin, needOf, add, verdictText }
}
