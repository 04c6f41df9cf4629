import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Reply, TransferPreview } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, settled } from './open-window.ts'

afterEach(closeWindow)

const card = { file: 'ferry.campaign', name: 'The Ninth Ferry', system: 'Sample', changedAt: 0, bytes: 84_000 }
const holds = { characters: 3, sessions: 2, rolls: 1_200, fights: 0, notes: 1, tables: 0, encounters: 0 }
const ready: TransferPreview = { kind: 'ready', fileName: 'Ferry.tollkeeper', name: 'The Ninth Ferry', system: 'Sample', exportedAt: 0, holds, here: { file: 'ferry.campaign', name: 'The Ninth Ferry' } }
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const type = async (label: string, text: string) => {
  await fireEvent.input(screen.getByLabelText(label), { target: { value: text } })
  await settled()
}
const exportCard = async () => {
  await click(button('More for The Ninth Ferry'))
  await click(screen.getByRole('menuitem', { name: 'Export…' }))
}

test('a campaign is exported with a passphrase, which is asked for nowhere else, and its path is told', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'transfer.export': () => done('/home/gm/Ferry.tollkeeper') })
  await openWindow(bridge)
  await exportCard()
  await type('Passphrase, if it shall be encrypted', 'tide')
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Export encrypted…' }))
  expect(bridge.asked('transfer.export')).toEqual([{ file: 'ferry.campaign', passphrase: 'tide' }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('/home/gm/Ferry.tollkeeper')
})

test('an export that the GM thought better of stays open, and a refused one says why', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'transfer.export': () => done(null) })
  await openWindow(bridge)
  await exportCard()
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Export…' }))
  expect(bridge.asked('transfer.export')).toEqual([{ file: 'ferry.campaign' }])
  bridge.answer({ 'transfer.export': () => failed('The disk is full.') })
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Export…' }))
  expect(dialog('Export The Ninth Ferry').getByRole('alert').textContent).toBe('The disk is full.')
})

test('a long export shows how far it is and can be cancelled', async () => {
  const written = later<Reply<string | null>>()
  const bridge = createFakeBridge({ 'campaign.list': () => done([card]), 'transfer.export': () => written.promise })
  await openWindow(bridge)
  await exportCard()
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Export…' }))
  bridge.send('transfer.progressed', { ended: 30, of: 100 })
  await settled()
  expect((dialog('Export The Ninth Ferry').getByRole('progressbar') as HTMLProgressElement).value).toBe(30)
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Cancel' }))
  expect(bridge.asked('transfer.cancel')).toHaveLength(1)
  written.keep(failed('It was cancelled. Nothing was changed.'))
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an encrypted file asks for its passphrase until it is right, then says what it holds', async () => {
  const bridge = createFakeBridge({
    'transfer.read': () => done({ kind: 'sealed', fileName: 'Ferry.tollkeeper' }),
    'transfer.unlock': ({ passphrase }) => done(passphrase === 'tide' ? ready : { kind: 'sealed', fileName: 'Ferry.tollkeeper', message: 'The passphrase is not the right one.' }),
  })
  await openWindow(bridge)
  await click(button('Import a campaign'))
  await type('Passphrase', 'x')
  await click(dialog('Import Ferry.tollkeeper').getByRole('button', { name: 'Open' }))
  expect(dialog('Import Ferry.tollkeeper').getByRole('alert').textContent).toBe('The passphrase is not the right one.')
  await type('Passphrase', 'tide')
  await click(dialog('Import Ferry.tollkeeper').getByRole('button', { name: 'Open' }))
  expect(dialog('Import The Ninth Ferry').getByText('1,200')).toBeTruthy()
  expect(dialog('Import The Ninth Ferry').queryByText('Fights')).toBeNull()
})

test.each([
  ['Merge', undefined, 'Merge', { as: 'merge', take: 'here' }],
  ['Merge', 'Becomes as in the file', 'Merge', { as: 'merge', take: 'file' }],
  ['Replace', undefined, 'Replace', { as: 'replace', take: 'here' }],
  ['Keep both', undefined, 'Import as a copy', { as: 'new', take: 'here' }],
] as const)('a campaign that is here already: %s, %s', async (way, take, press, asked) => {
  const bridge = createFakeBridge({ 'transfer.read': () => done(ready), 'transfer.apply': () => done({ file: 'ferry.campaign', name: 'The Ninth Ferry', merged: { added: 0, updated: 0, unchanged: 9 } }) })
  await openWindow(bridge)
  await click(button('Import a campaign'))
  const within = dialog('Import The Ninth Ferry')
  await click(within.getByRole('radio', { name: way }))
  if (take !== undefined) await click(within.getByRole('radio', { name: take }))
  await click(within.getByRole('button', { name: press }))
  expect(bridge.asked('transfer.apply')).toEqual([asked])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('Everything in the file was here already.')
  expect(bridge.asked('campaign.list').length).toBeGreaterThan(1)
})

test('a file that can’t be read says why and offers another, and a refused import stays', async () => {
  const bridge = createFakeBridge({ 'transfer.read': () => failed('"x" can\'t be imported.'), 'transfer.apply': () => failed('No backup.') })
  await openWindow(bridge)
  await click(button('Import a campaign'))
  expect(dialog('This file can’t be imported').getByRole('alert').textContent).toBe('"x" can\'t be imported.')
  bridge.answer({ 'transfer.read': () => done(ready) })
  await click(dialog('This file can’t be imported').getByRole('button', { name: 'Choose another file' }))
  await click(dialog('Import The Ninth Ferry').getByRole('button', { name: 'Merge' }))
  expect(dialog('Import The Ninth Ferry').getByRole('alert').textContent).toBe('No backup.')
})

test('from Settings the open campaign is exported', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'transfer.export': () => done(null) })
  await openWindow(bridge)
  await click(button('Settings'))
  await click(screen.getByRole('tab', { name: 'This campaign' }))
  await click(button('Export…'))
  await click(dialog('Export The Ninth Ferry').getByRole('button', { name: 'Export…' }))
  expect(bridge.asked('transfer.export')).toEqual([{ file: 'ferry.campaign' }])
})
