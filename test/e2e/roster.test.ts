import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { test } from '../support/app.ts'

const roster = (page: Page) => page.getByRole('region', { name: 'Roster' })
const names = (page: Page) => roster(page).locator('[data-character]')

async function createCampaign(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('The long list')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(roster(page).getByRole('list', { name: 'Templates' })).toBeVisible()
}

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

test('the roster is searched, tagged and thinned out, and every step can be taken back', async ({ start }) => {
  const { electron, page } = await start()
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await createCampaign(page)
  const search = roster(page).getByRole('textbox', { name: 'Search the roster' })
  for (const name of ['Bog lantern', 'Candle moths', 'Chalk hound']) {
    await search.fill(name.slice(0, -2))
    await expect(names(page)).toHaveText([name])
    await names(page).click({ modifiers: ['Control'] })
  }
  await search.press('Escape')
  await expect(roster(page).getByText('3 selected')).toBeVisible()
  await roster(page).getByRole('button', { name: 'Tag…' }).click()
  await page.keyboard.type('of the marsh,')
  await page.getByRole('button', { name: 'Save tags' }).click()
  await roster(page).getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'of the marsh' }).click()
  await expect(names(page)).toHaveCount(3)
  await expectClean(page)
  await roster(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(roster(page).getByText('Nobody fits.')).toBeVisible()
  await page.getByRole('button', { name: /^Undo deleting 3/ }).click()
  await expect(names(page)).toHaveCount(3)
})

test('an NPC is made up by a key and fights, and an encounter comes with one more', async ({ start }) => {
  const { electron, page } = await start()
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await createCampaign(page)
  await page.keyboard.press('Shift+A')
  await page.keyboard.type('Clerk')
  await page.keyboard.press('Enter')
  await expect(roster(page).getByRole('list', { name: 'NPCs' }).getByText('Clerk')).toBeVisible()

  await page.keyboard.press('Shift+A')
  await page.keyboard.type('Rat king')
  const dialog = page.getByRole('dialog', { name: 'Quick NPC' })
  await dialog.getByRole('textbox', { name: 'Level' }).fill('5')
  await dialog.getByRole('button', { name: 'Vary' }).click()
  await expect(dialog.getByText(/^Rolled 2d6: \d, \d$/)).toBeVisible()
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Into the fight' }).click()
  await expect(page.getByRole('list', { name: 'Order of the fight' }).getByText('Rat king')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('encounters')
  await page.keyboard.press('Enter')
  await roster(page).getByRole('button', { name: 'New encounter' }).click()
  await page.keyboard.type('Marsh')
  await page.getByRole('textbox', { name: 'Add from the roster' }).fill('bog')
  await page.getByRole('list', { name: 'Found in the roster' }).getByRole('button', { name: /^Bog lantern/ }).click()
  await page.getByRole('button', { name: 'One Bog lantern more' }).click()
  await expectClean(page)
  await page.getByRole('button', { name: 'Save encounter' }).click()
  await roster(page).getByRole('button', { name: /^Marsh/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Order of the fight' }).getByText(/Bog lantern/).first()).toBeVisible()
  await expectClean(page)
})

test('ten thousand are scrolled through with few of them drawn', async ({ start }) => {
  test.setTimeout(180_000)
  const { page } = await start()
  await createCampaign(page)
  await page.evaluate(async () => {
    const { tollkeeper } = window as unknown as { readonly tollkeeper: Bridge }
    const view = await tollkeeper.request('campaign.current', {})
    let ids = view.ok ? (view.value?.characters ?? []).filter(({ kind }) => kind === 'npc').map(({ id }) => id) : []
    while (ids.length < 10_000) {
      const more = await tollkeeper.request('roster.duplicate', { characters: ids.slice(0, 10_000 - ids.length) })
      if (!more.ok) throw new Error(more.error.message)
      ids = [...ids, ...more.value]
    }
  })
  await names(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator('[data-character]:focus')).toBeInViewport()
  await expect(page.locator('[data-character]:focus')).toContainText(/Town watch sergeant \d+/)
  for (let row = 0; row < 15; row += 1) await page.keyboard.press('ArrowUp')
  await expect(page.locator('[data-character]:focus')).toBeInViewport()
  expect(await names(page).count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect(names(page).first()).toBeFocused()
  await roster(page).getByRole('textbox', { name: 'Search the roster' }).fill('lantern 77')
  await expect(roster(page).getByText(/^\d+ of 1\d,?\d\d\d$/)).toBeVisible()
})
