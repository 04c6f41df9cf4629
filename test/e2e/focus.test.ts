import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')
const expectKept = async (page: Page, after: string) => expect.poll(() => focused(page), { message: `the focus after ${after}` }).not.toBe('BODY')

test('the focus is never lost: after dialogs, deleting, undo, the end of a counter, and panels put away', async ({ start }) => {
  const { page } = await start()
  await page.getByLabel('Name').fill('In focus')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const players = page.getByRole('list', { name: "Players' characters" })
  await expect(players).toBeVisible()

  // Dialogs give it back where it came from.
  for (const opener of [page.getByRole('button', { name: /^Sheet of/ }).first(), page.getByRole('button', { name: 'Settings' }), page.getByRole('button', { name: 'Dice in words' }), page.getByRole('list', { name: 'Counters of the GM and the table' }).getByRole('button').first()]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }

  // A counter that is at its end keeps the button.
  const chosen = players.getByRole('listitem').first()
  const give = chosen.getByRole('button', { name: /^Give 1 Luck/ })
  const take = chosen.getByRole('button', { name: /^Take 1 Luck/ })
  await give.focus()
  await page.keyboard.press('Enter')
  await take.focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  await expect(take).toBeFocused()
  await expect(take).toHaveAttribute('aria-disabled', 'true')

  // Undo to the very first step keeps its button, and takes nothing else.
  const undo = page.getByRole('button', { name: /^(Undo|Nothing to undo)/ })
  await undo.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeFocused()

  // Deleted by its sheet: the neighbour takes it. Gone by Undo while it has it: so too.
  const second = (await players.locator('[data-character]').nth(1).textContent()) ?? ''
  await players.getByRole('button', { name: /^Sheet of/ }).first().click()
  await page.getByRole('button', { name: 'Delete character' }).click()
  await expect(players.locator('[data-character]', { hasText: second })).toBeFocused()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Zz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  const last = players.locator('[data-character]', { hasText: 'Zz' })
  // The list still scrolls to whoever is new.
  await expect(async () => {
    await last.focus()
    await expect(last).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Control+z')
  await expect(last).toBeHidden()
  await expect(page.locator('[data-character]:focus')).toHaveCount(1)

  // A panel that is put away, and a campaign that is closed.
  await page.getByRole('searchbox', { name: 'Search the log' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hide log')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Log' })).toBeHidden()
  await expectKept(page, 'putting a panel away')
  await page.getByRole('button', { name: 'Close campaign' }).click()
  await expect(page.getByRole('button', { name: 'Open In focus' })).toBeVisible()
  await expectKept(page, 'closing the campaign')
})
