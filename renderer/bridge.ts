/** The window's end of the bridge: requests whose failures are shown, and the events. */
import type { Bridge, EventName, Events, Failure, Reply, RequestName, Requests } from '../preload/contract.ts'

declare global {
  interface Window {
    readonly tollkeeper: Bridge
  }
}

export interface Client {
  /** Makes a request. A failure is shown to the GM and gives `undefined`. */
  ask<N extends RequestName>(name: N, input: Requests[N]['input']): Promise<Requests[N]['result'] | undefined>
  /** Makes a request whose failure the caller shows where it belongs. Never rejects. */
  attempt<N extends RequestName>(name: N, input: Requests[N]['input']): Promise<Reply<Requests[N]['result']>>
  /** Shows a failure. */
  show(failure: Failure): void
  subscribe(listener: <N extends EventName>(name: N, payload: Events[N]) => void): () => void
}

const unanswered: Failure = {
  code: 'bug',
  message: 'Tollkeeper did not answer. What was saved before is safe. Try again; if it stays so, close the window and open it again.',
}

export function createClient(bridge: Bridge, show: (failure: Failure) => void): Client {
  const attempt = async <N extends RequestName>(name: N, input: Requests[N]['input']): Promise<Reply<Requests[N]['result']>> => {
    try {
      return await bridge.request(name, input)
    } catch {
      return { ok: false, error: unanswered }
    }
  }
  return {
    attempt,
    show,
    async ask(name, input) {
      const reply = await attempt(name, input)
      if (reply.ok) return reply.value
      show(reply.error)
      return undefined
    },
    subscribe: (listener) =>
      bridge.subscribe((events) => {
        for (const [name, payload] of JSON.parse(events) as readonly (readonly [name: EventName, payload: Events[EventName]])[]) listener(name, payload)
      }),
  }
}
