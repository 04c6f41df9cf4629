import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { ImportPreview, ImportResult } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const preview = (rest: Partial<ImportPreview> = {}): ImportPreview => ({
  fileName: 'foes.csv',
  format: 'csv',
  entries: [
    { key: 'a', name: 'Reed eel', kind: 'npc', tags: ['mud'], known: false },
    { key: 'constructor', name: 'Toll wasp', kind: 'npc', tags: [], known: true },
    { key: 'c', name: 'Maren', kind: 'pc', tags: [], known: false },
  ],
  encounters: [],
  fields: [
    { source: 'Level', samples: ['3', '4'] },
    { source: 'Health', samples: ['9', ''] },
    { source: 'Smell', samples: ['mud'] },
  ],
  mapping: { Level: 'level' },
  left: ['2 actions, but for the notes'],
  repaired: ['A byte order mark was taken away.'],
  ...rest,
})
const result: ImportResult = { created: 2, updated: 1, unchanged: 0, problems: ['Reed eel: Level is at most 10. 12 was left out.'] }

async function openImport(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'import.read': () => done(preview()), 'import.apply': () => done(result), ...answers })
  const shell = await openWindow(bridge)
  await command('import characters')
  return { bridge, shell }
}

const dialog = () => within(screen.getByRole('dialog'))
const tab = (name: RegExp) => click(dialog().getByRole('tab', { name }))
const comers = () => dialog().getAllByRole('checkbox').map((box) => `${(box as HTMLInputElement).checked ? '+' : '-'} ${box.closest('label')?.textContent?.replace(/\s+/g, ' ').trim()}`)
async function command(words: string) {
  await press('k', { ctrlKey: true })
  await type(dialog().getByRole('combobox'), words)
  await fireEvent.submit(dialog().getByRole('combobox').closest('form') as HTMLFormElement)
  await settled()
}

test('a file is shown in words before anything is written: who comes, who is known, what is lost', async () => {
  const { bridge } = await openImport()
  expect(screen.getByRole('dialog', { name: 'Import foes.csv' }).textContent).toMatch(/It is a table \(CSV\) with 3 characters\.\s+1 of them came before and is brought up to date\.\s+Nothing is written yet\./)
  expect(comers()).toEqual(['+ Reed eel mud NPC New', '+ Toll wasp NPC Known', "+ Maren Player's character New"])
  await tab(/^Not taken over, repaired \(3\)/)
  expect(within(dialog().getByRole('list', { name: 'Not taken over' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Fields without a stat: Health, Smell', '2 actions, but for the notes'])
  expect(dialog().getByRole('list', { name: 'Repaired' }).textContent).toBe('A byte order mark was taken away.')
  await click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bridge.asked('import.apply')).toEqual([])
})

test('who is left out and which field fills which stat goes with the import, and what came of it is told', async () => {
  const { bridge } = await openImport()
  await click(dialog().getByRole('checkbox', { name: /^Toll wasp/ }))
  await tab(/^Fields \(2 left out\)/)
  expect(dialog().getByText('2 fields for which no stat was found')).toBeTruthy()
  const health = dialog().getByRole('combobox', { name: 'On the sheet, for Health', hidden: true })
  expect([...health.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['Left out', 'Level', 'Morale', 'Notes'])
  await fireEvent.change(health, { target: { value: 'morale' } })
  await settled()
  await click(dialog().getByRole('radio', { name: /^Themselves/ }))
  await click(dialog().getByRole('button', { name: 'Import 2' }))
  expect(bridge.asked('import.apply')).toEqual([{ mapping: { Level: 'level', Health: 'morale' }, role: 'self', skip: ['constructor'], skipEncounters: [] }])
  expect(dialog().getByRole('list', { name: 'What came of it' }).textContent?.replace(/\s+/g, ' ').trim()).toBe('2 new1 brought up to date0 as they were')
  expect(dialog().getByText('Reed eel: Level is at most 10. 12 was left out.')).toBeTruthy()
  await click(dialog().getByRole('button', { name: 'Undo the import' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('two fields never fill one stat', async () => {
  const { bridge } = await openImport()
  await tab(/^Fields/)
  await fireEvent.change(dialog().getByRole('combobox', { name: 'On the sheet, for Smell', hidden: true }), { target: { value: 'level' } })
  await settled()
  expect((dialog().getByRole('combobox', { name: 'On the sheet, for Level' }) as HTMLSelectElement).value).toBe('')
  await click(dialog().getByRole('button', { name: 'Import 3' }))
  expect(bridge.asked('import.apply')[0]?.mapping).toEqual({ Smell: 'level' })
})

test('those that are sought are taken in or left out together', async () => {
  await openImport()
  await type(dialog().getByRole('searchbox', { name: 'Search who comes' }), 'MUD')
  expect(comers()).toEqual(['+ Reed eel mud NPC New'])
  await click(dialog().getByRole('button', { name: 'None of these' }))
  await type(dialog().getByRole('searchbox', { name: 'Search who comes' }), '')
  expect(comers().map((text) => text[0])).toEqual(['-', '+', '+'])
  await click(dialog().getByRole('button', { name: 'None' }))
  expect(dialog().getByRole('button', { name: 'Import 0' }).hasAttribute('disabled')).toBe(true)
  await click(dialog().getByRole('button', { name: 'All' }))
  expect(dialog().getByRole('button', { name: 'Import 3' }).hasAttribute('disabled')).toBe(false)
})

test('of ten thousand only those near the ones in sight are drawn, and the keys reach them all', async () => {
  const entries = Array.from({ length: 10_000 }, (_, at) => ({ key: `k${at}`, name: `Rat ${at}`, kind: 'npc' as const, tags: [], known: false }))
  await openImport({ 'import.read': () => done(preview({ entries })) })
  const drawn = dialog().getAllByRole('checkbox')
  expect(drawn.length).toBeLessThan(400)
  expect(drawn.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  drawn[0]?.focus()
  await press('ArrowDown', {}, drawn[0])
  expect(document.activeElement?.closest('label')?.textContent).toContain('Rat 1')
  await click(dialog().getByRole('button', { name: 'None' }))
  await click(dialog().getByRole('button', { name: 'All' }))
  expect(dialog().getByRole('button', { name: 'Import 10,000' })).toBeTruthy()
})

test('a file that brings encounters alone can be imported', async () => {
  const { bridge } = await openImport({ 'import.read': () => done(preview({ format: 'encounter-blocks', entries: [], fields: [], mapping: {}, encounters: [{ key: 'f', name: 'On the ferry', members: 4 }] })) })
  expect(comers()).toEqual(['+ On the ferry 4 combatants'])
  await click(dialog().getByRole('button', { name: 'Import 1 encounter' }))
  expect(bridge.asked('import.apply')).toHaveLength(1)
})

test('a single encounter can be left out, and nothing at all is not imported', async () => {
  const encounters = [{ key: 'f', name: 'On the ferry', members: 4 }, { key: 'm', name: 'Mill', members: 1 }]
  const { bridge } = await openImport({ 'import.read': () => done(preview({ encounters })) })
  await tab(/^Encounters \(2\)/)
  await click(dialog().getByRole('checkbox', { name: /^Mill/ }))
  expect(comers()).toEqual(['+ On the ferry 4 combatants', '- Mill 1 combatant'])
  await click(dialog().getByRole('checkbox', { name: /^On the ferry/ }))
  await tab(/^Who comes/)
  await click(dialog().getByRole('button', { name: 'None' }))
  expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Import 0' }).disabled).toBe(true)
  await tab(/^Encounters \(0\)/)
  await click(dialog().getByRole('checkbox', { name: /^Mill/ }))
  await click(dialog().getByRole('button', { name: 'Import 1 encounter' }))
  expect(bridge.asked('import.apply')).toMatchObject([{ skip: ['a', 'constructor', 'c'], skipEncounters: ['f'] }])
})

/** Drops on the window, as the browser tells it. */
async function drop(files: readonly File[], types: readonly string[] = ['Files']) {
  const told: boolean[] = []
  for (const kind of ['dragover', 'drop']) {
    const event = new Event(kind, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types, files, dropEffect: 'none' } })
    told.push(!document.body.dispatchEvent(event))
    await settled()
  }
  await settled()
  return told
}

test('a file dropped on the window is shown as a chosen one is', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'import.drop': () => done(preview()) })
  await openWindow(bridge)
  expect(await drop([new File(['id,name'], 'foes.csv')])).toEqual([true, true])
  expect(screen.getByRole('dialog', { name: 'Import foes.csv' })).toBeTruthy()
  expect(bridge.asked('import.drop')).toEqual([{ name: 'foes.csv', size: 7, bytes: new TextEncoder().encode('id,name') }])
  bridge.answer({ 'import.drop': () => failed('"x" can\'t be imported. The file is empty.') })
  await drop([new File([], 'x')])
  expect(dialog().getByRole('alert').textContent).toContain('The file is empty.')
})

test('of a dropped file that is too long only the length is sent', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'import.drop': () => failed('It is 50 MB long.') })
  await openWindow(bridge)
  const file = new File(['x'], 'big.json')
  Object.defineProperty(file, 'size', { value: 52_428_800 })
  await drop([file])
  expect(bridge.asked('import.drop')).toMatchObject([{ name: 'big.json', size: 52_428_800, bytes: { length: 0 } }])
  expect(dialog().getByRole('alert').textContent).toBe('It is 50 MB long.')
})

test('several files, a folder and no campaign are refused in words, and text is no file', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()) })
  await openWindow(bridge)
  expect(await drop([], ['text/plain'])).toEqual([false, false])
  expect(screen.queryByRole('dialog')).toBeNull()
  await drop([new File([], 'a'), new File([], 'b')])
  expect(dialog().getByRole('alert').textContent).toContain('Drop just one.')
  const folder = new File([], 'folder')
  folder.arrayBuffer = () => Promise.reject(new Error('NotReadable'))
  await drop([folder])
  expect(dialog().getByRole('alert').textContent).toMatch(/^"folder" can't be read\./)
  expect(bridge.asked('import.drop')).toEqual([])
  bridge.send('campaign.closed', null)
  await settled()
  await drop([new File(['x'], 'foes.csv')])
  expect(screen.getByText(/Open a campaign first/)).toBeTruthy()
})

test('a file that is refused says all of why, and another one can be chosen at once', async () => {
  const why = '"foes.json" can\'t be imported. The JSON in it is broken: line 1. Nothing was changed. Export it again and try that.'
  const { bridge } = await openImport({ 'import.read': () => failed(why) })
  expect(dialog().getByRole('alert').textContent).toBe(why)
  bridge.answer({ 'import.read': () => done(null) })
  await click(dialog().getByRole('button', { name: 'Choose another file' }))
  expect(dialog().getByRole('alert').textContent).toBe(why)
  bridge.answer({ 'import.read': () => done(preview()) })
  await click(dialog().getByRole('button', { name: 'Choose another file' }))
  expect(screen.getByRole('dialog', { name: 'Import foes.csv' })).toBeTruthy()
})

test('what was refused at the last moment says so and can be tried again', async () => {
  const { bridge } = await openImport({ 'import.apply': () => failed('Reed eel: The disk is full. Nothing was imported.') })
  await click(button('Import 3'))
  expect(dialog().getByRole('alert').textContent).toBe('Reed eel: The disk is full. Nothing was imported.')
  bridge.answer({ 'import.apply': () => done({ created: 0, updated: 0, unchanged: 3, problems: [] }) })
  await click(button('Import 3'))
  expect(dialog().getByText('Nothing had to be changed.')).toBeTruthy()
  expect(dialog().queryByRole('button', { name: 'Undo the import' })).toBeNull()
})

test('two quick presses import once, and thinking better of it shows nothing', async () => {
  const wait = later<ImportResult>()
  const { bridge } = await openImport({ 'import.apply': async () => done(await wait.promise) })
  await click(button('Import 3'))
  await click(button('Import 3'))
  expect(bridge.asked('import.apply')).toHaveLength(1)
  wait.keep(result)
  await settled()
  await click(dialog().getAllByRole('button', { name: 'Close' })[1] as HTMLElement)
  bridge.answer({ 'import.read': () => done(null) })
  await command('import characters')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the roster is saved as JSON or CSV, and the path is told', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'roster.export': ({ as }) => done(as === 'csv' ? null : '/home/gm/ferry roster.json') })
  await openWindow(bridge)
  await command('roster as json')
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('/home/gm/ferry roster.json')
  await command('roster as csv')
  expect(bridge.asked('roster.export')).toEqual([{ as: 'json' }, { as: 'csv' }])
})

test('import and export stand in the roster, too', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'import.read': () => done(preview()), 'roster.export': () => done(null) })
  await openWindow(bridge)
  await click(button('Import and export'))
  await click(screen.getByRole('menuitem', { name: 'Export as CSV' }))
  expect(bridge.asked('roster.export')).toEqual([{ as: 'csv' }])
  await click(button('Import and export'))
  await click(screen.getByRole('menuitem', { name: 'Import from a file' }))
  expect(screen.getByRole('dialog', { name: 'Import foes.csv' })).toBeTruthy()
})

test('any name, tag and field is shown literally', async () => {
  const nasty = `Tom & Jerry's "Run" <b>x</b> / ..\\ 火 🚀 ${'שלום '.repeat(50)}`
  await openImport({ 'import.read': () => done(preview({ fileName: nasty, entries: [{ key: 'a', name: nasty, kind: 'npc', tags: [nasty], known: false }], fields: [{ source: nasty, samples: [nasty] }], left: [nasty] })) })
  expect(screen.getByRole('heading', { level: 2, name: `Import ${nasty}`.trim() })).toBeTruthy()
  expect(document.querySelector('[data-at] .name')?.textContent).toBe(nasty)
  await tab(/^Fields/)
  expect(dialog().getByText(nasty.trim(), { selector: 'tbody th', normalizer: (text) => text.trim() })).toBeTruthy()
  await tab(/^Not taken over/)
  expect(dialog().getByRole('list', { name: 'Not taken over' }).lastElementChild?.textContent).toBe(nasty)
})
