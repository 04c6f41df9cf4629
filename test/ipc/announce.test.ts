import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { createAnnounce, eventChannel } from '../../main/ipc/announce.ts'
import { createSenders } from '../../main/ipc/senders.ts'

function windowOf(isDestroyed = false) {
  const sent: unknown[] = []
  const contents = Object.assign(new EventEmitter(), { isDestroyed: () => isDestroyed, send: (...message: unknown[]) => void sent.push(message) })
  return { contents: contents as unknown as WebContents, sent }
}

it('what one step tells goes to every window as one message, in its order', async () => {
  const [one, other, gone] = [windowOf(), windowOf(), windowOf(true)]
  const senders = createSenders('app://page')
  for (const { contents } of [one, other, gone]) senders.add(contents)
  const announce = createAnnounce(senders)
  announce('character.removed', [])
  announce('history.changed', { undo: 'adding Hob' })
  // An answer takes a turn like this one, so the events are there before it.
  await Promise.resolve()
  const first = [eventChannel, '[["character.removed",[]],["history.changed",{"undo":"adding Hob"}]]']
  expect([one.sent, other.sent, gone.sent]).toEqual([[first], [first], []])
  announce('history.changed', {})
  await Promise.resolve()
  expect(one.sent).toEqual([first, [eventChannel, '[["history.changed",{}]]']])
})
