import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

interface Job {
  readonly system: string
  readonly campaign: string
  readonly character: string
  /** Fills the open sheet beyond the name. */
  fillSheet(page: Page): Promise<void>
  readonly check: string
  fillCheck(page: Page): Promise<void>
  /** What a GM types from the table, and what it comes to. */
  readonly typed: string
  readonly headline: RegExp
  readonly chance: RegExp
}

const dialog = (page: Page) => page.getByRole('dialog')
const rollPanel = (page: Page) => page.getByRole('form', { name: 'Roll' })
const verdict = (page: Page) => page.getByRole('article', { name: 'Verdict' })
const field = (page: Page, name: string) => rollPanel(page).getByRole('textbox', { name, exact: true })

const jobs: readonly Job[] = [
  {
    system: 'Epochrypha',
    campaign: 'The Ninth Ferry',
    character: 'Ysolde Marr',
    async fillSheet(page) {
      await dialog(page).getByRole('textbox', { name: 'Name, row 1 of Scores' }).fill('Long spear')
      await dialog(page).getByRole('textbox', { name: 'Score, row 1 of Scores' }).fill('62')
    },
    check: 'Check',
    async fillCheck(page) {
      await expect(field(page, 'Score')).toHaveValue('62')
    },
    typed: '33',
    headline: /Triumph/,
    chance: /62\s*%/,
  },
  {
    system: 'SFRPG (Starflight)',
    campaign: 'Out of Arth',
    character: 'Ensign Vale',
    fillSheet: async () => undefined,
    check: 'Skill check',
    async fillCheck(page) {
      await field(page, 'Skill').fill('50')
      await field(page, 'DC').fill('100')
    },
    typed: '00',
    headline: /./,
    chance: /49\s*%/,
  },
  {
    system: 'Cypher System',
    campaign: 'The Glass Orchard',
    character: 'Brother Anselm',
    fillSheet: async () => undefined,
    check: 'Task',
    async fillCheck(page) {
      await field(page, 'Difficulty').fill('4')
    },
    typed: '12',
    headline: /./,
    chance: /45\s*%/,
  },
]

for (const job of jobs) {
  test(`a GM makes a campaign of ${job.system}, rolls with odds in sight, undoes and finds all again after a restart`, async ({ start }) => {
    let app = await start()
    let { page } = app

    await page.getByLabel('Name').fill(job.campaign)
    await page.getByRole('radio', { name: job.system }).check()
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(job.campaign)

    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog(page).getByLabel('Name').first().fill(job.character)
    await job.fillSheet(page)
    await dialog(page).getByRole('button', { name: 'Add character' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: job.character, exact: true })).toHaveAttribute('aria-pressed', 'true')

    await rollPanel(page).getByRole('radio', { name: job.check, exact: true }).check()
    await job.fillCheck(page)
    await expect(page.getByRole('region', { name: 'Odds' })).toContainText(job.chance)

    // Drawn by the app.
    await rollPanel(page).getByRole('button', { name: /^Roll/ }).click()
    await expect(verdict(page)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(1)

    // Read off the table.
    await page.getByRole('checkbox', { name: /Typed dice/ }).check()
    const die = rollPanel(page).getByRole('textbox', { name: /^d(%|\d+)/ })
    await die.fill('nonsense')
    await rollPanel(page).getByRole('button', { name: /^Roll/ }).click()
    await expect(die).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(1)
    await die.fill(job.typed)
    await rollPanel(page).getByRole('button', { name: /^Roll/ }).click()
    await expect(page.getByRole('list', { name: 'Log entries' }).getByRole('listitem')).toHaveCount(2)
    await expect(verdict(page).getByRole('heading')).toHaveText(job.headline)
    await expect(verdict(page)).toContainText('typed')

    // Taken back and done again.
    await page.getByRole('button', { name: new RegExp(`^Undo .*${job.character}`) }).click()
    await expect(page.getByRole('list', { name: 'Log entries' }).getByText('undone')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Redo/ }).click()
    await expect(page.getByRole('list', { name: 'Log entries' }).getByText('undone')).toHaveCount(0)

    await app.close()
    app = await start()
    page = app.page
    await page.getByRole('button', { name: `Open ${job.campaign}` }).click()
    await expect(page.getByRole('button', { name: job.character, exact: true })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toHaveCount(2)
    await page.getByRole('button', { name: new RegExp(`^Undo .*${job.character}`) }).click()
    await expect(page.getByText('undone').first()).toBeVisible()
  })
}
