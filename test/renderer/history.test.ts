import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { HistoryList, Reply } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

const entry = (id: number, label: string) => ({ id, at: Date.UTC(2026, 0, 5, 20, id), label })
const list: HistoryList = { entries: [entry(4, 'adding Wren'), entry(3, 'damage 7 to Goblin 3'), entry(2, 'next turn')], present: 3 }
const dialog = () => within(screen.getByRole('dialog', { name: 'Undo and redo' }))
const rows = () => dialog().getAllByRole('listitem').map((item) => item.textContent?.replace(/\s+/g, ' ').trim())

async function openHistory(history: HistoryList = list, answers = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'history.list': () => done(history), ...answers })
  await openWindow(bridge)
  await click(button('Everything that can be undone'))
  await settled()
  return bridge
}

test('every step stands there in words with its time, what was undone and the present marked', async () => {
  await openHistory()
  expect(rows()).toEqual([expect.stringMatching(/^adding Wren Undone .*2026/), expect.stringMatching(/^damage 7 to Goblin 3 Now/), expect.stringMatching(/^next turn/), 'Before these; older steps are not kept'])
  expect(dialog().getByRole('button', { current: 'step' }).textContent).toContain('damage 7')
})

test('a line is gone to by a click, once, and the list is read again', async () => {
  const gone = later<Reply<null>>()
  const bridge = await openHistory(list, { 'history.go': () => gone.promise })
  await click(dialog().getByRole('button', { name: /^next turn/ }))
  await click(dialog().getByRole('button', { name: /^adding Wren/ }))
  bridge.send('history.progressed', { ended: 200, of: 900 })
  await settled()
  expect((dialog().getByRole('progressbar') as HTMLProgressElement).max).toBe(900)
  await click(dialog().getByRole('button', { name: 'Stop here' }))
  expect(bridge.asked('history.stop')).toHaveLength(1)
  bridge.answer({ 'history.list': () => done({ ...list, present: 2 }) })
  gone.keep(done(null))
  await settled()
  expect(bridge.asked('history.go')).toEqual([{ to: 2 }])
  expect(dialog().getByRole('button', { current: 'step' }).textContent).toContain('next turn')
})

test('by keys alone: Ctrl+H opens it at the present, arrows move, and before everything is a line too', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'history.list': () => done({ entries: [entry(2, 'b'), entry(1, 'a')], present: 2 }) })
  await openWindow(bridge)
  await press('h', { ctrlKey: true })
  await settled()
  expect(rows().at(-1)).toBe('Before all of these')
  expect(document.activeElement?.textContent).toContain('Now')
  await press('End', {}, document.activeElement as HTMLElement)
  await settled()
  await click(document.activeElement as HTMLElement)
  expect(bridge.asked('history.go')).toEqual([{ to: 0 }])
})

test('a barrier says what it was and that nothing before it comes back, and a refusal stands below', async () => {
  const bridge = await openHistory({ entries: [entry(9, 'next turn'), { ...entry(8, 'merging a file'), barrier: true }], present: 9 }, { 'history.go': () => failed('Something else was done meanwhile.') })
  expect(rows()[1]).toMatch(/^After merging a file, which can’t be undone/)
  await click(dialog().getByRole('button', { name: /^After merging/ }))
  expect(bridge.asked('history.go')).toEqual([{ to: 0 }])
  expect(dialog().getByRole('alert').textContent).toBe('Something else was done meanwhile.')
})

test('it follows what is done meanwhile', async () => {
  const bridge = await openHistory()
  bridge.answer({ 'history.list': () => done({ entries: [entry(5, 'adding Hob'), ...list.entries.slice(1)], present: 5 }) })
  bridge.send('history.changed', { undo: 'adding Hob' })
  await settled()
  expect(rows()[0]).toContain('adding Hob')
})

test('how far Undo reaches is chosen in Settings', async () => {
  const bridge = createFakeBridge()
  await openWindow(bridge)
  await click(button('Settings'))
  await click(screen.getByRole('radio', { name: '50,000 steps' }))
  await click(screen.getByRole('radio', { name: '256 MB' }))
  expect(bridge.asked('preferences.set')).toEqual([{ undoSteps: 50_000 }, { undoMegabytes: 256 }])
})
