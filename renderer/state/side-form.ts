/** The form of one side as it is drawn: a side of a check, or the only one of an action. */
import type { Field, Value } from '../../plugins/api/index.ts'
import type { Picker } from './rows.ts'

export interface SideForm {
  readonly fields: readonly Field[]
  /** What to call a side on the screen. */
  nameOf(side: number): string
  /** The lists that fill the form, whose rows may be picked. */
  pickers(side: number): readonly Picker[]
  picked(side: number, picker: Picker): number
  pick(side: number, list: string, row: number): void
  entered(side: number, field: string): Value | undefined
  enter(side: number, field: string, value: Value | undefined): void
  /** What main made of it. */
  side(side: number): { readonly input: Readonly<Record<string, Value>>; readonly limits: Readonly<Record<string, number>> } | undefined
  /** What is wrong with a field. */
  problem(side: number, field: string): string | undefined
}
