import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\d+, ${name},`) })

async function openCampaign(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Name').fill('On the causeway')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('form', { name: 'Roll' })).toBeVisible()
}

/** Nothing that axe finds, by night and by day. Legacy mode, because Electron has no other page to work in. */
async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
}

async function add(page: Page, words: string, grouped = true): Promise<void> {
  await page.keyboard.press('a')
  await page.keyboard.type(words)
  const ticked = dialog(page).getByRole('checkbox', { name: 'Like ones as one group' })
  if (!grouped) await ticked.uncheck()
  await dialog(page).getByRole('combobox', { name: 'Who comes' }).press('Enter')
  await expect(dialog(page)).toBeHidden()
}

/** Presses the key of the next turn, and gives whose it is. */
async function next(page: Page): Promise<string> {
  const said = page.getByRole('button', { name: /has the turn/ })
  const before = (await said.count()) > 0 ? await said.first().getAttribute('aria-label') : ''
  await page.keyboard.press('n')
  await expect(said.first()).not.toHaveAttribute('aria-label', before ?? '')
  return (await said.first().innerText()).trim()
}

test('a fight is built by words, ordered by typed dice, fought by keys, and taken back as a whole', async ({ start }) => {
  const { page } = await start()
  await openCampaign(page)

  await add(page, '3 wolves, boss level 6', false)
  for (const name of ['Wolf 1', 'Wolf 2', 'Wolf 3', 'Boss']) await expect(row(page, name)).toBeVisible()

  await page.keyboard.press('a')
  await dialog(page).getByRole('button', { name: "All players' characters" }).click()
  await dialog(page).getByRole('button', { name: 'Add and roll initiative' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Initiative' })).toBeVisible()
  const dice = dialog(page).getByRole('list', { name: 'Places' }).getByRole('textbox')
  const hero = (await dialog(page).getByRole('list', { name: 'Places' }).locator('label').first().innerText()).trim()
  await expect(dice.first()).toBeFocused()
  await page.keyboard.type('21')
  await page.keyboard.press('Enter')
  await expect(dice.first()).toHaveAttribute('aria-invalid', 'true')
  await expect(dice.first()).toBeFocused()
  await dice.first().fill('20')
  for (let at = 1; at < (await dice.count()); at += 1) await dice.nth(at).fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  expect(await next(page)).toBe(hero)

  await row(page, 'Wolf 1').click()
  await row(page, 'Wolf 2').click({ modifiers: ['Control'] })
  await page.keyboard.press('d')
  await page.keyboard.type('2*3')
  await expect(dialog(page)).toContainText('health 9 to 3')
  await page.keyboard.press('Enter')
  for (const name of ['Wolf 1', 'Wolf 2']) await expect(row(page, name)).toHaveAccessibleName(/Health 3 of 9/)
  await expect(row(page, 'Wolf 3')).toHaveAccessibleName(/Health 9 of 9/)

  await row(page, 'Wolf 3').click()
  await page.keyboard.press('c')
  await page.keyboard.type('Blind')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('radio', { name: 'To the start of a turn' }).check()
  await expect(dialog(page).getByText(`until the start of ${hero}’s next turn`)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Place' }).click()
  await expect(row(page, 'Wolf 3')).toHaveAccessibleName(new RegExp(`Blinded.*until ${hero}`))
  const turns = await page.getByRole('button', { name: /^\d+, .*initiative/ }).count()
  for (let turn = 1; turn < turns; turn += 1) await next(page)
  await expect(row(page, 'Wolf 3')).toHaveAccessibleName(/Blinded/)
  expect(await next(page)).toBe(hero)
  await expect(row(page, 'Wolf 3')).not.toHaveAccessibleName(/Blinded/)

  const panel = page.getByRole('form', { name: 'Roll' })
  await panel.getByRole('radio', { name: /Attack/ }).check()
  await panel.getByRole('textbox', { name: 'Level', exact: true }).fill('1')
  await panel.getByRole('checkbox', { name: /Typed dice/ }).check()
  await panel.getByRole('textbox', { name: /^d20/ }).fill('10')
  await panel.getByRole('button', { name: /^Roll/ }).click()
  const target = page.getByRole('article', { name: 'Verdict' }).getByRole('button', { name: /^Deal \d+ damage to Wolf 3/ })
  await target.click()
  await expect(page.getByRole('article', { name: 'Verdict' }).getByRole('button', { name: /Wolf 3: done/ })).toBeVisible()
  await expect(row(page, 'Wolf 3')).not.toHaveAccessibleName(/Health 9 of 9/)
  await page.keyboard.press('Control+z')
  await expect(row(page, 'Wolf 3')).toHaveAccessibleName(/Health 9 of 9/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('End the fight')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'What happened' })).toContainText('2 rounds')
  await dialog(page).getByRole('button', { name: /^Undo/ }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Wolf 1')).toHaveAccessibleName(/Health 3 of 9/)
})

test('every dialog of the fight is clean by night and by day, and gives the focus back', async ({ start }) => {
  const { page } = await start()
  await openCampaign(page)
  await add(page, '2 wolves, boss level 6', false)
  await page.keyboard.press('n')
  await row(page, 'Boss').click()
  await page.keyboard.press('c')
  await page.keyboard.type('On fire')
  await dialog(page).getByRole('radio', { name: 'Several turns' }).check()
  await expectClean(page)
  await dialog(page).getByRole('combobox', { name: 'Which' }).press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Boss')).toBeFocused()

  for (const key of ['c', 'i', 'h'] as const) {
    await page.keyboard.press(key)
    await expect(dialog(page)).toBeVisible()
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(row(page, 'Boss')).toBeFocused()
  }
  await page.keyboard.press('a')
  await page.keyboard.type('boss level 3')
  await dialog(page).getByRole('button', { name: "All players' characters" }).click()
  await expectClean(page)
  await page.keyboard.press('Escape')
  for (const name of ['Fights of this campaign', 'How fights go', 'Wait for something', 'End the fight']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeHidden()
    await expect(dialog(page)).toBeVisible()
    await expectClean(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
})
