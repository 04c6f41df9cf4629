/** Who is to come into the fight: written in words, taken from the roster, or both. */
import type { Client } from '../bridge.ts'
import type { Character, CharacterId, CombatantId, Newcomer } from '../../preload/contract.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Fight } from './fight.svelte.ts'
import { Latest } from './latest.svelte.ts'
import type { Table } from './shell.svelte.ts'

/** Somebody taken from the roster. */
export interface Chosen {
  readonly character: Character
  readonly count: number
}

/** Of the roster, so many are shown; a part of the name finds the others. */
const shownMost = 50
const mostOfAKind = 100

export class AddForm {
  hidden = $state(false)
  adding = $state(false)
  /** Why nobody was added. */
  refusal = $state<string>()
  #words = $state('')
  #counts = $state.raw<Readonly<Record<number, number>>>({})
  /** Whether like ones share a place; until the GM says, where several come. */
  #grouped = $state<boolean>()
  /** The suggestion that Enter takes up; none until an arrow key is used. */
  #at = $state(-1)
  readonly #muster: Latest<'fight.muster'>
  readonly #campaign: Campaign
  readonly #fight: Fight
  readonly #client: Client

  constructor({ campaign, fight, client }: Table) {
    this.#campaign = campaign
    this.#fight = fight
    this.#client = client
    this.#muster = new Latest(client, 'fight.muster', () => (this.#words.trim() === '' ? undefined : { words: this.#words }))
  }

  get words(): string {
    return this.#words
  }

  set words(words: string) {
    this.#words = words
    this.#at = -1
    this.refusal = undefined
    this.#muster.refresh()
  }

  /** Who can come: all but those that are themselves and in the fight already. */
  readonly roster: readonly Character[] = $derived.by(() => {
    const present = Object.fromEntries(this.#fight.members.map(({ character }) => [character.id, true]))
    const { players, templates, npcs } = this.#campaign
    return [...players, ...templates, ...npcs].filter(({ id, role }) => role === 'template' || present[id] === undefined)
  })

  readonly #found: readonly Character[] = $derived.by(() => {
    const { search } = lastPiece(this.#words)
    const found = this.roster.filter(({ name }) => isMeant(name, search))
    return found.toSorted((a, b) => Number(startsWith(b, search)) - Number(startsWith(a, search)))
  })

  /** Those of the roster that fit what is written last. */
  readonly suggestions: readonly Character[] = $derived.by(() => this.#found.slice(0, shownMost))
  readonly moreCount: number = $derived.by(() => this.#found.length - this.suggestions.length)
  readonly current: Character | undefined = $derived.by(() => this.suggestions[this.#at])

  readonly picks: readonly Chosen[] = $derived.by(() => this.roster.flatMap((character) => {
    const count = this.#counts[character.id] ?? 0
    return count === 0 ? [] : [{ character, count }]
  }))

  /** Who would come by the words. */
  readonly comers: readonly Newcomer[] = $derived.by(() => (this.#words.trim() === '' ? [] : (this.#muster.value ?? [])))

  get grouped(): boolean {
    return this.#grouped ?? this.canGroup
  }

  set grouped(grouped: boolean) {
    this.#grouped = grouped
  }

  /** Several of a kind come. */
  readonly canGroup: boolean = $derived.by(() => [...this.picks, ...this.comers].some(({ count }) => count > 1))

  /** Players' characters that aren't in the fight nor chosen. */
  readonly players: readonly Character[] = $derived.by(() => this.roster.filter(({ id, kind }) => kind === 'pc' && this.countOf(id) === 0))

  countOf(id: CharacterId): number {
    return this.#counts[id] ?? 0
  }

  /** Moves the choice among the suggestions, around at the ends and over none. */
  move(by: 1 | -1): void {
    const stops = this.suggestions.length + 1
    this.#at = ((this.#at + 1 + by + stops) % stops) - 1
  }

  /** Takes somebody up with the count that is written before the name; one of a kind again is let go. */
  take(character: Character): void {
    const { rest, count, search } = lastPiece(this.#words)
    const before = this.countOf(character.id)
    if (character.role === 'template') this.#setCount(character.id, before + count)
    else this.#setCount(character.id, before === 0 ? 1 : 0)
    if (search !== '' || count > 1) this.words = rest
    this.refusal = undefined
  }

  step(id: CharacterId, by: 1 | -1): void {
    this.#setCount(id, this.countOf(id) + by)
  }

  drop(id: CharacterId): void {
    this.#setCount(id, 0)
  }

  takePlayers(): void {
    for (const { id } of this.players) this.#setCount(id, 1)
  }

  /** Adds them once, however often it is asked meanwhile. Gives who came when that is on disk. */
  async add(): Promise<readonly CombatantId[] | undefined> {
    if (this.adding) return undefined
    this.adding = true
    const words = this.#words.trim()
    const characters = this.picks.map(({ character, count }) => ({ id: character.id, count }))
    const reply = await this.#fight.add({ characters, ...(words !== '' && { words }), hidden: this.hidden, grouped: this.grouped })
    this.adding = false
    if (reply.ok) return reply.value
    this.refusal = reply.error.message
    return undefined
  }

  /** Rolls initiative for the NPCs among those who came; players roll their own. True where any is left to roll. */
  async rollFor(added: readonly CombatantId[]): Promise<boolean> {
    const came = this.#fight.members.filter(({ combatant }) => added.includes(combatant.id))
    const npcs = came.filter(({ character }) => character.kind === 'npc')
    const places = npcs.map(({ combatant }) => combatant.place).filter((place, at, all) => all.indexOf(place) === at)
    const reply = places.length > 0 ? await this.#fight.roll({ places, typed: [], inputs: [] }) : undefined
    if (reply && !reply.ok) this.#client.show(reply.error)
    return npcs.length < came.length
  }

  #setCount(id: CharacterId, count: number): void {
    this.#counts = { ...this.#counts, [id]: Math.max(0, Math.min(count, mostOfAKind)) }
  }
}

/** What is being written: behind the last comma, with its count and its name apart. */
export function lastPiece(words: string): { readonly rest: string; readonly count: number; readonly search: string } {
  const at = Math.max(words.lastIndexOf(','), words.lastIndexOf(';')) + 1
  const piece = words.slice(at).trim()
  const [, before, first] = /^(\d{1,3})(?:\s*[x×])?(?:\s+(.*))?$/i.exec(piece) ?? []
  const [, last, after] = /^(.+?)\s*[x×]\s*(\d{1,3})$/i.exec(piece) ?? []
  const rest = at === 0 ? '' : `${words.slice(0, at)} `
  return { rest, count: Math.max(1, Number(before ?? after ?? 1)), search: (before === undefined ? (last ?? piece) : (first ?? '')).toLowerCase() }
}

const startsWith = ({ name }: Character, search: string): boolean => name.toLowerCase().startsWith(stemOf(search))

/** Whether a name holds what is written, in the plural too: `wolves` means Wolf. */
const isMeant = (name: string, search: string): boolean => name.toLowerCase().includes(search) || (search.length > 3 && name.toLowerCase().includes(stemOf(search)))

const stemOf = (search: string): string => (search.length > 3 ? search.replace(/(v|ve|ves|ies?|es|s)$/, '') : search)
