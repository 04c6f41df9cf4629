/** What the GM prefers on this computer. A change counts at once; main keeps it. */
import type { Client } from '../bridge.ts'
import type { Preferences } from '../../preload/contract.ts'

const defaults: Preferences = { theme: 'system', textSize: 100, reducedMotion: false, keys: {}, layouts: {}, backups: '', campaigns: '', developed: '', backupMegabytes: 1_000, undoSteps: 10_000, undoMegabytes: 64 }

export class Preferred {
  current = $state.raw<Preferences>(defaults)
  /** As main has them. */
  #kept: Preferences = defaults
  /** Changes that main hasn't answered yet: until then its word is behind ours. */
  #pending = 0
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async load(): Promise<void> {
    const kept = await this.#client.ask('preferences.get', {})
    if (kept) this.follow(kept)
  }

  /** Changes some of them. What could not be kept is taken back, and shown. */
  async set(change: Partial<Omit<Preferences, 'backups'>>): Promise<void> {
    this.current = { ...this.current, ...change }
    this.#pending += 1
    const answer = await this.#client.ask('preferences.set', change)
    this.#pending -= 1
    if (answer !== undefined) this.#kept = { ...this.#kept, ...change }
    if (this.#pending === 0) this.current = this.#kept
  }

  /** Follows a change made in any window. */
  follow(kept: Preferences): void {
    this.#kept = kept
    if (this.#pending === 0) this.current = kept
  }
}
