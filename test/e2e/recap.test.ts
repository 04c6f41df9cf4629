import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
}

test('an evening is looked at beside the whole campaign, and its recap read, copied and saved with its picture', async ({ start, data }) => {
  const { page, electron, close } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Name').fill('Weighing')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('button', { name: 'Show Counters' }).click()
  const panel = page.getByRole('region', { name: 'Counters' })
  const form = page.getByRole('form', { name: 'Roll' })
  await form.getByRole('checkbox', { name: /Typed dice/ }).check()
  const score = Number(await form.getByRole('textbox', { name: 'Score' }).inputValue())
  // One by an even difference pays Toll, one by an odd one Luck.
  for (const face of [score - 2, score - 3, score + 2]) {
    await form.getByRole('textbox', { name: 'd100' }).fill(String(face))
    await form.getByRole('button', { name: /^Roll/ }).click()
    await expect(form.getByRole('textbox', { name: 'd100' })).toHaveValue('')
  }
  await expect(panel.getByRole('slider', { name: 'Step' })).toHaveAttribute('max', '3')

  await panel.getByRole('combobox', { name: 'Of which session' }).selectOption('Whole campaign')
  await expect(panel.getByRole('row', { name: /^Session 1/ })).toContainText('0 → 2')
  await expect(panel.getByRole('slider', { name: 'Moment' })).toHaveAttribute('aria-valuetext', /^Session 1: /)
  await expectClean(page)
  await panel.getByRole('button', { name: 'Session 1' }).click()
  await expect(panel.getByRole('slider', { name: 'Step' })).toBeVisible()

  await page.getByRole('button', { name: 'Session: Session 1' }).click()
  await page.getByRole('menuitem', { name: 'Recap' }).click()
  const recap = page.getByRole('dialog', { name: 'Recap of Session 1' })
  await expect(recap.getByRole('heading', { name: 'Rolls' })).toBeVisible()
  await expect(recap.getByText('3 rolls, 2 of 3 that could pass did.')).toBeVisible()
  await expect(recap.getByRole('img', { name: 'Counters' })).toBeVisible()
  await expectClean(page)
  await recap.getByRole('button', { name: 'Copy' }).click()
  await expect(recap.getByRole('status')).toHaveText('Copied as Markdown')
  const copied = await electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain('# Weighing: Session 1')

  const path = join(data, 'our night.md')
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as unknown as typeof dialog.showSaveDialog
  }, path)
  await recap.getByRole('button', { name: 'Save…' }).click()
  await expect(recap.getByRole('status')).toHaveText(`Saved as ${path}`)
  expect(readFileSync(path, 'utf8')).toContain('![Counters](our%20night%20counters.svg)')
  expect(readFileSync(join(data, 'our night counters.svg'), 'utf8')).toContain('<title>Counters</title>')
  await recap.getByRole('checkbox', { name: /With pictures/ }).uncheck()
  await expect(recap.getByRole('img', { name: 'Counters' })).toBeHidden()
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath })) as unknown as typeof dialog.showSaveDialog
  }, join(data, 'plain.md'))
  await recap.getByRole('button', { name: 'Save…' }).click()
  await expect(recap.getByRole('status')).toHaveText(`Saved as ${join(data, 'plain.md')}`)
  expect(readFileSync(join(data, 'plain.md'), 'utf8').replace(/\s+/g, ' ').trim()).toBe(copied.replace(/\s+/g, ' ').trim())
  expect(existsSync(join(data, 'plain counters.svg'))).toBe(false)
  await close()
})

test('the dice of every campaign are counted together, and one that can not be read is named', async ({ start, data }) => {
  const { page, close } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const name of ['First', 'Second']) {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('radio', { name: 'Epochrypha' }).check()
    await page.getByRole('button', { name: 'Create campaign' }).click()
    const form = page.getByRole('form', { name: 'Roll' })
    // Filled from the sheet a moment after the form is there: what is written before that is written beside it.
    await expect(form.getByRole('textbox', { name: 'Score' })).not.toHaveValue('')
    await form.getByRole('textbox', { name: 'Score' }).fill('50')
    await form.getByRole('button', { name: /^Roll/ }).click()
    await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(1)
    if (name === 'First') await page.getByRole('button', { name: 'Close campaign' }).click()
  }
  writeFileSync(join(data, 'campaigns/Broken.campaign'), 'no campaign')
  await page.getByRole('button', { name: 'Show Counters' }).click()
  const dice = page.getByRole('region', { name: 'Counters' }).getByRole('region', { name: 'Dice' })
  await expect(dice.getByText(/d100, drawn/).locator('..')).toContainText('1 time')
  await dice.getByRole('checkbox', { name: 'All campaigns' }).check()
  await expect(dice.getByRole('status')).toHaveText('2 campaigns counted')
  await expect(dice.getByText(/d100, drawn/).locator('..')).toContainText('2 times')
  await dice.getByText('1 left out').click()
  await expect(dice.getByText(/Broken: .*not a Tollkeeper campaign/)).toBeVisible()
  await expectClean(page)
  await close()
})
