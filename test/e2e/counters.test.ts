import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

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

  // The four outcomes are counted, back and forth with undo.
  const cells = panel.getByRole('table', { name: 'Counted for each' }).getByRole('row', { name: /^Everybody/ }).getByRole('cell')
  await expect(cells).toHaveText(['2', '1', '0', '0'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(cells).toHaveText(['1', '1', '0', '0'])
  await page.keyboard.press('Control+Shift+z')
  await expect(cells).toHaveText(['2', '1', '0', '0'])

  // From a step to its roll in the log and back.
  await slider.press('Enter')
  const entry = page.getByRole('list', { name: 'Log entries' }).locator('[data-entry]:focus-within')
  await expect(entry.locator('details')).toHaveAttribute('open')
  await expect(entry.getByRole('button', { name: '+1 Toll to GM' })).toBeVisible()
  await slider.press('End')
  await entry.or(page.getByRole('list', { name: 'Log entries' })).getByRole('button', { name: '+1 Toll to GM' }).press('Enter')
  await expect(slider).toBeFocused()
  await expect(slider).toHaveAttribute('aria-valuetext', /GM: Toll \+1/)
  // So too from a point of the plot, and from the table.
  const plot = await panel.locator('#counter-lines ~ .plot svg').boundingBox()
  if (!plot) throw new Error('There is no plot')
  await page.mouse.click(plot.x + plot.width - 1, plot.y + plot.height / 2)
  await expect(entry).toContainText('+1 Luck')
  await panel.getByText('As a table').click()
  await panel.getByRole('table').getByRole('button', { name: /Toll \+1/ }).click()
  await expect(entry).toContainText('+1 Toll')
  await panel.getByText('As a table').click()

  // Whoever is away gets nothing of what is given to all.
  const chips = panel.getByRole('group', { name: 'Here tonight' }).getByRole('button')
  await expect(chips).toHaveCount(5)
  await chips.first().press('Enter')
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'false')
  await expect(chips.first()).toBeFocused()
  await panel.getByRole('region', { name: 'Luck' }).getByRole('button', { name: 'Several…' }).click()
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a good story')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(slider).toHaveAttribute('max', '7')
  // What stood in the field made way for what was typed; whoever is away has two from rolls.
  await expect(panel.getByRole('button', { name: /^Luck of .*: 2\. Change$/ })).toHaveCount(5)
  await page.keyboard.press('Control+z')
  await expect(slider).toHaveAttribute('max', '3')
  await page.keyboard.press('Control+z')
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true')

  // A chip of the bar takes an amount or a target, with a reason that was given before.
  await page.getByRole('banner').getByRole('button', { name: /^Toll of the GM/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Toll of the GM' })
  await page.keyboard.type('-4')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Toll is at least 0: that would make −3.')
  await page.keyboard.type('=6')
  await page.keyboard.press('Tab')
  await page.keyboard.type('the bell')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await panel.getByRole('button', { name: /^Toll of the GM: 6\./ }).click()
  await expect(dialog.getByRole('option', { name: 'the bell' })).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: /Reason/ })).toHaveValue('the bell')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /^Toll of the GM: 7\./ })).toBeVisible()

  // A change by hand leads to its own entry.
  await slider.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', /Toll \+1, the bell/)
  await slider.press('Enter')
  await expect(entry).toContainText('Toll +1 for GM')
  await slider.press('ArrowLeft')
  await slider.press('Enter')
  await expect(entry).toContainText('Toll +5 for GM')

  for (const look of [{ colorScheme: 'dark' }, { colorScheme: 'light' }, { colorScheme: 'dark', contrast: 'more' }] as const) {
    await page.emulateMedia(look)
    await expectClean(page)
  }
  await close()
})
