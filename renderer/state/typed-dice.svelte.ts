/** The dice, or their total, that the GM types in instead of having them drawn, for each side. */
import type { Preview, TypedSide } from '../../preload/contract.ts'
import type { Dice } from '../../plugins/api/index.ts'

/** One die to be typed. */
export interface Slot {
  /** Its place among the side's dice, as problems name it: `typed.0`. */
  readonly index: number
  /** `d100`, or `d10, 2 of 5`. */
  readonly label: string
}

/** More dice than this are typed into one field, separated by spaces. */
export const slotLimit = 12

export class TypedDice {
  /** Whether a side's dice are typed. */
  on = $state.raw<readonly boolean[]>([false, false])
  /** The side whose dice are to be typed next: it was switched on just now, or a roll asks for more. */
  wanted = $state<number>()
  /** Sides of which only the total is typed. */
  #onlyTotal = $state.raw<readonly boolean[]>([false, false])
  #totals = $state.raw<readonly string[]>(['', ''])
  #faces = $state.raw<readonly (readonly string[])[]>([[], []])
  /** Dice that a roll asked for beyond the first ones. */
  #more = $state.raw<readonly (readonly Dice[])[]>([[], []])

  isOn(side: number): boolean {
    return this.on[side] ?? false
  }

  set(side: number, on: boolean): void {
    this.on = this.on.with(side, on)
    this.clear()
    this.wanted = on ? side : undefined
  }

  isTotal(side: number): boolean {
    return this.#onlyTotal[side] ?? false
  }

  /** Types only the total of a side, or each die again. */
  setOnlyTotal(side: number, only: boolean): void {
    this.#onlyTotal = this.#onlyTotal.with(side, only)
    this.clear()
    this.wanted = side
  }

  total(side: number): string {
    return this.#totals[side] ?? ''
  }

  setTotal(side: number, text: string): void {
    this.#totals = this.#totals.with(side, text)
  }

  face(side: number, index: number): string {
    return this.#faces[side]?.[index] ?? ''
  }

  setFace(side: number, index: number, text: string): void {
    const faces = [...(this.#faces[side] ?? [])]
    while (faces.length <= index) faces.push('')
    this.#faces = this.#faces.with(side, faces.with(index, text))
  }

  /** Many dice at once, separated by spaces or commas. */
  setAll(side: number, text: string): void {
    this.#faces = this.#faces.with(side, text.split(/[\s,;]+/).filter((face) => face !== ''))
  }

  /** The dice to type for a side: those asked for first, then those that the roll asked for since. */
  slots(side: number, preview: Preview | undefined): readonly Slot[] {
    const groups = [...(preview?.sides[side]?.dice ?? []), ...(this.#more[side] ?? [])]
    const labels = groups.flatMap(({ die, count }) =>
      Array.from({ length: count }, (_, index) => (count === 1 ? die.id : `${die.id}, ${index + 1} of ${count}`)),
    )
    return labels.map((label, index) => ({ index, label }))
  }

  /** Whether a roll asked this side for more dice. */
  asksMore(side: number): boolean {
    return (this.#more[side] ?? []).length > 0
  }

  need(side: number, dice: readonly Dice[]): void {
    this.#more = this.#more.with(side, [...(this.#more[side] ?? []), ...dice])
    this.wanted = side
  }

  /** What a roll takes of each side. */
  taken(sides: number, preview: Preview | undefined): readonly TypedSide[] {
    return Array.from({ length: sides }, (_, side) => {
      if (!this.isOn(side)) return null
      if (this.isTotal(side)) return { total: this.total(side).trim() }
      const slots = this.slots(side, preview)
      if (slots.length > slotLimit) return [...(this.#faces[side] ?? [])]
      return slots.map(({ index }) => this.face(side, index).trim())
    })
  }

  /** Forgets the faces, totals and further dice: the roll is made, or another one. */
  clear(): void {
    this.#totals = ['', '']
    this.#faces = [[], []]
    this.#more = [[], []]
  }
}
