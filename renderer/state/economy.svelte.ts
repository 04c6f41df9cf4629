/** What the counters did in a session, or in all of them, and how the dice fell; read anew while somebody looks. */
import { untrack } from 'svelte'
import type { Client } from '../bridge.ts'
import type { CharacterId, CounterHope, CounterPart, CounterStep, CounterTotal, DieFairness, EventName, FigureValue, Session, SessionId } from '../../preload/contract.ts'
import type { Counter, Figure } from '../../plugins/api/index.ts'
import type { Campaign, Trace } from './campaign.svelte.ts'
import { countersMoved, stepsOfCounters, stepsOfPlayers } from './counter-steps.ts'
import { readCourse } from './course.ts'
import { counterLabel, signed, timeOf } from './words.ts'

/** A counter over a session: where it stood after each step of any counter that is shown. */
export interface CounterLine {
  readonly counter: Counter
  /** One more than there are steps: where it began stands first. */
  readonly values: readonly number[]
}

/** Rolls come in bursts; the figures follow a moment later. Where reading them takes long it is a longer moment, so that it is in nobody's way. */
const settleMs = 150
const settlePerReadingMs = 8

export class Economy {
  steps = $state.raw<readonly CounterStep[]>([])
  totals = $state.raw<readonly CounterTotal[]>([])
  hopes = $state.raw<readonly CounterHope[]>([])
  figures = $state.raw<readonly FigureValue[]>([])
  dice = $state.raw<readonly DieFairness[]>([])
  /** Whether all sessions count, not the one alone. */
  whole = $state(false)
  #chosen = $state<SessionId>()
  #parts = $state.raw<readonly CounterPart[]>([])
  /** Where each counter stood after the last of the steps. */
  #ends = $state.raw<Readonly<Record<string, number>>>({})
  /** What the GM said of single counters, by id. */
  #drawn = $state.raw<Readonly<Record<string, boolean>>>({})
  readonly #campaign: Campaign
  readonly #client: Client
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #readingMs = 0

  constructor(campaign: Campaign, client: Client) {
    this.#campaign = campaign
    this.#client = client
  }

  readonly #held: readonly Counter[] = $derived.by(() => this.#campaign.declarations.counters.filter(({ owner, for: kinds }) => owner !== 'character' || (kinds ?? ['pc']).includes('pc')))

  /** Who plays: the same text while nobody comes or goes, so that a click on a counter draws no line anew. */
  readonly #playing: string = $derived.by(() => this.#campaign.players.map(({ id }) => id).join())

  /** The steps of the GM, the table and the players. */
  readonly #ours: readonly CounterStep[] = $derived.by(() => {
    void this.#playing
    return stepsOfPlayers(this.steps, untrack(() => this.#campaign.players))
  })

  /** The session that was chosen, else the one that runs, else the last one. */
  readonly session: Session | undefined = $derived.by(() => this.#campaign.sessions.find(this.#chosen) ?? this.#campaign.session ?? this.#campaign.sessions.list[0])

  /** Looks at one session, or at the whole campaign. The one that runs is followed by the next. */
  choose(scope: SessionId | 'campaign'): void {
    this.whole = scope === 'campaign'
    if (scope !== 'campaign') this.#chosen = scope === this.#campaign.session?.id ? undefined : scope
  }

  /** The counters that are drawn: those of the table's economy, where there is none the pools, unless the GM said otherwise. */
  readonly counters: readonly Counter[] = $derived.by(() => this.#held.filter((counter) => this.#drawn[counter.id] ?? (!isPool(counter) || this.#held.every(isPool))))

  /** Those that moved, which may be drawn. */
  readonly offered: readonly Counter[] = $derived.by(() => {
    const moved = countersMoved(this.#ours)
    return this.#held.filter(({ id }) => moved.has(id))
  })

  isDrawn({ id }: Counter): boolean {
    return this.counters.some((counter) => counter.id === id)
  }

  draw({ id }: Counter, drawn: boolean): void {
    this.#drawn = { ...this.#drawn, [id]: drawn }
  }

  readonly shown: readonly CounterStep[] = $derived.by(() => stepsOfCounters(this.#ours, this.counters))

  /** Looks at where a trace leads: at its session, with its counter drawn. What fell outside of sessions is in the whole campaign alone. */
  face({ counter: id, session }: Trace): void {
    const counter = this.#held.find((each) => each.id === id)
    if (counter && !this.isDrawn(counter)) this.draw(counter, true)
    if (this.whole || this.session?.id !== session) this.choose(session ?? 'campaign')
  }

  /** The number, from 1, of the step that a trace leads to; undefined until it is read. */
  find(trace: Trace): number | undefined {
    const at = this.shown.findIndex((step) => step.counter === trace.counter && step.name === trace.owner && (trace.roll === undefined ? step.deed === trace.deed : step.roll === trace.roll))
    return at < 0 ? undefined : at + 1
  }

  readonly course = $derived.by(() => readCourse(this.#parts, this.counters, (id) => this.#campaign.sessions.find(id)))

  readonly lines: readonly CounterLine[] = $derived.by(() =>
    this.counters.map((counter) => {
      const moved = this.shown.reduce((sum, step) => sum + (step.counter === counter.id ? step.amount : 0), 0)
      const values = [(this.#ends[counter.id] ?? 0) - moved]
      for (const step of this.shown) values.push((values.at(-1) ?? 0) + (step.counter === counter.id ? step.amount : 0))
      return { counter, values }
    }),
  )

  /** What is held of a counter by those who hold it, NPCs apart. */
  total({ id, owner }: Counter): number {
    if (owner !== 'character') return this.#campaign[owner][id]?.value ?? 0
    return this.#campaign.players.reduce((sum, { counters }) => sum + (counters[id]?.value ?? 0), 0)
  }

  /** What a figure comes to in what is looked at, and in the campaign: for somebody, or for all together. */
  figure({ id }: Figure, character?: CharacterId): { readonly here: number; readonly campaign: number; readonly last: number | undefined } {
    const own = this.figures.filter((each) => each.figure === id && (character === undefined || each.character === character))
    const campaign = own.reduce((sum, each) => sum + each.campaign, 0)
    const here = this.whole || this.session === undefined ? campaign : own.reduce((sum, each) => sum + each.session, 0)
    return { here, campaign, last: own.reduce<number | undefined>((latest, { last }) => (last === undefined ? latest : Math.max(last, latest ?? 0)), undefined) }
  }

  /** One step in words: when, whose, how much, and why. */
  stepInWords({ at, name, counter, amount, roll, reason }: CounterStep): string {
    const made = roll === undefined ? undefined : this.#campaign.rolls.find(({ id }) => id === roll)?.outcome.headline
    const why = reason ?? made ?? (roll === undefined ? 'by hand' : 'a roll')
    return `${timeOf(at)}, ${name}: ${counterLabel(this.#campaign.declarations.counters, counter)} ${signed(amount)}, ${why}`
  }

  /** Reads now, and again whenever something happens, until the returned function is called. */
  watch(): () => void {
    const told: readonly EventName[] = ['counter.changed', 'character.changed', 'roll.changed', 'deed.changed', 'session.changed']
    const unsubscribe = this.#client.subscribe((name) => {
      if (told.includes(name)) this.#later()
    })
    void this.read()
    return () => {
      unsubscribe()
      clearTimeout(this.#timer)
    }
  }

  async read(): Promise<void> {
    const asked = ++this.#asked
    const began = performance.now()
    const id = this.whole ? undefined : this.session?.id
    const scope = id === undefined ? {} : { session: id }
    const [steps, parts, totals, hopes, figures, dice] = await Promise.all([
      this.whole ? [] : this.#client.ask('counter.history', scope),
      // Of an ended session, too, only the course knows where it ended.
      this.whole || this.session?.endedAt !== undefined ? this.#client.ask('counter.course', {}) : [],
      this.#client.ask('counter.totals', scope),
      id === undefined ? [] : this.#client.ask('counter.hopes', { session: id }),
      this.#client.ask('figure.list', scope),
      this.#client.ask('dice.fairness', scope),
    ])
    // A later question was answered first, or the panel is gone.
    if (asked !== this.#asked) return
    const ended = this.session?.endedAt === undefined ? undefined : parts?.findLast(({ session }) => session === id)?.counters
    this.#ends = Object.fromEntries(this.#held.map((counter) => [counter.id, ended?.[counter.id]?.values.at(-1) ?? this.total(counter)]))
    this.steps = steps ?? []
    this.#parts = parts ?? []
    this.totals = totals ?? []
    this.hopes = hopes ?? []
    this.figures = figures ?? []
    this.dice = dice ?? []
    this.#readingMs = performance.now() - began
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.read(), Math.max(settleMs, settlePerReadingMs * this.#readingMs))
  }
}

/** What has a maximum stands in for itself: beside what has none it isn't drawn until it is asked for. */
export const isPool = ({ max, maxFrom }: Counter): boolean => max !== undefined || maxFrom !== undefined
