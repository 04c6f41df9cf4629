/** The whole window's state: which campaign is open, and what the GM must be told. */
import { createClient } from '../bridge.ts'
import type { Client } from '../bridge.ts'
import type { Bridge, CampaignView, Developed, EventName, Events, Failure, NotesOf, Preferences, Table as RandomTable } from '../../preload/contract.ts'
import { Actions } from './actions.svelte.ts'
import { Campaign } from './campaign.svelte.ts'
import { createCommands } from './commands/catalogue.ts'
import { Backups } from './backups.svelte.ts'
import { Commands } from './commands/commands.svelte.ts'
import { Encounters } from './encounters.svelte.ts'
import { Fight } from './fight.svelte.ts'
import { Steps } from './steps.svelte.ts'
import { Layout } from './layout.svelte.ts'
import type { PanelCard } from './layout.svelte.ts'
import { Notices } from './notices.svelte.ts'
import { Packages } from './packages.svelte.ts'
import { Preferred } from './preferences.svelte.ts'
import { QuickDice } from './quick-dice.svelte.ts'
import { RollForm } from './roll-form.svelte.ts'
import { RosterImport } from './roster-import.svelte.ts'
import { Roster } from './roster.svelte.ts'
import { Roller } from './roller.svelte.ts'
import { Start } from './start.svelte.ts'
import { Tables } from './tables.svelte.ts'
import { Transfers } from './transfers.svelte.ts'

/** An open campaign with what is done in it. */
export interface Table {
  readonly client: Client
  readonly notices: Notices
  readonly layout: Layout
  readonly campaign: Campaign
  readonly form: RollForm
  readonly actions: Actions
  readonly dice: QuickDice
  readonly fight: Fight
  readonly steps: Steps
  readonly tables: Tables
  readonly imports: RosterImport
  readonly roster: Roster
  readonly roller: Roller
  readonly encounters: Encounters
}

export class Shell {
  readonly notices = new Notices()
  readonly client: Client
  /** The panels that a campaign has. */
  readonly panels: readonly PanelCard[]
  readonly preferences: Preferred
  readonly commands: Commands
  readonly start: Start
  table = $state.raw<Table>()
  /** False until main has said whether a campaign is open. */
  ready = $state(false)
  /** The dialog that is open whatever the campaign. */
  dialog = $state<'settings' | 'palette' | 'keys'>()
  /** The backups in the dialog, of whatever campaign. */
  backups = $state.raw<Backups>()
  readonly transfers: Transfers
  /** The game systems in their dialog. */
  packages = $state.raw<Packages>()
  /** What was told of a build that went wrong. */
  #misbuilt: string | undefined
  /** The campaign that was closed last: an update or a build closes one for a moment. */
  #left: Campaign | undefined
  readonly #unsubscribe: () => void

  constructor(bridge: Bridge, panels: readonly PanelCard[]) {
    this.panels = panels
    this.client = createClient(bridge, (failure) => this.notices.show(failure.message))
    this.preferences = new Preferred(this.client)
    this.commands = new Commands(createCommands(this), this.preferences)
    this.start = new Start(this.client, (of, name, failure) => this.showBackups(of, name, failure))
    this.transfers = new Transfers(this.client, this.notices, () => this.table?.campaign.notes.flush(), () => (this.table ? undefined : this.start.load()))
    this.#unsubscribe = this.client.subscribe((name, payload) => {
      if (name === 'campaign.opened') this.#open(payload as CampaignView)
      else if (name === 'campaign.closed') this.#close()
      else if (name === 'preferences.changed') this.#followPreferences(payload as Preferences)
      else if (name === 'transfer.progressed') this.transfers.follow(payload as Events['transfer.progressed'])
      else if (name === 'app.closing') void this.#letGo()
      else if (name === 'packages.progressed' && this.packages) this.packages.fetched = payload as Events['packages.progressed']
      else if (name === 'packages.opened') void this.#takeOpened()
      else if (name === 'packages.changed') this.#followPackages()
      else if (name === 'packages.built') this.#followBuild(payload as Developed)
      else if (name === 'backup.failed') this.notices.show(payload as string)
      else if (this.table) {
        this.table.campaign.apply(name, payload)
        this.table.form.follow(name, payload)
        this.table.actions.follow(name, payload)
        if (name === 'tables.changed') this.table.tables.follow(payload as readonly RandomTable[])
        this.table.roster.follow(name)
        this.table.encounters.follow(name, payload)
        this.#followFight(this.table, name, payload)
        if (this.table.layout.isShown('roller')) this.table.roller.follow(name, payload)
        this.table.steps.follow(name, payload)
        if (name === 'history.changed') this.notices.moveOn()
      }
    })
  }

  async load(): Promise<void> {
    const [view] = await Promise.all([this.client.ask('campaign.current', {}), this.preferences.load()])
    if (view && !this.table) this.#open(view)
    if (!view && !this.table) await this.start.load()
    this.ready = true
    await this.#takeOpened()
  }

  async closeCampaign(): Promise<void> {
    await this.table?.campaign.notes.flush()
    await this.client.ask('campaign.close', {})
  }

  /** Of a campaign by its file, or of a lost one by its id. */
  showBackups(of: string, name: string, failure?: Failure): void {
    this.dialog = undefined
    this.backups = new Backups(this.client, of, name, failure)
  }

  /** Prepares the export of a campaign, of the open one where none is named. */
  exportCampaign(card: { readonly file: string; readonly name: string } | undefined = this.table?.campaign): void {
    this.dialog = undefined
    if (card) this.transfers.begin(card.file, card.name)
  }

  importCampaign(): Promise<void> {
    this.dialog = undefined
    return this.transfers.choose()
  }

  /** Shows the game systems that are there; a file that was dropped is read as one to install. */
  showPackages(file?: File): void {
    this.dialog = undefined
    this.packages ??= new Packages(this.client, this.table?.campaign.system.id)
    if (file) void this.packages.drop(file)
  }

  close(): void {
    this.#unsubscribe()
  }

  async #letGo(): Promise<void> {
    await this.table?.campaign.notes.flush()
    await this.client.attempt('app.letGo', {})
  }

  #open(view: CampaignView): void {
    const campaign = new Campaign(view, this.client)
    if (this.#left?.file === view.file) campaign.notes.goOn(this.#left.notes)
    this.#left = undefined
    const fight = new Fight(campaign, this.client, this.notices, view)
    this.table = {
      client: this.client,
      notices: this.notices,
      layout: this.#layoutOf(view.file),
      campaign,
      form: new RollForm(campaign, this.client),
      actions: new Actions(campaign, this.client, this.notices, fight),
      dice: new QuickDice(campaign, this.client),
      fight,
      steps: new Steps(this.client),
      tables: new Tables(this.client, this.notices, view.tables),
      imports: new RosterImport(campaign, this.client, this.notices),
      roster: new Roster(campaign, fight, this.client, this.notices),
      roller: new Roller(campaign, this.client, fight, this.notices),
      encounters: new Encounters(campaign, this.client, this.notices, view.encounters),
    }
    letRoll(this.table.fight, this.table.form)
    this.table.form.refresh()
    this.ready = true
  }

  /** A fight that opens comes into sight, and whoever's turn begins is the one who rolls. */
  #followFight<N extends EventName>({ campaign, fight, form, layout }: Table, name: N, payload: Events[N]): void {
    const before = fight.view
    fight.follow(name, payload)
    const { view } = fight
    if (view && view.id !== before?.id) layout.bringUp('fight')
    const isOther = view?.id !== before?.id
    if (isOther || (view && view.turn !== before?.turn)) letRoll(fight, form)
    // Whoever rolled may be a copy of a fight that is paused or over: nobody rolls for those.
    const chosen = campaign.character(form.who(0))
    if (isOther && chosen?.role === 'copy' && !fight.members.some(({ character }) => character.id === chosen.id)) form.choose(0, (campaign.players[0] ?? campaign.npcs[0])?.id)
  }

  /** Another folder has other campaigns. */
  #followPreferences(preferences: Preferences): void {
    const before = this.preferences.current.campaigns
    this.preferences.follow(preferences)
    if (preferences.campaigns !== before && !this.table) void this.start.load()
  }

  #layoutOf(file: string): Layout {
    const { preferences } = this
    return new Layout(this.panels, preferences.current.layouts[file], (text) => void preferences.set({ layouts: { ...preferences.current.layouts, [file]: text } }))
  }

  /** A package that was opened from outside is looked at like one that was chosen. */
  async #takeOpened(): Promise<void> {
    const reply = await this.client.attempt('packages.takeOpened', {})
    if (reply.ok && reply.value === null) return
    this.showPackages()
    this.packages?.take(reply)
  }

  #followPackages(): void {
    void this.packages?.load()
    if (!this.table) void this.start.load()
  }

  /** What is wrong with the newest build is told until a later one is right. */
  #followBuild({ name, problem }: Developed): void {
    this.notices.withdraw(this.#misbuilt)
    this.notices.forgetNews()
    this.#misbuilt = problem === undefined ? undefined : `${name} can’t be used as its folder is now: ${problem}`
    if (this.#misbuilt !== undefined) this.notices.show(this.#misbuilt)
    else this.notices.tell(`${name} is built anew`, [], false)
  }

  #close(): void {
    this.#left = this.table?.campaign
    this.table = undefined
    this.notices.forgetNews()
    void this.start.load()
  }
}

/** Goes to what a name in notes leads to: a character rolls, notes are opened. */
export function leadTo({ campaign, form }: Table, target: NotesOf): void {
  if (target.kind === 'character') form.choose(0, target.id)
  else void campaign.notes.open(target)
}

/** Whoever has the turn is the one who rolls, where there is anything for them to roll. */
function letRoll(fight: Fight, form: RollForm): void {
  if (fight.roller !== undefined && form.rolls(fight.active?.members[0].character.kind ?? 'none')) form.choose(0, fight.roller)
}
