import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { SessionId } from '../../preload/contract.ts'
import { createClient } from '../../renderer/bridge.ts'
import type { Command } from '../../renderer/state/commands/command.ts'
import { Commands } from '../../renderer/state/commands/commands.svelte.ts'
import { Preferred } from '../../renderer/state/preferences.svelte.ts'
import { character, createFakeBridge, done, preferences, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const cards = [
  { file: 'ferry.campaign', name: 'The Ninth Ferry', system: 'Sample', changedAt: 0, bytes: 1 },
  { file: 'glass.campaign', name: 'The Glass Orchard', system: 'Sample', changedAt: 0, bytes: 1 },
]

async function openCampaign(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'campaign.list': () => done(cards), ...answers })
  await openWindow(bridge)
  return bridge
}

const options = () => within(screen.getByRole('listbox', { name: 'Found' })).queryAllByRole('option').map((option) => option.textContent?.replace(/\s+/g, ' ').trim())
const chosen = () => within(screen.getByRole('listbox', { name: 'Found' })).getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')
const find = () => screen.getByRole('combobox', { name: 'Find' })

test('the palette names commands with their keys, characters and the other campaigns', async () => {
  await openCampaign()
  await press('k', { ctrlKey: true })
  const group = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('option').map((option) => option.textContent?.replace(/\s+/g, ' ').trim())
  expect(group('Commands')[0]).toBe('Roll Ysolde Marr R')
  expect(group('Commands').some((text) => text?.startsWith('Undo'))).toBe(false)
  expect(group('Characters')).toEqual(["Ysolde Marr Player's character", 'Lantern hound NPC'])
  expect(group('Campaigns')).toEqual(['The Glass Orchard Sample'])
})

test('what is written narrows the palette, the arrow keys choose and Enter takes', async () => {
  await openCampaign()
  await press('/')
  await type(find(), 'npc')
  expect(options()).toEqual(['Quick NPC Shift A', 'Show or hide NPC roller Ctrl 7', 'Lantern hound NPC'])
  await press('ArrowUp', {}, find())
  expect(chosen()?.textContent).toContain('Lantern hound')
  expect(find().getAttribute('aria-activedescendant')).toBe(chosen()?.id)
  await fireEvent.submit(find())
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Lantern hound').getAttribute('aria-pressed')).toBe('true')
})

test('a command of the palette opens what its key would', async () => {
  await openCampaign()
  await press('k', { ctrlKey: true })
  await type(find(), 'add a char')
  await click(screen.getByRole('option', { name: 'Add a character' }))
  expect(screen.getByRole('dialog', { name: 'New character' })).toBeTruthy()
})

test('counters are found by name and changed from anywhere, of one or of several', async () => {
  const bridge = await openCampaign()
  const find = async (words: string) => {
    await press('k', { ctrlKey: true })
    await type(screen.getByRole('combobox', { name: 'Find' }), words)
    return options()
  }
  expect(await find('debt')).toEqual(['Debt of the GM 5'])
  await fireEvent.submit(screen.getByRole('combobox', { name: 'Find' }))
  await settled()
  await type(screen.getByRole('textbox', { name: 'Amount' }), '=7')
  await fireEvent.submit(screen.getByRole('textbox', { name: 'Amount' }))
  await settled()
  expect(bridge.asked('counter.change')).toEqual([{ counter: 'debt', amount: 2 }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await find('award grace')).toEqual(['Grace for several Give or take', 'Grace of Ysolde Marr 3'])
  await fireEvent.submit(screen.getByRole('combobox', { name: 'Find' }))
  await settled()
  expect(screen.getByRole('dialog', { name: 'Grace for several' })).toBeTruthy()
})

test('whoever was just made is found before the undo that names them', async () => {
  await openCampaign({ 'campaign.current': () => done(view({ history: { undo: 'adding Lantern hound' } })) })
  await press('k', { ctrlKey: true })
  await type(find(), 'lantern')
  expect(options()).toEqual(['Lantern hound NPC', expect.stringMatching(/^Undo adding Lantern hound/)])
})

test('a name of which a word begins with what was written comes before one that holds it within', async () => {
  await openCampaign()
  await press('k', { ctrlKey: true })
  await type(find(), 'counters')
  expect(options().slice(0, 2)).toEqual(['Show or hide Counters Ctrl 4', 'Encounters'])
})

test('characters and sessions are found by their notes', async () => {
  const sessions = [{ id: 1 as SessionId, name: 'The causeway', startedAt: 0, endedAt: 1, notes: 'They owe the *ferryman*.', present: [] }]
  await openCampaign({ 'campaign.current': () => done(view({ sessions, characters: [character(4, 'Hob', { notes: 'a ferryman' })] })) })
  await press('k', { ctrlKey: true })
  await type(find(), 'ferryman')
  expect(options()[0]).toContain('Hob')
  await press('ArrowDown', {}, find())
  await fireEvent.submit(find())
  await settled()
  expect(screen.getByRole('dialog', { name: 'The causeway' })).toBeTruthy()
})

test('another campaign is opened from the palette, on the first screen too', async () => {
  const bridge = createFakeBridge({ 'campaign.list': () => done(cards) })
  await openWindow(bridge)
  await press('k', { ctrlKey: true })
  expect(screen.queryByRole('option', { name: /^Roll/ })).toBeNull()
  await type(find(), 'orchard glass')
  await fireEvent.submit(find())
  await settled()
  expect(bridge.asked('campaign.open')).toEqual([{ file: 'glass.campaign' }])
})

test('a search that finds nothing says so and Enter does nothing', async () => {
  await openCampaign()
  await press('k', { ctrlKey: true })
  await type(find(), 'zzz')
  await fireEvent.submit(find())
  expect(screen.getByText('Nothing is called that.')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('Ctrl+K opens the palette while somebody writes, a letter does nothing then', async () => {
  const bridge = await openCampaign()
  const field = screen.getByRole('searchbox', { name: 'Search the log' })
  await press('r', {}, field)
  await press('?', {}, field)
  expect(bridge.asked('roll.make')).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('k', { ctrlKey: true }, field)
  expect(find()).toBeTruthy()
})

const keysDialog = () => within(screen.getByRole('dialog', { name: 'Keys that apply now' }))
const keysOf = (group: string) => within(keysDialog().getByRole('region', { name: group })).getAllByRole('listitem').map(({ textContent }) => textContent)
const groups = () => keysDialog().getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('the question mark shows the keys that apply now and no others', async () => {
  const bridge = await openCampaign()
  await press('?', { shiftKey: true })
  expect(keysOf('Roll')).toContain('RollR')
  expect(keysOf('Everywhere')).not.toContain('UndoCtrl Z')
  bridge.send('history.changed', { undo: 'adding Hob' })
  await settled()
  expect(keysOf('Everywhere')).toContain('UndoCtrl Z')
})

test('the keys of the panel that had the focus stand first', async () => {
  await openCampaign()
  await press('?', { shiftKey: true })
  expect(groups()).toEqual(['Everywhere', 'Fight', 'Roster', 'Roll'])
  await click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  screen.getByRole('combobox', { name: 'Who rolls' }).focus()
  await press('?', { shiftKey: true }, document.body)
  expect(groups()).toEqual(['Roll', 'Everywhere', 'Fight', 'Roster'])
  expect(keysOf('Roll')).toEqual(['RollR', 'Type the dice, or draw them againT', 'Dice in wordsQ'])
})

/** Commands of two panels and of the whole window, with what was done. */
function createTwins(keys: Readonly<Record<string, string>> = {}) {
  const ran: string[] = []
  const command = (id: string, panel: string | undefined, key: string, applies = true): Command => ({ id, label: id, panel, keys: [key], applies: () => applies, run: () => ran.push(id) })
  const all = [command('fight.hit', 'fight', 'D', false), command('roll.dice', 'roll', 'D'), command('fight.next', 'fight', 'N'), command('roll.next', 'roll', 'N'), command('undo', undefined, 'U')]
  const bridge = createFakeBridge({ 'preferences.set': () => done(null) })
  const preferences = new Preferred(createClient(bridge, () => undefined))
  preferences.current = { ...preferences.current, keys }
  const commands = new Commands(all, preferences)
  const pressIn = (panel: string | undefined, key: string) => {
    const place = document.createElement('div')
    place.className = 'panel'
    if (panel !== undefined) place.setAttribute('aria-labelledby', panel)
    document.body.append(place)
    place.addEventListener('keydown', (event) => commands.press(event))
    place.dispatchEvent(new KeyboardEvent('keydown', { key }))
    place.remove()
  }
  return { ran, commands, pressIn }
}

test('of two panels’ commands with one key, the one means it whose panel has the focus', () => {
  const { ran, pressIn } = createTwins()
  pressIn('roll', 'n')
  pressIn('fight', 'n')
  pressIn(undefined, 'n')
  pressIn('log', 'u')
  expect(ran).toEqual(['roll.next', 'fight.next', 'fight.next', 'undo'])
})

test('a command that can not be done now leaves its key to another panel only from outside its own', () => {
  const { ran, pressIn } = createTwins()
  pressIn('fight', 'd')
  expect(ran).toEqual([])
  pressIn('log', 'd')
  expect(ran).toEqual(['roll.dice'])
})

test('a key may be had by two panels, not by two commands of one nor by a panel and the window', () => {
  const { commands } = createTwins()
  expect(commands.rebind('fight.hit', 'N')).toMatch(/^N is the key of “fight.next”/)
  expect(commands.rebind('fight.hit', 'U')).toMatch(/^U is the key of “undo”/)
  expect(commands.rebind('undo', 'N')).toMatch(/^N is the key of “fight.next”/)
  expect(commands.rebind('roll.dice', 'X')).toBeUndefined()
  expect(commands.rebind('fight.hit', 'X')).toBeUndefined()
})

test('a session is started and ended, and the log saved, from the palette', async () => {
  const bridge = await openCampaign({ 'log.export': () => done('/home/gm/log.md') })
  const take = async (text: string) => {
    await press('k', { ctrlKey: true })
    await type(find(), text)
    await fireEvent.submit(find())
    await settled()
  }
  await take('start a session')
  expect(bridge.asked('session.start')).toEqual([{}])
  bridge.send('session.changed', [{ id: 1 as SessionId, name: 'The causeway', startedAt: 0, notes: '', present: [] }])
  await settled()
  await take('end the session')
  expect(bridge.asked('session.end')).toHaveLength(1)
  await take('markdown')
  expect(bridge.asked('log.export')).toEqual([{ as: 'markdown' }])
  expect(screen.getByRole('status', { name: 'Done' }).textContent).toContain('/home/gm/log.md')
})

test('a letter on a keyboard of another script is the key that stands there', async () => {
  const bridge = await openCampaign()
  await press('к', { code: 'KeyR' })
  expect(bridge.asked('roll.make')).toHaveLength(1)
})

async function openKeys(bridge: FakeBridge) {
  await openWindow(bridge)
  await press(',', { ctrlKey: true })
  await click(screen.getByRole('tab', { name: 'Keys' }))
}

test('a key is changed by pressing another one, which then acts and is shown where it acts', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()) })
  await openKeys(bridge)
  await click(button('Key of Dice in words: Q. Change'))
  await press('w', {}, button('Press the key for Dice in words'))
  expect(bridge.asked('preferences.set')).toEqual([{ keys: { 'dice.words': 'W' } }])
  await click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(button('Dice in words').textContent).toContain('W')
  expect(button('Dice in words').getAttribute('aria-keyshortcuts')).toBe('W')
  await press('q')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('w')
  expect(screen.getByRole('dialog', { name: 'Dice in words' })).toBeTruthy()
})

test.each([
  ['of another command', 't', {}, /^T is the key of “Type the dice/],
  ['that moves about', 'ArrowUp', {}, /can't be given/],
  ['that every app keeps', 'c', { ctrlKey: true }, /^Ctrl C means the same in every app/],
])('a key %s is refused by name', async (_, key, init, message) => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()) })
  await openKeys(bridge)
  await click(button('Key of Roll: R. Change'))
  await press(key, init, button('Press the key for Roll'))
  expect(screen.getByText(message).getAttribute('role')).toBe('alert')
  expect(button('Key of Roll: R. Change')).toBeTruthy()
  expect(bridge.asked('preferences.set')).toEqual([])
})

test('a key is taken from a command, which shows none then, and its usual one given back with the focus on it', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()) })
  await openKeys(bridge)
  await click(button('Key of Dice in words: Q. Change'))
  await press('Backspace', {}, button('Press the key for Dice in words'))
  expect(bridge.asked('preferences.set')).toEqual([{ keys: { 'dice.words': '' } }])
  expect(button('Key of Dice in words: no key. Change').textContent).toBe('no key')
  await click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(button('Dice in words').querySelector('kbd')).toBeNull()
  await press('q')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press(',', { ctrlKey: true })
  await click(screen.getByRole('tab', { name: 'Keys' }))
  await click(button('Usual key for Dice in words'))
  expect(bridge.asked('preferences.set').at(-1)).toEqual({ keys: {} })
  expect(document.activeElement).toBe(button('Key of Dice in words: Q. Change'))
})

test('a command that has no usual key and loses its own is as it was', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'preferences.get': () => done(preferences({ keys: { 'log.csv': 'Y' } })) })
  await openKeys(bridge)
  await click(button('Key of Save all rolls as CSV: Y. Change'))
  await press('Delete', {}, button('Press the key for Save all rolls as CSV'))
  expect(bridge.asked('preferences.set')).toEqual([{ keys: {} }])
  expect(screen.queryByRole('button', { name: 'Usual key for Save all rolls as CSV' })).toBeNull()
})

test('a taken key is free for another command', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'preferences.get': () => done(preferences({ keys: { 'dice.words': '' } })) })
  await openKeys(bridge)
  await click(button('Key of Undo: Ctrl Z. Change'))
  await press('q', {}, button('Press the key for Undo'))
  expect(bridge.asked('preferences.set')).toEqual([{ keys: { 'dice.words': '', undo: 'Q' } }])
})

test('Escape leaves a key as it is, and so does going elsewhere', async () => {
  const bridge = createFakeBridge()
  await openKeys(bridge)
  await click(button('Key of Roll: R. Change'))
  await press('Escape', {}, button('Press the key for Roll'))
  expect(button('Key of Roll: R. Change')).toBeTruthy()
  await click(button('Key of Roll: R. Change'))
  await fireEvent.blur(button('Press the key for Roll'))
  expect(bridge.asked('preferences.set')).toEqual([])
})

test('a usual key comes back, unless another command has it now', async () => {
  const bridge = createFakeBridge({ 'preferences.get': () => done(preferences({ keys: { roll: 'W', 'dice.words': 'R' } })) })
  await openKeys(bridge)
  await click(button('Usual key for Roll'))
  expect(screen.getByRole('alert', { name: '' }).textContent).toContain('R is the key of “Dice in words”')
  await click(button('Usual key for Dice in words'))
  await click(button('Usual key for Roll'))
  expect(bridge.asked('preferences.set')).toEqual([{ keys: { roll: 'W' } }, { keys: {} }])
  await click(button('All keys as usual'))
  expect(bridge.asked('preferences.set').at(-1)).toEqual({ keys: {} })
})

test('a kept key of a command that is no more, or that is no key, hurts nothing', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'preferences.get': () => done(preferences({ keys: { gone: 'R', undo: 'no such key' } })) })
  await openWindow(bridge)
  await press('r')
  expect(bridge.asked('roll.make')).toHaveLength(1)
})
