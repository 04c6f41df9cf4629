import { expect } from '@playwright/test'
import { test } from '../support/app.ts'

test('a roll that was shown is there after the app was killed', async ({ start }) => {
  let app = await start()
  await app.page.getByLabel('Name').fill('Kill me')
  await app.page.getByRole('radio', { name: 'Epochrypha' }).check()
  await app.page.getByRole('button', { name: 'Create campaign' }).click()
  await app.page.getByRole('form', { name: 'Roll' }).getByLabel(/Score/).first().fill('45')
  for (let count = 1; count <= 3; count += 1) {
    await app.page.getByRole('form', { name: 'Roll' }).getByRole('button', { name: /^Roll/ }).click()
    await expect(app.page.getByRole('list', { name: 'Rolls today' }).getByRole('listitem')).toHaveCount(count)
  }
  const headlines = await app.page.getByRole('list', { name: 'Rolls today' }).getByRole('listitem').allInnerTexts()
  await app.kill()

  app = await start()
  await app.page.getByRole('button', { name: 'Open Kill me' }).click()
  await expect(app.page.getByRole('listitem').filter({ has: app.page.locator('time') })).toHaveCount(3)
  expect(await app.page.getByRole('listitem').filter({ has: app.page.locator('time') }).allInnerTexts()).toEqual(headlines)
})
