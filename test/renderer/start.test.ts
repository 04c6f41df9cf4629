import { screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, settled, type } from './open-window.ts'

afterEach(closeWindow)

const systems = [{ id: 'sample', name: 'Sample', version: '1.2.0', description: 'Roll low.', sample: true }, { id: 'other', name: 'Other', version: '0.1.0', description: 'Roll high.', sample: false }]
const card = { file: 'ferry.campaign', name: 'The Ninth Ferry', system: 'Sample', changedAt: 0, bytes: 84_000 }

test('a first start says what a campaign is and offers the form for one', async () => {
  await openWindow(createFakeBridge({ 'system.list': () => done(systems) }))
  expect(screen.getByText(/one file on this computer/)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Campaigns' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Other' })).toBeTruthy()
})

test('campaigns are there before every system is read', async () => {
  const read = later<ReturnType<typeof done<typeof systems>>>()
  await openWindow(createFakeBridge({ 'system.list': () => read.promise, 'campaign.list': () => done([card]) }))
  expect(button('Open The Ninth Ferry')).toBeTruthy()
  expect(screen.getByRole('group', { name: 'System' }).textContent).toContain('Reading which ones are there…')
  read.keep(done(systems))
  await settled()
  expect(screen.getByRole('radio', { name: 'Other' })).toBeTruthy()
})

test('a campaigns folder that is away is not taken for an empty one, and is looked for again', async () => {
  let isAway = true
  await openWindow(createFakeBridge({ 'system.list': () => done(systems), 'campaign.list': () => (isAway ? failed("The campaigns folder isn't there.") : done([card])) }))
  expect(screen.queryByText(/Make the first one/)).toBeNull()
  expect(screen.getByText("The campaigns folder isn't there.").getAttribute('role')).toBe('alert')
  isAway = false
  await click(button('Try again'))
  expect(button('Open The Ninth Ferry')).toBeTruthy()
  expect(screen.queryByText("The campaigns folder isn't there.")).toBeNull()
})

test('a new campaign is asked for by name and system, and shown once it is opened', async () => {
  const bridge = createFakeBridge({
    'system.list': () => done(systems),
    'campaign.create': () => {
      bridge.send('campaign.opened', view())
      return done(view())
    },
  })
  await openWindow(bridge)
  await type(screen.getByRole('textbox', { name: 'Name' }), '  The Ninth Ferry ')
  await click(screen.getByRole('radio', { name: 'Sample' }))
  await click(button('Create campaign'))
  expect(bridge.asked('campaign.create')).toEqual([{ name: 'The Ninth Ferry', system: 'sample', sample: true }])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('The Ninth Ferry')
})

test('that a campaign is being made or opened is said', async () => {
  const made = later<ReturnType<typeof failed>>()
  const bridge = createFakeBridge({ 'system.list': () => done(systems), 'campaign.create': () => made.promise })
  await openWindow(bridge)
  await type(screen.getByRole('textbox', { name: 'Name' }), 'The Ninth Ferry')
  await click(screen.getByRole('radio', { name: 'Sample' }))
  await click(button('Create campaign'))
  expect(button('Creating…').getAttribute('aria-busy')).toBe('true')
  made.keep(failed('The disk is full.'))
  await settled()
  expect(button('Create campaign').getAttribute('aria-busy')).toBe('false')
})

test('sample characters are offered only by a system that brings them, and may be left out', async () => {
  const bridge = createFakeBridge({ 'system.list': () => done(systems), 'campaign.create': () => failed('No.') })
  await openWindow(bridge)
  await type(screen.getByRole('textbox', { name: 'Name' }), 'Ferry')
  await click(screen.getByRole('radio', { name: 'Sample' }))
  await click(screen.getByRole('checkbox', { name: /sample characters/ }))
  await click(button('Create campaign'))
  await click(screen.getByRole('radio', { name: 'Other' }))
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(bridge.asked('campaign.create').map(({ sample }) => sample)).toEqual([false])
})

test.each([
  ['without a name', '', 'Sample', 'Give the campaign a name.'],
  ['without a system', 'Ferry', undefined, 'Choose the system it is played in.'],
])('a campaign %s is not asked for and the form says what is missing', async (_, name, system, message) => {
  const bridge = createFakeBridge({ 'system.list': () => done(systems) })
  await openWindow(bridge)
  await type(screen.getByRole('textbox', { name: 'Name' }), name)
  if (system) await click(screen.getByRole('radio', { name: system }))
  await click(button('Create campaign'))
  expect(screen.getByText(message).getAttribute('role')).toBe('alert')
  expect(bridge.asked('campaign.create')).toEqual([])
})

test('a refused campaign stays in the form with the reason', async () => {
  await openWindow(createFakeBridge({ 'system.list': () => done(systems.slice(0, 1)), 'campaign.create': () => failed('The disk is full. Nothing was made. Free some space and try again.') }))
  await type(screen.getByRole('textbox', { name: 'Name' }), 'Ferry')
  await click(button('Create campaign'))
  expect(screen.getByText(/The disk is full/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Ferry')
})

test('the list shows each campaign with its system, size and problem, and opens one by its file', async () => {
  const broken = { file: 'b.campaign', name: 'broken', changedAt: 0, bytes: 12, problem: 'This file is damaged.' }
  const bridge = createFakeBridge({ 'campaign.list': () => done([card, broken]), 'campaign.open': () => failed('It is open elsewhere. Close it there first.', { code: 'locked' }) })
  await openWindow(bridge)
  const list = screen.getByRole('region', { name: 'Campaigns' })
  expect(list.textContent).toContain('82 kB')
  expect(list.textContent).toContain('This file is damaged.')
  await click(button('Open The Ninth Ferry'))
  expect(bridge.asked('campaign.open')).toEqual([{ file: 'ferry.campaign' }])
  expect(screen.getByRole('alert', { name: 'Problems' }).textContent).toContain('It is open elsewhere.')
  await click(button('Dismiss'))
  expect(screen.getByRole('alert', { name: 'Problems' }).textContent).not.toContain('elsewhere')
})

test('a window that loads while a campaign is open shows it, and goes back to the list when it closes', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'campaign.list': () => done([card]) })
  await openWindow(bridge)
  expect(document.title).toBe('The Ninth Ferry · Tollkeeper')
  await click(button('Close campaign'))
  bridge.send('campaign.closed', null)
  await screen.findByRole('region', { name: 'Campaigns' })
})

test('a bridge that breaks is reported and nothing throws', async () => {
  await openWindow(createFakeBridge({ 'campaign.list': () => Promise.reject(new Error('gone')), 'system.list': () => done(systems) }))
  expect(screen.getByText(/did not answer/).getAttribute('role')).toBe('alert')
})
