import { expect, type Page } from '@playwright/test'
import { test } from '../support/app.ts'
import { fightOn, newCampaign } from '../support/fight-page.ts'
import type { Bridge, CharacterId } from '../../preload/contract.ts'

const names = [`Tom & Jerry's ’ "Run" <b>x</b> / ..\\ 火 🚀`, 'שלום (12) לילה!', `${'Longname '.repeat(33)}end`]
const [nasty = '', rightToLeft = ''] = names

/** What of the page's text runs on into what stands around it, or out of the window. */
const astray = (page: Page) =>
  page.evaluate((seek) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? ''
      let around = node.parentElement
      if (!text.includes(seek) || around?.closest('option, script, style')) continue
      // Up to what keeps its direction to itself, or to the whole line.
      while (around && getComputedStyle(around).display === 'inline' && getComputedStyle(around).unicodeBidi === 'normal') around = around.parentElement
      if (around && getComputedStyle(around).unicodeBidi === 'normal' && around.textContent.trim() !== text.trim()) found.push(`<${around.localName} class="${around.className}">${around.textContent.slice(0, 80)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window')
    if (document.querySelector('b') !== null) found.push('markup')
    return found
  }, rightToLeft.slice(0, 4))

test('names are shown literally and keep to themselves in every panel', async ({ start }, info) => {
  test.slow()
  const { page, electron } = await start()
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await newCampaign(page, { name: rightToLeft, system: 'Epochrypha' })
  const fight = fightOn(page)
  await page.evaluate(async (called) => {
    const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
    const ids: CharacterId[] = []
    for (const kind of ['pc', 'npc'] as const)
      for (const name of called) {
        const reply = await tollkeeper.request('character.create', { kind, name, stats: {}, tags: [name.slice(0, 60)], notes: `**${name}** [[${name}]]` })
        if (reply.ok) ids.push(reply.value)
      }
    await tollkeeper.request('encounter.create', { name: called[1] ?? '', notes: '', members: ids.slice(3).map((character) => ({ character, count: 1, hidden: false })) })
    await tollkeeper.request('fight.create', { name: called[1] ?? '' })
    const view = await tollkeeper.request('campaign.current', {})
    const open = view.ok ? view.value?.fight?.id : undefined
    if (open !== undefined) await tollkeeper.request('fight.add', { fight: open, characters: ids.map((id) => ({ id, count: 1 })) })
    await tollkeeper.request('condition.add', { characters: ids, label: `${called[1]} 3` })
    await tollkeeper.request('session.start', { name: called[1] ?? '' })
    await tollkeeper.request('table.create', { name: called[1] ?? '', text: `1-3 ${called[0]}\n4-6 ${called[1]}` })
    await tollkeeper.request('note.create', { title: called[1] ?? '' })
    for (const who of ids.slice(0, 3)) await tollkeeper.request('roll.make', { check: 'check', sides: [{ who, picks: {}, input: { name: called[1] ?? '', score: 50 } }], typed: [['40']] })
    await tollkeeper.request('roll.batch', { check: 'check', actors: ids.slice(3), input: { score: 50 } })
  }, names)

  let shots = 0
  const look = async (what: string) => {
    for (const colorScheme of shots % 2 === 0 ? (['dark'] as const) : (['light'] as const)) await page.emulateMedia({ colorScheme })
    shots += 1
    await page.screenshot({ path: info.outputPath(`${what}.png`) })
    expect(await astray(page), what).toEqual([])
  }
  const palette = async (words: string) => {
    await fight.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill(words)
  }
  await expect(fight.order).toContainText(nasty)
  await look('fight and roll')
  for (const panel of ['Counters', 'Log', 'Notes', 'Roster', 'NPC roller']) {
    const show = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: `Show ${panel}` })
    if ((await show.getAttribute('aria-pressed')) !== 'true') await show.click()
    await expect(page.getByRole('region', { name: panel })).toBeVisible()
    if (panel === 'NPC roller') {
      await fight.press('Control+k')
      await page.getByRole('combobox', { name: 'Find' }).fill('Select all')
      await page.keyboard.press('Enter')
      await fight.press('b')
    }
    if (panel !== 'Log') await expect(page.getByRole('region', { name: panel })).toContainText(rightToLeft)
    await look(panel)
  }
  await palette(rightToLeft.slice(0, 4))
  await look('palette')
  await page.keyboard.press('Escape')
  for (const [key, what] of [['d', 'damage'], ['c', 'condition'], ['i', 'initiative'], ['a', 'add']] as const) {
    await fight.press(key)
    await expect(fight.dialog).toBeVisible()
    await look(what)
    await page.keyboard.press('Escape')
    await expect(fight.dialog).toBeHidden()
  }
  await fight.press('d')
  await fight.dialog.getByRole('textbox', { name: 'How much' }).fill('2')
  await page.keyboard.press('Enter')
  await look('refused')
  expect(shots).toBe(12)
})
