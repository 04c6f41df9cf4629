import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { Reply, RequestName, Requests } from '../../preload/contract.ts'
import type { Library } from '../campaign/library.ts'
import { failed } from '../rules/reply.ts'
import { handlers, type AppDesk, type Handler } from './handlers/index.ts'

export const requestChannel = 'tollkeeper:request'

export interface ServerOptions {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>
  readonly library: Library
  readonly desk: AppDesk
  readonly isTrusted: (event: IpcMainInvokeEvent) => boolean
  /** Logs a bug and gives the id under which it can be found. */
  readonly logBug: (error: unknown, request: string) => string
}

/** Answers every request: sender, name, input, then the handler. Replies are always data. */
export function createServer({ ipcMain, library, desk, isTrusted, logBug }: ServerOptions): { close(): void } {
  ipcMain.handle(requestChannel, async (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    if (!isTrusted(event)) return failed('invalid', 'This page may not ask Tollkeeper for anything.')
    if (!isRequest(name)) return failed('invalid', 'There is no such request.')
    try {
      return await answer(name, input, library, desk)
    } catch (error) {
      const bug = logBug(error, name)
      return failed('bug', `Something unexpected went wrong; nothing of it was saved, and everything before is safe. Details are in the log under ${bug}.`)
    }
  })
  return { close: () => ipcMain.removeHandler(requestChannel) }
}

async function answer<N extends RequestName>(name: N, input: unknown, library: Library, desk: AppDesk): Promise<Reply<Requests[N]['result']>> {
  const handler: Handler<N> = handlers[name]
  const parsed = handler.input.safeParse(input)
  if (!parsed.success) return failed('invalid', `The request "${name}" was malformed; nothing was done.`)
  if (handler.on === 'app') return handler.run(parsed.data, desk)
  if (handler.on === 'library') return handler.run(parsed.data, library, desk)
  const campaign = library.current()
  return campaign ? handler.run(parsed.data, campaign, desk) : failed('missing', 'No campaign is open.')
}

const isRequest = (name: unknown): name is RequestName => typeof name === 'string' && Object.hasOwn(handlers, name)
