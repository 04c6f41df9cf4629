/** The roster as it is looked through: what is searched, which tags it is narrowed to, who is selected, and what is done to them. */
import type { Client } from '../bridge.ts'
import type { Character, CharacterId, EventName } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Fight } from './fight.svelte.ts'
import { lasting } from './lasting.ts'
import { Latest } from './latest.svelte.ts'
import type { Notices } from './notices.svelte.ts'
import { Sheet } from './sheet.svelte.ts'
import { apart } from './words.ts'

export interface Group {
  readonly title: string
  readonly members: readonly Character[]
}

/** A tag, and how many carry it. */
export interface TagCount {
  readonly tag: string
  readonly count: number
}

/** So many are found at most: main stops there. */
const mostFound = 500

export class Roster {
  /** Tags that whoever is shown carries, all of them. */
  wanted = $state.raw<readonly string[]>([])
  /** An NPC is being made up. */
  making = $state(false)
  /** What the panel shows. */
  tab = $state<'characters' | 'encounters'>('characters')
  /** The sheet that is open. */
  sheet = $state.raw<Sheet>()
  /** Who was just deleted by way of their sheet. */
  removed = $state<CharacterId>()
  /** Who is to come into sight. */
  lead = $state<CharacterId>()
  #query = $state('')
  #selected = $state.raw<Readonly<Record<number, true>>>({})
  /** From where Shift selects on. */
  #anchor: CharacterId | undefined
  readonly #search: Latest<'roster.search'>
  readonly #campaign: Campaign
  readonly #fight: Fight
  readonly #client: Client
  readonly #notices: Notices

  constructor(campaign: Campaign, fight: Fight, client: Client, notices: Notices) {
    this.#campaign = campaign
    this.#fight = fight
    this.#client = client
    this.#notices = notices
    this.#search = new Latest(client, 'roster.search', () => (this.#text === '' ? undefined : { text: this.#text }))
  }

  /** Opens a sheet: somebody's, or an empty one. */
  edit(character?: Character): void {
    this.sheet = new Sheet(this.#client, this.#campaign.declarations, character)
  }

  get query(): string {
    return this.#query
  }

  set query(query: string) {
    this.#query = query
    this.#search.refresh()
  }

  /** Everybody but the copies that fights made. */
  readonly all: readonly Character[] = $derived.by(() => this.#campaign.characters.filter(({ role }) => role !== 'copy'))

  /** The tags that there are, the most used first. */
  readonly tags: readonly TagCount[] = $derived.by(() => {
    const counts: Record<string, number> = {}
    for (const { tags } of this.all) for (const tag of tags) counts[`#${tag}`] = (counts[`#${tag}`] ?? 0) + 1
    return Object.entries(counts)
      .map(([tag, count]) => ({ tag: tag.slice(1), count }))
      .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
  })

  /** Whether only some are shown. */
  readonly narrowed: boolean = $derived.by(() => this.#text !== '' || this.wanted.length > 0)

  /** Whoever is shown: by name, or the best first where something is searched. */
  readonly shown: readonly Character[] = $derived.by(() => {
    const tagged = this.wanted.length === 0 ? this.all : this.all.filter(({ tags }) => this.wanted.every((tag) => tags.includes(tag)))
    const found = this.#text === '' ? undefined : this.#search.value
    if (!found) return tagged
    const ranks: Readonly<Record<number, number>> = Object.fromEntries(found.map((id, at) => [id, at]))
    // Words are found by their beginnings, names by any part, signs among them.
    const text = this.#text.toLowerCase()
    const rankOf = ({ id, name }: Character) => ranks[id] ?? (name.toLowerCase().includes(text) ? mostFound : undefined)
    return tagged.filter((character) => rankOf(character) !== undefined).toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
  })

  readonly #players = $derived.by(lasting(() => this.shown.filter(({ kind }) => kind === 'pc')))
  readonly #npcs = $derived.by(lasting(() => this.shown.filter(({ kind, role }) => kind === 'npc' && role === 'self')))
  readonly #templates = $derived.by(lasting(() => this.shown.filter(({ role }) => role === 'template')))
  readonly groups: readonly Group[] = $derived.by(() =>
    [
      { title: "Players' characters", members: this.#players },
      { title: 'NPCs', members: this.#npcs },
      { title: 'Templates', members: this.#templates },
    ].filter(({ members }) => members.length > 0),
  )

  /** From the top to the bottom. */
  readonly order: readonly CharacterId[] = $derived.by(lasting(() => this.groups.flatMap(({ members }) => members.map(({ id }) => id))))

  /** How many are shown, in words. */
  readonly outcome: string = $derived.by(() => {
    if (!this.narrowed) return ''
    if (this.#search.failure !== undefined) return this.#search.failure
    const count = this.shown.length
    if (count === 0) return 'Nobody fits.'
    return this.#text !== '' && (this.#search.value?.length ?? 0) >= mostFound ? `The ${count} that fit best` : `${count} of ${this.all.length}`
  })

  readonly selected: readonly Character[] = $derived.by(lasting(() => this.all.filter(({ id }) => this.#selected[id])))

  isSelected(id: CharacterId): boolean {
    return this.#selected[id] === true
  }

  /** Shows those alone that carry a tag too, or lets go of it. */
  toggleTag(tag: string): void {
    this.wanted = this.wanted.includes(tag) ? this.wanted.filter((each) => each !== tag) : [...this.wanted, tag]
  }

  /** Adds somebody to the selected ones, or takes them out. */
  toggle(id: CharacterId): void {
    this.#anchor = id
    const { [id]: was, ...others } = this.#selected
    this.#selected = was ? others : { ...others, [id]: true }
  }

  /** Selects everybody from where it was selected last. */
  reach(id: CharacterId, from: CharacterId | undefined): void {
    this.#anchor = this.#anchor ?? from ?? id
    const ends = [this.#anchor, id].map((each) => this.order.indexOf(each))
    const some = ends.includes(-1) ? [id] : this.order.slice(Math.min(...ends), Math.max(...ends) + 1)
    this.#select(some)
  }

  /** Selects all who are shown, or none where they are selected already. */
  selectAll(): void {
    const all = this.order.every((id) => this.isSelected(id))
    this.#select(all ? [] : this.order)
  }

  deselect(): void {
    this.#anchor = undefined
    this.#select([])
  }

  /** Adds and takes tags of the selected ones; a refusal is shown. */
  async tag(add: readonly string[], remove: readonly string[]): Promise<boolean> {
    const { selected } = this
    if ((await this.#client.ask('roster.tag', { characters: idsOf(selected), add, remove })) === undefined) return false
    this.#tell(`Changed the tags of ${inWords(selected)}`)
    return true
  }

  async duplicate(): Promise<void> {
    const { selected } = this
    const copies = await this.#client.ask('roster.duplicate', { characters: idsOf(selected) })
    if (!copies) return
    this.#select(copies)
    this.#tell(`Duplicated ${inWords(selected)}`)
  }

  /** Deletes some, by default the selected ones. True when that is on disk. */
  async remove(some: readonly Character[] = this.selected): Promise<boolean> {
    if ((await this.#client.ask('roster.delete', { characters: idsOf(some) })) === undefined) return false
    this.deselect()
    this.#tell(`Deleted ${inWords(some)}`)
    return true
  }

  /** Brings the selected ones into the fight: copies of templates, and whoever isn't there yet. */
  async fight(): Promise<void> {
    const present = this.#fight.members.map(({ character }) => character.id)
    const coming = this.selected.filter(({ id, role }) => role === 'template' || !present.includes(id))
    const [first] = this.selected
    if (first && coming.length === 0) {
      this.#notices.tell(`${this.selected.length === 1 ? apart(first.name) : 'They'} fight already`, [], false)
      return
    }
    const reply = await this.#fight.add({ characters: coming.map(({ id }) => ({ id, count: 1 })), grouped: false })
    if (!reply.ok) this.#client.show(reply.error)
    else this.#tell(`${inWords(coming)} in the fight`)
  }

  /** Gives the copies of a template its sheet as it is now. */
  async followTemplate(template: CharacterId): Promise<void> {
    const count = await this.#client.ask('roster.updateCopies', { template })
    if (count !== undefined) this.#tell(count === 1 ? 'One copy follows its template' : `${count} copies follow their template`)
  }

  /** Saves the selected ones where the GM says. */
  async export(as: 'json' | 'csv'): Promise<void> {
    const path = await this.#client.ask('roster.export', { as, characters: idsOf(this.selected) })
    if (typeof path === 'string') this.#notices.tell(`Exported ${inWords(this.selected)}`, [path], false)
  }

  /** Follows what happened in the campaign: what is searched may have changed. */
  follow(name: EventName): void {
    if (this.#text !== '' && (name === 'character.changed' || name === 'character.removed')) this.#search.refresh()
  }

  get #text(): string {
    return this.#query.trim()
  }

  #select(ids: readonly CharacterId[]): void {
    this.#selected = Object.fromEntries(ids.map((id) => [id, true]))
  }

  #tell(headline: string): void {
    this.#notices.tell(headline, [])
  }
}

const idsOf = (characters: readonly Character[]): readonly CharacterId[] => characters.map(({ id }) => id)

const inWords = (characters: readonly Character[]): string => (characters.length === 1 ? apart(characters[0]?.name ?? '') : `${characters.length} of the roster`)
