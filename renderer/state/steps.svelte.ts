/** Everything that can be undone or redone, as a list to walk and jump in. */
import type { Client } from '../bridge.ts'
import type { EventName, Events, HistoryList } from '../../preload/contract.ts'

/** A line of the list: a step, a barrier, or what lies before the first of them, which is 0. */
export interface Step {
  readonly id: number
  readonly at?: number
  readonly label: string
  readonly kind: 'step' | 'barrier' | 'start'
  readonly undone: boolean
}

export class Steps {
  open = $state(false)
  /** The newest first; absent until it was read. */
  list = $state.raw<readonly Step[]>()
  /** The line that shows how the campaign is now. */
  present = $state(0)
  refusal = $state<string>()
  /** Steps are undone or redone. */
  going = $state(false)
  progress = $state.raw<Events['history.progressed']>()
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  show(): void {
    this.open = true
    void this.load()
  }

  close(): void {
    this.open = false
    this.list = undefined
    this.refusal = undefined
  }

  async load(): Promise<void> {
    const history = await this.#client.ask('history.list', {})
    if (!history || !this.open) return
    this.list = toSteps(history)
    this.present = history.present
  }

  /** Makes that line how the campaign is. */
  async go(to: number): Promise<void> {
    if (this.going || to === this.present) return
    this.going = true
    this.refusal = undefined
    const reply = await this.#client.attempt('history.go', { to })
    this.going = false
    this.progress = undefined
    if (!reply.ok) this.refusal = reply.error.message
    await this.load()
  }

  async stop(): Promise<void> {
    await this.#client.ask('history.stop', {})
  }

  follow<N extends EventName>(name: N, payload: Events[N]): void {
    if (name === 'history.progressed') this.progress = payload as Events['history.progressed']
    // A long way is read again at its end alone.
    if (name === 'history.changed' && this.open && !this.going) void this.load()
  }
}

function toSteps({ entries, present }: HistoryList): readonly Step[] {
  const steps = entries.map(({ id, at, label, barrier }): Step => ({ id, at, label, kind: barrier ? 'barrier' : 'step', undone: id > present && !barrier }))
  const oldest = entries.at(-1)
  if (oldest?.barrier) return [...steps.slice(0, -1), { id: 0, at: oldest.at, label: `After ${oldest.label}, which can’t be undone`, kind: 'start', undone: false }]
  return [...steps, { id: 0, label: oldest && oldest.id > 1 ? 'Before these; older steps are not kept' : 'Before all of these', kind: 'start', undone: false }]
}
