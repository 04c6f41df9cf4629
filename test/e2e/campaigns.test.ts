import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { test, type RunningApp } from '../support/app.ts'

/** What the system's file dialogs answer from now on. */
const give = ({ electron }: RunningApp, path: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
  }, path)

const clean = async (page: Page) => expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])

async function create(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test('a whole campaign goes into an encrypted file and comes back: as a copy, merged, and in its own place', async ({ start, data }) => {
  test.slow()
  const app = await start()
  const { page } = app
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await create(page, 'The Ninth Ferry')
  await page.getByRole('button', { name: 'Close campaign' }).click()
  const out = join(data, 'Ferry.tollkeeper')
  await give(app, out)

  await page.getByRole('button', { name: 'More for The Ninth Ferry' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export The Ninth Ferry' })
  await exporting.getByLabel('Passphrase', { exact: false }).first().fill('tide')
  await clean(page)
  await exporting.getByRole('button', { name: 'Export encrypted…' }).click()
  await expect(page.getByRole('status', { name: 'Done' })).toContainText(out)
  expect(existsSync(out)).toBe(true)

  const bring = async () => {
    await page.getByRole('button', { name: 'Import a campaign' }).click()
    const asking = page.getByRole('dialog', { name: 'Import Ferry.tollkeeper' })
    await asking.getByRole('textbox', { name: 'Passphrase' }).fill('tidings')
    await asking.getByRole('button', { name: 'Open' }).click()
    await expect(asking.getByRole('alert')).toHaveText('The passphrase is not the right one.')
    await asking.getByRole('textbox', { name: 'Passphrase' }).fill('tide')
    await asking.getByRole('button', { name: 'Open' }).click()
    return page.getByRole('dialog', { name: 'Import The Ninth Ferry' })
  }
  const dialog = await bring()
  await expect(dialog.getByText('Nothing is written yet.')).toBeVisible()
  await clean(page)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Done' })).toContainText('Everything in the file was here already.')
  await (await bring()).getByRole('radio', { name: 'Replace' }).check()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Done' })).toContainText('Replaced The Ninth Ferry')
  await (await bring()).getByRole('radio', { name: 'Keep both' }).check()
  await dialog.getByRole('button', { name: 'Import as a copy' }).click()
  await expect(page.getByRole('button', { name: 'Open The Ninth Ferry copy' })).toBeVisible()
  expect(readdirSync(join(data, 'campaigns')).filter((name) => !name.includes('backups')).toSorted()).toEqual(['The Ninth Ferry copy.campaign', 'The Ninth Ferry.campaign'])
  await page.getByRole('button', { name: 'Open The Ninth Ferry copy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('The Ninth Ferry copy')
})

test('everything that can be undone is a list to walk by keys, across a restart', async ({ start }) => {
  test.slow()
  let app = await start()
  await app.page.emulateMedia({ reducedMotion: 'reduce' })
  await create(app.page, 'The Ninth Ferry')
  const note = async (page: Page, title: string) => {
    await page.evaluate(async (called) => {
      await (window as unknown as { tollkeeper: Bridge }).tollkeeper.request('note.create', { title: called })
    }, title)
  }
  for (const title of ['The pier', 'The bell', 'The toll']) await note(app.page, title)
  const notes = (page: Page) =>
    page.evaluate(async () => {
      const reply = await (window as unknown as { tollkeeper: Bridge }).tollkeeper.request('campaign.current', {})
      return reply.ok ? reply.value?.notes.map(({ title }) => title) : undefined
    })
  await app.page.keyboard.press('Control+h')
  let dialog = app.page.getByRole('dialog', { name: 'Undo and redo' })
  await expect(dialog.getByRole('button', { name: 'adding The toll' })).toBeFocused()
  await clean(app.page)
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^adding The pier/ })).toHaveAttribute('aria-current', 'step')
  expect(await notes(app.page)).toEqual(['The pier'])

  await app.kill()
  app = await start()
  await app.page.getByRole('button', { name: 'Open The Ninth Ferry' }).click()
  await app.page.getByRole('button', { name: 'Everything that can be undone' }).click()
  dialog = app.page.getByRole('dialog', { name: 'Undo and redo' })
  await expect(dialog.getByRole('button', { name: /^adding The pier Now/ })).toBeFocused()
  await app.page.keyboard.press('Home')
  await app.page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^adding The toll Now/ })).toBeVisible()
  expect(await notes(app.page)).toEqual(['The bell', 'The pier', 'The toll'])
})
