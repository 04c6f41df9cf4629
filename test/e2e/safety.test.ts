import { expect } from '@playwright/test'
import { test } from '../support/app.ts'

test('a roll that was shown is there after the app was killed', async ({ start }) => {
  let app = await start()
  await app.page.getByLabel('Name').fill('Kill me')
  await app.page.getByRole('radio', { name: 'Epochrypha' }).check()
  await app.page.getByRole('button', { name: 'Create campaign' }).click()
  await app.page.getByRole('form', { name: 'Roll' }).getByRole('textbox', { name: 'Score', exact: true }).fill('45')
  for (let count = 1; count <= 3; count += 1) {
    await app.page.getByRole('form', { name: 'Roll' }).getByRole('button', { name: /^Roll/ }).click()
    await expect(app.page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(count)
  }
  const headlines = await app.page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').allInnerTexts()
  await app.kill()

  app = await start()
  await app.page.getByRole('button', { name: 'Open Kill me' }).click()
  await expect(app.page.getByRole('listitem').filter({ has: app.page.locator('time') })).toHaveCount(3)
  expect(await app.page.getByRole('listitem').filter({ has: app.page.locator('time') }).allInnerTexts()).toEqual(headlines)
})

test('a page that crashes is started again with the campaign open, and says so', async ({ start }) => {
  const { page, electron } = await start()
  await page.getByLabel('Name').fill('Crash me')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('form', { name: 'Roll' }).getByRole('textbox', { name: 'Score', exact: true }).fill('45')
  await page.getByRole('form', { name: 'Roll' }).getByRole('button', { name: /^Roll/ }).click()
  await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(1)

  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  // The debugger lost the page with its process, so it is read from main. A script sent to a page that
  // is just being replaced is never answered.
  const text = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const read = contents?.executeJavaScript('document.body.innerText') as Promise<string> | undefined
      return Promise.race([read?.catch(() => ''), new Promise<string>((done) => setTimeout(() => done(''), 500))])
    })
  await expect.poll(text, { timeout: 15_000 }).toContain('started again')
  expect(await text()).toContain('Crash me')
})

test('the window comes back where and as large as it was', async ({ start }) => {
  const bounds = { x: 30, y: 40, width: 900, height: 700 }
  let app = await start()
  const boundsOf = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  await app.electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
  // The display answers when it likes.
  await expect.poll(boundsOf).toMatchObject({ width: 900, height: 700 })
  await app.close()
  app = await start()
  await expect.poll(boundsOf).toMatchObject({ width: 900, height: 700 })
})
