import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test, type RunningApp } from '../support/app.ts'

/** The system's folder dialog is answered as if the GM had taken this, or thought better of it. */
const choosing = ({ electron }: RunningApp, folder: string | undefined) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: chosen === undefined, filePaths: chosen === undefined ? [] : [chosen] })
  }, folder)

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const section = (page: Page) => settings(page).getByRole('region', { name: 'Backups' })
const choose = (page: Page) => section(page).getByRole('button', { name: 'Choose folder…' }).click()

test('a campaign is backed up when it is opened, while it is played', async ({ start, data }) => {
  const { page } = await start()
  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Close campaign' }).click()
  await page.getByRole('button', { name: 'Open The Ninth Ferry' }).click()
  await expect(page.getByRole('form', { name: 'Roll' })).toBeVisible()
  const folder = join(data, 'campaigns', 'backups')
  const made = () => (existsSync(folder) ? readdirSync(folder).flatMap((id) => readdirSync(join(folder, id))) : [])
  await expect.poll(made).toEqual([expect.stringMatching(/^The Ninth Ferry-[\dTZ-]+-daily\.campaign$/)])
})

test('a damaged campaign says so, gives what can be read, and comes back by its backup', async ({ start, data }) => {
  const { page } = await start()
  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'This campaign' }).click()
  await page.getByRole('button', { name: 'Backups…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Backups of The Ninth Ferry' })
  await dialog.getByRole('button', { name: 'Back up now' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Close campaign' }).click()

  const open = page.getByRole('button', { name: 'Open The Ninth Ferry', exact: true })
  await expect(open).toBeVisible()
  const file = join(data, 'campaigns', 'The Ninth Ferry.campaign')
  const torn = readFileSync(file).subarray(0, -20_000)
  writeFileSync(file, torn)
  await open.click()
  await expect(dialog.getByRole('alert')).toContainText('shorter than it should be')
  await dialog.getByRole('button', { name: 'Salvage what can be read' }).click()
  await expect(dialog.getByText(/holds what could be read/)).toBeVisible()
  expect(readFileSync(file).equals(torn)).toBe(true)
  await dialog.getByRole('button', { name: 'Open what was salvaged' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Ninth Ferry (salvaged)')
  await page.getByRole('button', { name: 'Close campaign' }).click()

  await open.click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The Ninth Ferry ·/)
  const kept = readdirSync(join(data, 'campaigns', 'backups')).flatMap((id) => readdirSync(join(data, 'campaigns', 'backups', id)))
  expect(kept.some((name) => name.endsWith('-broken.campaign'))).toBe(true)
})

test('the folder for backups is chosen, refused where it can’t be written, kept, and given back', async ({ start, data }) => {
  const chosen = join(data, 'copies')
  mkdirSync(chosen)
  writeFileSync(join(data, 'no-folder'), '')
  const usual = join(data, 'campaigns', 'backups')
  let app = await start()
  await app.page.getByRole('button', { name: 'Settings' }).click()
  await expect(section(app.page).getByText(usual, { exact: true })).toBeVisible()

  await choosing(app, undefined)
  await choose(app.page)
  await expect(section(app.page).getByText(usual, { exact: true })).toBeVisible()
  await choosing(app, join(data, 'no-folder'))
  await choose(app.page)
  await expect(settings(app.page).getByRole('alert')).toContainText('can\'t be written')
  await expect(section(app.page).getByText(usual, { exact: true })).toBeVisible()
  await choosing(app, chosen)
  await choose(app.page)
  await expect(settings(app.page).getByText(chosen, { exact: true })).toBeVisible()
  await expect(settings(app.page).getByRole('alert')).toBeHidden()
  expect(readdirSync(chosen)).toEqual([])

  await app.close()
  expect(JSON.parse(readFileSync(join(data, 'preferences.json'), 'utf8'))).toMatchObject({ backups: chosen })
  app = await start()
  await app.page.getByRole('button', { name: 'Settings' }).click()
  await expect(settings(app.page).getByText(chosen, { exact: true })).toBeVisible()
  await settings(app.page).getByRole('button', { name: 'Use the usual folder' }).click()
  await expect(section(app.page).getByText(usual, { exact: true })).toBeVisible()
  await expect(section(app.page).getByRole('button', { name: 'Choose folder…' })).toBeFocused()
  expect(existsSync(usual)).toBe(false)
})
