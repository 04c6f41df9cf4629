import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => page.getByRole('form', { name: 'Roll' })
const counter = (page: Page, label: string, name: string) => page.getByRole('button', { name: new RegExp(`^${label} of ${name}: `) })

async function open(page: Page, system: string): Promise<string> {
  await page.getByLabel('Name').fill('Deeds')
  await page.getByRole('radio', { name: system }).check()
  await page.getByRole('checkbox', { name: /sample/i }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  const first = page.getByRole('list', { name: "Players' characters" }).getByRole('listitem').first().getByRole('button').first()
  await first.click()
  return (await first.innerText()).trim()
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const typed = async (page: Page, die: RegExp, face: string): Promise<void> => {
  await page.getByRole('checkbox', { name: /Typed dice/ }).check()
  await panel(page).getByRole('textbox', { name: die }).fill(face)
  await panel(page).getByRole('button', { name: /^Roll/ }).click()
}

test('harm flows through the pools, a recovery is split by the GM, an intrusion pays, and all is taken back', async ({ start }) => {
  const { page } = await start()
  const name = await open(page, 'Cypher System')
  await expect(counter(page, 'XP', name)).toHaveAccessibleName(/: 0\./)

  await act(page, name, 'Damage')
  await dialog(page).getByRole('textbox', { name: 'Damage' }).fill('9')
  await dialog(page).getByRole('textbox', { name: 'Armor' }).fill('2')
  await dialog(page).getByRole('button', { name: 'Damage', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  const might = await counter(page, 'Might', name).getAttribute('aria-label')
  const [, now, most] = /: (\d+) of (\d+)/.exec(might ?? '') ?? []
  expect(Number(most) - Number(now)).toBe(7)

  await panel(page).getByRole('radio', { name: /Recovery/ }).check()
  await typed(page, /^d6/, '4')
  await page.getByRole('list', { name: 'What it offers' }).getByRole('button').first().click()
  await dialog(page).getByRole('textbox', { name: 'To Might' }).fill('99')
  await dialog(page).getByRole('button', { name: 'Recover', exact: true }).click()
  await expect(dialog(page).locator('[aria-invalid="true"]').first()).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'To Might' }).fill('5')
  await dialog(page).getByRole('button', { name: 'Recover', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(counter(page, 'Might', name)).toHaveAccessibleName(new RegExp(`: ${Number(now) + 5} of ${most}`))

  await act(page, name, 'GM intrusion')
  await dialog(page).getByRole('combobox', { name: 'How it ends' }).selectOption('Refused: costs 1 XP')
  await dialog(page).getByRole('button', { name: 'GM intrusion', exact: true }).click()
  await expect(dialog(page)).toContainText('has no XP to refuse with')
  await dialog(page).getByRole('combobox', { name: 'How it ends' }).selectOption('Accepted: 1 XP here, 1 for the other')
  await dialog(page).getByRole('combobox', { name: /Target/ }).selectOption({ index: 2 })
  await dialog(page).getByRole('button', { name: 'GM intrusion', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(counter(page, 'XP', name)).toHaveAccessibleName(/: 1\./)
  await page.keyboard.press('Control+z')
  await expect(counter(page, 'XP', name)).toHaveAccessibleName(/: 0\./)
})

test('a hit hurts whoever the GM chooses, and healing brings it back', async ({ start }) => {
  const { page } = await start()
  await open(page, 'Cypher System')
  const ogre = (await page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first().getByRole('button').first().innerText()).trim()
  const health = async () => Number(/: (\d+) of/.exec((await counter(page, 'Health', ogre).getAttribute('aria-label')) ?? '')?.[1])
  const before = await health()

  await panel(page).getByRole('radio', { name: /Attack/ }).check()
  await panel(page).getByRole('textbox', { name: 'Level', exact: true }).fill('1')
  await typed(page, /^d20/, '10')
  await page.getByRole('list', { name: 'What it offers' }).getByRole('button', { name: /^Deal \d+ damage/ }).click()
  const dealt = Number(await dialog(page).getByRole('textbox', { name: 'Damage' }).inputValue())
  expect(dealt).toBeGreaterThan(0)
  await dialog(page).getByRole('button', { name: 'Damage', exact: true }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'To whom' })).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByRole('combobox', { name: 'To whom' }).selectOption(ogre)
  await dialog(page).getByRole('button', { name: 'Damage', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await health()).toBe(Math.max(0, before - dealt))

  await act(page, ogre, 'Heal')
  await dialog(page).getByRole('textbox', { name: 'Points' }).fill('99')
  await dialog(page).getByRole('button', { name: 'Heal', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  expect(await health()).toBe(before)
})

test('a skill rises after a success by ten', async ({ start }) => {
  const { page } = await start()
  await open(page, 'SFRPG (Starflight)')
  const score = Number(await panel(page).getByRole('textbox', { name: 'Skill', exact: true }).inputValue())
  await panel(page).getByRole('textbox', { name: 'DC', exact: true }).fill('20')
  await typed(page, /^d%/, '60')
  await page.getByRole('list', { name: 'What it offers' }).getByRole('button', { name: /^Raise/ }).click()
  await dialog(page).getByRole('button', { name: 'Raise a skill', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(panel(page).getByRole('textbox', { name: 'Skill', exact: true })).toHaveValue(String(score + 1))
})

test('a point is spent with a reason, and an offered one is paid by one click', async ({ start }) => {
  const { page } = await start()
  const name = await open(page, 'Epochrypha')
  await typed(page, /^d100/, '01')
  const luck = counter(page, 'Luck', name)
  const before = Number(/: (\d+)/.exec((await luck.getAttribute('aria-label')) ?? '')?.[1])
  if (before === 0) await page.getByRole('button', { name: `Give 1 Luck to ${name}` }).click()
  await act(page, name, 'Spend Luck')
  await dialog(page).getByRole('button', { name: 'Spend Luck', exact: true }).click()
  await expect(dialog(page).locator('[aria-invalid="true"]').first()).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'For what' }).fill('the rope holds')
  await dialog(page).getByRole('button', { name: 'Spend Luck', exact: true }).click()
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('list', { name: 'Templates' }).getByRole('listitem').first().getByRole('button').first().click()
  await typed(page, /^d100/, '100')
  const toll = page.getByRole('button', { name: /^Toll of the GM: / })
  const held = Number(/: (\d+)/.exec((await toll.getAttribute('aria-label')) ?? '')?.[1])
  await page.getByRole('article', { name: 'Verdict' }).getByRole('button', { name: 'Pay +1 Toll' }).click()
  await expect(toll).toHaveAccessibleName(new RegExp(`: ${held + 1}\\.`))
})

test('an NPC is built from a name and a number in one go, and dice in words are rolled', async ({ start }) => {
  const { page } = await start()
  await open(page, 'Cypher System')
  await page.keyboard.press('Shift+A')
  await page.keyboard.type('Drowned')
  await dialog(page).getByRole('textbox', { name: 'Level' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(counter(page, 'Health', 'Drowned')).toHaveAccessibleName(/12 of 12/)

  await page.keyboard.press('q')
  await dialog(page).getByRole('textbox', { name: 'Dice' }).fill('3d6+x')
  await expect(dialog(page).locator('mark')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Dice' }).fill('4d10k3')
  await expect(dialog(page).getByRole('figure', { name: /Chance/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status', { name: 'Result' })).toContainText(/dropped/)
})

/** What the counters panel counts for somebody, in its order. */
const counted = (page: Page, name: string) => page.getByRole('table', { name: 'Counted for each' }).getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell')

test('Effort and intrusions are counted as they are made, and taken back', async ({ start }) => {
  const { page } = await start()
  const name = await open(page, 'Cypher System')
  await panel(page).getByRole('textbox', { name: 'Difficulty' }).fill('4')
  await panel(page).getByRole('combobox', { name: 'Pool', exact: true }).selectOption('Might')
  await panel(page).getByRole('textbox', { name: 'Effort' }).fill('2')
  await typed(page, /^d20/, '12')
  await act(page, name, 'GM intrusion')
  await dialog(page).getByRole('combobox', { name: 'How it ends' }).selectOption('Accepted: 1 XP here, 1 for the other')
  await dialog(page).getByRole('combobox', { name: /Target/ }).selectOption({ index: 2 })
  await dialog(page).getByRole('button', { name: 'GM intrusion', exact: true }).click()
  await expect(dialog(page)).toBeHidden()

  await page.getByRole('button', { name: 'Show Counters' }).click()
  const counters = page.getByRole('region', { name: 'Counters' })
  await expect(counters.getByRole('term')).toContainText('the last just now')
  await expect(counters.getByRole('definition')).toHaveText('1')
  await expect(counted(page, name)).toHaveText(['2'])
  await expect(counted(page, 'Everybody')).toHaveText(['2'])
  await page.keyboard.press('Control+z')
  await expect(counters.getByRole('definition')).toHaveText('0')
  await page.keyboard.press('Control+z')
  await expect(counted(page, name)).toHaveText(['0'])
})

test('criticals both ways and raised skills are counted as they come, and taken back', async ({ start }) => {
  const { page } = await start()
  const name = await open(page, 'SFRPG')
  await act(page, name, 'Raise a skill')
  await dialog(page).getByRole('button', { name: 'Raise a skill', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Show Counters' }).click()
  await expect(counted(page, name)).toHaveText(['0', '0', '1'])
  await panel(page).getByRole('combobox', { name: 'Critical potential' }).selectOption('Both')
  await typed(page, /^d%/, '99')
  await expect(counted(page, name)).toHaveText(['1', '0', '1'])
  await typed(page, /^d%/, '0')
  await expect(counted(page, name)).toHaveText(['1', '1', '1'])
  for (const left of [['1', '0', '1'], ['0', '0', '1'], ['0', '0', '0']]) {
    await page.keyboard.press('Control+z')
    await expect(counted(page, name)).toHaveText(left)
  }
})
