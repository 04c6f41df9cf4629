import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test, type RunningApp } from '../support/app.ts'

const log = (page: Page) => page.getByRole('region', { name: 'Log' })
const entries = (page: Page) => page.getByRole('list', { name: 'Log entries' }).locator('[data-entry]')
const panel = (page: Page) => page.getByRole('form', { name: 'Roll' })
const verdict = (page: Page) => page.getByRole('article', { name: 'Verdict' })

async function createCampaign(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('The log')
  await page.getByRole('radio', { name: 'Epochrypha' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'New character' })
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('Hob, =the "ferryman"')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Rolls a score with a die given as read. */
async function roll(page: Page, score: string, face: string): Promise<void> {
  const before = await entries(page).count()
  await panel(page).getByRole('textbox', { name: 'Score', exact: true }).fill(score)
  await panel(page).getByRole('checkbox', { name: /Typed dice/ }).setChecked(true)
  await panel(page).getByRole('textbox', { name: 'd100' }).fill(face)
  await panel(page).getByRole('button', { name: /^Roll/ }).click()
  await expect(entries(page)).toHaveCount(before + 1)
}

/** The system's save dialog is answered as if the GM had taken this name. */
const savingAs = ({ electron }: RunningApp, path: string | undefined) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === undefined, filePath: chosen ?? '' })
  }, path)

async function exportAs(page: Page, what: string): Promise<void> {
  await log(page).getByRole('button', { name: 'Export the log' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test('the log is filtered by outcome, dice, words and session, and by what was undone', async ({ start }) => {
  const { page } = await start()
  await createCampaign(page)
  await roll(page, '62', '33')
  await page.getByRole('button', { name: 'Start session' }).click()
  await expect(page.getByRole('button', { name: 'Session: Session 1' })).toBeVisible()
  await roll(page, '20', '88')
  await panel(page).getByRole('checkbox', { name: /Typed dice/ }).setChecked(false)
  await page.keyboard.press('Escape')
  await panel(page).getByRole('button', { name: /^Roll/ }).click()
  await expect(entries(page)).toHaveCount(3)

  await log(page).getByRole('button', { name: 'Filters' }).click()
  const choose = (name: string, option: string) => log(page).getByRole('combobox', { name, exact: true }).selectOption({ label: option })
  await choose('Dice', 'Typed')
  await expect(entries(page)).toHaveCount(2)
  await choose('Outcome', 'Success')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).first()).toContainText('33')
  await log(page).getByRole('button', { name: 'Show everything' }).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(log(page).getByRole('searchbox')).toBeFocused()

  await log(page).getByRole('searchbox').fill('88')
  await expect(entries(page)).toHaveCount(1)
  await log(page).getByRole('searchbox').fill('no such thing')
  await expect(log(page).getByText('Nothing in the log matches this.')).toBeVisible()
  await log(page).getByRole('searchbox').fill('')

  await page.getByRole('button', { name: 'Session: Session 1' }).click()
  await page.getByRole('menuitem', { name: 'Show its log' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Undo Check/ }).click()
  await expect(entries(page).getByText('undone')).toHaveCount(1)
  await choose('Undone', 'Without undone')
  await expect(entries(page)).toHaveCount(1)
})

test('a roll is corrected with the same faces, a secret one is marked, and both survive a restart', async ({ start }) => {
  let app = await start()
  let { page } = app
  await createCampaign(page)
  await roll(page, '20', '33')
  await expect(verdict(page).getByRole('heading')).toContainText(/Failure|Despair/)
  await entries(page).first().locator('summary').click()
  await entries(page).first().getByRole('button', { name: 'Correct…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Correct Check of/ })
  await expect(dialog).toContainText('The dice stay: d100')
  await dialog.getByRole('textbox', { name: 'Score', exact: true }).fill('62')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).first()).toContainText(/33.*correction/)
  await expect(entries(page).nth(1)).toContainText('corrected')
  await expect(verdict(page).getByRole('heading')).toContainText(/Success|Triumph/)

  await panel(page).getByRole('checkbox', { name: 'Secret' }).check()
  await roll(page, '62', '44')
  await expect(entries(page).first()).toContainText('secret')
  await app.close()
  app = await start()
  page = app.page
  await page.getByRole('button', { name: 'Open The log' }).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).first()).toContainText('secret')
  await expect(entries(page).nth(1)).toContainText('correction')
})

test('the log is saved through the system’s dialog, and the files hold what they should', async ({ start, data }) => {
  const app = await start()
  const { page } = app
  await createCampaign(page)
  await roll(page, '62', '33')
  await page.getByRole('button', { name: 'Start session' }).click()
  await roll(page, '20', '88')
  await page.getByRole('button', { name: /^Undo Check/ }).click()
  await expect(entries(page).getByText('undone')).toHaveCount(1)

  await savingAs(app, undefined)
  await exportAs(page, 'Everything as Markdown')
  await expect(page.getByText('Exported the log')).toBeHidden()

  const markdown = join(data, 'all.md')
  await savingAs(app, markdown)
  await exportAs(page, 'Everything as Markdown')
  await expect(page.getByText(markdown)).toBeVisible()
  const text = readFileSync(markdown, 'utf8')
  expect(text).toMatch(/^# The log\n/)
  expect(text).toMatch(/\n- \d\d:\d\d \*\*Hob, =the "ferryman"\*\* Check: .*\(d100 33, typed\)/)
  expect(text).toMatch(/\n- \d\d:\d\d ~~\*\*Hob.*\(d100 88, typed\).*~~/)

  const csv = join(data, 'session.csv')
  await savingAs(app, csv)
  await exportAs(page, 'Rolls of Session 1 as CSV')
  await expect(page.getByText(csv)).toBeVisible()
  const [header, row, ...rest] = readFileSync(csv, 'utf8').split('\r\n')
  expect(header).toBe('time,who,check,input,dice,typed,result,success,total,target,degree,flags,paid,chance,undone,replaced,secret')
  expect(row).toContain('"Hob, =the ""ferryman""",Check,')
  expect(row).toMatch(/,d100 88,true,.*,0\.2,true,false,false$/)
  expect(rest).toEqual([''])

  // A folder in place of the file can't be written: said, and nothing is lost.
  await savingAs(app, data)
  await exportAs(page, 'All rolls as CSV')
  await expect(page.getByRole('alert', { name: 'Problems' })).toContainText('Nothing was changed')
})

test('sessions are started, named, noted and ended, and listed with their notes', async ({ start }) => {
  let app = await start()
  let { page } = app
  await createCampaign(page)
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('button', { name: 'Session: Session 1' }).click()
  await page.getByRole('menuitem', { name: 'Name and notes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Session 1' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The causeway')
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('They **crossed**.')
  await dialog.getByRole('button', { name: 'Save session' }).click()
  await expect(page.getByRole('button', { name: 'Session: The causeway' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'End session' }).click()
  await expect(page.getByRole('button', { name: 'Start session' })).toBeFocused()
  await app.close()
  app = await start()
  page = app.page
  await page.getByRole('button', { name: 'Open The log' }).click()
  await page.getByRole('button', { name: 'All sessions' }).click()
  const list = page.getByRole('dialog', { name: 'Sessions' })
  await list.getByText('Notes', { exact: true }).click()
  await expect(list.locator('strong', { hasText: 'crossed' })).toBeVisible()
})
