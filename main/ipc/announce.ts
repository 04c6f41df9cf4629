import type { Announce } from '../campaign/campaign.ts'
import type { Senders } from './senders.ts'

export const eventChannel = 'tollkeeper:event'

/** Tells every window what happened. What one step tells goes as one message, ahead of the answer to whoever asked for it. */
export function createAnnounce(senders: Senders): Announce {
  let events: (readonly [name: string, payload: unknown])[] = []

  function send(): void {
    const told = JSON.stringify(events)
    events = []
    for (const contents of senders.all()) if (!contents.isDestroyed()) contents.send(eventChannel, told)
  }

  return (name, payload) => {
    if (events.push([name, payload]) === 1) queueMicrotask(send)
  }
}
