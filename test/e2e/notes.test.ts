import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Notes' })
const text = (page: Page) => panel(page).getByRole('textbox', { name: 'Text' })

async function createCampaign(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Written down')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
}

test('notes are written in place, typed as one step, linked, found and kept over a restart', async ({ start }) => {
  let app = await start()
  let { page } = app
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await createCampaign(page)
  await expect(panel(page)).toBeHidden()
  const name = await page.getByRole('list', { name: "Players' characters" }).getByRole('listitem').first().getByRole('button').first().textContent()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new note')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('The ferry')
  await text(page).focus()
  for (const words of ['**Ten** coins', ` from [[${name}]]`]) {
    await page.keyboard.type(words)
    await expect(panel(page).getByText('Saved')).toBeVisible()
  }
  await page.getByRole('button', { name: /^Undo notes on/ }).click()
  await expect(text(page)).toHaveValue('')
  await page.getByRole('button', { name: /^Redo/ }).click()
  await expect(text(page)).toHaveValue(`**Ten** coins from [[${name}]]`)

  await panel(page).getByRole('radio', { name: 'Read' }).check()
  await expect(panel(page).locator('strong')).toHaveText('Ten')
  await panel(page).getByRole('button', { name: name ?? '' }).click()
  await expect(page.getByRole('combobox', { name: 'Who rolls' }).locator('option:checked')).toHaveText(name ?? '')

  await panel(page).getByRole('radio', { name: 'Write' }).check()
  await text(page).press('Control+End')
  await page.keyboard.type('. Last words')
  await app.close()
  app = await start()
  page = app.page
  await page.getByRole('button', { name: 'Open Written down' }).click()
  await expect(panel(page).getByRole('button', { name: /^The ferry/ })).toContainText('Last words')
  const take = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
  }
  await take('hide notes')
  await expect(panel(page)).toBeHidden()
  await take('last words')
  await expect(panel(page).getByRole('textbox', { name: 'Title' })).toHaveValue('The ferry')
  await panel(page).getByRole('button', { name: 'Delete note' }).click()
  await expect(panel(page).getByRole('button', { name: 'New note' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(panel(page).getByRole('button', { name: /^The ferry/ })).toBeVisible()
})
