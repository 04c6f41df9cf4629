import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const panel = (page: Page) => page.getByRole('form', { name: 'Roll' })
const verdict = (page: Page) => page.getByRole('article', { name: 'Verdict' })
const newest = (page: Page) => page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').first()

async function rollTotal(page: Page, total: string): Promise<void> {
  await panel(page).getByRole('textbox', { name: 'Final total', exact: true }).fill(total)
  await panel(page).getByRole('button', { name: /^Roll/ }).click()
}

test('a player’s total is typed, refused where it can’t be, and marked for good', async ({ start }) => {
  let app = await start()
  let { page } = app
  await page.getByLabel('Name').fill('By total')
  await page.getByRole('radio', { name: 'SFRPG' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()

  await panel(page).getByRole('radio', { name: 'Dice' }).check()
  await panel(page).getByRole('textbox', { name: 'How many' }).fill('3')
  await panel(page).getByRole('combobox', { name: 'Kind' }).selectOption('d10')
  await panel(page).getByRole('checkbox', { name: 'Typed dice' }).check()
  await panel(page).getByRole('checkbox', { name: 'Total only' }).check()
  await rollTotal(page, '99')
  await expect(panel(page).getByText('No dice come to 99 here: the total is 0 to 27.')).toBeVisible()
  await rollTotal(page, '11')
  await expect(verdict(page)).toContainText('11 in all')
  await expect(verdict(page).getByText('total typed')).toBeVisible()
  await expect(verdict(page).getByRole('list', { name: 'Dice' }).getByRole('listitem')).toHaveText([/11/])
  await expect(newest(page)).toContainText('3 × d10, total 11 · total typed')

  await panel(page).getByRole('radio', { name: 'Skill check', exact: true }).check()
  await panel(page).getByRole('textbox', { name: 'Skill', exact: true }).fill('50')
  await panel(page).getByRole('textbox', { name: 'DC', exact: true }).fill('100')
  await rollTotal(page, '113')
  await expect(newest(page)).toContainText(/63 · total typed/)

  await app.close()
  app = await start()
  page = app.page
  await page.getByRole('button', { name: 'Open By total' }).click()
  await expect(newest(page)).toContainText(/63 · total typed/)
  await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').nth(1)).toContainText('3 × d10, total 11 · total typed')
})
