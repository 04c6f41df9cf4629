import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test, type RunningApp } from '../support/app.ts'
import { fightOn } from '../support/fight-page.ts'
import { packageFiles, packFiles, writeFiles, zipped } from '../support/package.ts'
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

test('a content pack is installed, added to the open campaign, fought with and undone', async ({ start, data }) => {
  const file = join(data, 'marsh-folk-1.0.0.tollkeeper-plugin')
  writeFileSync(file, zipped(packFiles({ system: { id: 'lantern', minimum: '1.0.0', verified: '1.0.0' } })))
  const lantern = join(data, 'lantern')
  writeFiles(lantern, packageFiles())
  const app = await start()
  const { page } = app
  await page.getByRole('button', { name: 'Game systems' }).click()
  await choosing(app, file)
  await systems(page).getByRole('button', { name: 'Install from a file…' }).click()
  await expect(systems(page).getByRole('alert')).toContainText('It is content for the system "lantern", which isn’t there. Install that first.')
  await choosing(app, lantern)
  await systems(page).getByRole('button', { name: 'From a folder…' }).click()
  await page.getByRole('dialog', { name: 'Install Lantern' }).getByRole('button', { name: 'Install', exact: true }).click()
  await expect(systems(page).getByRole('status')).toContainText('Lantern 1.0.0 is installed.')
  await choosing(app, file)
  await systems(page).getByRole('button', { name: 'Install from a file…' }).click()
  await expect(page.getByRole('dialog', { name: 'Install Marsh Folk' })).toContainText('2 creatures, 1 character, 2 random tables, 1 condition')
  await page.getByRole('dialog', { name: 'Install Marsh Folk' }).getByRole('button', { name: 'Install', exact: true }).click()
  await expect(systems(page).getByRole('status')).toContainText('Marsh Folk 1.0.0 is installed.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: 'Marsh Folk' })).toBeHidden()

  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Lantern' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const roster = page.getByRole('region', { name: 'Roster' })
  await roster.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Add from a package' }).click()
  await systems(page).getByRole('button', { name: 'Add to this campaign…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Add from Marsh Folk' }).getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('list', { name: 'What came of it' })).toContainText('6 new')
  await page.getByRole('button', { name: 'Done', exact: true }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(roster.getByText('Reed heron')).toBeVisible()

  // One of its creatures fights, and one of its conditions holds of it.
  const fight = fightOn(page)
  await fight.add('reed heron')
  await expect(fight.order.getByRole('listitem')).toHaveCount(1)
  await fight.order.getByRole('button', { name: /^\d+, Reed heron/ }).click()
  await fight.press('c')
  await fight.dialog.getByRole('combobox', { name: 'Which' }).fill('Soak')
  await expect(fight.dialog).toContainText('Everything is one harder.')
  await fight.dialog.getByRole('combobox', { name: 'Which' }).fill('Soaked')
  await fight.dialog.getByRole('button', { name: 'Place' }).click()
  await expect(fight.dialog).toBeHidden()
  await expect(fight.order.getByRole('button', { name: /Soaked/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo Soaked on/ })).toBeVisible()

  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Redo adding Marsh Folk/ })).toBeVisible()
  await expect(roster.getByText('Reed heron')).toBeHidden()
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
