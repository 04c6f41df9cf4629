/** Harm or healing being written: how much, for whom, and what it would come to. */
import type { CharacterId, Failure } from '../../preload/contract.ts'
import type { Declarations } from '../../plugins/api/index.ts'
import { Latest } from './latest.svelte.ts'
import type { Table } from './shell.svelte.ts'
import { Targets } from './fight-targets.svelte.ts'

/** What it would come to for one of them. */
export interface Effect {
  readonly character: CharacterId
  readonly name: string
  readonly explain: string
}

export class HealthForm {
  readonly as: 'damage' | 'heal'
  readonly targets: Targets
  changing = $state(false)
  /** Why nothing was changed. */
  refusal = $state<string>()
  #amount = $state('')
  readonly #preview: Latest<'health.preview'>
  readonly #table: Table

  constructor(table: Table, as: 'damage' | 'heal') {
    this.#table = table
    this.as = as
    this.#preview = new Latest(table.client, 'health.preview', () => this.#input)
    this.targets = new Targets(table.fight, () => this.#edited())
  }

  get amount(): string {
    return this.#amount
  }

  set amount(amount: string) {
    this.#amount = amount
    this.#edited()
  }

  /** The system's own action that this is, where it has one. */
  get action(): Declarations['actions'][string] | undefined {
    const { actions } = this.#table.campaign.declarations
    return this.#actionId === undefined ? undefined : actions[this.#actionId]
  }

  /** The action has more to be said than how much, and there is one whom to say it of. */
  get hasMore(): boolean {
    return this.targets.members.length === 1 && (this.action?.input.length ?? 0) > 1
  }

  /** What it would come to, those told of first. */
  readonly effects: readonly Effect[] = $derived.by(() => {
    if (this.#amount.trim() === '') return []
    return (this.#preview.value ?? []).flatMap(({ character, explain }) => {
      const member = this.targets.members.find((each) => each.character.id === character)
      return member ? [{ character, name: member.character.name, explain: explain.join('; ') }] : []
    })
  })

  /** Why it can't be told what it would come to. */
  get doubt(): string | undefined {
    return this.#amount.trim() === '' ? undefined : this.#preview.failure
  }

  /** Does it once, however often it is asked meanwhile. True when that is on disk. */
  async apply(): Promise<boolean> {
    if (this.changing) return false
    if (this.targets.ids.length === 0) {
      this.refusal = 'Choose whom it is for.'
      return false
    }
    this.changing = true
    const { effects } = this
    const reply = await this.#table.fight.changeHealth(this.targets.ids, this.as, this.#amount)
    this.changing = false
    if (!reply.ok) {
      this.#refuse(reply.error)
      return false
    }
    const what = `${this.as === 'damage' ? 'Damage' : 'Healing'} ${this.#amount.trim()} to ${this.targets.names}`
    this.#table.notices.tell(what, effects.map(({ name, explain }) => `${name}: ${explain}`))
    return true
  }

  /** Says the rest in the action's own form. */
  more(): void {
    const [who] = this.targets.ids
    if (this.#actionId === undefined) return
    const input = /^\d{1,6}$/.test(this.#amount.trim()) ? { amount: Number(this.#amount) } : {}
    this.#table.fight.close()
    this.#table.actions.begin({ action: this.#actionId, who, input })
  }

  /** What the amount alone can't say, such as which pool it goes to, is asked for in the action's own form. */
  #refuse({ message, problems = [] }: Failure): void {
    const asks = problems.some(({ field }) => field !== 'amount' && this.action?.input.some(({ id }) => id === field))
    if (asks && this.hasMore) this.more()
    else this.refusal = message
  }

  #edited(): void {
    this.refusal = undefined
    this.#preview.refresh()
  }

  get #actionId(): string | undefined {
    return this.#table.campaign.declarations.health?.[this.as]
  }

  get #input() {
    const characters = this.targets.ids
    return this.#amount.trim() === '' || characters.length === 0 ? undefined : { characters, as: this.as, amount: this.#amount }
  }
}
