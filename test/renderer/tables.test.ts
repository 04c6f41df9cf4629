import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Table, TableId, TablePreview, TableRoll } from '../../preload/contract.ts'
import { createFakeBridge, done, failed, later, preferences, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const table = (id: number, name: string, text = 'A\nB'): Table => ({ id: id as TableId, name, text })
const shown = preferences({ layouts: { [view().file]: JSON.stringify({ hidden: [], shares: {}, known: ['notes'] }) } })
const read: TablePreview = {
  kind: 'table',
  dice: '2d6',
  calls: ['Names'],
  rows: [
    { from: 2, to: 6, text: '[[Names]] comes', chance: 15 / 36 },
    { from: 7, to: 12, text: 'Nobody', chance: 21 / 36 },
  ],
}
const rolled: TableRoll = { text: 'A wolf', explain: ['Road: d6 rolled 3'] }

async function openTables(tables: readonly Table[], answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ tables })),
    'preferences.get': () => done(shown),
    'table.preview': () => done(read),
    'table.roll': () => done(rolled),
    'table.create': () => done(9 as TableId),
    ...answers,
  })
  await openWindow(bridge)
  await click(screen.getByRole('tab', { name: 'Random tables' }))
  return bridge
}

const panel = () => within(screen.getByRole('region', { name: 'Notes' }))
const dialog = () => within(screen.getByRole('dialog'))
const row = (name: string) => panel().getByRole('button', { name: new RegExp(`^Roll on ${name}`) })
const rows = () => panel().queryAllByRole('button', { name: /^Roll on/ }).map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())
const result = () => panel().getByRole('status', { name: 'What came up' })
const paste = async (target: Element, text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  await fireEvent(target, event)
  await settled()
}

test('tables stand by name, and what is sought is found in names and rows', async () => {
  await openTables([table(1, 'Names', 'Marr\nHob'), table(2, 'Road', '1-3 A wolf\n4 Nothing')])
  expect(rows()).toEqual(['Roll on Names Marr · Hob', 'Roll on Road 1-3 A wolf · 4 Nothing'])
  await type(panel().getByRole('searchbox', { name: 'Search the tables' }), 'WOLF')
  expect(rows()).toHaveLength(1)
  await type(panel().getByRole('searchbox', { name: 'Search the tables' }), 'zzz')
  expect(panel().getByText('No table holds that.')).toBeTruthy()
})

test('a campaign without tables says what they are for, and offers the first', async () => {
  await openTables([])
  expect(panel().getByText(/Tables to roll on will stand here/)).toBeTruthy()
  await click(panel().getAllByRole('button', { name: 'New table' })[1] as HTMLElement)
  expect(screen.getByRole('dialog', { name: 'New table' })).toBeTruthy()
})

test('what comes up stands large with every throw, and is rolled again by one button', async () => {
  const bridge = await openTables([table(1, 'Names'), table(2, 'Road')])
  await click(row('Road'))
  expect(bridge.asked('table.roll')).toEqual([{ id: 2 }])
  expect(result().textContent).toContain('A wolf')
  expect(panel().getByRole('list', { name: 'Every throw' }).textContent).toBe('Road: d6 rolled 3')
  bridge.answer({ 'table.roll': () => done({ text: 'Nothing', explain: ['Road: d6 rolled 4'] }) })
  await click(button('Again'))
  expect(bridge.asked('table.roll')).toEqual([{ id: 2 }, { id: 2 }])
  expect(result().textContent).toContain('Nothing')
  await click(button('Put away'))
  expect(result().textContent?.trim()).toBe('')
})

test('what comes up is copied by a click, and it is said when that failed', async () => {
  const held: { text?: string } = {}
  document.execCommand = () => {
    held.text = (document.activeElement as HTMLTextAreaElement).value
    return true
  }
  await openTables([table(2, 'Road')])
  await click(row('Road'))
  await click(button('Copy'))
  expect(held.text).toBe('A wolf')
  expect(button('Copied')).toBeTruthy()
  document.execCommand = () => false
  await click(button('Again'))
  await click(button('Copy'))
  expect(panel().getByText('The system did not let it be copied.')).toBeTruthy()
})

test('a table that can not be rolled on says why, in place of what came up before', async () => {
  const bridge = await openTables([table(2, 'Road')])
  await click(row('Road'))
  bridge.answer({ 'table.roll': () => failed('There is no table “Names” that “Road” could roll on. Nothing was rolled.') })
  await click(button('Again'))
  expect(panel().getByRole('alert').textContent).toContain('no table “Names”')
  expect(result().textContent?.trim()).toBe('')
})

test('two quick presses roll once', async () => {
  const wait = later<TableRoll>()
  const bridge = await openTables([table(2, 'Road')], { 'table.roll': async () => done(await wait.promise) })
  await click(row('Road'))
  await click(row('Road'))
  expect(bridge.asked('table.roll')).toHaveLength(1)
  wait.keep(rolled)
  await settled()
  expect(result().textContent).toContain('A wolf')
})

test('the arrow keys move from table to table, Tab stops at one, and Delete deletes with the focus kept', async () => {
  const all = [table(1, 'A'), table(2, 'B'), table(3, 'C')]
  const bridge = await openTables(all)
  bridge.answer({
    'table.delete': ({ id }) => {
      bridge.send('tables.changed', all.filter((each) => each.id !== id))
      return done(null)
    },
  })
  row('A').focus()
  await press('ArrowDown', {}, row('A'))
  expect(document.activeElement).toBe(row('B'))
  expect(['A', 'B', 'C'].map((name) => row(name).tabIndex)).toEqual([-1, 0, -1])
  await press('Delete', {}, row('B'))
  expect(bridge.asked('table.delete')).toEqual([{ id: 2 }])
  expect(rows().map((text) => text?.slice(0, 9))).toEqual(['Roll on A', 'Roll on C'])
  expect(document.activeElement).toBe(row('C'))
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('Deleted B')
})

test('a pasted text becomes a table in one step, and is shown as it will be rolled', async () => {
  const bridge = await openTables([table(1, 'Names')])
  row('Names').focus()
  await paste(document.body, '2d6\n2-6 [[Names]] comes\n7-12 Nobody')
  const name = dialog().getByRole('textbox', { name: 'Name' })
  expect(document.activeElement).toBe(name)
  expect((dialog().getByRole('textbox', { name: 'Rows' }) as HTMLTextAreaElement).value).toBe('2d6\n2-6 [[Names]] comes\n7-12 Nobody')
  expect(dialog().getAllByRole('row').slice(1).map((each) => [...each.children].map(({ textContent }) => textContent))).toEqual([
    ['2–6', '[[Names]] comes', '41.7\u00a0%'],
    ['7–12', 'Nobody', '58.3\u00a0%'],
  ])
  await type(name, 'Road')
  await fireEvent.submit(name.closest('form') as HTMLFormElement)
  await settled()
  expect(bridge.asked('table.create')).toEqual([{ name: 'Road', text: '2d6\n2-6 [[Names]] comes\n7-12 Nobody' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is pasted elsewhere is left where it is', async () => {
  await openTables([table(1, 'Names')])
  const search = panel().getByRole('searchbox', { name: 'Search the tables' })
  search.focus()
  await paste(search, '1 A\n2 B')
  screen.getByRole('searchbox', { name: 'Search the log' }).blur()
  screen.getByRole('button', { name: 'Filters' }).focus()
  await paste(document.body, '1 A\n2 B')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the line that can not be read is named and marked, and a refusal stands at its field', async () => {
  const bridge = await openTables([table(1, 'Names', '1 A\n3 B')], { 'table.preview': () => done({ kind: 'problem', line: 2, message: 'No row is for 2.' }) })
  await click(button('Change Names'))
  const text = dialog().getByRole('textbox', { name: 'Rows' })
  expect(descriptionOf(text)).toContain('Line 2: No row is for 2.')
  expect(text.getAttribute('aria-invalid')).toBe('true')
  bridge.answer({ 'table.update': () => failed('There is a table Road already.', { problems: [{ side: 0, field: 'name', message: 'There is a table Road already.' }] }) })
  await click(dialog().getByRole('button', { name: 'Save' }))
  expect(descriptionOf(dialog().getByRole('textbox', { name: 'Name' }))).toBe('There is a table Road already.')
  expect(document.activeElement).toBe(dialog().getByRole('textbox', { name: 'Name' }))
})

test('other tables are offered for a row, and one that is missing is named', async () => {
  await openTables([table(1, 'Road', 'a '), table(2, 'Beasts')])
  await click(button('Change Road'))
  const text = dialog().getByRole('textbox', { name: 'Rows' }) as HTMLTextAreaElement
  text.setSelectionRange(2, 2)
  expect(dialog().queryByRole('button', { name: '[[Road]]' })).toBeNull()
  await click(dialog().getByRole('button', { name: '[[Beasts]]' }))
  expect(text.value).toBe('a [[Beasts]]')
  expect(document.activeElement).toBe(text)
  expect(dialog().getByText(/There is no table called Names yet/)).toBeTruthy()
})

test('of many tables, one is put into a row from a list', async () => {
  await openTables([table(1, 'Road', 'a '), ...[11, 2, 3, 4, 5, 6, 7, 8].map((id) => table(id, `Beasts ${id}`))])
  expect(rows().slice(0, 2)).toEqual(['Roll on Beasts 2 A · B', 'Roll on Beasts 3 A · B'])
  await click(button('Change Road'))
  await click(dialog().getByRole('button', { name: 'Put a table into the row' }))
  await click(dialog().getByRole('menuitem', { name: 'Beasts 11' }))
  expect((dialog().getByRole('textbox', { name: 'Rows' }) as HTMLTextAreaElement).value).toContain('[[Beasts 11]]')
})

test('what was written is not dropped unasked', async () => {
  await openTables([table(1, 'Road')])
  await click(button('Change Road'))
  await type(dialog().getByRole('textbox', { name: 'Rows' }), 'C')
  await click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(dialog().getByText('What you wrote is not saved.')).toBeTruthy()
  await click(dialog().getByRole('button', { name: 'Drop it' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the palette rolls on a table by its name, wherever one is', async () => {
  const bridge = await openTables([table(1, 'Names')])
  await click(screen.getByRole('tab', { name: 'Notes' }))
  await press('k', { ctrlKey: true })
  await type(dialog().getByRole('combobox'), 'roll on names')
  await fireEvent.submit(dialog().getByRole('combobox').closest('form') as HTMLFormElement)
  await settled()
  expect(bridge.asked('table.roll')).toEqual([{ id: 1 }])
  expect(result().textContent).toContain('A wolf')
})

test('any text is shown literally', async () => {
  const nasty = `Tom & Jerry's "Run" <b>x</b> / ..\\ 火 🚀 [[x]] ${'שלום '.repeat(50)}`
  await openTables([table(1, nasty, nasty)], { 'table.roll': () => done({ text: nasty, explain: [nasty] }) })
  await click(panel().getByRole('button', { name: /^Roll on/ }))
  expect(result().querySelector('.text')?.textContent).toBe(nasty)
  expect(document.querySelector('[data-table] .name')?.textContent).toBe(nasty)
  await click(panel().getByRole('button', { name: /^Change/ }))
  expect((dialog().getByRole('textbox', { name: 'Rows' }) as HTMLTextAreaElement).value).toBe(nasty)
})
