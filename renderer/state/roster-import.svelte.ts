/** Taking over another tool's file: who comes, which field fills which stat, and what came of it. */
import type { Field } from '../../plugins/api/index.ts'
import type { Client } from '../bridge.ts'
import type { ImportChoice, ImportPreview, ImportResult, Reply } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Notices } from './notices.svelte.ts'
import { without, withValue } from './values.ts'

export type ImportEntry = ImportPreview['entries'][number]
export type ImportEncounter = ImportPreview['encounters'][number]
export type ImportField = ImportPreview['fields'][number]

/** Longer files than main reads aren't sent; their length is, and main says why they don't come. */
const mostSent = 20 * 1024 * 1024

export class RosterImport {
  /** A file is being chosen or read. */
  reading = $state(false)
  /** What the file would bring; absent before one was read. */
  preview = $state.raw<ImportPreview>()
  /** Why it can't be read, or was not taken over. */
  refusal = $state<string>()
  /** What came of it. */
  result = $state.raw<ImportResult>()
  /** What new NPCs become. */
  role = $state<ImportChoice['role']>('template')
  importing = $state(false)
  query = $state('')
  #mapping = $state.raw<Readonly<Record<string, string>>>({})
  #skipped = $state.raw<Readonly<Record<string, true>>>({})
  #skippedEncounters = $state.raw<Readonly<Record<string, true>>>({})
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #notices: Notices

  constructor(campaign: Campaign, client: Client, notices: Notices) {
    this.#campaign = campaign
    this.#client = client
    this.#notices = notices
  }

  /** Whether there is anything to show. */
  get open(): boolean {
    return this.preview !== undefined || this.refusal !== undefined
  }

  /** Asks for a file and reads it. The one before stays until another one was chosen. */
  async choose(): Promise<void> {
    if (this.reading || this.importing) return
    this.reading = true
    const reply = await this.#client.attempt('import.read', {})
    this.reading = false
    if (!reply.ok || reply.value !== null) this.#show(reply)
  }

  /** Reads what was dropped on the window: one file. */
  async drop(files: readonly File[]): Promise<void> {
    if (this.reading || this.importing) return
    const [file] = files
    if (!file || files.length > 1) return this.#refuse('One file at a time can be imported. Nothing was changed. Drop just one.')
    this.reading = true
    const { name, size } = file
    const bytes = size > mostSent ? new Uint8Array() : await file.arrayBuffer().then((buffer) => new Uint8Array(buffer)).catch(() => undefined)
    const reply = bytes && (await this.#client.attempt('import.drop', { name, size, bytes }))
    this.reading = false
    if (reply) this.#show(reply)
    else this.#refuse(`"${name}" can't be read. Nothing was changed. Check that it is a file and may be read.`)
  }

  close(): void {
    this.preview = undefined
    this.refusal = undefined
    this.result = undefined
    this.query = ''
    this.#mapping = {}
    this.#skipped = {}
    this.#skippedEncounters = {}
  }

  /** Those that hold every word of what is sought. */
  readonly found: readonly ImportEntry[] = $derived.by(() => {
    const words = this.query.toLowerCase().split(/\s+/).filter(Boolean)
    return (this.preview?.entries ?? []).filter(({ name, tags }) => words.every((word) => [name, ...tags].join(' ').toLowerCase().includes(word)))
  })

  readonly comers: readonly ImportEntry[] = $derived.by(() => (this.preview?.entries ?? []).filter((entry) => this.comes(entry)))

  /** Whether anything would be written. */
  get holdsAnything(): boolean {
    return this.comers.length > 0 || this.encounters.length > 0
  }

  /** The encounters that come. */
  readonly encounters: readonly ImportEncounter[] = $derived.by(() => (this.preview?.encounters ?? []).filter((encounter) => this.takesPlace(encounter)))

  takesPlace({ key }: ImportEncounter): boolean {
    return !Object.hasOwn(this.#skippedEncounters, key)
  }

  takeEncounter({ key }: ImportEncounter, comes: boolean): void {
    this.#skippedEncounters = comes ? without(this.#skippedEncounters, [key]) : { ...this.#skippedEncounters, [key]: true }
  }

  comes({ key }: ImportEntry): boolean {
    return !Object.hasOwn(this.#skipped, key)
  }

  /** Takes some in, or leaves them out. */
  take(entries: readonly ImportEntry[], comes: boolean): void {
    const meant = Object.fromEntries(entries.map(({ key }) => [key, true as const]))
    this.#skipped = comes ? Object.fromEntries(Object.entries(this.#skipped).filter(([key]) => !Object.hasOwn(meant, key))) : { ...this.#skipped, ...meant }
  }

  /** Stats that a field may fill. Lists find their rows by themselves. */
  get stats(): readonly Field[] {
    return this.#campaign.declarations.stats.filter(({ type }) => type !== 'list')
  }

  /** Fields for which a stat was found when the file was read, and the others. */
  readonly fields: { readonly suggested: readonly ImportField[]; readonly others: readonly ImportField[] } = $derived.by(() => {
    const { fields, mapping } = this.preview ?? { fields: [], mapping: {} }
    return { suggested: fields.filter(({ source }) => Object.hasOwn(mapping, source)), others: fields.filter(({ source }) => !Object.hasOwn(mapping, source)) }
  })

  /** Fields that fill no stat now. */
  readonly leftOut: readonly string[] = $derived.by(() => (this.preview?.fields ?? []).flatMap(({ source }) => (this.statOf(source) === undefined ? [source] : [])))

  /** The stat that a field fills. */
  statOf(source: string): string | undefined {
    return Object.hasOwn(this.#mapping, source) ? this.#mapping[source] : undefined
  }

  /** Lets a field fill a stat, which no other one fills then; `undefined` leaves the field out. */
  map(source: string, stat: string | undefined): void {
    const rest = without(this.#mapping, [source, ...Object.keys(this.#mapping).filter((other) => this.#mapping[other] === stat)])
    this.#mapping = stat === undefined ? rest : withValue(rest, source, stat)
  }

  /** Writes what was chosen, once, in one step. */
  async apply(): Promise<void> {
    if (this.importing || !this.preview || !this.holdsAnything) return
    this.importing = true
    this.refusal = undefined
    const reply = await this.#client.attempt('import.apply', { mapping: this.#mapping, role: this.role, skip: Object.keys(this.#skipped), skipEncounters: Object.keys(this.#skippedEncounters) })
    this.importing = false
    if (reply.ok) this.result = reply.value
    else this.refusal = reply.error.message
  }

  /** Saves the roster where the GM says. */
  async save(as: 'json' | 'csv'): Promise<void> {
    const path = await this.#client.ask('roster.export', { as })
    if (typeof path === 'string') this.#notices.tell('Exported the roster', [path], false)
  }

  #show(reply: Reply<ImportPreview | null>): void {
    if (!reply.ok) return this.#refuse(reply.error.message)
    this.close()
    this.preview = reply.value ?? undefined
    this.#mapping = reply.value?.mapping ?? {}
  }

  #refuse(message: string): void {
    this.close()
    this.refusal = message
  }
}
