import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignCard } from '../../preload/contract.ts'
import { createFakeBridge, done, failed } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, settled } from './open-window.ts'

afterEach(closeWindow)

const at = (day: number) => Date.UTC(2026, 0, day, 12)
const card: CampaignCard = { file: 'ferry.campaign', name: 'The Ninth Ferry', system: 'Sample', changedAt: at(1), bytes: 84_000, sessions: 3, playedAt: at(2), backedUpAt: at(3) }
const aside: CampaignCard = { ...card, file: 'old.campaign', name: 'Old Roads', archived: true }

async function openList(cards: readonly CampaignCard[] = [card, aside], answers = {}) {
  const bridge = createFakeBridge({ 'campaign.list': () => done(cards), ...answers })
  await openWindow(bridge)
  return bridge
}
const choose = async (name: string, what: string) => {
  await click(button(`More for ${name}`))
  await click(screen.getByRole('menuitem', { name: what }))
}

test('a card says system, last play, sessions, size and last backup', async () => {
  await openList([card, { ...card, file: 'new.campaign', name: 'New', sessions: 1, playedAt: undefined, backedUpAt: undefined } as never])
  expect(descriptionOf(button('Open The Ninth Ferry'))).toMatch(/^Sample · played .*Jan.* 2.* · 3 sessions · 82 kB · backed up .*Jan/)
  expect(descriptionOf(button('Open New'))).toMatch(/^Sample · not played yet, changed .*Jan.* · 1 session · 82 kB$/)
})

test('a card says who has it open since when, and that it can’t be written', async () => {
  await openList([{ ...card, heldBy: { host: 'attic', pid: 7, since: at(4) } }, { ...card, file: 'b.campaign', name: 'B', heldBy: { host: 'attic', pid: 7 } }, { ...card, file: 'c.campaign', name: 'C', readOnly: true }])
  expect(descriptionOf(button('Open The Ninth Ferry'))).toMatch(/Open in another Tollkeeper on attic \(process 7\) since Jan 4, 2026.*Close it there first/)
  expect(descriptionOf(button('Open B'))).toContain('on attic (process 7). Close')
  expect(descriptionOf(button('Open C'))).toContain('can’t be written')
})

test('those put aside stand under a fold, can’t be opened, and are brought back', async () => {
  const bridge = await openList()
  const fold = screen.getByText('Archived (1)').closest('details') as HTMLDetailsElement
  expect(fold.open).toBe(false)
  expect(screen.queryByRole('button', { name: 'Open Old Roads' })).toBeNull()
  await choose('Old Roads', 'Bring back')
  expect(bridge.asked('campaign.archive')).toEqual([{ file: 'old.campaign', archived: true, aside: false }])
  await choose('The Ninth Ferry', 'Archive')
  expect(bridge.asked('campaign.archive')[1]).toEqual({ file: 'ferry.campaign', archived: false, aside: true })
})

test('a campaign is renamed, or the reason why not stands in the dialog', async () => {
  const bridge = await openList([card], { 'campaign.rename': () => failed('It is open elsewhere.') })
  await choose('The Ninth Ferry', 'Rename…')
  const dialog = within(screen.getByRole('dialog', { name: 'Rename The Ninth Ferry' }))
  const type = async (name: string) => {
    await fireEvent.input(dialog.getByLabelText('Name'), { target: { value: name } })
    await settled()
    await click(dialog.getByRole('button', { name: 'Rename' }))
  }
  await type(' ')
  expect(dialog.getByRole('alert').textContent).toBe('Give the campaign a name.')
  await type('The Tenth Ferry')
  expect(dialog.getByRole('alert').textContent).toBe('It is open elsewhere.')
  bridge.answer({ 'campaign.rename': () => done(null) })
  await type('The Tenth Ferry')
  expect(bridge.asked('campaign.rename')).toEqual([{ file: 'ferry.campaign', archived: false, name: 'The Tenth Ferry' }, { file: 'ferry.campaign', archived: false, name: 'The Tenth Ferry' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a campaign is copied and shown in its folder, and deleted only after a question', async () => {
  const bridge = await openList()
  await choose('The Ninth Ferry', 'Duplicate')
  await choose('The Ninth Ferry', 'Show in its folder')
  await choose('Old Roads', 'Delete…')
  await click(screen.getByRole('button', { name: 'Keep it' }))
  expect(bridge.asked('campaign.bin')).toEqual([])
  await choose('Old Roads', 'Delete…')
  await click(screen.getByRole('button', { name: 'Move to the bin' }))
  expect([bridge.asked('campaign.duplicate'), bridge.asked('campaign.reveal'), bridge.asked('campaign.bin')]).toEqual([[{ file: 'ferry.campaign', archived: false }], [{ file: 'ferry.campaign', archived: false }], [{ file: 'old.campaign', archived: true }]])
  expect(screen.queryByRole('dialog')).toBeNull()
})
