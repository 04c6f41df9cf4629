/** The open campaign as main last told it. Only events change it. */
import type { Client } from '../bridge.ts'
import type {
  CampaignView,
  Character,
  CharacterId,
  CounterChange,
  CounterStep,
  CounterValue,
  CounterValues,
  Deed,
  EventName,
  Events,
  Failure,
  FightView,
  History,
  Payment,
  Roll,
  RollId,
  Session,
  SessionId,
} from '../../preload/contract.ts'
import type { Condition, Counter, Declarations, Field, Value } from '../../plugins/api/index.ts'
import { Amend } from './amend.svelte.ts'
import { Batches } from './batch.svelte.ts'
import { byName, mergeByName, withoutThese } from './by-name.ts'
import { keepSame } from './keep-same.ts'
import { lasting } from './lasting.ts'
import { LogBook } from './log-book.svelte.ts'
import { Notes } from './notes.svelte.ts'
import { Sessions } from './sessions.svelte.ts'

export class Campaign {
  readonly file: string
  readonly name: string
  readonly system: CampaignView['system']
  readonly declarations: Declarations
  settings = $state.raw<Readonly<Record<string, Value>>>({})
  /** What may hold of a combatant: the system's conditions, then those that came with content. */
  readonly conditions: readonly Condition[] = $derived.by(() => [...this.declarations.conditions, ...this.#added])
  #added = $state.raw<readonly Condition[]>([])
  /** By name. */
  characters = $state.raw<readonly Character[]>([])
  gm = $state.raw<CounterValues>({})
  table = $state.raw<CounterValues>({})
  /** The last ones, newest first. */
  rolls = $state.raw<readonly Roll[]>([])
  history = $state.raw<History>({})
  paused = $state<string>()
  /** How much of a backup is made, 0 to 1, while one takes its time. */
  backedUp = $state<number>()
  readonly sessions: Sessions
  readonly notes: Notes
  readonly log: LogBook
  readonly amend: Amend
  readonly batches: Batches
  /** The counter that is being changed in a dialog. */
  counting = $state.raw<Counting>()
  /** The step of a counter that was asked for and isn't in sight yet. */
  traced = $state.raw<Trace>()
  /** The roll whose verdict stands on the screen: the last one made in this window. */
  shown = $state<RollId>()
  readonly players = $derived.by(lasting(() => this.characters.filter(({ kind }) => kind === 'pc')))
  /** NPCs that are themselves in every fight. */
  readonly npcs = $derived.by(lasting(() => this.characters.filter(({ kind, role }) => kind === 'npc' && role === 'self')))
  readonly templates = $derived.by(lasting(() => this.characters.filter(({ role }) => role === 'template')))
  /** Copies of templates in the open fight. */
  readonly copies = $derived.by(lasting(() => this.characters.filter(({ id, role }) => role === 'copy' && this.#fighting[id] === true)))
  readonly verdict = $derived(this.rolls.find(({ id }) => id === this.shown))
  /** Who is in the open fight. */
  #fighting = $state.raw<Readonly<Record<number, true>>>({})
  /** Found once for each version of a character: a roster may have thousands. */
  readonly #held = new WeakMap<Character, readonly Held[]>()
  readonly #client: Client

  constructor(view: CampaignView, client: Client) {
    this.#client = client
    this.file = view.file
    this.name = view.name
    this.system = view.system
    this.declarations = view.declarations
    this.settings = view.settings
    this.#added = view.conditions
    this.characters = byName(view.characters)
    this.gm = view.gm
    this.table = view.table
    this.rolls = view.rolls
    this.history = view.history
    this.paused = view.paused
    this.#fighting = fightersOf(view.fight?.combatants)
    this.sessions = new Sessions(client, view.sessions)
    this.notes = new Notes(this, client, view.notes)
    this.log = new LogBook(client)
    this.amend = new Amend(this, client)
    this.batches = new Batches(this, client)
    void this.log.restart()
  }

  apply<N extends EventName>(name: N, payload: Events[N]): void {
    this.#on[name]?.(payload)
  }

  character(id: CharacterId | undefined): Character | undefined {
    return id === undefined ? undefined : this.characters.find((character) => character.id === id)
  }

  /** The copies of a template in fights. */
  copiesOf(template: CharacterId): readonly Character[] {
    return this.characters.filter((character) => character.template === template && character.role === 'copy')
  }

  counter(id: string): Counter | undefined {
    return this.declarations.counters.find((counter) => counter.id === id)
  }

  /** The counters of the GM or the table that it holds, in declared order. */
  shared(owner: 'gm' | 'table'): readonly Counter[] {
    const values = owner === 'gm' ? this.gm : this.table
    return this.declarations.counters.filter((counter) => counter.owner === owner && values[counter.id])
  }

  /** Where a counter stands for its owner; absent where nobody holds it. */
  valueOf({ id, owner }: Counter, character: CharacterId | undefined): CounterValue | undefined {
    return owner === 'character' ? this.character(character)?.counters[id] : this[owner][id]
  }

  /** What the GM and the table hold, each with its owner in words. */
  get sharedCounters(): readonly (Held & { readonly owner: string })[] {
    const owners = { gm: 'the GM', table: 'the table' } as const
    return (['gm', 'table'] as const).flatMap((owner) =>
      this.shared(owner).flatMap((counter) => {
        const value = this[owner][counter.id]
        return value ? [{ counter, value, owner: owners[owner] }] : []
      }),
    )
  }

  /** What a character holds, in declared order, but for counters that its sheet leaves no room: a pool of 0. */
  heldBy(character: Character): readonly Held[] {
    const known = this.#held.get(character)
    if (known) return known
    const held = this.declarations.counters.flatMap((counter) => {
      const value = character.counters[counter.id]
      return value && !isClosed(value) ? [{ counter, value }] : []
    })
    this.#held.set(character, held)
    return held
  }

  /** What a check or opposed check declares: its name, its form, its flags and its measure. */
  check(id: string): CheckCard {
    const { checks, opposed } = this.declarations
    const check = Object.hasOwn(checks, id) ? checks[id] : undefined
    if (check) return { label: check.label, fields: check.input, flags: check.flags ?? [], degree: check.degree, variants: check.variants ?? false }
    const contest = Object.hasOwn(opposed, id) ? opposed[id] : undefined
    if (!contest) return { label: id === '' ? diceCheck.label : id, fields: id === '' ? diceCheck.fields : [], flags: [], degree: undefined, variants: false }
    const flags = checks[contest.of]?.flags ?? []
    return { label: contest.label, fields: contest.side, flags, degree: contest.degree, variants: false }
  }

  /** The session that runs, if any does. */
  get session(): Session | undefined {
    return this.sessions.running
  }

  /** Changes a counter. False where that was refused, which is shown. */
  async change(change: CounterChange): Promise<boolean> {
    return (await this.#client.ask('counter.change', change)) !== undefined
  }

  /** Changes a counter. Gives the refusal, for the form to show. */
  async tryChange(change: CounterChange): Promise<Failure | undefined> {
    const reply = await this.#client.attempt('counter.change', change)
    return reply.ok ? undefined : reply.error
  }

  /** Reasons that were given for a counter, the newest first. */
  async reasonsOf(counter: string): Promise<readonly string[]> {
    return (await this.#client.ask('counter.reasons', { counter })) ?? []
  }

  /** Leads from a counter's step to what caused it. */
  showCause({ roll, deed, at }: CounterStep): void {
    if (roll !== undefined) void this.log.show(roll)
    else if (deed !== undefined) void this.log.showDeed(deed, at)
  }

  /** Leads from what an entry of the log paid or cost to that step of the counter. */
  trace(cause: Roll | Deed, { owner, counter }: Payment): void {
    const of = 'check' in cause ? { roll: cause.id } : { deed: cause.id }
    this.traced = { ...of, owner, counter, session: cause.session }
  }

  async undo(): Promise<void> {
    if (this.history.undo !== undefined) await this.#client.ask('history.undo', {})
  }

  async redo(): Promise<void> {
    if (this.history.redo !== undefined) await this.#client.ask('history.redo', {})
  }

  async resume(): Promise<void> {
    await this.#client.ask('system.resume', {})
  }

  /** Saves a session's log, or all of it, where the GM says. Gives the path; `null` when they thought better of it. */
  exportLog(as: 'markdown' | 'csv', session: SessionId | undefined): Promise<string | null | undefined> {
    return this.#client.ask('log.export', { as, ...(session !== undefined && { session }) })
  }

  readonly #on: { readonly [N in EventName]?: (payload: Events[N]) => void } = {
    'settings.changed': (settings) => (this.settings = settings),
    'conditions.changed': (conditions) => (this.#added = conditions),
    'character.changed': (changed) => (this.characters = mergeByName(this.characters, changed)),
    'character.removed': (removed) => (this.characters = withoutThese(this.characters, removed)),
    'counter.changed': ({ gm, table }) => {
      this.gm = gm
      this.table = table
    },
    'roll.changed': (rolls) => {
      this.rolls = newestFirst([...this.rolls, ...rolls])
      this.log.followRolls(rolls)
      this.batches.follow(rolls)
    },
    'deed.changed': (deeds) => this.log.followDeeds(deeds),
    'session.changed': (sessions) => (this.sessions.list = sessions),
    'fight.changed': (fight) => {
      if (!fight || fight.combatants) this.#fighting = keepSame(this.#fighting, fightersOf(fight?.combatants))
    },
    'note.changed': (notes) => this.notes.follow(notes),
    'note.removed': (notes) => this.notes.drop(notes),
    'history.changed': (history) => (this.history = history),
    'backup.progressed': ({ ended, of }) => (this.backedUp = ended / Math.max(of, 1)),
    'backup.ended': () => (this.backedUp = undefined),
    'system.paused': (message) => (this.paused = message),
    'system.resumed': () => (this.paused = undefined),
  }
}

/** A step of a counter, by what caused it and whose counter it is. */
export interface Trace {
  readonly roll?: RollId
  readonly deed?: number
  readonly owner: string
  readonly counter: string
  readonly session: SessionId | undefined
}

const fightersOf = (combatants: FightView['combatants'] = []): Readonly<Record<number, true>> => Object.fromEntries(combatants.map(({ character }) => [character, true]))

/** A counter to be changed: the GM's or the table's, a character's, or that of several players at once. */
export interface Counting {
  readonly counter: Counter
  readonly character?: CharacterId
  readonly several?: true
}

/** A counter and where it stands for somebody. */
export interface Held {
  readonly counter: Counter
  readonly value: CounterValue
}

/** What the screen needs of a check or an opposed check. */
export interface CheckCard {
  readonly label: string
  readonly fields: readonly Field[]
  readonly flags: readonly { readonly id: string; readonly label: string; readonly tone: Counter['tone'] }[]
  readonly degree: string | undefined
  /** Whether it has alternatives worth showing beside the odds. */
  readonly variants: boolean
}

/** What rolls of dice in words, which are no check of the system, are called. */
const diceCheck: { readonly label: string; readonly fields: readonly Field[] } = {
  label: 'Dice',
  fields: [{ id: 'dice', label: 'Dice in words', type: 'text' }],
}

/** Its bounds leave it one value: it says nothing and can't be changed. */
const isClosed = ({ value, min, max }: CounterValue): boolean => min !== undefined && max !== undefined && max <= min && value === min

/** Newest first; of two with the same id the later one given counts. */
const newestFirst = (rolls: readonly Roll[]): readonly Roll[] =>
  Array.from(new Map(rolls.map((roll) => [roll.id, roll])).values(), (roll) => roll).sort((a, b) => b.id - a.id)
