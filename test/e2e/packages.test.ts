import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test, type RunningApp } from '../support/app.ts'
import { packageFiles, writeFiles, zipped } from '../support/package.ts'
import { testSystem } from '../support/system.ts'

/** The system's dialog is answered as if the GM had taken this. */
const choosing = ({ electron }: RunningApp, path: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)

const systems = (page: Page) => page.getByRole('dialog', { name: 'Game systems' })

test('a system is installed from a file, played, updated with its campaign open, taken back and removed', async ({ start, data }) => {
  const first = join(data, 'lantern-1.0.0.tollkeeper-plugin')
  const second = join(data, 'lantern-2.0.0')
  writeFileSync(first, zipped(packageFiles()))
  writeFiles(second, packageFiles({ version: '2.0.0', dataVersion: 2 }, { 'rules.js': testSystem.replace('moved: 1', 'moved: 2') }))
  const app = await start()
  const { page } = app
  await choosing(app, first)
  await page.getByRole('button', { name: 'Game systems' }).click()
  await systems(page).getByRole('button', { name: 'Install from a file…' }).click()
  const preview = page.getByRole('dialog', { name: 'Install Lantern' })
  await expect(preview.getByText(/[0-9a-f]{64}/)).toBeVisible()
  await preview.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(systems(page).getByRole('status')).toContainText('Lantern 1.0.0 is installed.')
  await page.keyboard.press('Escape')

  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Lantern' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('form', { name: 'Roll' })).toBeVisible()

  await choosing(app, second)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('Game systems')
  await page.keyboard.press('Enter')
  await systems(page).getByRole('button', { name: 'From a folder…' }).click()
  const update = page.getByRole('dialog', { name: 'Update Lantern' })
  await expect(update.getByText('One campaign moves to it, after a backup: The Ninth Ferry.')).toBeVisible()
  await update.getByRole('button', { name: 'Update to 2.0.0' }).click()
  await expect(systems(page).getByRole('status')).toContainText('Moved to it, after a backup of each: The Ninth Ferry.')
  await expect(page.getByRole('form', { name: 'Roll', includeHidden: true })).toBeAttached()

  await systems(page).getByRole('button', { name: 'Go back to 1.0.0…' }).click()
  await systems(page).getByRole('button', { name: 'Go back to 1.0.0', exact: true }).click()
  await expect(systems(page).getByRole('status')).toContainText('Lantern is at 1.0.0 again.')
  await systems(page).getByRole('button', { name: 'Remove…' }).click()
  await systems(page).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(systems(page).getByRole('status')).toContainText('Lantern was removed.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form', { name: 'Roll' })).toBeVisible()
})

test('a package that is opened while the app runs is shown before it is installed', async ({ start, data }) => {
  const file = join(data, 'lantern-1.0.0.tollkeeper-plugin')
  writeFileSync(file, zipped(packageFiles()))
  const { page, electron } = await start()
  await expect(page.getByRole('button', { name: 'Game systems' })).toBeVisible()
  await electron.evaluate(({ app }, path) => void app.emit('second-instance', {}, ['tollkeeper', path], '/'), file)
  await expect(page.getByRole('dialog', { name: 'Install Lantern' })).toBeVisible()
})

test('a package that can’t be used is listed with its reason, and the others are there', async ({ start, data }) => {
  writeFiles(join(data, 'packages/placed'), packageFiles({ compatibility: { minimum: '9.0.0', verified: '9.0.0' } }))
  const { page } = await start()
  await page.getByRole('button', { name: 'Game systems' }).click()
  await systems(page).getByRole('button', { name: /placed/ }).click()
  await expect(systems(page).getByText('Lantern needs Tollkeeper 9.0.0 or later')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Epochrypha' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Lantern' })).toBeHidden()
})

test('a folder that its author works on is loaded anew as it is saved, with mistakes at file and line', async ({ start, data }) => {
  const folder = join(data, 'lantern-sources')
  const index = (label: string) => testSystem.replace("label: 'Toss'", `label: '${label}'`).replace('defineSystem({', 'export default ({')
  writeFiles(folder, { 'manifest.json': packageFiles()['manifest.json'] ?? '', 'index.ts': index('Toss') })
  const app = await start()
  const { page } = app
  await choosing(app, folder)
  await page.getByRole('button', { name: 'Game systems' }).click()
  await systems(page).getByRole('button', { name: 'Develop a folder…' }).press('Enter')
  await expect(systems(page).getByText(`Loaded from ${folder}, built at`)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Lantern' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const form = page.getByRole('form', { name: 'Roll' })
  await expect(form.getByRole('option', { name: 'Toss', exact: true })).toBeAttached()

  writeFileSync(join(folder, 'index.ts'), `${index('Fling')}\nconst x: = 1\n`)
  await expect(page.getByText(/Lantern can’t be used as its folder is now: .*index\.ts:\d+:\d+: ERROR/)).toBeVisible()
  await expect(form.getByRole('option', { name: 'Toss', exact: true })).toBeAttached()

  writeFileSync(join(folder, 'index.ts'), index('Fling'))
  await expect(form.getByRole('option', { name: 'Fling', exact: true })).toBeAttached()
  await expect(page.getByRole('status', { name: 'Done' })).toContainText('Lantern is built anew')
  await expect(page.getByText(/can’t be used as its folder is now/)).toBeHidden()
  await form.getByRole('textbox', { name: 'Goal' }).fill('3')
  await form.getByRole('button', { name: /^Roll/ }).click()
  await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').first()).toContainText('Fling')

  await page.keyboard.press('Control+K')
  await page.keyboard.type('Game systems')
  await page.keyboard.press('Enter')
  await systems(page).getByRole('button', { name: 'End development' }).press('Enter')
  await expect(systems(page).getByRole('status')).toContainText('Lantern is no longer loaded from its folder.')
})
