/** A fight as a GM works on it in the running app. */
import { expect, type Locator, type Page } from '@playwright/test'

export type FightPage = ReturnType<typeof fightOn>

/** Makes a campaign and waits until one can play. */
export async function newCampaign(page: Page, { name, system, sample = false }: { readonly name: string; readonly system: string; readonly sample?: boolean }): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Name').fill(name)
  await page.getByRole('radio', { name: system }).check()
  await page.getByRole('checkbox', { name: /sample/i }).setChecked(sample)
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
}

export function fightOn(page: Page) {
  const panel = page.getByRole('region', { name: /^Fight/ })
  const order = panel.getByRole('list', { name: 'Order of the fight' })
  const dialog = page.getByRole('dialog')
  const row = (name: string): Locator => order.getByRole('button', { name: new RegExp(`^\\d+, ${name},`) })
  const press = async (key: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press(key)
  }
  const submit = async () => {
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  return {
    panel,
    order,
    dialog,
    row,
    /** Presses a key wherever nothing is written. */
    press,
    next: panel.getByRole('button', { name: /^Next turn/ }),
    /** The rows in order, as they are read out, and the parts of the order. */
    state: () => order.ariaSnapshot(),
    /** How many rows there are, drawn or not. */
    size: async (): Promise<number> => Number(await order.getByRole('listitem').first().getAttribute('aria-setsize')),
    names: (): Promise<readonly string[]> => order.locator('[data-stop^="p"]').allTextContents(),
    numbers: async (): Promise<readonly string[]> => (await order.getByRole('button', { name: /^Initiative of/ }).allTextContents()).map((text) => text.trim()),
    active: () => order.locator('[aria-current="true"] [data-stop^="p"]'),
    async add(words: string) {
      await press('a')
      await dialog.getByRole('combobox', { name: 'Who comes' }).fill(words)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(dialog).toBeHidden()
    },
    async initiative() {
      await press('i')
      await dialog.getByRole('button', { name: 'Roll', exact: true }).click()
      await expect(dialog).toBeHidden()
    },
    async number(name: string, number: string) {
      await order.getByRole('button', { name: new RegExp(`^Initiative of ${name}:`) }).click()
      await order.getByRole('textbox').fill(number)
      await page.keyboard.press('Enter')
      await expect(order.getByRole('button', { name: `Initiative of ${name}: ${number}. Change` })).toBeVisible()
    },
    async harm(amount: string) {
      await press('d')
      await dialog.getByRole('textbox', { name: 'How much' }).fill(amount)
      await submit()
    },
    async condition(label: string, lasting: string) {
      await press('c')
      await dialog.getByRole('combobox', { name: 'Which' }).fill(label)
      await dialog.getByRole('radio', { name: lasting }).check()
      await dialog.getByRole('button', { name: 'Place' }).click()
      await expect(dialog).toBeHidden()
    },
  }
}
