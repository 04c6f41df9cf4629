/** The system's actions: which there are for whom, the one being made ready, and what was done. */
import type { Client } from '../bridge.ts'
import type { Deed, EventName, Events, Roll } from '../../preload/contract.ts'
import type { ActorKind, Declarations, Offer } from '../../plugins/api/index.ts'
import { ActionForm } from './action-form.svelte.ts'
import type { ActionStart } from './action-form.svelte.ts'
import type { Campaign } from './campaign.svelte.ts'
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
  /** What it left in the log. */
  readonly deed: number | undefined
  readonly undone: boolean
}

export class Actions {
  /** The one in the dialog. */
  form = $state.raw<ActionForm>()
  #taken = $state.raw<readonly Taken[]>([])
  /** The offer that the dialog was opened by. */
  #offer: string | undefined
  /** What the action being done left in the log: it is told before the action is answered. */
  #left: number | undefined
  readonly #campaign: Campaign
  readonly #client: Client
  readonly #notices: Notices

  constructor(campaign: Campaign, client: Client, notices: Notices) {
    this.#campaign = campaign
    this.#client = client
    this.#notices = notices
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

  cancel(): void {
    this.form = undefined
  }

  /** Does the action in the dialog. What came of it is told, a refusal stays in the dialog. */
  async apply(): Promise<void> {
    const [form, offer] = [this.form, this.#offer]
    this.#left = undefined
    const result = await form?.apply()
    if (!result) return
    if (this.form === form) this.form = undefined
    if (offer !== undefined) this.#taken = [...this.#taken, { offer, deed: this.#left, undone: false }]
    this.#notices.tell(result.headline, result.explain)
  }

  /** Follows what happened in the campaign: whoever acts may have changed, or be gone. */
  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'deed.changed') this.#followDeeds(payload as Events['deed.changed'])
    if (name !== 'history.changed' && name !== 'roll.changed') this.form?.refresh()
  }

  #followDeeds(deeds: readonly Deed[]): void {
    if (this.form?.applying) this.#left = deeds.find(({ undone }) => !undone)?.id ?? this.#left
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
