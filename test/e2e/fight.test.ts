import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'
import { fightOn, newCampaign } from '../support/fight-page.ts'

const systems = [
  { system: 'Epochrypha', foes: 'alley cutthroat', name: /^\d+, Alley cutthroat/ },
  { system: 'Cypher System', foes: 'bog lantern', name: /^\d+, Bog lantern/ },
  { system: 'SFRPG', foes: 'boarding marine', name: /^\d+, Boarding marine/ },
] as const

for (const { system, foes, name } of systems) {
  test(`${system}: a fight of twelve from the sample campaign runs, goes back, is undone, and opens again as it was`, async ({ start }) => {
    const first = await start()
    const { page } = first
    await newCampaign(page, { name: 'On the pier', system, sample: true })
    const fight = fightOn(page)
    await fight.press('a')
    await fight.dialog.getByRole('button', { name: "All players' characters" }).click()
    if (await fight.dialog.isVisible()) await fight.dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(fight.dialog).toBeHidden()
    const players = (await fight.names()).length
    await fight.add(['Ada', 'Bea', 'Cleo', 'Dora', 'Edda'].slice(0, 9 - players).join(', '))
    await fight.add(`3 ${foes}`)
    expect((await fight.names()).length).toBe(10)
    await fight.initiative()
    for (const number of await fight.numbers()) expect(number).toMatch(/^−?\d+$/)

    await fight.next.click()
    await expect(fight.active()).toHaveText((await fight.names())[0] ?? '')
    await fight.order.getByRole('button', { name }).first().click()
    await fight.harm('2')
    await expect(page.getByRole('button', { name: /^Undo damage 2 to/ })).toBeVisible()
    await fight.press('Escape')
    await fight.order.getByRole('button', { name }).first().click()
    await fight.condition('Dripping', 'This turn')
    await expect(fight.order.getByRole('button', { name: /Dripping/ }).first()).toBeVisible()
    const before = await fight.state()
    expect(before).toContain('Dripping')

    await fight.press('n')
    await expect(fight.active()).toHaveText((await fight.names())[1] ?? '')
    expect(await fight.state()).not.toContain('Dripping')
    await fight.press('Shift+N')
    await expect(fight.active()).toHaveText((await fight.names())[0] ?? '')
    expect(await fight.state()).toBe(before)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: /^Redo next turn/ })).toBeVisible()
    expect(await fight.state()).toBe(before)

    await first.close()
    const again = await start()
    await again.page.getByRole('button', { name: 'Open On the pier' }).click()
    await expect(fightOn(again.page).active()).toBeVisible()
    expect(unselected(await fightOn(again.page).state())).toBe(unselected(before))
    await again.page.keyboard.press('Control+z')
    await expect(fightOn(again.page).order).not.toContainText('Dripping')
  })
}

/** What is selected is no part of the fight. */
const unselected = (state: string): string => state.replaceAll(' [pressed]', '')

test('killed in round 4 with another fight open, it goes on in round 4 with damage and conditions', async ({ start }) => {
  const first = await start()
  await newCampaign(first.page, { name: 'The long night', system: 'Cypher System' })
  const fight = fightOn(first.page)
  await fight.add('wolf level 3, ogre level 4, witch level 5')
  for (const [index, name] of ['Wolf', 'Ogre', 'Witch'].entries()) await fight.number(name, String(30 - index))
  const round = (page: Page) => fightOn(page).panel.getByText(/^Round \d$/)
  for (let turn = 0; turn < 10; turn += 1) {
    await fight.next.click({ delay: 0 })
    await expect(fight.active()).toHaveText(['Wolf', 'Ogre', 'Witch'][turn % 3] ?? '')
    await first.page.waitForTimeout(310)
  }
  await expect(round(first.page)).toHaveText('Round 4')
  await fight.row('Ogre').click()
  await fight.harm('5')
  await fight.condition('Confused', 'Several turns')
  const before = unselected(await fight.state())
  expect(before).toContain('Confused')
  await fight.panel.getByRole('button', { name: 'Fight 1' }).click()
  await fight.dialog.getByRole('textbox', { name: 'A new fight' }).fill('The mill')
  await first.page.keyboard.press('Enter')
  await expect(fight.panel.getByText(/Nobody is in this fight yet/)).toBeVisible()
  await first.kill()

  const { page } = await start()
  await page.getByRole('button', { name: 'Open The long night' }).click()
  const again = fightOn(page)
  await again.panel.getByRole('button', { name: 'The mill' }).click()
  await again.dialog.getByRole('listitem').filter({ hasText: 'Fight 1' }).getByRole('button', { name: /Go on|Fight 1/ }).first().click()
  await expect(round(page)).toHaveText('Round 4')
  expect(unselected(await again.state())).toBe(before)
  await expect(again.row('Ogre')).toHaveAttribute('aria-label', /Health 7 of 12, Confused/)
})

test('an order by hand, dragged and moved by keys, survives a restart with all numbers still 15', async ({ start }) => {
  const first = await start()
  await newCampaign(first.page, { name: 'Five alike', system: 'Epochrypha' })
  const fight = fightOn(first.page)
  const { page } = first
  await fight.add('Ada, Bea, Cleo, Dora, Edda')
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Edda']) await fight.number(name, '15')
  expect(await fight.names()).toEqual(['Ada', 'Bea', 'Cleo', 'Dora', 'Edda'])

  await fight.row('Edda').hover()
  const handle = await fight.order.locator('[data-place]', { hasText: 'Edda' }).getByTitle('Drag to move in the order').boundingBox()
  const target = await fight.row('Ada').boundingBox()
  if (!handle || !target) throw new Error('There is nothing to drag')
  await page.mouse.move(handle.x + 4, handle.y + 10)
  await page.mouse.down()
  await page.mouse.move(handle.x + 4, handle.y - 40, { steps: 4 })
  await page.mouse.move(handle.x + 4, target.y - 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(fight.names).toEqual(['Edda', 'Ada', 'Bea', 'Cleo', 'Dora'])

  await fight.row('Cleo').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(fight.names).toEqual(['Edda', 'Ada', 'Cleo', 'Bea', 'Dora'])
  await expect(fight.row('Cleo')).toBeFocused()
  await expect(fight.panel.getByRole('status').filter({ hasText: 'Cleo: 3 of 5' })).toHaveCount(1)
  await first.kill()

  const again = await start()
  await again.page.getByRole('button', { name: 'Open Five alike' }).click()
  const reopened = fightOn(again.page)
  await expect.poll(reopened.names).toEqual(['Edda', 'Ada', 'Cleo', 'Bea', 'Dora'])
  expect(await reopened.numbers()).toEqual(['15', '15', '15', '15', '15'])
})

test('who is deleted on its turn hands it on, and undo brings it back in its turn', async ({ start }) => {
  const { page } = await start()
  await newCampaign(page, { name: 'Three', system: 'Epochrypha' })
  const fight = fightOn(page)
  await fight.add('Ada, Bea, Cleo')
  for (const [index, name] of ['Ada', 'Bea', 'Cleo'].entries()) await fight.number(name, String(30 - 10 * index))
  for (const name of ['Ada', 'Bea', 'Cleo']) {
    await fight.press('n')
    await expect(fight.active()).toHaveText(name)
  }
  await fight.row('Cleo').focus()
  await page.keyboard.press('Delete')
  await expect(fight.active()).toHaveText('Ada')
  await expect(fight.panel.getByText('Round 2', { exact: true })).toBeVisible()
  await fight.press('n')
  await expect(fight.active()).toHaveText('Bea')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(fight.active()).toHaveText('Cleo')
  await expect(fight.panel.getByText('Round 1', { exact: true })).toBeVisible()
})

test('a double click on Next turn acts once', async ({ start }) => {
  const { page } = await start()
  await newCampaign(page, { name: 'Twice', system: 'Epochrypha' })
  const fight = fightOn(page)
  await fight.add('Ada, Bea, Cleo')
  await fight.next.dblclick()
  await expect(fight.active()).toHaveText('Ada')
  await page.waitForTimeout(400)
  await fight.next.dblclick()
  await expect(fight.active()).toHaveText('Bea')
})

test('a fight is made and run by keyboard alone, with Fight, Roll and Log side by side at 1280 by 720', async ({ start }) => {
  const { page, electron } = await start()
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await newCampaign(page, { name: 'By keys', system: 'Cypher System' })
  const fight = fightOn(page)
  await fight.press('a')
  await page.keyboard.type('2 rats, ogre level 4')
  await page.keyboard.press('Enter')
  await expect(fight.dialog).toBeHidden()
  for (const [role, name] of [['form', 'Roll'], ['region', 'Log']] as const) await expect(page.getByRole(role, { name })).toBeVisible()
  await expect(page.getByRole('separator')).toHaveCount(2)
  await fight.press('i')
  await expect(fight.dialog.getByRole('button', { name: 'Roll', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fight.dialog).toBeHidden()
  await fight.press('n')
  await expect(fight.panel.getByRole('status').filter({ hasText: /Round 1, .*’s turn/ })).toHaveCount(1)

  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-current="true"] [data-stop]')?.focus())
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.keyboard.press('d')
  await page.keyboard.type('half')
  await page.keyboard.press('Enter')
  await expect(fight.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Undo damage/ })).toBeVisible()
  await fight.press('v')
  await expect(fight.order).toContainText('hidden from players')
  await fight.press('x')
  await expect(fight.order).toContainText('defeated')
  await fight.press('?')
  await expect(fight.dialog).toContainText('Next turn')
  await page.keyboard.press('Escape')
})

test('the fight is clean in every look, with all that a row can show', async ({ start }) => {
  test.slow()
  const { page } = await start()
  await newCampaign(page, { name: 'All marks', system: 'Cypher System', sample: true })
  const fight = fightOn(page)
  const clean = async (what: string) => {
    for (const scheme of [{ colorScheme: 'dark' }, { colorScheme: 'light' }, { colorScheme: 'dark', contrast: 'more' }] as const) {
      await page.emulateMedia({ contrast: null, ...scheme })
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(', ')}`)).toEqual([])
    }
  }
  await page.keyboard.press('Control+1')
  await expect(fight.panel).toBeVisible()
  await clean('no fight')
  await fight.panel.getByRole('button', { name: 'Start a fight' }).click()
  await clean('nobody in it')
  await fight.add('3 wolves, ogre level 4, witch level 2, imp level 2')
  await fight.initiative()
  await fight.press('n')
  await fight.row('Ogre').click()
  await fight.condition('Blessed', 'Until taken away')
  await fight.condition('Dazed', 'Several turns')
  await fight.press('v')
  await fight.row('Witch').click()
  await fight.press('x')
  await fight.row('Imp').click()
  await fight.harm('3')
  await fight.press('w')
  await fight.order.getByRole('button', { name: /^Members of/ }).click()
  await fight.order.locator('[data-stop^="c"]').first().click()
  await fight.press('x')
  await clean('a fight')
  await fight.panel.getByRole('button', { name: 'More about the fight' }).click()
  await clean('the menu')
})
