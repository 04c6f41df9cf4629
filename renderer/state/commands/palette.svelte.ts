/** What the palette finds: commands that can be done now, characters, counters, sessions and notes by name or what they say, random tables, and campaigns. */
import type { CampaignCard } from '../../../preload/contract.ts'
import type { Counting } from '../campaign.svelte.ts'
import { Latest } from '../latest.svelte.ts'
import type { Shell } from '../shell.svelte.ts'
import { apart, kindInWords, momentOf, plain } from '../words.ts'

export interface Found {
  /** Unlike any other's. */
  readonly id: string
  readonly label: string
  readonly detail: string | undefined
  /** Is searched too, but not shown. */
  readonly notes?: string
  /** The command that it is, whose key stands beside it. */
  readonly command?: string
  run(): unknown
}

export interface FoundGroup {
  readonly title: string
  readonly items: readonly Found[]
}

/** So many of each group are shown; a longer word finds the others. */
const shownMost = 100

export class Palette {
  #query = $state('')
  #at = $state(0)
  #cards = $state.raw<readonly CampaignCard[]>([])
  readonly #shell: Shell
  /** What the log says of what is written, from the second letter on. */
  readonly #log: Latest<'log.find'>

  constructor(shell: Shell) {
    this.#shell = shell
    this.#log = new Latest(shell.client, 'log.find', () => {
      const text = this.#query.trim()
      return shell.table && text.length > 1 ? { text } : undefined
    })
  }

  async load(): Promise<void> {
    this.#cards = (await this.#shell.client.ask('campaign.list', {})) ?? []
  }

  get query(): string {
    return this.#query
  }

  set query(query: string) {
    this.#query = query
    this.#at = 0
    this.#log.refresh()
  }

  readonly groups: readonly FoundGroup[] = $derived.by(() => {
    const words = this.#query.toLowerCase().split(/\s+/).filter(Boolean)
    const groups = [
      { title: 'Commands', items: this.#commands() },
      { title: 'Encounters', items: this.#encounters() },
      { title: 'Characters', items: this.#characters() },
      { title: 'Counters', items: this.#counters() },
      { title: 'Sessions', items: this.#sessions() },
      { title: 'Notes', items: this.#notes() },
      { title: 'Tables', items: this.#tables() },
      { title: 'Campaigns', items: this.#campaigns() },
    ]
    const found = groups.map(({ title, items }) => ({ title, items: bestFirst(items, words).slice(0, shownMost) })).filter(({ items }) => items.length > 0)
    // What is called so comes before what only mentions it: Undo, for one, names what was just made.
    const ranked = found.toSorted((a, b) => rankOf(a.items[0], words) - rankOf(b.items[0], words))
    // The log answers later, so that it stands last and moves nothing.
    const said = { title: this.#log.value?.whole === false ? 'Log, as far back as was looked' : 'Log', items: this.#entries() }
    return said.items.length > 0 ? [...ranked, said] : ranked
  })

  readonly #all: readonly Found[] = $derived.by(() => this.groups.flatMap(({ items }) => items))

  /** The one that Enter takes. */
  readonly chosen: Found | undefined = $derived.by(() => this.#all[Math.min(this.#at, this.#all.length - 1)])

  /** Moves the choice by so many, around at the ends. */
  move(by: number): void {
    const count = this.#all.length
    if (count > 0) this.#at = (Math.min(this.#at, count - 1) + by + count) % count
  }

  #commands(): readonly Found[] {
    const others = this.#shell.commands.current.filter(({ id }) => id !== 'palette')
    return others.map((command) => ({ id: `command ${command.id}`, label: command.label, detail: command.detail?.(), command: command.id, run: () => command.run() }))
  }

  #characters(): readonly Found[] {
    const table = this.#shell.table
    const characters = table ? [...table.campaign.players, ...table.campaign.copies, ...table.campaign.npcs, ...table.campaign.templates] : []
    return characters.map(({ id, kind, role, name, notes }) => ({
      id: `character ${id}`,
      label: name,
      detail: kindInWords({ kind, role }),
      notes,
      run: () => table?.form.choose(0, id),
    }))
  }

  /** What the GM and the table hold, what is given to several players, and what each holds. */
  #counters(): readonly Found[] {
    const campaign = this.#shell.table?.campaign
    if (!campaign) return []
    const found = (label: string, detail: string, counting: Counting): Found => ({ id: `counter ${counting.counter.id} ${counting.several ? 'several' : (counting.character ?? '')}`, label, detail, notes: 'award', run: () => (campaign.counting = counting) })
    const shared = campaign.sharedCounters.map(({ counter, owner, value }) => found(`${counter.label} of ${owner}`, plain(value.value), { counter }))
    const held = campaign.players.flatMap((character) => campaign.heldBy(character).map(({ counter, value }) => ({ counter, found: found(`${counter.label} of ${apart(character.name)}`, plain(value.value), { counter, character: character.id }) })))
    const several = campaign.declarations.counters.filter((counter) => held.some((each) => each.counter === counter)).map((counter) => found(`${counter.label} for several`, 'Give or take', { counter, several: true }))
    return [...shared, ...several, ...held.map((each) => each.found)]
  }

  #encounters(): readonly Found[] {
    const encounters = this.#shell.table?.encounters
    return (encounters?.list ?? []).map((encounter) => ({
      id: `encounter ${encounter.id}`,
      label: `Start encounter ${encounter.name}`,
      detail: encounters?.inWords(encounter),
      notes: encounter.notes,
      run: () => encounters?.start(encounter),
    }))
  }

  #sessions(): readonly Found[] {
    const sessions = this.#shell.table?.campaign.sessions
    return (sessions?.list ?? []).map((session) => ({
      id: `session ${session.id}`,
      label: session.name,
      detail: momentOf(session.startedAt),
      notes: session.notes,
      run: () => sessions?.edit(session),
    }))
  }

  #notes(): readonly Found[] {
    const notes = this.#shell.table?.campaign.notes
    return (notes?.list ?? []).map(({ id, title, text }) => ({ id: `note ${id}`, label: title, detail: 'Note', notes: text, run: () => notes?.open({ kind: 'note', id }) }))
  }

  #tables(): readonly Found[] {
    const tables = this.#shell.table?.tables
    return (tables?.list ?? []).map(({ id, name, text }) => ({ id: `table ${id}`, label: `Roll on ${name}`, detail: 'Random table', notes: text, run: () => tables?.roll(id) }))
  }

  #entries(): readonly Found[] {
    const log = this.#shell.table?.campaign.log
    return (this.#log.value?.entries ?? []).map((entry) =>
      entry.kind === 'roll'
        ? { id: `roll ${entry.roll.id}`, label: entry.roll.outcome.headline, detail: [...entry.roll.participants.map(({ name }) => name), momentOf(entry.roll.at)].join(' · '), run: () => log?.show(entry.roll.id) }
        : { id: `deed ${entry.deed.id}`, label: entry.deed.headline, detail: momentOf(entry.deed.at), run: () => log?.showDeed(entry.deed.id, entry.deed.at) },
    )
  }

  #campaigns(): readonly Found[] {
    const others = this.#cards.filter(({ file, archived }) => !archived && file !== this.#shell.table?.campaign.file)
    return others.map((card) => ({ id: `campaign ${card.file}`, label: card.name, detail: card.system, run: () => this.#shell.start.open(card) }))
  }
}

/** Those that hold every word; the ones whose name begins with what was written come first, then those of whose name a word does, then those whose name holds it. */
function bestFirst(items: readonly Found[], words: readonly string[]): readonly Found[] {
  const fits = ({ label, detail = '', notes = '' }: Found) => words.every((word) => `${label} ${detail} ${notes}`.toLowerCase().includes(word))
  return items.filter(fits).toSorted((a, b) => rankOf(a, words) - rankOf(b, words))
}

/** 0 where the name begins with what was written, 1 where a word of it does, 2 where it holds it, 3 where it doesn't. */
function rankOf(found: Found | undefined, words: readonly string[]): number {
  const [label, text] = [` ${found?.label.toLowerCase()}`, words.join(' ')]
  const at = label.indexOf(` ${text}`)
  return at === 0 ? 0 : at > 0 ? 1 : label.includes(text) ? 2 : 3
}
