import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Notes' })
const result = (page: Page) => panel(page).getByRole('status', { name: 'What came up' })
const take = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(words)
  await page.keyboard.press('Enter')
}
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])

test('a table is pasted, rolled on with what is nested in it, copied, deleted and brought back', async ({ start }) => {
  const { page, electron } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await page.getByLabel('Name').fill('Rumours')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rumours')

  await take(page, 'new random table')
  const dialog = page.getByRole('dialog', { name: 'New table' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Names')
  await dialog.getByRole('textbox', { name: 'Rows' }).fill("Tom & Jerry's <b>x</b> 火")
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await electron.evaluate(({ clipboard }) => clipboard.writeText('1-2 [[Names]] with {1d1} crows\n4 [[Names]]'))
  await panel(page).getByRole('button', { name: /^Roll on Names/ }).focus()
  // As the menu's own key does it.
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.paste())
  await expect(dialog.getByText('Line 2: No row is for 3.')).toBeVisible()
  await clean(page)
  await dialog.getByRole('textbox', { name: 'Rows' }).fill('1-2 [[Names]] with {1d1} crows\n3 [[Names]] with {1d1} crows')
  await expect(dialog.getByRole('cell', { name: '66.7' })).toBeVisible()
  await clean(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Road')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await take(page, 'roll on road')
  await expect(result(page)).toContainText("Tom & Jerry's <b>x</b> 火 with 1 crows")
  await expect(panel(page).getByRole('list', { name: 'Every throw' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('list', { name: 'Log entries' })).toContainText("Road: Tom & Jerry's <b>x</b> 火 with 1 crows")
  await panel(page).getByRole('button', { name: 'Copy' }).click()
  await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe("Tom & Jerry's <b>x</b> 火 with 1 crows")
  await clean(page)

  const road = panel(page).getByRole('button', { name: /^Roll on Road/ })
  await road.press('Delete')
  await expect(road).toBeHidden()
  await expect(panel(page).getByRole('button', { name: /^Roll on Names/ })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(road).toBeVisible()
})
