/** An NPC made up on the spot: a name, what the system asks for, and a variation by its dice. Kept, brought into the fight, or thrown away. */
import type { Client } from '../bridge.ts'
import type { CharacterId, Reply, Requests } from '../../preload/contract.ts'
import type { Field, Value } from '../../plugins/api/index.ts'
import type { Campaign } from './campaign.svelte.ts'
import { Draft } from './draft.svelte.ts'
import type { Fight } from './fight.svelte.ts'

export class QuickNpc {
  name = $state('')
  /** What the system asks for. */
  readonly plan = new Draft({})
  /** The dice of the last variation. */
  dice = $state.raw<Requests['npc.vary']['result']['dice']>([])
  readonly fields: readonly Field[]
  readonly canVary: boolean
  readonly #client: Client
  readonly #fight: Fight

  constructor({ declarations }: Pick<Campaign, 'declarations'>, client: Client, fight: Fight) {
    this.#client = client
    this.#fight = fight
    this.fields = declarations.npc?.input ?? []
    this.canVary = declarations.npc?.vary ?? false
  }

  /** Changes the choices a little, by chance. */
  async vary(): Promise<void> {
    const varied = await this.plan.save(() => this.#client.attempt('npc.vary', { input: this.plan.values }))
    if (!varied) return
    this.dice = varied.value.dice
    this.plan.replace(varied.value.input)
  }

  /** Keeps it in the roster. Gives who it is when that is on disk. */
  keep(): Promise<CharacterId | undefined> {
    return this.#make((stats) => this.#client.attempt('character.create', { kind: 'npc', name: this.name.trim(), stats }))
  }

  /** Brings it into the open fight, or into a new one, and keeps it nowhere else. True when that is on disk. */
  async fight(): Promise<boolean> {
    return (await this.#make((stats) => this.#fight.add({ characters: [], sheet: { name: this.name.trim(), stats } }))) !== undefined
  }

  /** Builds the sheet and does something with it, once. */
  async #make<T>(send: (stats: Readonly<Record<string, Value>>) => Promise<Reply<T>>): Promise<T | undefined> {
    const made = await this.plan.save(async (): Promise<Reply<T>> => {
      const built = await this.#client.attempt('npc.build', { input: this.plan.values })
      return built.ok ? send(built.value) : built
    })
    return made?.value
  }
}
