import type { z } from 'zod'
import type { Reply, RequestName, Requests } from '../../../preload/contract.ts'
import type { Campaign } from '../../campaign/campaign.ts'
import type { Reader } from '../../import/reader.ts'
import type { Library } from '../../campaign/library.ts'
import type { Transfers } from '../../campaign/transfers.ts'
import type { Development } from '../../campaign/develop.ts'
import type { Packages } from '../../campaign/packages.ts'
import type { PreferenceFile } from '../../preferences/file.ts'
import { actionHandlers } from './action.ts'
import { appHandlers } from './app.ts'
import { batchHandlers } from './batch.ts'
import { campaignHandlers } from './campaign.ts'
import { characterHandlers } from './character.ts'
import { checkHandlers } from './check.ts'
import { conditionHandlers } from './condition.ts'
import { counterHandlers } from './counter.ts'
import { diceHandlers } from './dice.ts'
import { fightHandlers } from './fight.ts'
import { importHandlers } from './import.ts'
import { historyHandlers } from './history.ts'
import { logHandlers } from './log.ts'
import { noteHandlers } from './note.ts'
import { packageHandlers } from './packages.ts'
import { rollHandlers } from './roll.ts'
import { rosterHandlers } from './roster.ts'
import { sessionHandlers } from './session.ts'
import { systemHandlers } from './system.ts'
import { tableHandlers } from './table.ts'
import { transferHandlers } from './transfer.ts'

type Awaitable<T> = T | Promise<T>

/** A folder that the GM may choose. */
export interface ChosenFolder {
  where(): { readonly folder: string; readonly isUsual: boolean }
  choose(): Promise<Reply<string | null>>
  reset(): Reply<null>
}

/** What requests about the app itself are given. */
export interface AppDesk {
  readonly preferences: PreferenceFile
  /** Where backups go. */
  readonly backups: ChosenFolder
  readonly packages: Packages
  readonly development: Pick<Development, 'begin' | 'end'>
  /** The package that was opened from outside the window, once. */
  readonly takeOpened: () => string | undefined
  /** Asks the GM for a folder to read; its path, or `null`. */
  readonly chooseFolder: () => Promise<string | null>
  /** Which folder campaigns are in. */
  readonly campaigns: Omit<ChosenFolder, 'reset'> & { reset(): Awaitable<Reply<null>> }
  /** Moves a file to the system's bin, or shows it in its folder. */
  readonly bin: (path: string) => Promise<void>
  readonly reveal: (path: string) => void
  readonly about: () => Requests['app.about']['result']
  readonly showLog: () => void
  /** The app that is about to end may end. */
  readonly letGo: () => void
  /** Asks the GM for a file and reads it; `null` when they thought better of it. */
  readonly chooseFile: () => Promise<Reply<{ readonly name: string; readonly bytes: Uint8Array } | null>>
  readonly readImport: Reader
  readonly transfers: Transfers
  /** Asks the GM for a file, or where one shall be written; its path, or `null` when they thought better of it. */
  readonly chooseSource: () => Promise<string | null>
  readonly chooseTarget: (name: string) => Promise<string | null>
  /** Asks the GM where and saves a text there; `null` when they thought better of it. */
  readonly saveText: (name: string, text: string) => Promise<Reply<string | null>>
  /** The same for what is made for the name that was chosen: a text, and what goes beside it. */
  readonly saveFiles: (name: string, make: (fileName: string) => Reply<readonly { readonly name: string; readonly text: string }[]>) => Promise<Reply<string | null>>
}

/** A request about the app, one that works without an open campaign, or one that is given the open one. */
export type Handler<N extends RequestName> = {
  readonly input: z.ZodType<Requests[N]['input']>
} & (
  | { readonly on: 'app'; run(input: Requests[N]['input'], desk: AppDesk): Awaitable<Reply<Requests[N]['result']>> }
  | { readonly on: 'library'; run(input: Requests[N]['input'], library: Library, desk: AppDesk): Awaitable<Reply<Requests[N]['result']>> }
  | { readonly on: 'campaign'; run(input: Requests[N]['input'], campaign: Campaign, desk: AppDesk): Awaitable<Reply<Requests[N]['result']>> }
)

export type Handlers = { readonly [N in RequestName]: Handler<N> }

/** Every request's handler. The compiler names a request that nobody handles. */
export const handlers: Handlers = {
  ...campaignHandlers,
  ...systemHandlers,
  ...packageHandlers,
  ...characterHandlers,
  ...rosterHandlers,
  ...tableHandlers,
  ...importHandlers,
  ...counterHandlers,
  ...checkHandlers,
  ...actionHandlers,
  ...rollHandlers,
  ...batchHandlers,
  ...diceHandlers,
  ...logHandlers,
  ...sessionHandlers,
  ...noteHandlers,
  ...fightHandlers,
  ...conditionHandlers,
  ...historyHandlers,
  ...appHandlers,
  ...transferHandlers,
}
