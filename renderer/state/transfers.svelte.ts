/** A whole campaign on its way into a file, or out of one. */
import type { Client } from '../bridge.ts'
import type { Events, MergeResult, Reply, TransferPreview } from '../../preload/contract.ts'
import type { Notices } from './notices.svelte.ts'

export type TransferWay = 'new' | 'merge' | 'replace'

export class Transfers {
  /** The campaign whose export is being prepared. */
  exporting = $state.raw<{ readonly file: string; readonly name: string }>()
  /** What the file that was read would bring, or that it asks for its passphrase. */
  preview = $state.raw<TransferPreview>()
  /** Something is read or written. */
  busy = $state(false)
  progress = $state.raw<Events['transfer.progressed']>()
  refusal = $state<string>()
  passphrase = $state('')
  way = $state<TransferWay>('new')
  /** Whose version counts of what both have. */
  take = $state<'here' | 'file'>('here')
  readonly #client: Client
  readonly #notices: Notices
  /** Keeps what is being typed before a campaign is read. */
  readonly #flush: () => Promise<void> | undefined
  /** The list of campaigns is another one. */
  readonly #changed: () => unknown

  constructor(client: Client, notices: Notices, flush: () => Promise<void> | undefined, changed: () => unknown) {
    this.#client = client
    this.#notices = notices
    this.#flush = flush
    this.#changed = changed
  }

  /** Whether an import is on the screen: not while the system asks for a file. */
  get importing(): boolean {
    return this.preview !== undefined || (this.exporting === undefined && (this.progress !== undefined || this.refusal !== undefined))
  }

  begin(file: string, name: string): void {
    this.#clear()
    this.exporting = { file, name }
  }

  /** Asks where, and writes the campaign there. */
  async export(): Promise<void> {
    const of = this.exporting
    if (!of || this.busy) return
    this.#start()
    await this.#flush()
    const reply = await this.#client.attempt('transfer.export', { file: of.file, ...(this.passphrase !== '' && { passphrase: this.passphrase }) })
    this.#stop()
    if (this.exporting !== of) return
    if (!reply.ok) this.refusal = reply.error.message
    else if (reply.value !== null) {
      this.#clear()
      this.#notices.tell(`Exported ${of.name}`, [reply.value], false)
    }
  }

  /** Asks for a file and reads it. */
  async choose(): Promise<void> {
    if (this.busy) return
    this.#start()
    this.exporting = undefined
    this.#show(await this.#client.attempt('transfer.read', {}))
  }

  async unlock(): Promise<void> {
    if (this.busy || this.passphrase === '') return
    this.#start()
    this.#show(await this.#client.attempt('transfer.unlock', { passphrase: this.passphrase }))
  }

  /** Takes over what was read. */
  async apply(): Promise<void> {
    const { preview, way } = this
    if (preview?.kind !== 'ready' || this.busy) return
    this.#start()
    await this.#flush()
    const reply = await this.#client.attempt('transfer.apply', { as: way, take: this.take })
    this.#stop()
    if (!reply.ok) {
      this.refusal = reply.error.message
      return
    }
    const { name, merged } = reply.value
    this.#clear()
    this.#notices.tell(way === 'merge' ? `Merged into ${name}` : way === 'replace' ? `Replaced ${name}` : `Imported ${name}`, merged ? [mergedInWords(merged)] : [], false)
    await this.#changed()
  }

  /** Ends what runs, and closes the dialog. */
  async cancel(): Promise<void> {
    this.#clear()
    this.#stop()
    await this.#client.attempt('transfer.cancel', {})
  }

  follow(progress: Events['transfer.progressed']): void {
    if (this.busy) this.progress = progress
  }

  #show(reply: Reply<TransferPreview | null>): void {
    const wasCancelled = !this.busy
    this.#stop()
    if (wasCancelled) return
    if (!reply.ok) {
      this.preview = undefined
      this.refusal = reply.error.message
      return
    }
    const preview = reply.value
    if (preview === null) return
    this.preview = preview
    if (preview.kind === 'sealed') return
    this.passphrase = ''
    this.way = preview.here ? 'merge' : 'new'
    this.take = 'here'
  }

  #start(): void {
    this.busy = true
    this.refusal = undefined
    this.progress = undefined
  }

  #stop(): void {
    this.busy = false
    this.progress = undefined
  }

  #clear(): void {
    this.exporting = undefined
    this.preview = undefined
    this.refusal = undefined
    this.passphrase = ''
  }
}

/** What came of a merge, in words. */
export function mergedInWords({ added, updated, unchanged }: MergeResult): string {
  if (added + updated === 0) return 'Everything in the file was here already.'
  return `${added.toLocaleString('en')} new, ${updated.toLocaleString('en')} brought up to date, ${unchanged.toLocaleString('en')} as they were.`
}
