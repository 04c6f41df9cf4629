/** Whom something in a fight is done to: whoever was selected, until some are let go or others taken in. */
import type { CharacterId } from '../../preload/contract.ts'
import type { Fight, Member } from './fight.svelte.ts'

export class Targets {
  #ids = $state.raw<readonly CharacterId[]>([])
  readonly #fight: Fight
  readonly #onchange: () => void

  constructor(fight: Fight, onchange: () => void = () => undefined) {
    this.#fight = fight
    this.#onchange = onchange
    this.#ids = fight.targets.map(({ character }) => character.id)
  }

  readonly members: readonly Member[] = $derived.by(() => this.#fight.members.filter(({ character }) => this.#ids.includes(character.id)))
  readonly others: readonly Member[] = $derived.by(() => this.#fight.members.filter(({ character }) => !this.#ids.includes(character.id)))

  get ids(): readonly CharacterId[] {
    return this.members.map(({ character }) => character.id)
  }

  /** Whom, in a few words. */
  get names(): string {
    const names = this.members.map(({ character }) => character.name)
    return names.length > 3 ? `${names.length} combatants` : names.join(', ')
  }

  drop(id: CharacterId): void {
    this.#become(this.#ids.filter((each) => each !== id))
  }

  take(id: CharacterId): void {
    this.#become([...this.#ids, id])
  }

  #become(ids: readonly CharacterId[]): void {
    this.#ids = ids
    this.#onchange()
  }
}
