/** What a package brings along, before and after it is added to the open campaign. */
import type { Client } from '../bridge.ts'
import type { ContentPart, ContentPreview, ImportResult } from '../../preload/contract.ts'

export type ContentGroup = ContentPreview['parts'][number]

export class ContentAdding {
  readonly preview: ContentPreview
  /** What came of it. */
  result = $state.raw<ImportResult>()
  refusal = $state<string>()
  adding = $state(false)
  /** Brings what is there otherwise to how the package has it. */
  refresh = $state(false)
  #left = $state.raw<readonly ContentPart[]>([])
  readonly #client: Client

  constructor(client: Client, preview: ContentPreview) {
    this.#client = client
    this.preview = preview
  }

  comes({ part }: ContentGroup): boolean {
    return !this.#left.includes(part)
  }

  take({ part }: ContentGroup, comes: boolean): void {
    this.#left = comes ? this.#left.filter((each) => each !== part) : [...this.#left, part]
  }

  /** How many of those that come are there otherwise. */
  readonly different: number = $derived.by(() => this.#count('different'))
  /** Whether anything would be written. */
  readonly writes: boolean = $derived.by(() => this.#count('new') > 0 || (this.refresh && this.different > 0))

  /** Writes what was chosen, once, in one step. */
  async add(): Promise<void> {
    if (this.adding || !this.writes) return
    this.adding = true
    this.refusal = undefined
    const reply = await this.#client.attempt('content.add', { leave: this.#left, refresh: this.refresh })
    this.adding = false
    if (reply.ok) this.result = reply.value
    else this.refusal = reply.error.message
  }

  #count(state: ContentGroup['items'][number]['state']): number {
    return this.preview.parts.filter((group) => this.comes(group)).flatMap(({ items }) => items).filter((item) => item.state === state).length
  }
}

const words: Readonly<Record<ContentPart, readonly [one: string, many: string]>> = {
  creatures: ['creature', 'creatures'],
  characters: ['character', 'characters'],
  tables: ['random table', 'random tables'],
  conditions: ['condition', 'conditions'],
}

const order: readonly ContentPart[] = ['creatures', 'characters', 'tables', 'conditions']

/** How many there are of a part: `12 creatures`. */
export const partInWords = (part: ContentPart, count: number): string => `${count.toLocaleString('en')} ${words[part][count === 1 ? 0 : 1]}`

/** What a package brings, in words: `12 creatures, 1 random table`. */
export const countsInWords = (counts: Readonly<Record<ContentPart, number>>): string =>
  order.filter((part) => counts[part] > 0).map((part) => partInWords(part, counts[part])).join(', ')
