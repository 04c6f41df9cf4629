import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

/** What the system asks for, and the theme that was chosen in Settings. */
const looks = [
  { colorScheme: 'dark', contrast: 'no-preference', theme: 'system' },
  { colorScheme: 'light', contrast: 'no-preference', theme: 'system' },
  { colorScheme: 'dark', contrast: 'more', theme: 'system' },
  { colorScheme: 'light', contrast: 'no-preference', theme: 'contrast' },
] as const

/** Nothing that axe finds, in each look. Legacy mode, because Electron has no other page to work in. */
async function expectClean(page: Page, what: string): Promise<void> {
  for (const { theme, ...media } of looks) {
    await page.emulateMedia(media)
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${what}, ${Object.values(media).join(' ')} ${theme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
}

test('every screen is clean in every look', async ({ start }) => {
  test.setTimeout(300_000)
  const { page } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectClean(page, 'the first start')
  const systems = page.getByRole('dialog', { name: 'Game systems' })
  await page.getByRole('button', { name: 'Game systems' }).click()
  await expect(systems.getByRole('region')).toBeVisible()
  await expectClean(page, 'the game systems')
  await systems.getByRole('button', { name: 'From an address…' }).click()
  await expectClean(page, 'an address to fetch from')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByLabel('Name').fill('The Glass Orchard')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const panel = page.getByRole('form', { name: 'Roll' })
  await panel.getByRole('textbox', { name: 'Difficulty', exact: true }).fill('4')
  await panel.getByRole('button', { name: /^Roll/ }).click()
  await expect(page.getByRole('article', { name: 'Verdict' })).toBeVisible()
  await expectClean(page, 'a campaign')

  for (const [name, open] of [
    ['a sheet', () => page.getByRole('button', { name: /^Sheet of/ }).first().click()],
    ['a new character', () => page.getByRole('button', { name: 'Add', exact: true }).click()],
    ['the settings', () => page.getByRole('button', { name: 'Settings' }).click()],
    ['the palette', () => page.keyboard.press('Control+k')],
    ['the keys', () => page.keyboard.press('?')],
    ['dice in words', () => page.keyboard.press('q')],
    ['a counter of the GM', () => page.getByRole('list', { name: 'Counters of the GM and the table' }).getByRole('button').first().click()],
  ] as const) {
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectClean(page, name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new note')
  await page.keyboard.press('Enter')
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('textbox', { name: 'Text' }).fill('# Tonight\n\nThe **ferry**.')
  await expectClean(page, 'a note being written')
  await notes.getByRole('radio', { name: 'Read' }).check()
  await expect(notes.getByRole('heading', { name: 'Tonight' })).toBeVisible()
  await expectClean(page, 'a note being read')
  await notes.getByRole('button', { name: 'All notes' }).click()
  await expectClean(page, 'the notes')
})

test('a character is made, rolled for and taken back by keyboard alone, each said aloud', async ({ start }) => {
  const { page } = await start()
  await page.getByLabel('Name').fill('By ear')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Epochrypha' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('By ear')

  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New character' }).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Hob')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - region "Roster":
      - heading "Roster" [level=2]
      - list "Players' characters":
        - listitem:
          - button "Hob" [pressed]
  `)

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('r')
  await expect(page.getByRole('status').filter({ hasText: /Hob/ })).toContainText(/Success|Failure|Triumph|Despair/)
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('list', { name: 'Log entries' }).getByText('undone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo adding Hob' })).toBeVisible()
})
