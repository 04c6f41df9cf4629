import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** The app's own windows: the only ones that may ask, and the ones that are told. */
export interface Senders {
  add(contents: WebContents): void
  isTrusted(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): boolean
  all(): readonly WebContents[]
}

/** @param origin where the app's own page comes from. */
export function createSenders(origin: string): Senders {
  const known = new Set<WebContents>()
  return {
    add(contents) {
      known.add(contents)
      contents.once('destroyed', () => known.delete(contents))
    },
    isTrusted({ sender, senderFrame }) {
      return known.has(sender) && senderFrame !== null && senderFrame === sender.mainFrame && originOf(senderFrame.url) === origin
    },
    all: () => [...known],
  }
}

/** `URL.origin` is "null" for a private scheme, so scheme and host are compared. */
export function originOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}` : undefined
}
