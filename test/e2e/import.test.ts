import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { test } from '../support/app.ts'

const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures/import', name)
const formats = [
  ['improved-initiative/extra-field.json', 'an export of Improved Initiative'],
  ['foundry-actor/non-ascii.json', 'an actor of Foundry'],
  ['compendium/missing-field.json', 'a compendium'],
  ['encounter-blocks/non-ascii.md', 'notes with encounter blocks'],
  ['csv/non-ascii.csv', 'a table (CSV)'],
  ['tollkeeper/extra-field.json', 'a roster that Tollkeeper exported'],
] as const

/** What the system's file dialogs answer from now on. */
const give = (electron: ElectronApplication, path: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog
    dialog.showSaveDialog = (async (options: { defaultPath?: string }) => {
      Object.assign(globalThis, { offered: options.defaultPath })
      return { canceled: false, filePath: chosen }
    }) as unknown as typeof dialog.showSaveDialog
  }, path)

const take = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(words)
  await page.keyboard.press('Enter')
}
const roster = (page: Page) =>
  page.evaluate(async () => {
    const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
    const reply = await tollkeeper.request('campaign.current', {})
    return reply.ok ? JSON.stringify([reply.value?.characters, reply.value?.encounters]) : ''
  })
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])

test('every format is shown, taken over once, refused when broken, and our own goes out and comes back', async ({ start, data }) => {
  test.slow()
  const { page, electron } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await page.getByLabel('Name').fill('Ferry / <b>..')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferry')
  const empty = await roster(page)

  const bring = async (path: string, what: string) => {
    await give(electron, path)
    const before = await roster(page)
    await take(page, 'import characters')
    const dialog = page.getByRole('dialog', { name: `Import ${basename(path)}` })
    await expect(dialog.getByText(what)).toBeVisible()
    expect(await roster(page)).toBe(before)
    return dialog
  }
  const counts = page.getByRole('dialog', { name: 'Imported' }).getByRole('list', { name: 'What came of it' })
  const close = () => page.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).last().click()
  for (const [name, what] of formats) {
    const dialog = await bring(fixture(name), what)
    if (name.startsWith('csv')) await clean(page)
    await dialog.getByRole('button', { name: /^Import \d/ }).click()
    await expect(counts).toContainText(/[1-9]\d* new/)
    await close()
  }
  const full = await roster(page)
  for (const [name, what] of formats) {
    const dialog = await bring(fixture(name), what)
    await dialog.getByRole('button', { name: /^Import \d/ }).click()
    await expect(counts).toContainText('0 new')
    await close()
  }
  expect(await roster(page)).toBe(full)

  for (const [name, bytes] of [
    ['cut.json', readFileSync(fixture('compendium/missing-field.json')).subarray(0, 60)],
    ['broken.bin', Buffer.from([0, 255, 1, 254, 0, 0, 7])],
  ] as const) {
    writeFileSync(join(data, name), bytes)
    await give(electron, join(data, name))
    await take(page, 'import characters')
    const dialog = page.getByRole('dialog', { name: "This file can't be imported" })
    await expect(dialog.getByRole('alert')).toContainText(`"${name}" can't be imported.`)
    await expect(dialog.getByRole('alert')).toContainText('Nothing was changed.')
    await clean(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  expect(await roster(page)).toBe(full)

  const ours = join(data, 'ours.json')
  await give(electron, ours)
  await take(page, 'roster as json')
  await expect(page.getByRole('status', { name: 'Done' })).toContainText(ours)
  expect(basename(await electron.evaluate(() => (globalThis as unknown as { offered: string }).offered))).toBe('Ferry b .. roster.json')
  await (await bring(ours, 'a roster that Tollkeeper exported')).getByRole('button', { name: /^Import \d/ }).click()
  await expect(counts).toContainText(/^0 new\s*0 brought up to date/)
  await close()
  expect(await roster(page)).toBe(full)
  for (let step = 0; step < formats.length; step += 1) await page.keyboard.press('Control+z')
  await expect.poll(() => roster(page)).toBe(empty)
})
