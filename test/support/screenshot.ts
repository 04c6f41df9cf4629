/** Takes the picture of the README: `npm run screenshot [-- FILE]`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startApp } from './app.ts'

const file = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? join(import.meta.dirname, '../../docs/screenshot.png'))
const data = mkdtempSync(join(tmpdir(), 'tollkeeper-picture-'))
const { page, electron, close } = await startApp(data)
try {
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByLabel('Name').fill('The Ninth Ferry')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()

  const panel = page.getByRole('form', { name: 'Roll' })
  const players = page.getByRole('list', { name: "Players' characters" }).getByRole('listitem')
  await panel.getByRole('checkbox', { name: /Typed dice/ }).check()
  const rolled = ['60', '63', '95', '88', '07', '33']
  for (const [index, face] of rolled.entries()) {
    await players.nth(index % (await players.count())).getByRole('button').first().click()
    await panel.getByRole('textbox', { name: 'd100' }).fill(face)
    await panel.getByRole('button', { name: /^Roll/ }).click()
    await page.getByRole('list', { name: 'Log entries' }).getByRole('listitem').nth(index).waitFor()
  }
  await panel.getByRole('checkbox', { name: /Typed dice/ }).uncheck()
  await page.getByRole('region', { name: 'Odds' }).getByText('success').first().waitFor()
  await page.screenshot({ path: file })
} finally {
  await close()
  rmSync(data, { recursive: true, force: true })
}
