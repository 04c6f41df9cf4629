/** Many rolled for at once: from who rolls to the table of what came of it. */
import type { Client } from '../bridge.ts'
import type { BatchInput, CharacterId, EventName, Events, Typed } from '../../preload/contract.ts'
import type { Batch } from './batch.svelte.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Fight } from './fight.svelte.ts'
import type { Notices } from './notices.svelte.ts'
import { RollerForm, rollersMost } from './roller-form.svelte.ts'
import { distinct, fightSources, suggestSources } from './roller-sources.ts'
import type { Source } from './roller-sources.ts'

export class Roller {
  readonly form: RollerForm
  query = $state('')
  secret = $state(false)
  /** Whether dice are typed instead of drawn; those left empty are drawn all the same. */
  typing = $state(false)
  /** Whether only what the dice come to is typed. */
  totals = $state(false)
  opponentDice = $state('')
  /** Why nothing was rolled. */
  refusal = $state<string>()
  rolling = $state(false)
  /** How far a long one is. */
  progress = $state.raw<Events['batch.progressed']>()
  /** What was rolled last, while it is looked at. */
  result = $state.raw<Batch>()
  #typed = $state.raw<Readonly<Record<string, string>>>({})
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #fight: Fight
  readonly #notices: Notices

  constructor(campaign: Campaign, client: Client, fight: Fight, notices: Notices) {
    this.#campaign = campaign
    this.#client = client
    this.#fight = fight
    this.#notices = notices
    this.form = new RollerForm(campaign, client, () => (this.refusal = undefined))
  }

  readonly sources: readonly Source[] = $derived.by(() => fightSources(this.#fight))
  readonly suggestions: readonly Source[] = $derived.by(() => suggestSources(this.#campaign, this.query, this.form.ids))

  /** Whether all can be rolled for now. */
  get ready(): boolean {
    return this.form.members.length > 0 && this.form.check !== undefined
  }

  typedOf(who: CharacterId): string {
    return this.#typed[who] ?? ''
  }

  /** Takes some in, those that aren't yet. */
  add(ids: readonly CharacterId[]): void {
    const all = distinct([...this.form.ids, ...ids])
    if (all.length > rollersMost) this.#notices.tell(`${rollersMost.toLocaleString('en')} at once`, ['More can’t roll together: the others were left out.'], false)
    this.form.choose(all)
  }

  /** Takes some in place of all. */
  replace(ids: readonly CharacterId[]): void {
    this.result = undefined
    this.form.choose([])
    this.add(ids)
  }

  drop(id: CharacterId): void {
    this.form.choose(this.form.ids.filter((each) => each !== id))
  }

  /** From what was rolled back to who rolls. */
  goBack(): void {
    this.result = undefined
    this.form.refresh()
  }

  type(who: CharacterId, text: string): void {
    this.#typed = { ...this.#typed, [who]: text }
    this.refusal = undefined
  }

  async roll(): Promise<void> {
    const { input } = this.form
    if (this.rolling || !this.ready || !input) return
    this.rolling = true
    this.refusal = undefined
    const reply = await this.#client.attempt('roll.batch', { ...input, ...this.#dice(input), ...(this.secret && { secret: true }) })
    this.rolling = false
    this.progress = undefined
    if (!reply.ok) {
      // The way back leads to what is wrong.
      this.goBack()
      this.refusal = reply.error.message
      return
    }
    const [first] = reply.value ?? []
    if (!reply.value || !first) return this.#notices.tell('Cancelled', ['Nothing was rolled.'], false)
    this.#typed = {}
    this.opponentDice = ''
    this.result = this.#campaign.batches.take(first, reply.value)
  }

  async cancel(): Promise<void> {
    await this.#client.ask('roll.cancelBatch', {})
  }

  /** Follows what happened in the campaign. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'batch.progressed') this.progress = this.rolling ? (payload as Events['batch.progressed']) : undefined
    else if (!quiet.includes(name) && this.form.ids.length > 0 && !this.result) this.form.refresh()
  }

  #dice({ actors }: BatchInput): Pick<BatchInput, 'typed' | 'opponentTyped'> {
    if (!this.typing) return {}
    const read = (text: string): Typed => (this.totals ? { total: text.trim() } : facesOf(text))
    const typed = actors.filter((who) => this.typedOf(who).trim() !== '').map((who) => ({ who, dice: read(this.typedOf(who)) }))
    return { typed, ...(this.form.sides === 2 && this.opponentDice.trim() !== '' && { opponentTyped: read(this.opponentDice) }) }
  }
}

/** What changes nobody's chances. */
const quiet: readonly EventName[] = ['history.changed', 'roll.changed', 'deed.changed', 'odds.refined', 'note.changed', 'session.changed', 'tables.changed', 'encounters.changed']

const facesOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((face) => face !== '')
