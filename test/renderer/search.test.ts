import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { LogFound, Reply, TableId } from '../../preload/contract.ts'
import { createFakeBridge, done, later, roll, view } from './fake-bridge.ts'
import { closeWindow, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

const write = async (text: string) => {
  await fireEvent.input(screen.getByRole('combobox', { name: 'Find' }), { target: { value: text } })
  await settled()
}
const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option').map((option) => option.textContent?.replace(/\s+/g, ' ').trim())
const table = { id: 1 as TableId, name: 'Weather', text: 'Rain\nFog' }

test('what the log says is found from the second letter on, and Enter goes to it in the log', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ rolls: [roll(7)] })), 'log.find': () => done({ entries: [{ kind: 'roll', roll: roll(7) }, { kind: 'deed', deed: { id: 3, at: 0, headline: 'Ysolde pays the toll', explain: [], undone: false, payments: [] } }], whole: true }) })
  await openWindow(bridge)
  await press('/')
  await write('t')
  expect(bridge.asked('log.find')).toEqual([])
  await write('triu')
  expect(bridge.asked('log.find')).toEqual([{ text: 'triu' }])
  expect(group('Log')).toEqual([expect.stringMatching(/^Triumph, by 2 ?Ysolde Marr · /), expect.stringMatching(/^Ysolde pays the toll/)])
  await fireEvent.submit(screen.getByRole('combobox', { name: 'Find' }).closest('form') as HTMLFormElement)
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.querySelector('[data-entry="roll 7"], [data-entry*="7"]')).not.toBeNull()
})

test('what was found for fewer letters gives way, and an unfinished search says so', async () => {
  const slow = later<Reply<LogFound>>()
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'log.find': ({ text }) => (text === 'tri' ? slow.promise : done({ entries: [], whole: true })) })
  await openWindow(bridge)
  await press('/')
  await write('tri')
  await write('trium')
  slow.keep(done({ entries: [{ kind: 'roll', roll: roll(7) }], whole: true }))
  await settled()
  expect(screen.queryByRole('group', { name: 'Log' })).toBeNull()
  bridge.answer({ 'log.find': () => done({ entries: [{ kind: 'roll', roll: roll(7) }], whole: false }) })
  await write('trium p')
  expect(group('Log, as far back as was looked')).toHaveLength(1)
})

test('a table is found by what stands in it', async () => {
  await openWindow(createFakeBridge({ 'campaign.current': () => done(view({ tables: [table] })) }))
  await press('/')
  await write('fog')
  expect(group('Tables')).toEqual([expect.stringContaining('Roll on Weather')])
})
