import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'
import { fightOn, newCampaign } from '../support/fight-page.ts'

const roller = (page: Page) => page.getByRole('region', { name: 'NPC roller' })
const log = (page: Page) => page.getByRole('list', { name: 'Log entries' })

/** Nothing that axe finds, in each look. Legacy mode, because Electron has no other page to work in. */
async function expectClean(page: Page, what: string): Promise<void> {
  for (const scheme of [{ colorScheme: 'dark' }, { colorScheme: 'light' }, { colorScheme: 'dark', contrast: 'more' }] as const) {
    await page.emulateMedia(scheme)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
  }
}

/** Everybody of the fight into the roller, by keys alone. */
async function takeAll(page: Page): Promise<void> {
  const fight = fightOn(page)
  await fight.press('Control+k')
  await page.keyboard.type('Select all')
  await page.keyboard.press('Enter')
  await fight.press('b')
  await expect(roller(page)).toBeVisible()
}

for (const { system, foe, check, total } of [
  { system: 'Epochrypha', foe: 'alley cutthroat', check: 'Check', total: '40' },
  { system: 'SFRPG', foe: 'boarding marine', check: 'Skill check', total: '100' },
] as const) {
  test(`${system}: twelve roll as one step, one of them again, and two undos take it all back`, async ({ start }) => {
    const { page, electron } = await start()
    await newCampaign(page, { name: 'The ford', system, sample: true })
    await fightOn(page).add(`12 ${foe}`)
    await takeAll(page)
    const panel = roller(page)
    await panel.getByRole('radio', { name: check, exact: true }).check()
    const chances = panel.getByRole('list', { name: 'Who rolls' }).getByText(/\d+(\.\d+)?\s*%/)
    await expect(chances.first()).toBeVisible()
    await expect(panel.getByText(/^About \d+(\.\d)? of 12 succeed$/)).toBeVisible()
    await expectClean(page, 'who rolls')

    await panel.getByRole('checkbox', { name: 'Typed dice' }).check()
    const dice = panel.getByRole('textbox', { name: /^d(%|100|10).* of .* 1$/ }).first()
    await dice.fill('nonsense')
    await panel.getByRole('button', { name: /^Roll for all 12/ }).click()
    await expect(panel.getByRole('alert')).toContainText(/ 1: /)
    await panel.getByRole('checkbox', { name: 'Totals only' }).check()
    await panel.getByRole('textbox', { name: /^Total of .* 1$/ }).first().fill(total)
    await expectClean(page, 'typed totals')
    await panel.getByRole('button', { name: /^Roll for all 12/ }).click()
    await expect(panel.getByRole('heading', { name: /^\d+ of 12 succeeds?/ })).toBeFocused()
    const rows = panel.getByRole('list', { name: `${check}, each of them` })
    await expect(rows.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '12')
    await expect(rows.getByRole('listitem').first()).toContainText('total typed')
    await expectClean(page, 'what came of it')

    await panel.getByRole('button', { name: 'Copy' }).click()
    await expect(panel.getByText('Copied')).toBeAttached()
    expect((await electron.evaluate(({ clipboard }) => clipboard.readText())).split('\n')).toHaveLength(13)

    await rows.locator('summary').first().click()
    await rows.getByRole('button', { name: /^Reroll/ }).click()
    await expect(rows.getByRole('listitem').first()).toContainText('rolled again')
    await rows.getByRole('button', { name: 'Show in the log' }).click()
    await expect(log(page).getByText(`${check} by 12`)).toBeVisible()

    await page.keyboard.press('Control+z')
    await expect(rows.getByRole('listitem').first()).not.toContainText('rolled again')
    await page.keyboard.press('Control+z')
    await expect(panel.getByText(`${check} · undone`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Redo .* by 12$/ })).toBeVisible()
  })
}

test('Cypher System: NPCs show what they set, and a press makes the roll ready for a player', async ({ start }) => {
  const { page } = await start()
  await newCampaign(page, { name: 'The bog', system: 'Cypher System', sample: true })
  await fightOn(page).add('2 bog lantern')
  await takeAll(page)
  const against = roller(page).getByRole('group', { name: 'Against Bog lantern 1' })
  await expect(against.getByRole('button', { name: /Attack it/ })).toContainText('9')
  await expectClean(page, 'targets')
  await against.getByRole('button', { name: /leading astray/ }).click()
  const form = page.getByRole('form', { name: 'Roll', exact: true })
  await expect(form.getByRole('radio', { name: 'Task' })).toBeChecked()
  await expect(form.getByRole('textbox', { name: 'Difficulty', exact: true })).toHaveValue('6')
  await against.getByRole('button', { name: /Attack it/ }).click()
  await expect(form.getByRole('radio', { name: 'Attack' })).toBeChecked()
  await expect(form.getByRole('textbox', { name: 'Level', exact: true })).toHaveValue('3')

  // One of them fights beside the players: a player rolls for it.
  await roller(page).getByRole('group', { name: 'For Bog lantern 2' }).getByRole('button', { name: 'Ally attacks' }).click()
  await expect(form.getByRole('radio', { name: 'Ally attacks' })).toBeChecked()
  await form.getByRole('textbox', { name: 'Foe’s level' }).fill('2')
  await expectClean(page, 'an ally')
  await form.getByRole('button', { name: /^Roll/ }).click()
  await expect(log(page).getByRole('listitem').first()).toContainText(/Bog lantern 2.*(Hit for|Missed by)/)
})
