/** What a file of another tool brings, the same whatever the format. */
import type { CharacterKind } from '../../plugins/api/index.ts'

/** A file read: everything it brings, nothing written yet. */
export interface ReadImport {
  readonly format: 'improved-initiative' | 'foundry-actor' | 'compendium' | 'encounter-blocks' | 'csv' | 'tollkeeper'
  readonly entries: readonly ImportEntry[]
  /** Prepared encounters: names with counts. */
  readonly encounters: readonly ImportEncounter[]
  /** What is in the file and is not taken over, in words, each once: `12 actions, but for the notes`. */
  readonly left: readonly string[]
  /** What had to be repaired, in words: doubled ids, a name made up, a byte order mark, another encoding. */
  readonly repaired: readonly string[]
}

export interface ImportEntry {
  /** The same for the same thing in the next import of the same file: its own id where it has one, else made from its name and place among equals. */
  readonly key: string
  readonly name: string
  readonly kind: CharacterKind
  readonly tags: readonly string[]
  /** Markdown. */
  readonly notes: string
  /** Flat: `system.basic.level` -> 4. Numbers stay numbers; lists become lines of notes, not fields. */
  readonly fields: Readonly<Record<string, number | string | boolean>>
}

export interface ImportEncounter {
  /** As an entry's. */
  readonly key: string
  readonly name: string
  /** Markdown. */
  readonly notes: string
  readonly members: readonly ImportMember[]
}

export interface ImportMember {
  /** The key of an entry of the same file, where two may have one name. */
  readonly key?: string
  /** The name of an entry of the same file, or of somebody whom the campaign has already. */
  readonly name: string
  /** 1 to 99. */
  readonly count: number
  readonly hidden: boolean
}

/** A file that can't be read: what happened, what is safe, what to do. */
export interface RefusedImport {
  readonly ok: false
  readonly message: string
}

/** What one file may bring. Texts are counted in UTF-16 units. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  entries: 20_000,
  name: 300,
  key: 400,
  tag: 60,
  tags: 20,
  notes: 100_000,
  /** A text that a field holds; what is longer goes to the notes. */
  text: 2_000,
  fieldName: 200,
  fields: 2_000,
  count: 99,
} as const

export type Parsed = { readonly ok: true; readonly value: ReadImport } | RefusedImport

/** A refusal: the file is only read, so nothing can have changed. */
export const refuse = (what: string, todo: string): RefusedImport => ({ ok: false, message: `${what} Nothing was changed. ${todo}` })
