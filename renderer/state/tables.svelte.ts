/** The random tables of a campaign, what came up last, and the one that is being written. */
import type { Client } from '../bridge.ts'
import type { Table, TableId } from '../../preload/contract.ts'
import type { Notices } from './notices.svelte.ts'
import { TableDraft } from './table-draft.svelte.ts'
import { apart } from './words.ts'

/** What came up on a table. */
export interface Rolled {
  readonly id: TableId
  /** What the table was called then. */
  readonly name: string
  readonly text: string
  /** Each throw in words. */
  readonly explain: readonly string[]
}

export class Tables {
  /** By name. */
  list = $state.raw<readonly Table[]>([])
  query = $state('')
  /** How often they were asked for: each time they come into sight. */
  asked = $state(0)
  /** They stand where notes do, in place of these. */
  shown = $state(false)
  rolling = $state(false)
  /** What came up last. A new object each time, though the words be the same. */
  rolled = $state.raw<Rolled>()
  /** Why nothing came up. */
  refusal = $state<string>()
  draft = $state.raw<TableDraft>()
  readonly #client: Client
  readonly #notices: Notices

  constructor(client: Client, notices: Notices, list: readonly Table[]) {
    this.#client = client
    this.#notices = notices
    this.list = byName(list)
  }

  /** Those that hold every word of what is sought, in name or rows. */
  readonly found: readonly Table[] = $derived.by(() => {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean)
    return this.list.filter(({ name, text }) => words.every((word) => `${name} ${text}`.toLowerCase().includes(word)))
  })

  find(id: TableId | undefined): Table | undefined {
    return this.list.find((table) => table.id === id)
  }

  /** Brings them into sight. */
  show(): void {
    this.shown = true
    this.asked += 1
  }

  async roll(id: TableId): Promise<void> {
    if (this.rolling) return
    this.show()
    this.rolling = true
    this.refusal = undefined
    const reply = await this.#client.attempt('table.roll', { id })
    this.rolling = false
    if (reply.ok) this.rolled = { id, name: this.find(id)?.name ?? '', ...reply.value }
    else {
      this.rolled = undefined
      this.refusal = reply.error.message
    }
  }

  /** Puts away what came up. */
  forget(): void {
    this.rolled = undefined
    this.refusal = undefined
  }

  /** Begins a table, with text that was pasted. */
  add(text = ''): void {
    this.show()
    this.draft = new TableDraft(this.#client, this, { name: '', text })
  }

  edit(table: Table): void {
    this.draft = new TableDraft(this.#client, this, table)
  }

  /** Puts away the one that is being written. */
  close(): void {
    this.draft = undefined
  }

  /** True when it is gone. */
  async remove({ id, name }: Table): Promise<boolean> {
    if ((await this.#client.ask('table.delete', { id })) === null) {
      this.#notices.tell(`Deleted ${apart(name)}`, [])
      return true
    }
    return false
  }

  follow(list: readonly Table[]): void {
    this.list = byName(list)
    if (this.rolled && !this.find(this.rolled.id)) this.forget()
    if (this.draft?.id !== undefined && !this.find(this.draft.id)) this.close()
  }
}

/** As people count: Rumours 2 before Rumours 11. */
const names = new Intl.Collator(undefined, { numeric: true })

const byName = (tables: readonly Table[]): readonly Table[] => tables.toSorted((a, b) => names.compare(a.name, b.name) || a.id - b.id)
