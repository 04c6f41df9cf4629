/** The open fight as main last told it, who is selected, and what can be done to them. */
import type { Client } from '../bridge.ts'
import type {
  CampaignView,
  Character,
  CharacterId,
  Combatant,
  CombatantId,
  Condition,
  ConditionId,
  ConditionInput,
  EventName,
  Events,
  FightCard,
  FightChange,
  FightId,
  FightPlace,
  FightRules,
  FightView,
  PlaceId,
  RequestName,
  Requests,
  Until,
} from '../../preload/contract.ts'
import type { Counter } from '../../plugins/api/index.ts'
import type { Campaign, Held } from './campaign.svelte.ts'
import { afterChange } from './fight-view.ts'
import { leftInWords } from './fight-words.ts'
import { keepSame } from './keep-same.ts'
import type { Notices } from './notices.svelte.ts'

/** A combatant with the character that it is. */
export interface Member {
  readonly combatant: Combatant
  readonly character: Character
  /** Counters of health that hold anything, the most telling first. */
  readonly health: readonly Held[]
  /** What its row shows: health, else the first of what it holds. */
  readonly shown: readonly Held[]
  /** Its health is at its end. */
  readonly down: boolean
}

type Body = Pick<Member, 'health' | 'shown' | 'down'>

/** A place in the order with whoever stands there. */
export interface Row extends Stand {
  readonly active: boolean
  /** It acts right after the running turn. */
  readonly next: boolean
  /** A group whose members are shown. */
  readonly open: boolean
}

/** What of a row no turn changes. */
interface Stand {
  readonly place: FightPlace
  readonly members: readonly [Member, ...Member[]]
  readonly name: string
  readonly isGroup: boolean
  /** The part of the order that begins here, where the system declares any. */
  readonly slot: string | undefined
}

/** The dialog that is open about the fight. */
export type FightDialog = 'add' | 'initiative' | 'damage' | 'heal' | 'condition' | 'fights' | 'rules' | 'note' | 'end'

/** How many amounts are offered again. */
const amountsKept = 5

export class Fight {
  view = $state.raw<FightView>()
  /** Those that run or are paused, the open one too, the newest first. */
  list = $state.raw<readonly FightCard[]>([])
  rules = $state.raw<FightRules>({ skipDefeated: true, waiterStays: false, atZero: 'defeat', turnSeconds: 0 })
  dialog = $state<FightDialog>()
  /** What happened in the fight that ended last. */
  summary = $state.raw<{ readonly name: string; readonly lines: readonly string[] }>()
  /** Amounts of harm and healing that were used last, the newest first. */
  amounts = $state.raw<readonly string[]>([])
  #selected = $state.raw<readonly CombatantId[]>([])
  /** Groups that the GM unfolded or folded by hand. */
  #folds = $state.raw<Readonly<Record<PlaceId, boolean>>>({})
  readonly #bodies = new WeakMap<Character, Body>()
  readonly #members = new WeakMap<Combatant, Member>()
  readonly #rows = new WeakMap<FightPlace, Row>()
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #notices: Notices

  constructor(campaign: Campaign, client: Client, notices: Notices, { fight, fights, fightRules }: Pick<CampaignView, 'fight' | 'fights' | 'fightRules'>) {
    this.#campaign = campaign
    this.#client = client
    this.#notices = notices
    this.view = fight
    this.list = fights
    this.rules = fightRules
  }

  readonly #characters = $derived.by(() => Map.groupBy(this.#campaign.characters, ({ id }) => id))
  // A turn as a rule leaves both as they are, and what is made of them with them.
  readonly #combatants = $derived(this.view?.combatants)
  readonly #places = $derived(this.view?.places)

  readonly members: readonly Member[] = $derived.by(() => {
    const characters = this.#characters
    return (this.#combatants ?? []).flatMap((combatant): readonly Member[] => {
      const character = characters.get(combatant.character)?.[0]
      return character ? [this.#memberOf(combatant, character)] : []
    })
  })

  readonly #stands: readonly Stand[] = $derived.by(() => {
    const places = this.#places ?? []
    const byPlace = Map.groupBy(this.members, ({ combatant }) => combatant.place)
    const stands: Stand[] = []
    let slot: string | undefined
    const hasSlots = places.some((place) => place.slot !== undefined)
    for (const place of places) {
      const [first, ...rest] = byPlace.get(place.id) ?? []
      if (!first) continue
      const begins = hasSlots && (stands.length === 0 || place.slot !== slot)
      slot = place.slot
      stands.push({
        place,
        members: [first, ...rest],
        name: groupName([first, ...rest].map(({ character }) => character.name)),
        isGroup: rest.length > 0,
        slot: begins ? this.#slotLabel(place.slot) : undefined,
      })
    }
    return stands
  })

  readonly rows: readonly Row[] = $derived.by(() => {
    const { view } = this
    return this.#stands.map((stand) => {
      const { id } = stand.place
      const active = view?.active === id
      return this.#keptRow({ ...stand, active, next: view?.upNext.includes(id) ?? false, open: stand.isGroup && (this.#folds[id] ?? active) })
    })
  })

  readonly active: Row | undefined = $derived.by(() => this.rows.find(({ active }) => active))

  /** Whom a key acts on: the selected ones, else those whose turn it is. */
  readonly targets: readonly Member[] = $derived.by(() => {
    const selected = this.members.filter(({ combatant }) => this.#selected.includes(combatant.id))
    if (selected.length > 0) return selected
    const members = this.active?.members ?? []
    const standing = members.filter(({ combatant }) => !combatant.done && !combatant.defeated)
    return standing.length > 0 ? standing : members
  })

  readonly selected: readonly Member[] = $derived.by(() => this.members.filter(({ combatant }) => this.#selected.includes(combatant.id)))

  /** Whoever rolls on this turn: the first of a group that isn't done. */
  readonly roller: CharacterId | undefined = $derived.by(() => {
    const members = this.active?.members ?? []
    return (members.find(({ combatant }) => !combatant.done && !combatant.defeated) ?? members[0])?.character.id
  })

  /** Whom a check or an action is aimed at: a combatant that is neither down nor the one that acts, foes of the other kind first. */
  aims(from: CharacterId | undefined): readonly Member[] {
    const kind = this.members.find(({ character }) => character.id === from)?.character.kind
    const others = this.members.filter(({ character, combatant }) => character.id !== from && !combatant.defeated)
    return others.toSorted((a, b) => Number(a.character.kind === kind) - Number(b.character.kind === kind))
  }

  /** Its targets in words. */
  get targetNames(): string {
    const { targets } = this
    return groupName(targets.map(({ character }) => character.name))
  }

  /** How long something still holds of a combatant, in words. */
  leftOf(condition: Condition, combatant: CombatantId): string {
    return this.view ? leftInWords(condition, combatant, this.view, (id) => this.nameOf(id)) : ''
  }

  /** Everything that holds of a combatant, and how long, in words. */
  conditionsInWords({ combatant, character }: Member): readonly string[] {
    return character.conditions.map((condition) => [condition.label, this.leftOf(condition, combatant.id)].filter(Boolean).join(', '))
  }

  nameOf(combatant: CombatantId): string | undefined {
    return this.members.find((member) => member.combatant.id === combatant)?.character.name
  }

  /** The colour of a condition: of one in the GM's own words none. */
  toneOf(condition: string | undefined): Counter['tone'] {
    return this.#campaign.declarations.conditions.find(({ id }) => id === condition)?.tone ?? 'plain'
  }

  isSelected(combatant: CombatantId): boolean {
    return this.#selected.includes(combatant)
  }

  /** Selects some alone, or with what was selected; those that were, all of them, are let go. */
  select(combatants: readonly CombatantId[], also: boolean): void {
    const all = combatants.every((id) => this.#selected.includes(id))
    const kept = also ? this.#selected.filter((id) => !combatants.includes(id)) : []
    const others = !also && this.#selected.length > combatants.length
    this.#selected = all && !others ? kept : [...kept, ...combatants]
  }

  selectAll(): void {
    this.#selected = this.#selected.length === this.members.length ? [] : this.members.map(({ combatant }) => combatant.id)
  }

  deselect(): void {
    this.#selected = []
  }

  fold(place: PlaceId, open: boolean): void {
    this.#folds = { ...this.#folds, [place]: open }
  }

  open(dialog: FightDialog): void {
    this.dialog = dialog
  }

  /** Opens a dialog about one combatant. */
  openFor(dialog: FightDialog, { combatant }: Member): void {
    this.#selected = [combatant.id]
    this.dialog = dialog
  }

  close(): void {
    this.dialog = undefined
  }

  create(name?: string): Promise<unknown> {
    return this.#client.ask('fight.create', name === undefined ? {} : { name })
  }

  resume(fight: FightId): Promise<unknown> {
    return this.#client.ask('fight.open', { fight })
  }

  rename(fight: FightId, name: string): Promise<unknown> {
    return this.#client.ask('fight.rename', { fight, name })
  }

  /** Ends a fight, by default the open one; what happened is shown. */
  async end(fight: Pick<FightCard, 'id' | 'name'> | undefined = this.view): Promise<void> {
    if (!fight) return
    const ended = await this.#client.ask('fight.end', { fight: fight.id })
    if (!ended) return
    this.summary = { name: fight.name, lines: ended.summary }
    this.dialog = 'end'
  }

  async clear(): Promise<void> {
    const cleared = await this.#ask('fight.clear', {})
    if (cleared !== undefined) this.#notices.tell('The fight is cleared', ['Everybody is out of it, and it starts before the first round.'])
  }

  /** Adds combatants, to a new fight where none is open; a refusal is the caller's to show. */
  add(input: Omit<Requests['fight.add']['input'], 'fight'>) {
    return this.#client.attempt('fight.add', { ...(this.view && { fight: this.view.id }), ...input })
  }

  /** Rolls initiative; a refusal is the caller's to show. */
  async roll(input: Omit<Requests['fight.initiative']['input'], 'fight'>) {
    return this.view && this.#client.attempt('fight.initiative', { fight: this.view.id, ...input })
  }

  /** Types numbers in one step; a refusal is the caller's to show. */
  async typeNumbers(numbers: Requests['fight.numbers']['input']['numbers']) {
    return this.view && this.#client.attempt('fight.numbers', { fight: this.view.id, numbers })
  }

  next(): Promise<unknown> {
    return this.#ask('turn.next', { turn: this.view?.turn ?? 0 })
  }

  previous(): Promise<unknown> {
    return this.#ask('turn.previous', { turn: this.view?.turn ?? 0 })
  }

  wait(note?: string): Promise<unknown> {
    return this.#ask('turn.wait', { turn: this.view?.turn ?? 0, ...(note !== undefined && note !== '' && { note }) })
  }

  actNow(place: PlaceId): Promise<unknown> {
    return this.#ask('turn.actNow', { place })
  }

  /** What the key for waiting does: a selected one that waits acts now, else the running turn waits. */
  waitOrAct(): Promise<unknown> {
    const waiting = this.rows.find(({ place, members }) => place.waiting !== undefined && members.some(({ combatant }) => this.#selected.includes(combatant.id)))
    return waiting ? this.actNow(waiting.place.id) : this.wait()
  }

  remove(combatants: readonly CombatantId[]): Promise<unknown> {
    return this.#ask('fight.remove', { combatants })
  }

  /** Turns a mark over on all: set where any of them lacks it. */
  toggle(mark: 'hidden' | 'defeated' | 'done', members: readonly Member[] = this.targets): Promise<unknown> | undefined {
    if (members.length === 0) return undefined
    const value = members.some(({ combatant }) => !combatant[mark])
    return this.#ask('fight.mark', { combatants: members.map(({ combatant }) => combatant.id), [mark]: value })
  }

  setNumber(place: PlaceId, number: number | null): Promise<unknown> {
    return this.#ask('fight.number', { place, number })
  }

  move(place: PlaceId, before: PlaceId | null, slot: string | undefined): Promise<unknown> {
    return this.#ask('fight.move', { place, before, ...(slot !== undefined && { slot }) })
  }

  nudge(place: PlaceId, by: 1 | -1): Promise<unknown> {
    return this.#ask('fight.nudge', { place, by })
  }

  /** Makes one group of the selected ones, or takes them out of theirs. */
  regroup(): Promise<unknown> | undefined {
    const { selected } = this
    const places = this.rows.filter(({ members }) => members.some((member) => selected.includes(member)))
    const combatants = selected.map(({ combatant }) => combatant.id)
    if (places.length > 1) return this.#ask('fight.join', { combatants })
    return places.some(({ isGroup }) => isGroup) ? this.#ask('fight.split', { combatants }) : undefined
  }

  setRules(rules: Partial<FightRules>): Promise<unknown> {
    return this.#client.ask('fight.rules', rules)
  }

  /** Harms or heals; a refusal is the caller's to show. */
  async changeHealth(characters: readonly CharacterId[], as: 'damage' | 'heal', amount: string) {
    const reply = await this.#client.attempt('health.change', { characters, as, amount })
    if (reply.ok) this.amounts = [amount, ...this.amounts.filter((each) => each !== amount)].slice(0, amountsKept)
    return reply
  }

  /** Places a condition; a refusal is the caller's to show. */
  addCondition(input: ConditionInput) {
    return this.#client.attempt('condition.add', input)
  }

  removeCondition(condition: ConditionId): Promise<unknown> {
    return this.#client.ask('condition.remove', { conditions: [condition] })
  }

  changeCondition(condition: ConditionId, until: Until | null): Promise<unknown> {
    return this.#client.ask('condition.change', { condition, until })
  }

  /** Follows what happened in the campaign. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'fights.changed') this.list = keepSame(this.list, payload as Events['fights.changed'])
    if (name === 'fightRules.changed') this.rules = payload as Events['fightRules.changed']
    if (name === 'fight.changed') this.#show(payload as Events['fight.changed'])
  }

  #show(told: FightChange | null): void {
    const isOther = told?.id !== this.view?.id
    this.view = told ? afterChange(this.view, told) : undefined
    this.#selected = isOther ? [] : this.#selected.filter((id) => this.view?.combatants.some((combatant) => combatant.id === id))
    if (isOther) this.#folds = {}
  }

  /** The same one again while neither part of it is another: only what is different is drawn again. */
  #memberOf(combatant: Combatant, character: Character): Member {
    const known = this.#members.get(combatant)
    if (known?.character === character) return known
    const member = { combatant, character, ...this.#bodyOf(character) }
    this.#members.set(combatant, member)
    return member
  }

  #keptRow(row: Row): Row {
    const known = this.#rows.get(row.place)
    const kept = known && isSameRow(known, row) ? known : row
    this.#rows.set(row.place, kept)
    return kept
  }

  /** What a character holds, found once for each version of it: a fight may have hundreds. */
  #bodyOf(character: Character): Body {
    const known = this.#bodies.get(character)
    if (known) return known
    const body = this.#lookAt(character)
    this.#bodies.set(character, body)
    return body
  }

  #lookAt(character: Character): Body {
    const { health } = this.#campaign.declarations
    const held = this.#campaign.heldBy(character)
    const shown = (health?.counters ?? []).flatMap((id) => held.find(({ counter }) => counter.id === id) ?? [])
    const vital = shown.filter(({ counter, value }) => (health?.vital ?? health?.counters ?? []).includes(counter.id) && (value.max ?? 0) > 0)
    return { health: shown, shown: shown.length > 0 ? shown : held.slice(0, 1), down: vital.length > 0 && vital.every(({ value }) => value.value <= (value.min ?? 0)) }
  }

  #slotLabel(slot: string | undefined): string {
    return this.#campaign.declarations.initiative?.slots?.find(({ id }) => id === slot)?.label ?? slot ?? 'No initiative yet'
  }

  #ask<N extends RequestName>(name: N, input: Omit<Requests[N]['input'], 'fight'>): Promise<Requests[N]['result'] | undefined> {
    if (!this.view) return Promise.resolve(undefined)
    return this.#client.ask(name, { fight: this.view.id, ...input } as unknown as Requests[N]['input'])
  }
}

/** Whether a row shows the same as another of its place. */
function isSameRow(one: Row, other: Row): boolean {
  const { members, ...rest } = other
  return members.length === one.members.length && members.every((member, at) => member === one.members[at]) && (Object.keys(rest) as (keyof typeof rest)[]).every((key) => one[key] === rest[key])
}

/** What a group is called: `Wolf 1–3` for a run of numbers, else the name they share and how many they are. */
export function groupName(names: readonly string[]): string {
  const [first = ''] = names
  if (names.length < 2) return first
  const parts = names.map((name) => /^(.*\S)\s+(\d+)$/.exec(name) ?? (['', name, '1'] as const))
  const base = parts[0]?.[1] ?? first
  if (parts.some((part) => part[1] !== base)) return `${first} and ${names.length - 1} more`
  const numbers = parts.map((part) => Number(part[2])).toSorted((a, b) => a - b)
  const isRun = numbers.every((number, index) => number === (numbers[0] ?? 0) + index)
  return isRun ? `${base} ${numbers[0]}–${numbers.at(-1)}` : `${base} ×${names.length}`
}
