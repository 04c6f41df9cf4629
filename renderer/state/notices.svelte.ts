/** What the GM must be told: failures stay until dismissed, what was done stands for a while. */
export interface Notice {
  readonly id: number
  readonly text: string
}

/** Something done that has no other place on the screen. */
export interface News {
  readonly id: number
  readonly headline: string
  readonly explain: readonly string[]
  /** Undo takes it back. */
  readonly undoable: boolean
}

export class Notices {
  items = $state.raw<readonly Notice[]>([])
  /** What was done last, until its time is over. */
  news = $state.raw<News>()
  #next = 1

  /** Shows a text. One that is already shown isn't shown twice. */
  show(text: string): void {
    if (this.items.some((notice) => notice.text === text)) return
    this.items = [...this.items, { id: this.#next++, text }]
  }

  dismiss(id: number): void {
    this.items = this.items.filter((notice) => notice.id !== id)
  }

  /** Takes a text away that holds no longer. */
  withdraw(text: string | undefined): void {
    this.items = this.items.filter((notice) => notice.text !== text)
  }

  /** Says what was done, in place of what was done before. */
  tell(headline: string, explain: readonly string[], undoable = true): void {
    this.news = { id: this.#next++, headline, explain, undoable }
  }

  /** Another step was done, undone or redone: what was told is no longer what Undo takes back. */
  moveOn(): void {
    if (this.news?.undoable) this.news = undefined
  }

  forgetNews(): void {
    this.news = undefined
  }
}
