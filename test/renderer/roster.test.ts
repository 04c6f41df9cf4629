import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView, Character } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, done, failed, view } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const npc = (id: number, name: string, rest: Partial<Character> = {}) => character(id, name, { kind: 'npc', ...rest })
const crowd = [
  character(1, 'Ysolde Marr'),
  npc(2, 'The Reeve', { tags: ['town'] }),
  npc(3, 'Wolf', { role: 'template', tags: ['beast', 'night'] }),
  npc(4, 'Bear', { role: 'template', tags: ['beast'] }),
  npc(5, 'Wolf 1', { role: 'copy', template: characterId(3) }),
]

async function openRoster(rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view({ characters: crowd, ...rest })) })
  const shell = await openWindow(bridge)
  const roster = within(screen.getByRole('region', { name: 'Roster' }))
  const names = () => [...document.querySelectorAll('[data-character]')].map((each) => each.textContent?.trim())
  const row = (name: string) => roster.getByRole('button', { name })
  return { bridge, shell, roster, names, row }
}

test('what is searched narrows the roster to the best, says how many, and Escape clears it', async () => {
  const { bridge, roster, names } = await openRoster()
  bridge.answer({ 'roster.search': () => done([characterId(4), characterId(3)]) })
  const field = roster.getByRole('textbox', { name: 'Search the roster' })
  await type(field, 'be')
  expect(bridge.asked('roster.search')).toEqual([{ text: 'be' }])
  expect(names()).toEqual(['Bear', 'Wolf'])
  expect(roster.getByText('2 of 4')).toBeTruthy()
  bridge.answer({ 'roster.search': () => done([]) })
  await type(field, 'zzz')
  expect(roster.getByText('Nobody fits.')).toBeTruthy()
  await press('Escape', {}, field)
  expect(names()).toHaveLength(4)
})

test('a name is found by any part of it, signs among them', async () => {
  const { bridge, roster, names } = await openRoster({ characters: [npc(1, '火 🚀'), npc(2, 'Rat')] })
  bridge.answer({ 'roster.search': () => done([]) })
  await type(roster.getByRole('textbox', { name: 'Search the roster' }), '🚀')
  expect(names()).toEqual(['火 🚀'])
})

test('a search is asked again when somebody changes', async () => {
  const { bridge, roster } = await openRoster()
  bridge.answer({ 'roster.search': () => done([characterId(4)]) })
  await type(roster.getByRole('textbox', { name: 'Search the roster' }), 'be')
  bridge.send('character.changed', [npc(9, 'Beetle')])
  await settled()
  expect(bridge.asked('roster.search')).toHaveLength(2)
})

test('tags narrow the roster to those that carry all of them', async () => {
  const { roster, names } = await openRoster()
  const tags = within(roster.getByRole('group', { name: 'Tags' }))
  expect(tags.getAllByRole('button').map((each) => each.textContent)).toEqual(['beast', 'night', 'town'])
  await click(tags.getByRole('button', { name: 'beast' }))
  expect(names()).toEqual(['Bear', 'Wolf'])
  await click(tags.getByRole('button', { name: 'night' }))
  expect(names()).toEqual(['Wolf'])
  await click(tags.getByRole('button', { name: 'beast' }))
  await click(tags.getByRole('button', { name: 'night' }))
  expect(names()).toHaveLength(4)
})

test('many tags are behind a menu, and one taken there stands in sight', async () => {
  const { roster, names } = await openRoster({ characters: [npc(1, 'Rat', { tags: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }), npc(2, 'Owl', { tags: ['a', 'b', 'c', 'd', 'e'] })] })
  await click(roster.getByRole('button', { name: 'More tags' }))
  await click(screen.getByRole('menuitem', { name: 'g (1)' }))
  expect(names()).toEqual(['Rat'])
  expect(within(roster.getByRole('group', { name: 'Tags' })).getByRole('button', { name: 'g' }).getAttribute('aria-pressed')).toBe('true')
})

test('tags are written on the sheet: Enter and comma add, and each can be taken away', async () => {
  const { bridge } = await openRoster()
  await click(button('Sheet of Wolf'))
  const field = screen.getByRole('combobox', { name: 'Tags' })
  await type(field, 'big  bad')
  await press('Enter', {}, field)
  await type(field, 'grey')
  await press(',', {}, field)
  await click(button('Take away night'))
  await type(field, 'last')
  await click(button('Save sheet'))
  expect(bridge.asked('character.update').at(-1)?.tags).toEqual(['beast', 'big bad', 'grey', 'last'])
})

test('several are selected by click and by key, and a click alone lets them go', async () => {
  const { row, roster } = await openRoster()
  await fireEvent.click(row('The Reeve'), { ctrlKey: true })
  await fireEvent.click(row('Wolf'), { shiftKey: true })
  await settled()
  expect(roster.getByText('3 selected')).toBeTruthy()
  expect(row('Bear').getAttribute('aria-description')).toBe('Selected')
  await press(' ', { ctrlKey: true }, row('Bear'))
  expect(roster.getByText('2 selected')).toBeTruthy()
  await press('a', { ctrlKey: true }, row('Bear'))
  expect(roster.getByText('4 selected')).toBeTruthy()
  await press('Escape', {}, row('Bear'))
  expect(roster.queryByText(/selected$/)).toBeNull()
  row('Bear').focus()
  await press('ArrowDown', { shiftKey: true }, row('Bear'))
  expect(roster.getByText('2 selected')).toBeTruthy()
  await click(row('Ysolde Marr'))
  expect(roster.queryByText(/selected$/)).toBeNull()
})

test('the selected ones are tagged, duplicated, exported and deleted in one step each, and that is said', async () => {
  const { bridge, shell, row, roster } = await openRoster()
  bridge.answer({ 'roster.duplicate': () => done([characterId(3)]), 'roster.export': () => done('/home/gm/roster.json') })
  await press('a', { ctrlKey: true }, row('Bear'))
  await click(roster.getByRole('button', { name: 'Tag…' }))
  await type(screen.getByRole('combobox', { name: 'Tags of all of them' }), 'met')
  await click(button('Save tags'))
  expect(bridge.asked('roster.tag')).toEqual([{ characters: [4, 2, 3, 1], add: ['met'], remove: [] }])
  expect(shell.notices.news).toMatchObject({ headline: 'Changed the tags of 4 of the roster', undoable: true })
  const take = async (name: string) => {
    await click(roster.getByRole('button', { name: 'More for the selected' }))
    await click(screen.getByRole('menuitem', { name }))
  }
  await take('Export as JSON')
  expect(bridge.asked('roster.export')).toEqual([{ as: 'json', characters: [4, 2, 3, 1] }])
  await take('Duplicate')
  expect(roster.getByText('1 selected')).toBeTruthy()
  await click(roster.getByRole('button', { name: 'Delete' }))
  expect(bridge.asked('roster.delete')).toEqual([{ characters: [3] }])
  expect(shell.notices.news?.headline).toBe('Deleted Wolf')
})

test('a tag that all of the selected carry can be taken from all', async () => {
  const { bridge, row, roster } = await openRoster()
  await press(' ', { ctrlKey: true }, row('Bear'))
  await press(' ', { ctrlKey: true }, row('Wolf'))
  await click(roster.getByRole('button', { name: 'Tag…' }))
  await click(button('Take away beast'))
  await click(button('Save tags'))
  expect(bridge.asked('roster.tag')).toEqual([{ characters: [4, 3], add: [], remove: ['beast'] }])
})

test('what is refused for the selected is shown and lets nobody go', async () => {
  const { bridge, shell, row, roster } = await openRoster()
  bridge.answer({ 'roster.delete': () => failed('Somebody chosen is not there any more. Nothing was changed.'), 'fight.add': () => failed('A fight holds at most 1000 combatants.') })
  await press(' ', { ctrlKey: true }, row('Bear'))
  await click(roster.getByRole('button', { name: 'Delete' }))
  await click(roster.getByRole('button', { name: 'Into the fight' }))
  expect(shell.notices.items).toHaveLength(2)
  expect(roster.getByText('1 selected')).toBeTruthy()
})

test('the selected come into the fight, one copy of each template', async () => {
  const { bridge, row, roster } = await openRoster()
  await press(' ', { ctrlKey: true }, row('Bear'))
  await press(' ', { ctrlKey: true }, row('Ysolde Marr'))
  await click(roster.getByRole('button', { name: 'Into the fight' }))
  expect(bridge.asked('fight.add')).toEqual([{ characters: [{ id: 4, count: 1 }, { id: 1, count: 1 }], grouped: false }])
})

test('Delete deletes whoever has the focus, and the neighbour takes it', async () => {
  const { bridge, row } = await openRoster()
  bridge.answer({
    'roster.delete': ({ characters }) => {
      bridge.send('character.removed', characters)
      return done(null)
    },
  })
  row('Bear').focus()
  await press('Delete', {}, row('Bear'))
  expect(bridge.asked('roster.delete')).toEqual([{ characters: [4] }])
  await settled()
  expect(document.activeElement).toBe(row('Wolf'))
})

test('a row that Undo takes away hands the focus to its neighbour', async () => {
  const { bridge, row } = await openRoster()
  row('Wolf').focus()
  bridge.send('character.removed', [characterId(3)])
  await settled()
  expect(document.activeElement).toBe(row('Bear'))
})

test('a changed template asks whether its copies in fights follow', async () => {
  const { bridge, shell } = await openRoster()
  bridge.answer({ 'roster.updateCopies': () => done(1) })
  const change = async () => {
    await click(button('Sheet of Wolf'))
    await type(screen.getByRole('textbox', { name: 'Level' }), '7')
    await click(button('Save sheet'))
  }
  await change()
  await click(within(screen.getByRole('dialog', { name: /^One copy in a fight/ })).getByRole('button', { name: 'Leave it' }))
  expect(bridge.asked('roster.updateCopies')).toEqual([])
  await change()
  await click(button('Follow'))
  expect(bridge.asked('roster.updateCopies')).toEqual([{ template: 3 }])
  expect(shell.notices.news?.headline).toBe('One copy follows its template')
  await click(button('Sheet of Bear'))
  await type(screen.getByRole('textbox', { name: 'Level' }), '7')
  await click(button('Save sheet'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
