/** All commands with the keys they have on this computer. */
import { panelOf } from '../focus.ts'
import { isBareLetter, isCounting, isTyping, isWriting, keyOf, nameOf, refusalOf, spokenKey } from '../keys.ts'
import type { Preferred } from '../preferences.svelte.ts'
import { without, withValue } from '../values.ts'
import type { Command } from './command.ts'

export class Commands {
  readonly all: readonly Command[]
  readonly #preferences: Preferred

  constructor(all: readonly Command[], preferences: Preferred) {
    this.all = all
    this.#preferences = preferences
  }

  /** Those that can be done now. */
  get current(): readonly Command[] {
    return this.all.filter((command) => command.applies())
  }

  /** A command's key as it is shown. */
  shown(id: string): string | undefined {
    const [key] = this.#keysOf(id)
    return key === undefined ? undefined : nameOf(key)
  }

  /** A command's key for assistive technology. */
  spoken(id: string): string | undefined {
    const [key] = this.#keysOf(id)
    return key === undefined ? undefined : spokenKey(key)
  }

  isChanged(id: string): boolean {
    return Object.hasOwn(this.#changed, id)
  }

  /** Gives a command another key. Says why where that can't be. */
  rebind(id: string, key: string): string | undefined {
    const refusal = refusalOf(key) ?? this.#conflict(id, [key])
    if (refusal === undefined) this.#change(withValue(this.#changed, id, key))
    return refusal
  }

  /** Leaves a command without a key. */
  unbind(id: string): void {
    this.#change(this.#usual(id).length > 0 ? withValue(this.#changed, id, '') : without(this.#changed, [id]))
  }

  /** Gives a command its usual keys back. Says why where that can't be. */
  reset(id: string): string | undefined {
    const refusal = this.#conflict(id, this.#usual(id))
    if (refusal === undefined) this.#change(without(this.#changed, [id]))
    return refusal
  }

  /** Gives every command its usual keys back. */
  resetAll(): void {
    this.#change({})
  }

  /** Does a command, where it can be done now. */
  run(id: string): void {
    const command = this.all.find((each) => each.id === id)
    if (command?.applies()) command.run()
  }

  /**
   * Does what a key means here: nothing while somebody writes, or with a dialog open. Of several panels'
   * commands with that key, the one means it whose panel has the focus, else the first that can be done.
   */
  press(event: KeyboardEvent): void {
    const key = keyOf(event)
    if (key === undefined || event.defaultPrevented || document.querySelector('dialog[open]')) return
    if (isTyping(event.target) && isWriting(key) && !(isCounting(event.target) && isBareLetter(key))) return
    if (event.repeat && !key.startsWith('Ctrl+')) return
    const holders = this.all.filter(({ id }) => this.#keysOf(id).includes(key))
    const here = panelOf(event.target)
    const own = holders.find(({ panel }) => panel !== undefined && panel === here)
    const command = own ?? holders.find((each) => each.applies())
    if (!command?.applies()) return
    event.preventDefault()
    command.run()
  }

  get #changed(): Readonly<Record<string, string>> {
    return this.#preferences.current.keys
  }

  #usual(id: string): readonly string[] {
    return this.all.find((command) => command.id === id)?.keys ?? []
  }

  #keysOf(id: string): readonly string[] {
    const changed = this.isChanged(id) ? this.#changed[id] : undefined
    if (changed === undefined) return this.#usual(id)
    return changed === '' ? [] : [changed]
  }

  /** Two panels may use one key, each for its own. */
  #conflict(id: string, keys: readonly string[]): string | undefined {
    const panel = this.all.find((command) => command.id === id)?.panel
    const rivals = this.all.filter((other) => other.id !== id && (panel === undefined || other.panel === undefined || other.panel === panel))
    for (const key of keys) {
      const holder = rivals.find((other) => this.#keysOf(other.id).includes(key))
      if (holder) return `${nameOf(key)} is the key of “${holder.label}”. Choose another one, or change that first.`
    }
    return undefined
  }

  #change(keys: Readonly<Record<string, string>>): void {
    void this.#preferences.set({ keys })
  }
}
