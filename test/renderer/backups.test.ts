import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Backup } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, settled } from './open-window.ts'

afterEach(closeWindow)

const card = { file: 'ferry.campaign', name: 'The Ninth Ferry', system: 'Sample', changedAt: 0, bytes: 84_000 }
const backup = (number: number, rest: Partial<Backup> = {}): Backup => ({
  id: `abc/${number}`,
  file: 'ferry.campaign',
  at: Date.UTC(2026, 0, number, 12),
  reason: 'daily',
  bytes: 90_000,
  holds: { name: 'The Ninth Ferry', sessions: 3, characters: 1, lastRollAt: Date.UTC(2026, 0, number, 11) },
  ...rest,
})
const list = [backup(9, { reason: 'import' }), backup(8, { holds: undefined, problem: 'Damaged.' } as never), backup(7)]
const dialog = () => within(screen.getByRole('dialog', { name: 'Backups of The Ninth Ferry' }))
const items = () => dialog().getAllByRole('listitem')

test('the backups of a campaign say why they were made and what is in each, and a damaged one says so', async () => {
  await openWindow(createFakeBridge({ 'campaign.list': () => done([card]), 'backups.list': () => done(list) }))
  await click(button('Backups of The Ninth Ferry'))
  expect(items().map((item) => item.textContent)).toEqual([
    expect.stringMatching(/before an import 3 sessions · 1 character · last roll .*2026.* · 88 kB/),
    expect.stringMatching(/Damaged\./),
    expect.stringMatching(/the day’s/),
  ])
  expect(within(items()[1] as HTMLElement).queryByRole('button')).toBeNull()
  expect(descriptionOf(dialog().getAllByRole('button', { name: 'Restore' })[0] as HTMLElement)).toContain('before an import')
})

test('one is restored into the campaign’s file, says so meanwhile, and closes when the campaign is open', async () => {
  const restored = later<ReturnType<typeof done<ReturnType<typeof view>>>>()
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'backups.list': () => done(list), 'backups.restore': () => restored.promise })
  await openWindow(bridge)
  await click(button('Backups of The Ninth Ferry'))
  await click(dialog().getAllByRole('button', { name: 'Restore' })[1] as HTMLElement)
  expect(dialog().getByRole('button', { name: 'Restoring…' }).getAttribute('aria-busy')).toBe('true')
  bridge.send('campaign.opened', view())
  restored.keep(done(view()))
  await settled()
  expect(bridge.asked('backups.restore')).toEqual([{ backup: 'abc/7', file: 'ferry.campaign' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a refused one stays with the reason', async () => {
  await openWindow(createFakeBridge({ 'campaign.list': () => done([card]), 'backups.list': () => done(list), 'backups.restore': () => failed('The disk is full.') }))
  await click(button('Backups of The Ninth Ferry'))
  await click(dialog().getAllByRole('button', { name: 'Restore' })[0] as HTMLElement)
  expect(dialog().getByRole('alert').textContent).toBe('The disk is full.')
})

test('a campaign of which only backups are left is listed and comes back by one', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done([{ ...card, file: 'x.campaign', name: 'Another' }]), 'backups.lost': () => done([{ id: 'abc', name: 'The Ninth Ferry', at: 0 }]), 'backups.list': () => done(list), 'backups.restore': () => done(view()) })
  await openWindow(bridge)
  expect(screen.getByText('Only backups are left')).toBeTruthy()
  await click(button('Backups of The Ninth Ferry'))
  await click(dialog().getAllByRole('button', { name: 'Restore' })[0] as HTMLElement)
  expect(bridge.asked('backups.list')).toEqual([{ of: 'abc' }])
  expect(bridge.asked('backups.restore')).toEqual([{ backup: 'abc/9' }])
})

test('a campaign whose file is damaged opens its backups with the reason, the newest good one first to hand', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'backups.list': () => done(list), 'campaign.open': () => failed('"ferry" is damaged. Nothing was changed.', { code: 'damaged' }) })
  await openWindow(bridge)
  await click(button('Open The Ninth Ferry'))
  expect(dialog().getByRole('alert').textContent).toContain('is damaged')
  expect(dialog().getAllByRole('button', { name: 'Restore' }).map((each) => each.classList.contains('primary'))).toEqual([true, false])
})

test('the open campaign is backed up on request, from its settings', async () => {
  let made = 0
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'backups.list': () => done(made === 0 ? [] : list), 'backups.make': () => done((made++, null)) })
  await openWindow(bridge)
  await click(button('Settings'))
  await click(screen.getByRole('tab', { name: 'This campaign' }))
  await click(button('Backups…'))
  expect(dialog().getByText(/no backup yet/)).toBeTruthy()
  await click(dialog().getByRole('button', { name: 'Back up now' }))
  expect(items()).toHaveLength(3)
})

test('backups that can not be reached say so, and the list of campaigns is there all the same', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'backups.lost': () => failed('The stick is away.'), 'backups.list': () => failed('The stick is away.') })
  await openWindow(bridge)
  expect(screen.queryByText('The stick is away.')).toBeNull()
  await click(button('Backups of The Ninth Ferry'))
  expect(dialog().getByRole('alert').textContent).toBe('The stick is away.')
})

test('what can be read of a damaged file is salvaged into a new campaign, with what is lost, and opened', async () => {
  const bridge = createFakeBridge({
    'campaign.list': () => done([card]),
    'campaign.open': ({ file }) => (file === 'ferry.campaign' ? failed('"ferry" is damaged.', { code: 'damaged' }) : done(view())),
    'campaign.salvage': () => done({ file: 'ferry salvaged.campaign', kept: 90, lost: ['rolls: numbers 41 to 57'] }),
  })
  await openWindow(bridge)
  await click(button('Open The Ninth Ferry'))
  await click(dialog().getByRole('button', { name: 'Salvage what can be read' }))
  expect(bridge.asked('campaign.salvage')).toEqual([{ file: 'ferry.campaign' }])
  expect(dialog().getByRole('status').textContent).toMatch(/ferry salvaged holds what could be read.*rolls: numbers 41 to 57/)
  await click(dialog().getByRole('button', { name: 'Open what was salvaged' }))
  expect(bridge.asked('campaign.open').at(-1)).toEqual({ file: 'ferry salvaged.campaign' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['missing', list, false],
  ['foreign', list, true],
  ['foreign', [], false],
] as const)('of a file that is %s, something can be salvaged only where a backup tells how', async (code, backups, canBe) => {
  await openWindow(createFakeBridge({ 'campaign.list': () => done([card]), 'backups.list': () => done(backups), 'campaign.open': () => failed('It is not there.', { code }) }))
  await click(button('Open The Ninth Ferry'))
  expect(dialog().queryByRole('button', { name: /Salvage/ }) !== null).toBe(canBe)
  expect(dialog().queryAllByRole('listitem')).toHaveLength(backups.length)
})
