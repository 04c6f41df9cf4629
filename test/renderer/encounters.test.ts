import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { Character, Encounter, EncounterId } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, declarations, done, failed, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const nasty = `Tom & Jerry's "Run" <b>x</b> / ..\\ 火 🚀 ’שלום ${'x'.repeat(250)}`
const npc = (id: number, name: string, role: Character['role'] = 'self') => character(id, name, { kind: 'npc', role })
const encounter = (id: number, name: string, rest: Partial<Encounter> = {}): Encounter => ({ id: id as EncounterId, name, notes: '', members: [], ...rest })
const ambush = encounter(1, 'Ambush', { members: [{ character: characterId(3), count: 3, hidden: true }, { character: characterId(2), count: 1, hidden: false }] })

async function openEncounters(encounters: readonly Encounter[] = [ambush, encounter(2, 'Bridge')]) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ characters: [character(1, 'Ysolde'), npc(2, 'The Reeve'), npc(3, 'Wolf', 'template')], encounters })) })
  const shell = await openWindow(bridge)
  const roster = within(screen.getByRole('region', { name: 'Roster' }))
  await click(roster.getByRole('radio', { name: 'Encounters' }))
  return { bridge, shell, roster }
}

test('encounters say who comes, and one is started by its own button or from the palette', async () => {
  const { bridge, shell, roster } = await openEncounters()
  const start = roster.getByRole('button', { name: /^Ambush/ })
  expect(start.textContent).toContain('3 × Wolf, The Reeve')
  await click(start)
  expect(bridge.asked('encounter.start')).toEqual([{ id: 1 }])
  expect(shell.notices.news?.headline).toBe('Ambush is in the fight')
  await press('k', { ctrlKey: true })
  await type(screen.getByRole('combobox', { name: 'Find' }), 'start encounter bri')
  await click(screen.getByRole('option', { name: /Start encounter Bridge/ }))
  expect(bridge.asked('encounter.start')).toEqual([{ id: 1 }, { id: 2 }])
})

test('the arrow keys move between encounters, and a deleted one hands on the focus', async () => {
  const { bridge, shell, roster } = await openEncounters()
  bridge.answer({
    'encounter.delete': () => {
      bridge.send('encounters.changed', [encounter(2, 'Bridge')])
      return done(null)
    },
  })
  const first = roster.getByRole('button', { name: /^Ambush/ })
  first.focus()
  await press('ArrowDown', {}, first)
  expect(document.activeElement).toBe(roster.getByRole('button', { name: /^Bridge/ }))
  await press('Home', {}, document.activeElement ?? first)
  await press('Delete', {}, first)
  expect(bridge.asked('encounter.delete')).toEqual([{ id: 1 }])
  expect(shell.notices.news?.headline).toBe('Deleted Ambush')
  await settled()
  expect(document.activeElement).toBe(roster.getByRole('button', { name: /^Bridge/ }))
})

test('a new encounter takes members found in the roster, with counts for templates and hidden marks', async () => {
  const { bridge, roster } = await openEncounters([])
  bridge.answer({ 'roster.search': () => done([characterId(3)]) })
  await click(roster.getByRole('button', { name: 'New encounter' }))
  const dialog = within(screen.getByRole('dialog', { name: 'New encounter' }))
  await type(dialog.getByRole('textbox', { name: 'Name' }), 'Cellar')
  await type(dialog.getByRole('textbox', { name: 'Add from the roster' }), 'wol')
  await click(within(dialog.getByRole('list', { name: 'Found in the roster' })).getByRole('button'))
  await click(dialog.getByRole('button', { name: 'One Wolf more' }))
  await click(dialog.getByRole('button', { name: 'Hide Wolf from players' }))
  await click(dialog.getByRole('button', { name: /^The Reeve/ }))
  expect(dialog.queryByRole('button', { name: 'One The Reeve more' })).toBeNull()
  await click(dialog.getByRole('button', { name: 'Save encounter' }))
  expect(bridge.asked('encounter.create')).toEqual([{ name: 'Cellar', notes: '', members: [{ character: 3, count: 2, hidden: true }, { character: 2, count: 1, hidden: false }] }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('how hard each is, is said where the system declares it, and follows the counts', async () => {
  const hard = ({ encounters }: { readonly encounters: readonly { readonly members: readonly { readonly count: number }[] }[] }) =>
    done(encounters.map(({ members: [first] }) => (first ? { label: first.count > 3 ? 'Deadly' : 'Fair', tone: 'plain' as const, explain: [`${first.count} come`] } : null)))
  const bridge = createFakeBridge({
    'campaign.current': () => done(view({ declarations: { ...declarations, difficulty: {} }, characters: [npc(2, 'The Reeve'), npc(3, 'Wolf', 'template')], encounters: [ambush, encounter(2, 'Bridge')] })),
    'encounter.rate': hard,
  })
  await openWindow(bridge)
  expect(bridge.asked('encounter.rate')).toEqual([])
  const roster = within(screen.getByRole('region', { name: 'Roster' }))
  await click(roster.getByRole('radio', { name: 'Encounters' }))
  expect(roster.getAllByRole('button', { name: /^(Ambush|Bridge)/ }).map(({ textContent }) => /Fair|Deadly/.exec(textContent ?? '')?.[0])).toEqual(['Fair', undefined])
  await click(button('Change Ambush'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Fair').closest('p')?.textContent).toBe('Fair 3 come.')
  await click(dialog.getByRole('button', { name: 'One Wolf more' }))
  expect(dialog.getByText('Deadly').closest('p')?.textContent).toBe('Deadly 4 come.')
  const before = bridge.asked('encounter.rate').length
  bridge.send('roll.changed', [])
  await settled()
  expect(bridge.asked('encounter.rate')).toHaveLength(before)
  bridge.send('encounters.changed', [{ ...ambush, members: [{ character: characterId(3), count: 9, hidden: false }] }])
  await settled()
  expect(roster.getByRole('button', { name: /^Ambush/ }).textContent).toContain('Deadly')
})

test('nothing is said of how hard they are where the system declares nothing', async () => {
  const { bridge } = await openEncounters()
  await click(button('Change Ambush'))
  expect(bridge.asked('encounter.rate')).toEqual([])
})

test('an encounter is changed and refused at its name', async () => {
  const { bridge } = await openEncounters()
  bridge.answer({ 'encounter.update': () => failed('An encounter needs a name.', { problems: [{ side: 0, field: 'name', message: 'A name is needed.' }] }) })
  await click(button('Change Ambush'))
  await click(button('Leave The Reeve out'))
  await click(button('Save encounter'))
  expect(bridge.asked('encounter.update')).toEqual([{ id: 1, name: 'Ambush', notes: '', members: [{ character: 3, count: 3, hidden: true }] }])
  expect(screen.getByText('A name is needed.')).toBeTruthy()
})

test('an encounter is deleted where it is changed', async () => {
  const { bridge, shell } = await openEncounters()
  await click(button('Change Ambush'))
  await click(button('Delete encounter'))
  expect(bridge.asked('encounter.delete')).toEqual([{ id: 1 }])
  expect(shell.notices.news?.headline).toBe('Deleted Ambush')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the selected of the roster become an encounter', async () => {
  const { bridge, roster } = await openEncounters()
  await click(roster.getByRole('radio', { name: 'Characters' }))
  await press('a', { ctrlKey: true }, roster.getByRole('button', { name: 'Wolf' }))
  await click(roster.getByRole('button', { name: 'More for the selected' }))
  await click(screen.getByRole('menuitem', { name: 'Make an encounter' }))
  await type(screen.getByRole('textbox', { name: 'Name' }), 'All')
  await click(button('Save encounter'))
  expect(bridge.asked('encounter.create')[0]?.members.map((member) => member.character)).toEqual([2, 3, 1])
})

test('any name is shown as it is written', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ characters: [character(1, nasty, { tags: ['<i>', 'עברית'] })], encounters: [encounter(1, nasty, { members: [{ character: characterId(1), count: 1, hidden: false }] })] })) })
  await openWindow(bridge)
  const roster = within(screen.getByRole('region', { name: 'Roster' }))
  const row = document.querySelector('[data-character] bdi')
  expect(row?.textContent).toBe(nasty)
  expect(roster.getAllByText('<i>').every((each) => each.closest('bdi'))).toBe(true)
  await click(roster.getByRole('radio', { name: 'Encounters' }))
  expect(roster.getByText(nasty, { selector: 'bdi' })).toBeTruthy()
  await click(roster.getByRole('button', { name: `Change ${nasty}` }))
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe(nasty)
  expect(within(screen.getByRole('list', { name: 'Who comes' })).getByText(nasty)).toBeTruthy()
  expect(document.querySelector('b, i')).toBeNull()
})
