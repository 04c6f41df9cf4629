/** A character's sheet being written: a new one, or one of the campaign. */
import type { Client } from '../bridge.ts'
import type { Character, CharacterId, Role } from '../../preload/contract.ts'
import type { CharacterKind, Declarations, Field } from '../../plugins/api/index.ts'
import { Draft } from './draft.svelte.ts'

export class Sheet {
  readonly id: CharacterId | undefined
  readonly draft: Draft
  /** The few choices that a new NPC may be built from. */
  readonly plan = new Draft({})
  /** Whether the sheet stands as it was built. */
  built = $state(false)
  name = $state('')
  kind = $state<CharacterKind>('pc')
  /** Of an NPC: itself in every fight, or a template that fights copy. A copy stays one. */
  role = $state<Role>('self')
  /** Markdown. */
  notes = $state('')
  tags = $state.raw<readonly string[]>([])
  /** Whether its stats were changed when it was saved last. */
  restated = false
  readonly #was: { readonly name: string; readonly kind: CharacterKind; readonly role: Role; readonly notes: string; readonly tags: readonly string[] }
  readonly #stats: readonly Field[]
  readonly #choices: readonly Field[]
  readonly #client: Client

  /** A new one is of the kind given, until the GM says otherwise. */
  constructor(client: Client, { stats, npc }: Declarations, character: Character | undefined, kind: CharacterKind = 'pc') {
    this.#client = client
    this.#stats = stats
    this.#choices = npc?.input ?? []
    this.id = character?.id
    this.#was = { name: character?.name ?? '', kind: character?.kind ?? kind, role: character?.role ?? 'self', notes: character?.notes ?? '', tags: character?.tags ?? [] }
    this.name = this.#was.name
    this.kind = this.#was.kind
    this.role = this.#was.role
    this.notes = this.#was.notes
    this.tags = this.#was.tags
    this.draft = new Draft(character?.stats ?? {})
  }

  /** The stats that characters of this kind have. */
  get fields(): readonly Field[] {
    return this.#stats.filter((stat) => stat.for?.includes(this.kind) ?? true)
  }

  /** What an NPC may be built from: nothing for what is there already, or plays for itself. */
  get choices(): readonly Field[] {
    return this.id === undefined && this.kind === 'npc' ? this.#choices : []
  }

  get changed(): boolean {
    return this.draft.changed || this.plan.changed || this.name !== this.#was.name || this.kind !== this.#was.kind || this.role !== this.#was.role || this.notes !== this.#was.notes || this.tags !== this.#was.tags
  }

  /** Fills the sheet from the choices. True when the system could. */
  async build(): Promise<boolean> {
    const built = await this.plan.save(() => this.#client.attempt('npc.build', { input: this.plan.values }))
    if (!built) return false
    this.draft.replace(built.value)
    this.built = true
    return true
  }

  /** Saves it. Gives whose it is when it is on disk. */
  async save(): Promise<CharacterId | undefined> {
    const own = Object.entries(this.draft.values).filter(([stat]) => this.fields.some((field) => field.id === stat))
    const role = this.kind === 'npc' && this.role !== 'copy' && this.role !== this.#was.role ? this.role : undefined
    const input = { kind: this.kind, name: this.name.trim(), stats: Object.fromEntries(own), ...(role !== undefined && { role }), ...(this.notes !== this.#was.notes && { notes: this.notes }), ...(this.tags !== this.#was.tags && { tags: this.tags }) }
    const { id } = this
    this.restated = this.draft.changed
    if (id === undefined) return (await this.draft.save(() => this.#client.attempt('character.create', input)))?.value
    return (await this.draft.save(() => this.#client.attempt('character.update', { id, ...input }))) && id
  }

  /** Deletes it. True when that is on disk. */
  async remove(): Promise<boolean> {
    if (this.id === undefined) return false
    return (await this.#client.ask('character.delete', { id: this.id })) !== undefined
  }
}
