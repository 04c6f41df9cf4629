/** The system's actions: which there are for whom, the one being made ready, and what was done. */
import type { Client } from '../bridge.ts'
import type { CharacterId, Deed, EventName, Events, Roll } from '../../preload/contract.ts'
import type { ActorKind, Declarations, Offer } from '../../plugins/api/index.ts'
import { ActionForm } from './action-form.svelte.ts'
import type { ActionStart } from './action-form.svelte.ts'
import type { Campaign } from './campaign.svelte.ts'
import type { Fight, Member } from './fight.svelte.ts'
import type { Notices } from './notices.svelte.ts'

/** An action that somebody may take. */
export interface ActionOption {
  readonly id: string
  readonly label: string
  readonly help: string | undefined
}

/** What an outcome offers, and whether that was done from this window and stands. */
export interface OfferOption {
  readonly offer: Offer
  /** Its place among the outcome's offers. */
  readonly index: number
  readonly taken: boolean
}

/** An offer that was taken up. */
interface Taken {
  readonly offer: string
  readonly who: CharacterId | undefined
  /** What it left in the log. */
  readonly deed: number | undefined
  readonly undone: boolean
}

/** So many targets stand beside an offer; others are chosen in its dialog. */
const aimsMost = 5

export class Actions {
  /** The one in the dialog. */
  form = $state.raw<ActionForm>()
  #taken = $state.raw<readonly Taken[]>([])
  /** The offer that the dialog was opened by. */
  #offer: string | undefined
  /** What the action being done left in the log: it is told before the action is answered. */
  #left: number | undefined
  #doing: ActionForm | undefined
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #notices: Notices
  readonly #fight: Fight

  constructor(campaign: Campaign, client: Client, notices: Notices, fight: Fight) {
    this.#campaign = campaign
    this.#client = client
    this.#notices = notices
    this.#fight = fight
  }

  /** Those for a kind of character; `none`: those of the GM and the table. */
  listFor(kind: ActorKind): readonly ActionOption[] {
    return Object.entries(this.#declared).flatMap(([id, action]) => (action.for.includes(kind) ? [{ id, label: action.label, help: action.help }] : []))
  }

  offersOf(roll: Roll): readonly OfferOption[] {
    const offers = (roll.outcome.offers ?? []).map((offer, index) => ({ offer, index, taken: this.#taken.some((taken) => taken.offer === nameOf(roll, index) && !taken.undone) }))
    return offers.filter(({ offer }) => Object.hasOwn(this.#declared, offer.action))
  }

  /** Opens an action's dialog. */
  begin(start: ActionStart): void {
    const action = Object.hasOwn(this.#declared, start.action) ? this.#declared[start.action] : undefined
    if (!action) return
    this.#offer = undefined
    this.form = new ActionForm(this.#campaign, this.#client, action, start)
  }

  /** Opens the action that an outcome offers, with the offer's values: for whoever rolled, or to choose whom it is for. */
  takeUp(roll: Roll, index: number): void {
    const offer = roll.outcome.offers?.[index]
    if (!offer) return
    const [actor, opponent] = roll.participants
    this.begin({ action: offer.action, input: offer.input, ...(offer.to === 'target' ? { choosing: true, who: opponent?.id } : { who: actor?.id }) })
    this.#offer = nameOf(roll, index)
  }

  /** Whom an outcome's blow may land on in the open fight, the likeliest first. */
  aimsOf({ participants: [actor, opponent] }: Roll): readonly Member[] {
    const rank = ({ character, combatant }: Member) => (character.id === opponent?.id ? 0 : this.#fight.isSelected(combatant.id) ? 1 : 2)
    return this.#fight.aims(actor?.id).toSorted((a, b) => rank(a) - rank(b)).slice(0, aimsMost)
  }

  /** Whether an offer was done to somebody, and stands. */
  isDoneTo(roll: Roll, index: number, who: CharacterId): boolean {
    return this.#taken.some((taken) => taken.offer === nameOf(roll, index) && taken.who === who && !taken.undone)
  }

  /** Does what an outcome offers to somebody at once, and once. Where that needs more words, its dialog opens for them. */
  async strike(roll: Roll, index: number, who: CharacterId): Promise<void> {
    const offer = roll.outcome.offers?.[index]
    const action = offer && this.#declared[offer.action]
    if (!action || this.#doing || this.isDoneTo(roll, index, who)) return
    const form = new ActionForm(this.#campaign, this.#client, action, { action: offer.action, who, input: offer.input })
    if (await this.#do(form, nameOf(roll, index))) return
    this.form = form
    this.#offer = nameOf(roll, index)
  }

  cancel(): void {
    this.form = undefined
  }

  /** Does the action in the dialog. What came of it is told, a refusal stays in the dialog. */
  async apply(): Promise<void> {
    const { form } = this
    if (form && (await this.#do(form, this.#offer)) && this.form === form) this.form = undefined
  }

  async #do(form: ActionForm, offer: string | undefined): Promise<boolean> {
    if (form.applying) return false
    this.#left = undefined
    this.#doing = form
    const result = await form.apply()
    this.#doing = undefined
    if (!result) return false
    if (offer !== undefined) this.#taken = [...this.#taken, { offer, who: form.who, deed: this.#left, undone: false }]
    this.#notices.tell(result.headline, result.explain)
    return true
  }

  /** Follows what happened in the campaign: whoever acts may have changed, or be gone. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'deed.changed') this.#followDeeds(payload as Events['deed.changed'])
    if (name !== 'history.changed' && name !== 'roll.changed') this.form?.refresh()
  }

  #followDeeds(deeds: readonly Deed[]): void {
    if (this.#doing) this.#left = deeds.find(({ undone }) => !undone)?.id ?? this.#left
    this.#taken = this.#taken.map((taken) => {
      const deed = deeds.find(({ id }) => id === taken.deed)
      return deed ? { ...taken, undone: deed.undone } : taken
    })
  }

  get #declared(): Declarations['actions'] {
    return this.#campaign.declarations.actions
  }
}

const nameOf = (roll: Roll, index: number): string => `${roll.id} ${index}`
