import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import { createFakeBridge, done, failed, preferences, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, press, settled } from './open-window.ts'

afterEach(closeWindow)

const root = document.documentElement
const dialog = () => within(screen.getByRole('dialog', { name: 'Settings' }))

const section = (name: string) => within(dialog().getByRole('region', { name }))

async function openSettings(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge(answers)
  await openWindow(bridge)
  await click(button('Settings'))
  return bridge
}

test('the window opens as it was preferred last time', async () => {
  await openWindow(createFakeBridge({ 'preferences.get': () => done(preferences({ theme: 'light', textSize: 150, reducedMotion: true })) }))
  expect(root.dataset).toMatchObject({ theme: 'light', motion: 'reduced' })
  expect(root.style.fontSize).toBe('150%')
})

test('theme, text size and motion count at once and are kept', async () => {
  const bridge = await openSettings()
  await click(dialog().getByRole('radio', { name: 'High contrast' }))
  await click(dialog().getByRole('radio', { name: '200 %' }))
  await click(dialog().getByRole('checkbox', { name: 'Reduced motion' }))
  expect(root.dataset).toMatchObject({ theme: 'contrast', motion: 'reduced' })
  expect(root.style.fontSize).toBe('200%')
  expect(bridge.asked('preferences.set')).toEqual([{ theme: 'contrast' }, { textSize: 200 }, { reducedMotion: true }])
})

test('what could not be kept is taken back and said', async () => {
  await openSettings({ 'preferences.set': () => failed('The disk is full.') })
  await click(dialog().getByRole('radio', { name: 'Dark' }))
  expect(root.dataset['theme']).toBe('system')
  expect(screen.getByText('The disk is full.')).toBeTruthy()
})

test('a change made elsewhere is followed', async () => {
  const bridge = await openSettings()
  bridge.send('preferences.changed', preferences({ theme: 'dark' }))
  await settled()
  expect(root.dataset['theme']).toBe('dark')
  expect((dialog().getByRole('radio', { name: 'Dark' }) as HTMLInputElement).checked).toBe(true)
})

test('About names the versions and shows the log file', async () => {
  const bridge = await openSettings()
  expect(dialog().getByText('1.2.3')).toBeTruthy()
  await click(dialog().getByRole('button', { name: 'Show log file' }))
  expect(bridge.asked('app.showLog')).toHaveLength(1)
})

test('the folder for backups is shown, chosen in the system’s dialog, and given back with the focus on its button', async () => {
  const bridge = await openSettings({ 'backups.reset': () => done(null) })
  expect(section('Backups').getByText('/home/gm/campaigns/backups')).toBeTruthy()
  expect(section('Backups').queryByRole('button', { name: 'Use the usual folder' })).toBeNull()
  bridge.answer({
    'backups.where': () => done({ folder: '/media/stick', isUsual: false }),
    'backups.choose': () => {
      bridge.send('preferences.changed', preferences({ backups: '/media/stick' }))
      return done('/media/stick')
    },
  })
  await click(section('Backups').getByRole('button', { name: 'Choose folder…' }))
  expect(section('Backups').getByText('/media/stick')).toBeTruthy()
  bridge.answer({
    'backups.where': () => done({ folder: '/home/gm/campaigns/backups', isUsual: true }),
    'backups.reset': () => {
      bridge.send('preferences.changed', preferences())
      return done(null)
    },
  })
  section('Backups').getByRole('button', { name: 'Use the usual folder' }).focus()
  await click(section('Backups').getByRole('button', { name: 'Use the usual folder' }))
  expect(section('Backups').getByText('/home/gm/campaigns/backups')).toBeTruthy()
  expect(document.activeElement).toBe(section('Backups').getByRole('button', { name: 'Choose folder…' }))
})

test('the folder of campaigns is chosen like that, and says that files stay where they are', async () => {
  const bridge = await openSettings({ 'campaigns.choose': () => failed('"/media/stick" can’t be written.') })
  expect(section('Campaigns').getByText('/home/gm/campaigns')).toBeTruthy()
  expect(section('Campaigns').getByText(/Files stay where they are/)).toBeTruthy()
  await click(section('Campaigns').getByRole('button', { name: 'Choose folder…' }))
  expect(section('Campaigns').getByRole('alert').textContent).toContain('can’t be written')
  const listed = bridge.asked('campaign.list').length
  bridge.answer({
    'campaigns.where': () => done({ folder: '/media/stick', isUsual: false }),
    'campaigns.choose': () => {
      bridge.send('preferences.changed', preferences({ campaigns: '/media/stick' }))
      return done('/media/stick')
    },
  })
  await click(section('Campaigns').getByRole('button', { name: 'Choose folder…' }))
  expect(section('Campaigns').getByText('/media/stick')).toBeTruthy()
  expect(bridge.asked('campaign.list').length).toBeGreaterThan(listed)
})

test('how much the backups of a campaign may take is chosen', async () => {
  const bridge = await openSettings()
  expect((dialog().getByRole('radio', { name: '1 GB' }) as HTMLInputElement).checked).toBe(true)
  await click(dialog().getByRole('radio', { name: '4 GB' }))
  expect(bridge.asked('preferences.set')).toEqual([{ backupMegabytes: 4_000 }])
})

test('a folder that can not be written is refused with the reason beside its button', async () => {
  const bridge = await openSettings({ 'backups.choose': () => failed('"/root" can’t be written.') })
  const choose = section('Backups').getByRole('button', { name: 'Choose folder…' })
  await click(choose)
  expect(section('Backups').getByRole('alert').textContent).toBe('"/root" can’t be written.')
  expect(descriptionOf(choose)).toBe('"/root" can’t be written.')
  bridge.answer({ 'backups.choose': () => done(null) })
  await click(choose)
  expect(section('Backups').queryByRole('alert')).toBeNull()
})

test('without a campaign there are no settings of one', async () => {
  await openSettings()
  expect(dialog().queryByRole('tab', { name: 'This campaign' })).toBeNull()
})

test('the arrow keys move between the parts, and what was entered stays with its Save in sight', async () => {
  const bridge = await openSettings({ 'campaign.current': () => done(view()) })
  const tab = (name: string) => dialog().getByRole('tab', { name })
  await press('End', {}, tab('This computer'))
  expect(document.activeElement).toBe(tab('This campaign'))
  await click(dialog().getByRole('checkbox', { name: /Doubles count/ }))
  await press('ArrowRight', {}, tab('This campaign'))
  expect(document.activeElement).toBe(tab('This computer'))
  await click(dialog().getByRole('button', { name: 'Save settings' }))
  expect(bridge.asked('campaign.configure')).toEqual([{ settings: { doubles: false, limit: 3 } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})
