/** What the GM entered into each check's form, and which row of which sheet was picked. */
import type { CharacterId } from '../../preload/contract.ts'
import type { Value } from '../../plugins/api/index.ts'

/** Values by field id. */
export type Entered = Readonly<Record<string, Value>>

const nothing: Entered = {}

export class Entries {
  #entered = $state.raw<Readonly<Record<string, readonly Entered[]>>>({})
  #picks = $state.raw<Readonly<Record<string, number>>>({})

  of(check: string | undefined, side: number): Entered {
    return (check !== undefined && Object.hasOwn(this.#entered, check) && this.#entered[check]?.[side]) || nothing
  }

  isTouched(check: string | undefined): boolean {
    return [0, 1].some((side) => Object.keys(this.of(check, side)).length > 0)
  }

  change(check: string, side: number, change: (entered: Entered) => Entered): void {
    const sides = [0, 1].map((each) => (each === side ? change(this.of(check, each)) : this.of(check, each)))
    this.#entered = { ...this.#entered, [check]: sides }
  }

  clear(check: string): void {
    this.#entered = { ...this.#entered, [check]: [] }
  }

  /** The row picked of a list on somebody's sheet. */
  pickOf(who: CharacterId | undefined, list: string): number | undefined {
    return this.#picks[`${who} ${list}`]
  }

  pick(who: CharacterId | undefined, list: string, row: number): void {
    this.#picks = { ...this.#picks, [`${who} ${list}`]: row }
  }
}
