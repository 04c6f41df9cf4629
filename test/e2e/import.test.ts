import { writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { ElectronApplication } from '@playwright/test'
import type { Bridge } from '../../preload/contract.ts'
import { test } from '../support/app.ts'

const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures/import', name)
const formats = [
  ['improved-initiative/extra-field.json', 'an export of Improved Initiative'],
  ['foundry-actor/non-ascii.json', 'an actor of Foundry'],
  ['compendium/missing-field.json', 'a compendium'],
  ['encounter-blocks/non-ascii.md', 'notes with encounter blocks'],
  ['csv/non-ascii.csv', 'a table (CSV)'],
  ['tollkeeper/extra-field.json', 'a roster that Tollkeeper exported'],
] as const

/** What the system's file dialogs answer from now on. */
const give = (electron: ElectronApplication, path: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [chosen] })) as typeof dialog.showOpenDialog
    dialog.showSaveDialog = (async (options: { defaultPath?: string }) => {
      Object.assign(globalThis, { offered: options.defaultPath })
      return { canceled: false, filePath: chosen }
    }) as unknown as typeof dialog.showSaveDialog
  }, path)

const take = async (page: Page, words: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(words)
  await page.keyboard.press('Enter')
}
const roster = (page: Page) =>
  page.evaluate(async () => {
    const { tollkeeper } = window as unknown as { tollkeeper: Bridge }
    const reply = await tollkeeper.request('campaign.current', {})
    return reply.ok ? JSON.stringify([reply.value?.characters, reply.value?.encounters]) : ''
  })
const clean = async (page: Page) => expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])

test('every format is shown and taken over once, and our own goes out and comes back', async ({ start, data }) => {
  test.slow()
  const { page, electron } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720))
  await page.getByLabel('Name').fill('Ferry / <b>..')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferry')
  const empty = await roster(page)

  const bring = async (path: string, what: string) => {
    await give(electron, path)
    const before = await roster(page)
    await take(page, 'import characters')
    const dialog = page.getByRole('dialog', { name: `Import ${basename(path)}` })
    await expect(dialog.getByText(what)).toBeVisible()
    expect(await roster(page)).toBe(before)
    return dialog
  }
  const counts = page.getByRole('dialog', { name: 'Imported' }).getByRole('list', { name: 'What came of it' })
  const close = () => page.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).last().click()
  for (const [name, what] of formats) {
    const dialog = await bring(fixture(name), what)
    if (name.startsWith('csv')) await clean(page)
    await dialog.getByRole('button', { name: /^Import \d/ }).click()
    await expect(counts).toContainText(/[1-9]\d* new/)
    await close()
  }
  const full = await roster(page)
  for (const [name, what] of formats) {
    const dialog = await bring(fixture(name), what)
    await dialog.getByRole('button', { name: /^Import \d/ }).click()
    await expect(counts).toContainText('0 new')
    await close()
  }
  expect(await roster(page)).toBe(full)

  const ours = join(data, 'ours.json')
  await give(electron, ours)
  await take(page, 'roster as json')
  await expect(page.getByRole('status', { name: 'Done' })).toContainText(ours)
  expect(basename(await electron.evaluate(() => (globalThis as unknown as { offered: string }).offered))).toBe('Ferry b .. roster.json')
  await (await bring(ours, 'a roster that Tollkeeper exported')).getByRole('button', { name: /^Import \d/ }).click()
  await expect(counts).toContainText(/^0 new\s*0 brought up to date/)
  await close()
  expect(await roster(page)).toBe(full)
  for (let step = 0; step < formats.length; step += 1) await page.keyboard.press('Control+z')
  await expect.poll(() => roster(page)).toBe(empty)
})

const level = (id: string | undefined, name: string) => ({ ...(id !== undefined && { id }), name, level: 3 })
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
/** What becomes of a file that isn't as it should be: a reason for which it is refused, or what is said to be repaired. */
const broken = [
  { name: 'cut.json', bytes: json({ creatures: Array.from({ length: 40 }, (_, at) => level(`c${at}`, `Reed eel ${at}`)) }).subarray(0, 700), refused: 'The JSON in it is broken' },
  { name: 'cut.md', bytes: Buffer.from('# Fähre\n\n```encounter\nname: Fähre\ncreatures:\n  - 3: Bär\n```\n').subarray(0, 49), refused: 'has no end; the file may be cut' },
  { name: 'letter.csv', bytes: Buffer.from('name,level\nFähre,3\nBä').subarray(0, -1), refused: 'The file ends in the middle of a character' },
  { name: 'binary.json', bytes: Buffer.from([0, 255, 1, 254, 0, 0, 7]), refused: 'The file is no text.' },
  { name: 'empty.csv', bytes: Buffer.alloc(0), refused: 'The file is empty.' },
  { name: 'recipe.json', bytes: json({ flour: 500, water: 300 }), refused: 'no shape that is known' },
  { name: 'large.json', bytes: Buffer.alloc(50 * 1024 * 1024, ' '), refused: 'It is 50 MB long; at most 20 MB are read.' },
  { name: 'latin.csv', bytes: Buffer.from('name,level\nB\u00e4r,4\n', 'latin1'), brings: 'Bär', repaired: 'Windows-1252' },
  { name: 'wide.csv', bytes: Buffer.from('\ufeffname,level\nB\u00e4r 火,4\n', 'utf16le'), brings: 'Bär 火', repaired: 'UTF-16' },
  { name: 'no-ids.json', bytes: json({ creatures: [level(undefined, 'Mud wasp'), level(undefined, 'Mud wasp'), { level: 2 }] }), brings: 'Mud wasp', repaired: 'name' },
  { name: 'doubled.csv', bytes: Buffer.from('id,name,level\nw,Wolf,3\nw,Old wolf,4\n'), brings: 'Old wolf', repaired: 'w' },
] as const

test('what is broken is refused with its reason or repaired with a list, chosen or dropped, and the data stay whole', async ({ start, data }) => {
  test.slow()
  const { page, electron } = await start()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByLabel('Name').fill('Ferry')
  await page.getByRole('radio', { name: 'Cypher System' }).check()
  await page.getByRole('button', { name: 'Create campaign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ferry')
  const before = await roster(page)
  const address = page.url()
  const browser = await page.context().newCDPSession(page)
  /** Drops a file as the system does. */
  const drop = async (path: string) => {
    const at = { x: 400, y: 300, data: { items: [], files: [path], dragOperationsMask: 1 } }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await browser.send('Input.dispatchDragEvent', { type, ...at })
  }
  const choose = async (path: string) => {
    await give(electron, path)
    await take(page, 'import characters')
  }

  for (const file of broken) {
    const path = join(data, file.name)
    writeFileSync(path, file.bytes)
    for (const bring of [choose, drop]) {
      await bring(path)
      if ('refused' in file) {
        const dialog = page.getByRole('dialog', { name: "This file can't be imported" })
        await expect(dialog.getByRole('alert')).toContainText(file.refused)
        await expect(dialog.getByRole('alert')).toContainText(`"${file.name}" can't be imported.`)
        await expect(dialog.getByRole('alert')).toContainText('Nothing was changed.')
        if (file === broken[0]) await clean(page)
      } else {
        const dialog = page.getByRole('dialog', { name: `Import ${file.name}` })
        await expect(dialog.getByRole('list', { name: 'Who comes' })).toContainText(file.brings)
        await dialog.getByRole('tab', { name: /^Not taken over, repaired/ }).click()
        await expect(dialog.getByRole('list', { name: 'Repaired' })).toContainText(file.repaired)
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await roster(page), file.name).toBe(before)
    }
  }
  expect(page.url()).toBe(address)

  // Repaired, they come all the same, and once.
  for (const [count, what] of [[2, /2 new/], [0, /2 as they were/]] as const) {
    await drop(join(data, 'doubled.csv'))
    await page.getByRole('dialog').getByRole('button', { name: 'Import 2' }).click()
    await expect(page.getByRole('list', { name: 'What came of it' })).toContainText(what)
    await expect(page.getByRole('list', { name: 'What came of it' })).toContainText(`${count} new`)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  }
  await page.keyboard.press('Control+z')
  await expect.poll(() => roster(page)).toBe(before)
})
