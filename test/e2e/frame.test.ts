import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Panels' })
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' })
const divider = (page: Page) => page.getByRole('separator', { name: 'Width of Roster and Roll' })

async function createCampaign(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

test('theme, text size, a changed key and the arrangement of the panels survive a restart', async ({ start }) => {
  let app = await start()
  let { page } = app
  await createCampaign(page, 'The Ninth Ferry')
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))

  await divider(page).focus()
  await page.keyboard.press('End')
  const width = await divider(page).getAttribute('aria-valuenow')
  expect(Number(width)).toBeGreaterThan(30)
  await rail(page).getByRole('button', { name: 'Show Log' }).click()
  await expect(page.getByRole('region', { name: 'Log' })).toBeHidden()

  await page.keyboard.press('Control+,')
  await settings(page).getByRole('radio', { name: 'High contrast' }).check()
  await settings(page).getByRole('radio', { name: '110 %' }).check()
  await settings(page).getByRole('tab', { name: 'Keys' }).click()
  await settings(page).getByRole('button', { name: /^Key of Dice in words/ }).click()
  await page.keyboard.press('Shift+D')
  await expect(settings(page).getByRole('button', { name: 'Key of Dice in words: Shift D. Change' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeHidden()

  await app.close()
  app = await start()
  page = app.page
  const root = page.locator(':root')
  await expect(root).toHaveAttribute('data-theme', 'contrast')
  await expect(root).toHaveCSS('font-size', '17.6px')
  await expect(page.locator('body')).toHaveCSS('background-color', /rgb\((0, 0, 0|255, 255, 255)\)/)

  await page.getByRole('button', { name: 'Open The Ninth Ferry' }).click()
  await expect(page.getByRole('form', { name: 'Roll' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Log' })).toBeHidden()
  await expect(rail(page).getByRole('button', { name: 'Show Log' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('q')
  await page.keyboard.press('Shift+D')
  await expect(page.getByRole('dialog', { name: 'Dice in words' })).toBeVisible()
})

test('the palette opens over whatever is written and chooses a character by the keyboard', async ({ start }) => {
  const { page } = await start()
  await createCampaign(page, 'By hand')
  const second = page.getByRole('list', { name: "Players' characters" }).getByRole('listitem').nth(1).getByRole('button').first()
  const name = (await second.textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Score', exact: true }).focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('textbox', { name: 'Score', exact: true })).toBeFocused()
})

test('three panels stand side by side at 1280 by 720, each wide enough, and a line is dragged', async ({ start }) => {
  const { page, electron } = await start()
  await createCampaign(page, 'Side by side')
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await expect(page.getByRole('separator')).toHaveCount(2)
  const main = page.getByRole('main')
  expect(await main.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight])).toEqual([0, 0])
  for (const panel of [page.getByRole('region', { name: 'Roster' }), page.getByRole('form', { name: 'Roll' }), page.getByRole('region', { name: 'Log' })])
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)

  const before = await divider(page).boundingBox()
  if (!before) throw new Error('The line has no place.')
  await page.mouse.move(before.x, before.y + 100)
  await page.mouse.down()
  await page.mouse.move(before.x + 30, before.y + 100, { steps: 3 })
  await page.mouse.up()
  const after = await divider(page).boundingBox()
  expect(Math.round((after?.x ?? 0) - before.x)).toBeGreaterThan(20)
})

test('with text of 200 % at 1280 by 720 every Save and Close is in reach', async ({ start }) => {
  const { page, electron } = await start()
  await createCampaign(page, 'Large')
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await page.keyboard.press('Control+,')
  await settings(page).getByRole('radio', { name: '200 %' }).check()
  await expect(settings(page).getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 })
  await settings(page).getByRole('tab', { name: 'This campaign' }).click()
  await expect(settings(page).getByRole('button', { name: 'Save settings' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Sheet of/ }).first().click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save sheet' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('q')
  await expect(page.getByRole('dialog', { name: 'Dice in words' }).getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys that apply now' }).getByRole('button', { name: 'Close' }).last()).toBeInViewport({ ratio: 1 })
})
