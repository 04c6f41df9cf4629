import type { Announce } from '../campaign/campaign.ts'
import type { Senders } from './senders.ts'

export const eventChannel = 'tollkeeper:event'

/** Tells every window what happened. */
export const createAnnounce =
  (senders: Senders): Announce =>
  (name, payload) => {
    for (const contents of senders.all()) if (!contents.isDestroyed()) contents.send(eventChannel, name, payload)
  }
