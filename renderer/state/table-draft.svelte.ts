/** A random table while it is written: its text as it is read, and why it is not kept. */
import type { Client } from '../bridge.ts'
import type { Problem, Table, TableId, TablePreview } from '../../preload/contract.ts'
import { Latest } from './latest.svelte.ts'

export class TableDraft {
  /** Absent for a new one. */
  readonly id: TableId | undefined
  saving = $state(false)
  #name = $state('')
  #text = $state('')
  #refusal = $state<string>()
  #problems = $state.raw<readonly Problem[]>([])
  readonly #begun: string
  readonly #preview: Latest<'table.preview'>
  readonly #client: Client
  readonly #others: { readonly list: readonly Table[] }

  constructor(client: Client, others: { readonly list: readonly Table[] }, { id, name, text }: Partial<Pick<Table, 'id'>> & Omit<Table, 'id'>) {
    this.#client = client
    this.#others = others
    this.id = id
    this.#name = name
    this.#text = text
    this.#begun = JSON.stringify([name, id === undefined ? '' : text])
    this.#preview = new Latest(client, 'table.preview', () => (this.#text.trim() === '' ? undefined : { text: this.#text }))
    this.#preview.refresh()
  }

  get name(): string {
    return this.#name
  }

  set name(name: string) {
    this.#name = name
    this.#forgive()
  }

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
    this.#forgive()
    this.#preview.refresh()
  }

  /** Whether leaving now would lose what was written. */
  get changed(): boolean {
    return JSON.stringify([this.#name, this.#text]) !== this.#begun
  }

  /** The text as main reads it: rows with their chances, or the line that can't be read. */
  get preview(): TablePreview | undefined {
    return this.#preview.value
  }

  /** Why main can't say. */
  get failure(): string | undefined {
    return this.#preview.failure
  }

  /** The names that may stand in its rows. */
  get names(): readonly string[] {
    return this.#others.list.filter(({ id }) => id !== this.id).map(({ name }) => name)
  }

  /** Names in its rows that no table has. */
  get missing(): readonly string[] {
    const known = [...this.names, this.#name.trim()].map((name) => name.toLowerCase())
    return this.preview?.kind === 'table' ? this.preview.calls.filter((name) => !known.includes(name.toLowerCase())) : []
  }

  /** Why it was not kept, where no field says it. */
  get refusal(): string | undefined {
    return this.#problems.length > 0 ? undefined : this.#refusal
  }

  problem(field: 'name' | 'text'): string | undefined {
    return this.#problems.find((problem) => problem.field === field)?.message
  }

  /** Saves once, however often it is asked meanwhile. True when it is on disk. */
  async save(): Promise<boolean> {
    if (this.saving) return false
    this.saving = true
    const { id } = this
    const table = { name: this.#name, text: this.#text }
    const reply = await (id === undefined ? this.#client.attempt('table.create', table) : this.#client.attempt('table.update', { id, ...table }))
    this.saving = false
    if (!reply.ok) {
      this.#refusal = reply.error.message
      this.#problems = reply.error.problems ?? []
    }
    return reply.ok
  }

  #forgive(): void {
    this.#refusal = undefined
    this.#problems = []
  }
}
