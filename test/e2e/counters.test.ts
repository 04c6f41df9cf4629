import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from '../support/app.ts'

test('the counters panel follows every roll, awards, tells each step, and is clean in every look', async ({ start }) => {
  const { page, close } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Name').fill('Weighing')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('button', { name: 'Show Counters' }).click()
  const panel = page.getByRole('region', { name: 'Counters' })
  const form = page.getByRole('form', { name: 'Roll' })
  const roll = async (face: string): Promise<void> => {
    await form.getByRole('textbox', { name: 'd100' }).fill(face)
    await form.getByRole('button', { name: /^Roll/ }).click()
    await expect(form.getByRole('textbox', { name: 'd100' })).toHaveValue('')
  }
  await form.getByRole('checkbox', { name: /Typed dice/ }).check()
  const score = Number(await form.getByRole('textbox', { name: 'Score' }).inputValue())
  // One by an even difference pays Toll, one by an odd one Luck.
  await roll(String(score - 2))
  await roll(String(score - 3))
  await roll(String(score - 5))
  await expect(panel.getByRole('button', { name: /^Toll of the GM: 1\./ })).toBeVisible()
  const slider = panel.getByRole('slider', { name: 'Step' })
  await expect(slider).toHaveAttribute('aria-valuetext', /Luck \+1/)
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /GM: Toll \+1/)
  await expect(panel.getByText(/Luck: .* expected, 2 came/)).toBeVisible()
  await expect(panel.getByText(/d100, typed/).locator('..')).toContainText('3 times')

  await panel.getByRole('region', { name: 'Luck' }).getByRole('button', { name: 'Several…' }).click()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a good story')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(slider).toHaveAttribute('max', '8')
  await page.keyboard.press('Control+z')
  await expect(slider).toHaveAttribute('max', '3')

  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
  await close()
})
