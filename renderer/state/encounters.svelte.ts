/** Prepared encounters: the list as main last told it, and the one that is being written. */
import type { Client } from '../bridge.ts'
import type { Character, CharacterId, Encounter, EncounterId, EventName, Events } from '../../preload/contract.ts'
import type { Rating } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { Draft } from './draft.svelte.ts'
import { Latest } from './latest.svelte.ts'
import type { Notices } from './notices.svelte.ts'
import { apart } from './words.ts'

export type Member = Encounter['members'][number]

/** Of those found so many are shown; a longer word finds the others. */
const shownMost = 30
const mostOfAKind = 100
/** So many are rated. */
const ratedMost = 1_000
/** What may make an encounter harder or easier. */
const weighty: readonly EventName[] = ['encounters.changed', 'character.changed', 'character.removed', 'settings.changed', 'session.changed']

export class Encounters {
  /** By name. */
  list = $state.raw<readonly Encounter[]>([])
  /** The one being written. */
  form = $state.raw<EncounterForm>()
  #ratings = $state.raw<Readonly<Record<number, Rating | null>>>({})
  #watched = false
  #asked: readonly Encounter[] = []
  readonly #rate: Latest<'encounter.rate'>
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #notices: Notices

  constructor(campaign: Campaign, client: Client, notices: Notices, list: readonly Encounter[]) {
    this.#campaign = campaign
    this.#client = client
    this.#notices = notices
    this.list = list
    this.#rate = new Latest(client, 'encounter.rate', () => this.#question(), () => this.#answer())
  }

  /** Follows what happened in the campaign. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'encounters.changed') this.list = payload as Events['encounters.changed']
    if (!weighty.includes(name)) return
    if (this.#watched) this.#rate.refresh()
    this.form?.weigh()
  }

  /** The list is in sight until the returned function is called: how hard each is, is kept up to date. */
  watch(): () => void {
    this.#watched = true
    this.#rate.refresh()
    return () => (this.#watched = false)
  }

  /** How hard one is, where the system says so. */
  ratingOf({ id }: Encounter): Rating | undefined {
    return this.#ratings[id] ?? undefined
  }

  /** Who comes, in words: `3 × Wolf, Boss`. */
  inWords({ members }: Encounter): string {
    return members.map(({ character, count }) => `${count > 1 ? `${count} × ` : ''}${this.#campaign.character(character)?.name ?? 'somebody deleted'}`).join(', ')
  }

  /** Writes a new one, perhaps with members. */
  begin(members: readonly Member[] = []): void {
    this.form = new EncounterForm(this.#campaign, this.#client, { name: '', notes: '', members })
  }

  edit(encounter: Encounter): void {
    this.form = new EncounterForm(this.#campaign, this.#client, encounter)
  }

  close(): void {
    this.form = undefined
  }

  /** Brings one into the open fight, or into a new one. */
  async start({ id, name }: Encounter): Promise<void> {
    if ((await this.#client.ask('encounter.start', { id })) !== undefined) this.#notices.tell(`${apart(name)} is in the fight`, [])
  }

  #question() {
    this.#asked = this.list.slice(0, ratedMost)
    return this.#campaign.declarations.difficulty && this.#asked.length > 0 ? { encounters: this.#asked.map(({ members }) => ({ members })) } : undefined
  }

  #answer(): void {
    this.#ratings = Object.fromEntries((this.#rate.value ?? []).map((rating, index) => [this.#asked[index]?.id, rating]))
  }

  /** Deletes one. True when that is on disk. */
  async remove({ id, name }: Pick<Encounter, 'id' | 'name'>): Promise<boolean> {
    if ((await this.#client.ask('encounter.delete', { id })) === undefined) return false
    this.#notices.tell(`Deleted ${apart(name)}`, [])
    return true
  }
}

/** An encounter being written. */
export class EncounterForm {
  readonly id: EncounterId | undefined
  name = $state('')
  /** Markdown. */
  notes = $state('')
  members = $state.raw<readonly Member[]>([])
  readonly draft = new Draft({})
  #search = $state('')
  readonly #found: Latest<'roster.search'>
  readonly #rate: Latest<'encounter.rate'>
  readonly #campaign: Campaign
  readonly #client: Client

  constructor(campaign: Campaign, client: Client, encounter: Omit<Encounter, 'id'> & { readonly id?: EncounterId }) {
    this.#campaign = campaign
    this.#client = client
    this.id = encounter.id
    this.name = encounter.name
    this.notes = encounter.notes
    this.members = encounter.members
    this.#found = new Latest(client, 'roster.search', () => (this.#search.trim() === '' ? undefined : { text: this.#search }))
    this.#rate = new Latest(client, 'encounter.rate', () => (campaign.declarations.difficulty && this.members.length > 0 ? { encounters: [{ members: this.members }] } : undefined))
    this.weigh()
  }

  /** How hard it is as it stands, where the system says so. */
  get rating(): Rating | undefined {
    return this.#rate.value?.[0] ?? undefined
  }

  /** Asks anew how hard it is. */
  weigh(): void {
    this.#rate.refresh()
  }

  get search(): string {
    return this.#search
  }

  set search(search: string) {
    this.#search = search
    this.#found.refresh()
  }

  /** Those who may be taken up: who fit what is searched, else all, templates first. */
  readonly choices: readonly Character[] = $derived.by(() => {
    const taken: Readonly<Record<number, true>> = Object.fromEntries(this.members.map(({ character }) => [character, true]))
    const found = this.#search.trim() === '' ? undefined : this.#found.value
    const { templates, npcs, players } = this.#campaign
    const all = found ? found.flatMap((id) => this.#campaign.character(id) ?? []) : [...templates, ...npcs, ...players]
    return all.filter(({ id }) => !taken[id]).slice(0, shownMost)
  })

  nameOf(id: CharacterId): string {
    return this.#campaign.character(id)?.name ?? 'Somebody deleted'
  }

  /** Whether several of it may come. */
  isTemplate(id: CharacterId): boolean {
    return this.#campaign.character(id)?.role === 'template'
  }

  take({ id }: Character): void {
    this.#become([...this.members, { character: id, count: 1, hidden: false }])
  }

  drop(id: CharacterId): void {
    this.#become(this.members.filter(({ character }) => character !== id))
  }

  step(id: CharacterId, by: 1 | -1): void {
    this.#change(id, ({ count }) => ({ count: Math.min(Math.max(count + by, 1), mostOfAKind) }))
  }

  hide(id: CharacterId): void {
    this.#change(id, ({ hidden }) => ({ hidden: !hidden }))
  }

  /** Saves it. True when that is on disk. */
  async save(): Promise<boolean> {
    const { id } = this
    const encounter = { name: this.name.trim(), notes: this.notes, members: this.members }
    const saved = await this.draft.save<unknown>(() => (id === undefined ? this.#client.attempt('encounter.create', encounter) : this.#client.attempt('encounter.update', { id, ...encounter })))
    return saved !== undefined
  }

  #change(id: CharacterId, by: (member: Member) => Partial<Member>): void {
    this.#become(this.members.map((member) => (member.character === id ? { ...member, ...by(member) } : member)))
  }

  #become(members: readonly Member[]): void {
    this.members = members
    this.weigh()
  }
}
