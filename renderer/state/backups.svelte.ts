/** The backups of one campaign, and what is done with them. */
import type { Client } from '../bridge.ts'
import type { Backup, BackupReason, CampaignCard, Failure, Reply, Salvaged } from '../../preload/contract.ts'
import { momentOf, sizeInWords } from './words.ts'

export class Backups {
  /** The campaign's name. */
  readonly name: string
  /** Its file; absent where the file is lost. */
  readonly file: string | undefined
  /** Why the campaign can't be opened, where that led here. */
  readonly failure: Failure | undefined
  /** The newest first; absent until they are read. */
  list = $state.raw<readonly Backup[]>()
  /** What could be read of the damaged file, once that was tried. */
  salvaged = $state.raw<Salvaged>()
  /** What is being done: a backup restored by its id, one made, or the file salvaged. */
  busy = $state<string>()
  refusal = $state<string>()
  /** The newest that can be restored. */
  readonly newest = $derived(this.list?.find(({ holds }) => holds !== undefined))
  readonly #of: string
  readonly #client: Client

  /** `of` is the campaign's file, or the id of a lost one. */
  constructor(client: Client, of: string, name: string, failure?: Failure) {
    this.#client = client
    this.#of = of
    this.name = name
    this.file = of.endsWith('.campaign') ? of : undefined
    this.failure = failure
    void this.load()
  }

  async load(): Promise<void> {
    const reply = await this.#client.attempt('backups.list', { of: this.#of })
    if (reply.ok) this.list = reply.value
    else this.refusal = reply.error.message
  }

  /** Whether it was restored, and so opened. */
  async restore(backup: Backup): Promise<boolean> {
    return this.#do(backup.id, () => this.#client.attempt('backups.restore', { backup: backup.id, ...(this.file !== undefined && { file: this.file }) }))
  }

  async make(): Promise<void> {
    if (await this.#do('new', () => this.#client.attempt('backups.make', {}))) await this.load()
  }

  /** Whether the file is there but damaged, so that what can be read of it is worth having; where its beginning is gone, a backup's stands in for that. */
  get isSalvageable(): boolean {
    const code = this.failure?.code
    return (code === 'damaged' || (code === 'foreign' && this.newest !== undefined)) && this.file !== undefined && this.salvaged === undefined
  }

  async salvage(): Promise<void> {
    const { file } = this
    if (file === undefined) return
    await this.#do('salvage', async () => {
      const reply = await this.#client.attempt('campaign.salvage', { file })
      if (reply.ok) this.salvaged = reply.value
      return reply
    })
  }

  /** Whether what was salvaged opened. */
  async openSalvaged({ file }: Pick<CampaignCard, 'file'>): Promise<boolean> {
    return this.#do('open', () => this.#client.attempt('campaign.open', { file }))
  }

  async #do(what: string, run: () => Promise<Reply<unknown>>): Promise<boolean> {
    if (this.busy !== undefined) return false
    this.busy = what
    this.refusal = undefined
    const reply = await run()
    this.busy = undefined
    if (!reply.ok) this.refusal = reply.error.message
    return reply.ok
  }
}

/** Why a backup was made. */
export const reasonInWords: Readonly<Record<BackupReason, string>> = {
  daily: 'the day’s',
  asked: 'on request',
  migration: 'before an update of the file',
  import: 'before an import',
  delete: 'before a deletion',
  update: 'before an update of its system',
  restore: 'before a restore',
  broken: 'a damaged file as it was',
}

const countOf = (count: number, what: string): string => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

/** What is in a backup, in words. */
export function backupInWords({ bytes, holds, problem }: Backup): readonly string[] {
  const last = holds && (holds.lastRollAt === undefined ? 'no rolls' : `last roll ${momentOf(holds.lastRollAt)}`)
  return [...(holds ? [countOf(holds.sessions, 'session'), countOf(holds.characters, 'character'), last ?? ''] : []), sizeInWords(bytes), ...(problem === undefined ? [] : [problem])]
}
