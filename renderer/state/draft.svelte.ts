/** What is being entered into a form that is saved as a whole: a sheet, the settings. */
import type { Failure, Problem, Reply } from '../../preload/contract.ts'
import type { Value } from '../../plugins/api/index.ts'
import { withValue } from './values.ts'

export class Draft {
  values = $state.raw<Readonly<Record<string, Value>>>({})
  /** Whether anything was entered that isn't saved. */
  changed = $state(false)
  saving = $state(false)
  /** Why it was not saved. */
  refusal = $state<string>()
  #problems = $state.raw<readonly Problem[]>([])

  constructor(values: Readonly<Record<string, Value>>) {
    this.values = values
  }

  /** Enters a value; `undefined` takes it out, so that the default counts. */
  set(id: string, value: Value | undefined): void {
    this.values = withValue(this.values, id, value)
    this.changed = true
  }

  /** What is wrong with a field, or a list's cell as `list.row.column`. */
  problem(field: string): string | undefined {
    return this.#problems.find((problem) => problem.field === field)?.message
  }

  /** Puts values in place of all that was entered. */
  replace(values: Readonly<Record<string, Value>>): void {
    this.values = values
    this.changed = true
    this.#forgive()
  }

  /** Saves once, however often it is asked meanwhile. Gives the answer when it is on disk. */
  async save<T>(send: () => Promise<Reply<T>>): Promise<{ readonly value: T } | undefined> {
    if (this.saving) return undefined
    this.saving = true
    const reply = await send()
    this.saving = false
    if (!reply.ok) {
      this.#refuse(reply.error)
      return undefined
    }
    this.changed = false
    this.#forgive()
    return { value: reply.value }
  }

  #refuse(failure: Failure): void {
    this.refusal = failure.message
    this.#problems = failure.problems ?? []
  }

  #forgive(): void {
    this.refusal = undefined
    this.#problems = []
  }
}
