/** The screen before a campaign is open: the files there are, and the form for a new one. */
import type { Client } from '../bridge.ts'
import type { CampaignCard, ErrorCode, Failure, LostCampaign, SystemCard } from '../../preload/contract.ts'

/** What is wrong with the file itself: a backup may be the way out. */
const mendable: readonly ErrorCode[] = ['damaged', 'foreign', 'missing']

export class Start {
  campaigns = $state.raw<readonly CampaignCard[]>([])
  /** Why the campaigns can't be listed: their folder may be on a stick that is away. */
  unlisted = $state<string>()
  /** Campaigns of which only backups are left. */
  lost = $state.raw<readonly LostCampaign[]>([])
  /** Absent until they are read. */
  systems = $state.raw<readonly SystemCard[]>()
  loaded = $state(false)
  /** The file being opened, or `new` while one is made: nothing else is started meanwhile. */
  busy = $state<string>()
  /** Why the new campaign was refused. */
  refusal = $state<string>()
  name = $state('')
  system = $state<string>()
  /** Whether the new campaign starts with the system's sample characters, where it brings any. */
  sample = $state(true)
  readonly #client: Client

  /** Shows the backups of a campaign, and why it can't be opened where that leads there. */
  readonly showBackups: (of: string, name: string, failure?: Failure) => void

  constructor(client: Client, showBackups: Start['showBackups']) {
    this.#client = client
    this.showBackups = showBackups
  }

  /** Whether the chosen system brings sample characters and creatures. */
  get bringsSample(): boolean {
    return this.systems?.find(({ id }) => id === this.system)?.sample ?? false
  }

  /** A system that takes long to read keeps nobody from the campaigns. */
  async load(): Promise<void> {
    void this.#loadSystems()
    const [campaigns, lost] = await Promise.all([this.#client.attempt('campaign.list', {}), this.#client.attempt('backups.lost', {})])
    this.campaigns = campaigns.ok ? campaigns.value : []
    this.unlisted = campaigns.ok ? undefined : campaigns.error.message
    // A stick that holds the backups may be away; the campaigns are there all the same.
    this.lost = lost.ok ? lost.value : []
    this.loaded = true
  }

  async #loadSystems(): Promise<void> {
    this.systems = (await this.#client.ask('system.list', {})) ?? this.systems ?? []
    if (this.systems.length === 1) this.system = this.systems[0]?.id
  }

  /** Those that are played, the last used first, and those put aside. */
  readonly active: readonly CampaignCard[] = $derived.by(() => this.campaigns.filter(({ archived }) => !archived))
  readonly aside: readonly CampaignCard[] = $derived.by(() => this.campaigns.filter(({ archived }) => archived))

  /** Says why it can't be renamed; undefined where it is. */
  async rename({ file, archived = false }: CampaignCard, name: string): Promise<string | undefined> {
    const reply = await this.#client.attempt('campaign.rename', { file, archived, name })
    if (!reply.ok) return reply.error.message
    await this.load()
    return undefined
  }

  async duplicate(card: CampaignCard): Promise<void> {
    await this.#change(card, ({ file, archived = false }) => this.#client.ask('campaign.duplicate', { file, archived }))
  }

  /** Puts it aside, or back among the others. */
  async archive(card: CampaignCard): Promise<void> {
    await this.#change(card, ({ file, archived = false }) => this.#client.ask('campaign.archive', { file, archived, aside: !archived }))
  }

  async bin(card: CampaignCard): Promise<void> {
    await this.#change(card, ({ file, archived = false }) => this.#client.ask('campaign.bin', { file, archived }))
  }

  async reveal({ file, archived = false }: CampaignCard): Promise<void> {
    await this.#client.ask('campaign.reveal', { file, archived })
  }

  async #change(card: CampaignCard, run: (card: CampaignCard) => Promise<unknown>): Promise<void> {
    if (this.busy !== undefined) return
    this.busy = card.file
    await run(card)
    this.busy = undefined
    await this.load()
  }

  async open({ file, name }: CampaignCard): Promise<void> {
    if (this.busy !== undefined) return
    this.busy = file
    const reply = await this.#client.attempt('campaign.open', { file })
    this.busy = undefined
    if (reply.ok) return
    if (mendable.includes(reply.error.code)) this.showBackups(file, name, reply.error)
    else this.#client.show(reply.error)
  }

  async create(): Promise<void> {
    if (this.busy !== undefined) return
    const name = this.name.trim()
    this.refusal = name === '' ? 'Give the campaign a name.' : this.system === undefined ? 'Choose the system it is played in.' : undefined
    if (this.refusal !== undefined || this.system === undefined) return
    this.busy = 'new'
    const reply = await this.#client.attempt('campaign.create', { name, system: this.system, sample: this.sample && this.bringsSample })
    this.busy = undefined
    if (reply.ok) this.name = ''
    else this.refusal = reply.error.message
  }
}
