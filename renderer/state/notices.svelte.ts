/** What the GM must be told: failures stay until dismissed. */
export interface Notice {
  readonly id: number
  readonly text: string
}

export class Notices {
  items = $state.raw<readonly Notice[]>([])
  #next = 1

  /** Shows a text. One that is already shown isn't shown twice. */
  show(text: string): void {
    if (this.items.some((notice) => notice.text === text)) return
    this.items = [...this.items, { id: this.#next++, text }]
  }

  dismiss(id: number): void {
    this.items = this.items.filter((notice) => notice.id !== id)
  }
}
