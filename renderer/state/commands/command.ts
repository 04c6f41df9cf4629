/** Something the GM may do from anywhere: by a key, from the palette, or by a button that names it. */
export interface Command {
  /** Letters and dots, such as `dice.words`: the name under which a changed key is kept. */
  readonly id: string
  readonly label: string
  /** The panel that it belongs to; it works everywhere, but there its key is its own. Absent: it belongs to the whole window. */
  readonly panel?: string | undefined
  /** The usual keys, the one that is shown first. */
  readonly keys: readonly string[]
  /** Whether it can be done now. */
  applies(): boolean
  /** What it would be done to now, in words. */
  detail?(): string | undefined
  run(): unknown
}
