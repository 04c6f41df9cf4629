/** The screen before a campaign is open: the files there are, and the form for a new one. */
import type { Client } from '../bridge.ts'
import type { CampaignCard, SystemCard } from '../../preload/contract.ts'

export class Start {
  campaigns = $state.raw<readonly CampaignCard[]>([])
  systems = $state.raw<readonly SystemCard[]>([])
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

  constructor(client: Client) {
    this.#client = client
  }

  /** Whether the chosen system brings sample characters and creatures. */
  get bringsSample(): boolean {
    return this.systems.find(({ id }) => id === this.system)?.sample ?? false
  }

  async load(): Promise<void> {
    const [campaigns, systems] = await Promise.all([this.#client.ask('campaign.list', {}), this.#client.ask('system.list', {})])
    this.campaigns = campaigns ?? this.campaigns
    this.systems = systems ?? this.systems
    if (this.systems.length === 1) this.system = this.systems[0]?.id
    this.loaded = true
  }

  async open(file: string): Promise<void> {
    if (this.busy !== undefined) return
    this.busy = file
    await this.#client.ask('campaign.open', { file })
    this.busy = undefined
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
