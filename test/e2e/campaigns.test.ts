import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
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

test('campaigns are renamed, copied, put aside, brought back and binned from their cards; their folder is another one', async ({ start, data }) => {
  test.slow()
  const app = await start()
  const { page, electron } = app
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await create(page, 'The Ninth Ferry')
  await page.getByRole('button', { name: 'Close campaign' }).click()
  const choose = async (name: string, what: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await choose('The Ninth Ferry', 'Duplicate')
  await expect(page.getByRole('button', { name: 'Open The Ninth Ferry copy' })).toBeVisible()
  await choose('The Ninth Ferry copy', 'Rename…')
  await page.getByRole('dialog').getByLabel('Name').fill('Salt Roads')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Open Salt Roads' })).toBeVisible()
  await choose('Salt Roads', 'Archive')
  await expect(page.getByRole('button', { name: 'Open Salt Roads' })).toBeHidden()
  expect(readdirSync(join(data, 'campaigns', 'archive'))).toEqual(['The Ninth Ferry copy.campaign'])
  await page.getByText('Archived (1)').click()
  await clean(page)
  await choose('Salt Roads', 'Bring back')
  await expect(page.getByRole('button', { name: 'Open Salt Roads' })).toBeVisible()

  // The system's bin, for this test a file that is gone.
  await electron.evaluate(({ shell }) => {
    shell.trashItem = async (path) => {
      const { renameSync } = process.getBuiltinModule('node:fs')
      renameSync(path, `${path}.binned`)
    }
  })
  await choose('Salt Roads', 'Delete…')
  await clean(page)
  await page.getByRole('button', { name: 'Move to the bin' }).click()
  await expect(page.getByRole('button', { name: 'Open Salt Roads' })).toBeHidden()
  expect(existsSync(join(data, 'campaigns', 'The Ninth Ferry copy.campaign.binned'))).toBe(true)

  const stick = join(data, 'stick')
  mkdirSync(stick)
  await give(app, stick)
  await page.getByRole('button', { name: 'Settings' }).click()
  const part = page.getByRole('region', { name: 'Campaigns', exact: true }).last()
  await part.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(part.getByText(stick)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open The Ninth Ferry' })).toBeHidden()
  await create(page, 'On the stick')
  expect(existsSync(join(stick, 'On the stick.campaign'))).toBe(true)
  expect(existsSync(join(data, 'campaigns', 'The Ninth Ferry.campaign'))).toBe(true)
})

test('a second copy of the app ends and brings the first one to the front', async ({ start, data }) => {
  const { electron, page } = await start()
  await expect(page.getByLabel('Name')).toBeVisible()
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await electron.evaluate(({ app }) => {
    app.once('second-instance', () => Object.assign(globalThis, { second: true }))
  })
  const second = spawn(process.env.TOLLKEEPER_ELECTRON ?? '', [resolve(import.meta.dirname, '../..'), ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${data}`], { stdio: 'ignore' })
  expect(await new Promise((ended) => second.once('exit', ended))).toBe(0)
  await expect.poll(() => electron.evaluate(() => 'second' in globalThis)).toBe(true)
  await expect.poll(() => electron.evaluate(({ BrowserWindow }) => [BrowserWindow.getAllWindows().length, BrowserWindow.getAllWindows()[0]?.isMinimized()])).toEqual([1, false])
})
