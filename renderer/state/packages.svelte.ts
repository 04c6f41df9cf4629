/** The game systems and content packs that are there, and what is done with them. */
import type { Client } from '../bridge.ts'
import type { PackageCard, PackageOutcome, PackagePreview, Reply } from '../../preload/contract.ts'
import { ContentAdding } from './content.svelte.ts'

/** Longer files than main reads aren't sent; their length is, and main says why they don't come. */
const mostSent = 16 * 1024 * 1024

/** Whether a file is a game system by its name. */
export const isPackage = ({ name }: File): boolean => /\.tollkeeper-plugin$/i.test(name)

export class Packages {
  /** By name; absent until they are read. */
  list = $state.raw<readonly PackageCard[]>()
  /** The package that was read and waits to be installed. */
  preview = $state.raw<PackagePreview>()
  /** What is being done. */
  busy = $state<'developing' | 'reading' | 'fetching' | 'installing' | 'looking' | 'rollBack' | 'bringAlong' | 'remove' | 'disable'>()
  refusal = $state<string>()
  /** What came of the last change, a line each. */
  told = $state.raw<readonly string[]>([])
  /** What is asked before it is done to the one that is shown. */
  asking = $state<'rollBack' | 'bringAlong' | 'remove'>()
  /** An address is being typed. */
  addressing = $state(false)
  address = $state('')
  /** What the one that is shown would bring into the open campaign. */
  content = $state.raw<ContentAdding>()
  /** How far a download is. */
  fetched = $state.raw<{ readonly ended: number; readonly of?: number }>()
  #shown = $state<string>()
  /** One that was opened while something else was done, and is shown after that. */
  #opened: Reply<PackagePreview | null> | undefined
  readonly #client: Client
  readonly #system: string | undefined

  /** @param system of the campaign that is open. */
  constructor(client: Client, system?: string) {
    this.#client = client
    this.#system = system
    void this.load()
  }

  /** The one whose details are shown. */
  get shown(): PackageCard | undefined {
    const { list = [] } = this
    const ofCampaign = list.filter(({ contentFor }) => contentFor !== undefined && contentFor === this.#system)
    return list.find((card) => cardKey(card) === this.#shown) ?? list.find(({ developed }) => developed) ?? ofCampaign.find(({ pack }) => pack) ?? list.find(({ id }) => id !== undefined && id === this.#system) ?? list[0]
  }

  show(card: PackageCard): void {
    this.#shown = cardKey(card)
    this.asking = undefined
    this.refusal = undefined
  }

  async load(): Promise<void> {
    this.list = (await this.#client.ask('packages.list', {})) ?? this.list ?? []
  }

  /** Asks for a file or a folder and reads it. */
  async choose(what: 'file' | 'folder'): Promise<void> {
    const reply = await this.#do('reading', () => this.#client.attempt('packages.choose', { what }))
    if (reply?.ok && reply.value) this.preview = reply.value
  }

  /** Asks for the folder of a system and loads it from there from now on. */
  async develop(): Promise<void> {
    const reply = await this.#do('developing', () => this.#client.attempt('packages.develop', {}))
    const developed = this.list?.find((card) => card.developed)
    if (reply?.ok && reply.value && developed) this.#shown = cardKey(developed)
  }

  async endDevelopment({ name }: PackageCard): Promise<void> {
    const reply = await this.#do('developing', () => this.#client.attempt('packages.endDevelopment', {}))
    if (reply?.ok) this.told = [`${name} is no longer loaded from its folder. Its campaigns play on with the build that they have.`]
  }

  /** Takes one that was read already. */
  take(reply: Reply<PackagePreview | null>): void {
    if (this.busy !== undefined) return void (this.#opened = reply)
    this.#drop()
    if (!reply.ok) this.refusal = reply.error.message
    else if (reply.value) this.preview = reply.value
  }

  /** Reads a file that was dropped on the window. */
  async drop(file: File): Promise<void> {
    if (this.busy !== undefined) return
    this.#drop()
    const { name, size } = file
    const reply = await this.#do('reading', async () => {
      const bytes = size > mostSent ? new Uint8Array() : await file.arrayBuffer().then((buffer) => new Uint8Array(buffer)).catch(() => undefined)
      return bytes && this.#client.attempt('packages.drop', { name, size, bytes })
    })
    if (reply?.ok) this.preview = reply.value
  }

  /** Fetches what is at the address that was typed. */
  async fetch(): Promise<void> {
    this.fetched = undefined
    const reply = await this.#do('fetching', () => this.#client.attempt('packages.fetch', { address: this.address }))
    if (!reply?.ok || reply.value === null) return
    this.addressing = false
    this.preview = reply.value
  }

  /** Ends what is being fetched, or leaves the address alone. */
  async cancelFetch(): Promise<void> {
    if (this.busy === 'fetching') await this.#client.ask('packages.cancel', {})
    else this.addressing = false
  }

  /** Thinks better of the package that waits. */
  leave(): void {
    this.preview = undefined
    this.refusal = undefined
  }

  async install(): Promise<void> {
    const { preview } = this
    if (!preview) return
    const reply = await this.#do('installing', () => this.#client.attempt('packages.install', { sha256: preview.sha256 }))
    if (!reply?.ok) return
    this.preview = undefined
    this.#shown = cardKey({ from: 'installed', folder: preview.id })
    this.told = [`${preview.name} ${preview.version} is installed.`, ...outcomeInWords(reply.value)]
  }

  /** Looks at what a package would bring into the open campaign. */
  async lookAt({ folder }: PackageCard): Promise<void> {
    const reply = await this.#do('looking', () => this.#client.attempt('content.preview', { folder }))
    if (reply?.ok) this.content = new ContentAdding(this.#client, reply.value)
  }

  async bringAlong({ folder }: PackageCard): Promise<void> {
    const reply = await this.#do('bringAlong', () => this.#client.attempt('packages.bringAlong', { folder }))
    if (reply?.ok) this.told = outcomeInWords(reply.value)
  }

  async rollBack({ folder, name, previous = '' }: PackageCard): Promise<void> {
    const reply = await this.#do('rollBack', () => this.#client.attempt('packages.rollBack', { folder }))
    if (reply?.ok) this.told = [`${name} is at ${previous} again.`, ...outcomeInWords(reply.value)]
  }

  async remove({ folder, name, pack }: PackageCard): Promise<void> {
    const reply = await this.#do('remove', () => this.#client.attempt('packages.remove', { folder }))
    if (reply?.ok) this.told = [`${name} was removed. ${pack ? 'What campaigns have of it stays in them.' : 'Its campaigns play on with their own copy of it.'}`]
  }

  async disable({ folder, name, disabled, pack }: PackageCard): Promise<void> {
    const reply = await this.#do('disable', () => this.#client.attempt('packages.disable', { folder, disabled: !disabled }))
    if (reply?.ok) this.told = [disabled ? `${name} is on again.` : `${name} is off: ${pack ? 'nothing of it can be added.' : 'no new campaign is offered it.'}`]
  }

  /** Main keeps one package waiting: whatever was looked at before another came is let go. */
  #drop(): void {
    this.leave()
    this.content = undefined
    this.addressing = false
  }

  async #do<T>(what: NonNullable<Packages['busy']>, run: () => Promise<Reply<T> | undefined>): Promise<Reply<T> | undefined> {
    if (this.busy !== undefined) return undefined
    this.busy = what
    this.refusal = undefined
    this.told = []
    const reply = await run()
    if (reply?.ok && what !== 'reading' && what !== 'fetching' && what !== 'looking') await this.load()
    this.busy = undefined
    this.asking = undefined
    const opened = this.#opened
    this.#opened = undefined
    // Whoever waits for this tells first what came of it.
    if (opened) setTimeout(() => this.take(opened))
    if (!reply) this.refusal = 'That file can\'t be read. Nothing was changed. Check that it is a file and may be read.'
    else if (!reply.ok) this.refusal = reply.error.message
    return reply
  }
}

/** What tells a package from the others: one put there by hand may lie in a folder of the same name. */
export const cardKey = ({ from, folder }: Pick<PackageCard, 'from' | 'folder'>): string => `${from} ${folder}`

/** Which campaigns went along, and which didn't and why. */
const outcomeInWords = ({ moved, stayed }: PackageOutcome): readonly string[] => [
  ...(moved.length > 0 ? [`Moved to it, after a backup of each: ${moved.join(', ')}.`] : []),
  ...stayed.map(({ name, why }) => `${name} stays with the version that it has. ${why}`),
]

/** What stands where a system stands. */
export function stateInWords({ from, developed, problem, disabled, pack }: PackageCard): string {
  if (developed) return developed.problem === undefined ? 'In development' : 'In development, with a mistake'
  if (problem !== undefined) return 'Can’t be used'
  if (disabled) return 'Off'
  if (pack) return `Content for ${pack.system}`
  return from === 'built in' ? 'Built in' : from === 'by hand' ? 'Put there by hand' : 'Installed'
}

/** Whether it is installed against a doubt. */
export const isDoubtful = ({ change, signed }: PackagePreview): boolean => (change !== 'new' && change !== 'update') || signed === 'changed' || signed === 'no longer'

/** What its signature tells beside what is installed; empty where that is nothing. */
export function signedInWords({ signed, installed = '' }: PackagePreview): string {
  switch (signed) {
    case 'same':
      return `It is signed by the same key as ${installed}.`
    case 'changed':
      return `Its key changed: another one signed ${installed}. Ask its author before you trust it.`
    case 'no longer':
      return `It is not signed, and ${installed} was. Ask its author before you trust it.`
    default:
      return ''
  }
}

/** What installing a package would be, in words. */
export function changeInWords({ change, name, version, installed = '', pack }: PackagePreview): string {
  switch (change) {
    case 'new':
      return `${name} is not installed yet.`
    case 'update':
      return `Version ${version} takes the place of ${installed}, which is kept to go back to.`
    case 'downgrade':
      return `Version ${version} is older than ${installed}, which is installed.${pack ? '' : ' Campaigns whose data it can’t read stay with what they have.'}`
    case 'replaced':
      return `Version ${version} is installed already, with other contents. A version should never change: ask its author why it did.`
    case 'same':
      return `This very version is installed already. It is written afresh.`
  }
}
