/** The log as it is read: which entries to show, those loaded so far, the newest first, and which are open. */
import type { Client } from '../bridge.ts'
import type { Deed, LogEntry, LogFilter, Roll, RollId, SessionId } from '../../preload/contract.ts'
import { deedKey, entryKey, isNewer, isUndone, momentOfEntry, rollKey, rollOf } from './log-entries.ts'

/** How many entries are asked for at once. */
const pageSize = 200

export class LogBook {
  /** Which entries to show. */
  filter = $state.raw<LogFilter>({})
  entries = $state.raw<readonly LogEntry[]>([])
  /** Whether older ones are left in the file. */
  older = $state(false)
  loading = $state(false)
  /** False until the first part was read. */
  ready = $state(false)
  /** Why it can't be read now. */
  failure = $state<string>()
  /** Set when the last change put entries before the first one. */
  grewAtTop = $state(false)
  /** The entry to be brought into sight, open and with the focus. */
  wanted = $state<string>()
  readonly filtered = $derived(Object.keys(this.filter).length > 0)
  #open = $state.raw<readonly string[]>([])
  /** Where the next, older part begins. */
  #next: string | undefined
  /** What is loaded isn't what the filter asks for. */
  #stale = false
  #more = false
  #work: Promise<void> | undefined
  /** What happened while it was being read. */
  readonly #missed: LogEntry[] = []
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  isOpen(entry: LogEntry): boolean {
    return this.#open.includes(entryKey(entry))
  }

  setOpen(entry: LogEntry, open: boolean): void {
    const key = entryKey(entry)
    if (open !== this.isOpen(entry)) this.#open = open ? [...this.#open, key] : this.#open.filter((other) => other !== key)
  }

  /** Shows other entries: what is given is set, `undefined` takes a condition out. */
  choose(change: { readonly [K in keyof LogFilter]?: LogFilter[K] | undefined }): void {
    const filter = Object.entries({ ...this.filter, ...change }).filter(([, value]) => value !== undefined)
    this.filter = Object.fromEntries(filter) as LogFilter
    void this.restart()
  }

  clearFilter(): void {
    this.filter = {}
    void this.restart()
  }

  showSession(session: SessionId): void {
    this.filter = { session }
    void this.restart()
  }

  /** Reads from the newest entry on. Asked again while it reads, it reads once more. */
  restart(): Promise<void> {
    this.#stale = true
    return this.#start()
  }

  loadOlder(): Promise<void> {
    if (this.#next === undefined) return Promise.resolve()
    this.#more = true
    return this.#start()
  }

  /** Opens a roll and brings it into sight, wherever in the log it is. */
  show(id: RollId): Promise<void> {
    return this.#lead(() => rollKey(this.#firstOf(id)), () => this.#oldestRoll <= id)
  }

  /** Does the same for what was done at a moment and is no roll. */
  showDeed(id: number, at: number): Promise<void> {
    return this.#lead(() => deedKey(id), () => this.entries.some((entry) => momentOfEntry(entry) < at))
  }

  /** A roll that is loaded. */
  roll(id: RollId): Roll | undefined {
    return this.#find((roll) => roll.id === id)
  }

  /** The roll that stands in place of another. */
  heirOf({ id, replaced }: Roll): Roll | undefined {
    return replaced ? this.#find(({ follows, undone }) => follows?.roll === id && !undone) : undefined
  }

  followRolls(rolls: readonly Roll[]): void {
    // Rolls made together have one entry, that of their first.
    this.#follow(rolls.flatMap((roll) => (roll.batch && roll.batch.first !== roll.id ? [] : [{ kind: 'roll', roll }])))
  }

  followDeeds(deeds: readonly Deed[]): void {
    this.#follow(deeds.map((deed) => ({ kind: 'deed', deed })))
  }

  /** Reads back until an entry is there, or those that are read lie before it. */
  async #lead(keyOf: () => string, isPassed: () => boolean): Promise<void> {
    const found = () => this.entries.some((entry) => entryKey(entry) === keyOf())
    if (!found() && this.filtered) {
      this.filter = {}
      await this.restart()
    }
    while (!found() && this.older && this.failure === undefined && !isPassed()) await this.loadOlder()
    const key = keyOf()
    if (!this.#open.includes(key)) this.#open = [...this.#open, key]
    this.wanted = key
  }

  #follow(changed: readonly LogEntry[]): void {
    if (this.loading) this.#missed.push(...changed)
    this.#take(changed)
  }

  /** Changed entries stay where they are, new ones get their place. */
  #take(changed: readonly LogEntry[]): void {
    const before = this.entries
    const [top, last] = [before[0], before.at(-1)]
    let entries = before
    let unknown = false
    for (const entry of changed) {
      const key = entryKey(entry)
      const at = entries.findIndex((other) => entryKey(other) === key)
      const beyond = this.older && last !== undefined && isNewer(last, entry)
      if (this.filter.undone === 'hidden' && isUndone(entry)) entries = entries.filter((_, index) => index !== at)
      else if (at >= 0) entries = entries.with(at, entry)
      else if (this.filtered) unknown = true
      // One older than those loaded comes with its part, so that there are no gaps.
      else if (!beyond) entries = insert(entries, entry)
    }
    this.grewAtTop = top !== undefined && entries[0] !== undefined && isNewer(entries[0], top)
    this.entries = entries
    // Whether a new one matches, only main can tell.
    if (unknown) void this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    const { filter } = this
    const reply = await this.#client.attempt('log.read', { filter, limit: pageSize })
    if (!reply.ok || filter !== this.filter) return
    const [top] = this.entries
    const fresh = reply.value.entries.filter((entry) => top === undefined || isNewer(entry, top))
    this.grewAtTop = true
    this.entries = [...fresh, ...this.entries]
  }

  #start(): Promise<void> {
    this.#work ??= this.#run().finally(() => (this.#work = undefined))
    return this.#work
  }

  async #run(): Promise<void> {
    this.loading = true
    while (this.#stale || (this.#more && this.#next !== undefined)) {
      const from = this.#stale ? undefined : this.#next
      this.#stale = this.#more = false
      const reply = await this.#client.attempt('log.read', { filter: this.filter, ...(from !== undefined && { from }), limit: pageSize })
      if (this.#stale) continue
      this.failure = reply.ok ? undefined : reply.error.message
      if (!reply.ok) continue
      this.#next = reply.value.next
      this.older = reply.value.next !== undefined
      this.grewAtTop = false
      this.entries = from === undefined ? reply.value.entries : [...this.entries, ...reply.value.entries]
      this.ready = true
      this.#take(this.#missed.splice(0))
    }
    this.#more = false
    this.loading = false
  }

  /** The roll whose entry shows a roll: of those made together, which follow each other, the first. */
  #firstOf(id: RollId): RollId {
    return this.#find(({ batch }) => batch !== undefined && id >= batch.first && id < batch.first + batch.count)?.id ?? id
  }

  #find(matches: (roll: Roll) => boolean): Roll | undefined {
    for (const entry of this.entries) if (entry.kind === 'roll' && matches(entry.roll)) return entry.roll
    return undefined
  }

  get #oldestRoll(): number {
    return rollOf(this.entries.findLast(({ kind }) => kind === 'roll'))?.id ?? Infinity
  }
}

function insert(entries: readonly LogEntry[], entry: LogEntry): readonly LogEntry[] {
  const at = entries.findIndex((other) => isNewer(entry, other))
  return entries.toSpliced(at < 0 ? entries.length : at, 0, entry)
}
