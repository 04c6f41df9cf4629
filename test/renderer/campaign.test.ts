import { screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView } from '../../preload/contract.ts'
import { character, characterId, createFakeBridge, declarations, done, failed, roll, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

test('a backup that takes its time shows how far it is, quietly, and one that fails is told', async () => {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()) })
  await openWindow(bridge)
  bridge.send('backup.progressed', { ended: 3, of: 8 })
  await settled()
  expect(screen.getByText(/Backing up… 37/)).toBeTruthy()
  bridge.send('backup.ended', null)
  bridge.send('backup.failed', 'The stick is gone.')
  await settled()
  expect(screen.queryByText(/Backing up/)).toBeNull()
  expect(screen.getByRole('alert', { name: 'Problems' }).textContent).toContain('The stick is gone.')
})

async function openCampaign(rest: Partial<CampaignView> = {}, answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), ...answers })
  const shell = await openWindow(bridge)
  return { bridge, shell }
}

test('undo and redo name what they would do, and do nothing when there is nothing', async () => {
  const { bridge } = await openCampaign()
  expect(button('Nothing to undo').getAttribute('aria-disabled')).toBe('true')
  await press('z', { ctrlKey: true })
  expect(bridge.asked('history.undo')).toEqual([])
  bridge.send('history.changed', { undo: 'adding Hob', redo: 'test by Ysolde Marr' })
  await settled()
  await click(button(/^Undo adding Hob/))
  await click(button('Redo test by Ysolde Marr'))
  expect(bridge.asked('history.undo')).toHaveLength(1)
  expect(bridge.asked('history.redo')).toHaveLength(1)
})

test('Ctrl+Z and Ctrl+Shift+Z undo and redo, but not while typing or in a dialog', async () => {
  const { bridge } = await openCampaign({ history: { undo: 'adding Hob', redo: 'a roll' } })
  await press('z', { ctrlKey: true })
  await press('Z', { ctrlKey: true, shiftKey: true })
  expect(bridge.asked('history.undo')).toHaveLength(1)
  expect(bridge.asked('history.redo')).toHaveLength(1)
  await press('z', { ctrlKey: true }, screen.getByRole('textbox', { name: 'Score' }))
  await click(button('Settings'))
  await press('z', { ctrlKey: true })
  expect(bridge.asked('history.undo')).toHaveLength(1)
})

test('characters are listed as people count', async () => {
  await openCampaign({ characters: [character(1, 'Guard 11'), character(2, 'Guard 2'), character(3, 'Guard 1')] })
  const names = within(screen.getByRole('list', { name: "Players' characters" })).getAllByRole('listitem').map((row) => row.querySelector('[data-character]')?.textContent)
  expect(names).toEqual(['Guard 1', 'Guard 2', 'Guard 11'])
})

test('Tab stops at one row of the characters, and the arrow keys move between them', async () => {
  await openCampaign()
  const stops = () => [...document.querySelectorAll<HTMLElement>('[data-member]')].map((row) => [...row.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex >= 0).length > 0)
  expect(stops()).toEqual([true, false])
  button('Sheet of Ysolde Marr').focus()
  await press('ArrowDown', {}, button('Sheet of Ysolde Marr'))
  expect(document.activeElement).toBe(button('Lantern hound'))
  expect(stops()).toEqual([false, true])
  expect(button('Ysolde Marr').getAttribute('aria-pressed')).toBe('true')
  await press('Home', {}, button('Lantern hound'))
  expect(document.activeElement).toBe(button('Ysolde Marr'))
  button('Add').focus()
  await settled()
  await click(button('Lantern hound'))
  expect(stops()).toEqual([false, true])
})

test('characters that change, come and go are followed by their events', async () => {
  const { bridge } = await openCampaign()
  bridge.send('character.changed', [character(3, 'Hob the Ferryman'), character(1, 'Ysolde of Marr')])
  bridge.send('character.removed', [characterId(2)])
  await settled()
  const names = within(screen.getByRole('list', { name: "Players' characters" })).getAllByRole('listitem').map((row) => row.querySelector('[data-character]')?.textContent)
  expect(names).toEqual(['Hob the Ferryman', 'Ysolde of Marr'])
  expect(screen.queryByRole('list', { name: 'NPCs' })).toBeNull()
})

test('counters follow their events and change by one, or by an amount with a reason', async () => {
  const { bridge } = await openCampaign()
  bridge.send('counter.changed', { gm: { debt: { value: 7, min: 0 } }, table: {} })
  await settled()
  await click(button('Give 1 Grace to Ysolde Marr'))
  expect(button('Take 1 Grace from Lantern hound').getAttribute('aria-disabled')).toBe('true')
  await click(button('Take 1 Grace from Lantern hound'))
  await click(button('Debt of the GM: 7. Change'))
  const dialog = within(screen.getByRole('dialog', { name: 'Debt of the GM' }))
  expect(screen.getByRole('dialog').closest('.frame header')).toBeNull()
  await type(dialog.getByRole('textbox', { name: 'Amount' }), '2.5')
  await click(dialog.getByRole('button', { name: 'Change' }))
  expect(dialog.getByRole('alert').textContent).toBe('Write +3, −2 or =5, in whole numbers.')
  await type(dialog.getByRole('textbox', { name: 'Amount' }), '-2')
  await type(dialog.getByRole('combobox', { name: /Reason/ }), 'the causeway gives way')
  await click(dialog.getByRole('button', { name: 'Take 2' }))
  expect(bridge.asked('counter.change')).toEqual([
    { counter: 'grace', character: 1, amount: 1 },
    { counter: 'debt', amount: -2, reason: 'the causeway gives way' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a counter that its sheet leaves no room is not shown, and one that all hold alone is named once', async () => {
  const counters = [...declarations.counters, { id: 'might', label: 'Might', owner: 'character', min: 0, initial: 'max', tone: 'plain' } as const]
  const none = { grace: { value: 3, min: 0 }, might: { value: 0, min: 0, max: 0 } }
  const some = { ...none, might: { value: 0, min: 0, max: 9 } }
  const kind = 'npc' as const
  await openCampaign({
    declarations: { ...declarations, counters },
    characters: [character(1, 'Ysolde', { counters: none }), character(2, 'Hob', { kind, counters: none }), character(3, 'Hound', { kind, counters: some })],
  })
  expect(screen.queryByRole('button', { name: /^Might of (Ysolde|Hob)/ })).toBeNull()
  expect(button('Might of Hound: 0 of 9. Change').textContent).toContain('Might')
  const heading = (title: string) => screen.getByRole('heading', { name: title }).parentElement?.textContent
  expect([heading("Players' characters"), heading('NPCs')]).toEqual(["Players' charactersGrace", 'NPCs'])
  expect(button('Grace of Hob: 3. Change').textContent).toContain('Grace')
})

test('with several counters the steps stand on the row that rolls and the others show their values', async () => {
  const counters = [...declarations.counters, { id: 'might', label: 'Might', owner: 'character', initial: 0, tone: 'plain' } as const]
  const two = { grace: { value: 1, min: 0 }, might: { value: 9, max: 10 } }
  await openCampaign({ declarations: { ...declarations, counters }, characters: [character(1, 'Ysolde', { counters: two }), character(2, 'Hob', { counters: two })] })
  expect(button('Might of Ysolde: 9 of 10. Change')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Give 1 Might to Ysolde' })).toBeNull()
  expect(button('Give 1 Might to Hob')).toBeTruthy()
})

test('a sheet sends what was entered, rows of lists included', async () => {
  const { bridge } = await openCampaign({}, { 'character.create': () => done(characterId(9)) })
  await click(button('Add'))
  const dialog = within(screen.getByRole('dialog', { name: 'New character' }))
  await type(dialog.getByRole('textbox', { name: 'Name' }), ' Hob ')
  await click(dialog.getByRole('radio', { name: 'NPC' }))
  await type(dialog.getByRole('textbox', { name: 'Level' }), '4')
  await click(dialog.getByRole('button', { name: 'Add to Scores' }))
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Name, row 1 of Scores' }))
  await type(dialog.getByRole('textbox', { name: 'Name, row 1 of Scores' }), 'Will')
  await type(dialog.getByRole('textbox', { name: 'Score, row 1 of Scores' }), '33')
  await click(dialog.getByRole('button', { name: 'Add character' }))
  expect(bridge.asked('character.create')).toEqual([{ name: 'Hob', kind: 'npc', stats: { level: 4, scores: [{ name: 'Will', value: 33 }] } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a sheet shows and sends only what its kind of character has', async () => {
  const { bridge } = await openCampaign({}, { 'character.create': () => done(characterId(9)) })
  await click(button('Add'))
  const dialog = within(screen.getByRole('dialog', { name: 'New character' }))
  expect(dialog.queryByRole('textbox', { name: 'Morale' })).toBeNull()
  await click(dialog.getByRole('radio', { name: 'NPC' }))
  await type(dialog.getByRole('textbox', { name: 'Morale' }), '7')
  await click(dialog.getByRole('radio', { name: "Player's character" }))
  await click(dialog.getByRole('button', { name: 'Add character' }))
  expect(bridge.asked('character.create')).toEqual([{ name: '', kind: 'pc', stats: {} }])
})

test('a refused sheet shows each refusal beside its field and cell', async () => {
  const problems = [
    { side: 0, field: 'name', message: 'A name is needed.' },
    { side: 0, field: 'level', message: 'Level is 1 to 10.' },
    { side: 0, field: 'scores.1.value', message: 'Score is 1 to 100.' },
  ]
  await openCampaign({}, { 'character.update': () => failed('A name is needed.', { problems }) })
  await click(button('Sheet of Ysolde Marr'))
  const dialog = within(screen.getByRole('dialog', { name: 'Ysolde Marr' }))
  await click(dialog.getByRole('button', { name: 'Save sheet' }))
  for (const name of ['Name', 'Level', 'Score, row 2 of Scores']) expect(dialog.getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByText('Score is 1 to 100.')).toBeTruthy()
})

test('unsaved changes of a sheet are not dropped by one key', async () => {
  await openCampaign()
  await click(button('Sheet of Ysolde Marr'))
  await type(screen.getByRole('textbox', { name: 'Level' }), '5')
  await click(button('Cancel'))
  expect(screen.getByText('What you changed is not saved.')).toBeTruthy()
  await click(button('Keep editing'))
  await click(button('Cancel'))
  await click(button('Discard changes'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a deleted character hands the focus to its neighbour', async () => {
  const { bridge } = await openCampaign()
  bridge.answer({
    'character.delete': ({ id }) => {
      bridge.send('character.removed', [id])
      return done(null)
    },
  })
  await click(button('Sheet of Ysolde Marr'))
  await click(button('Delete character'))
  expect(bridge.asked('character.delete')).toEqual([{ id: 1 }])
  expect(document.activeElement).toBe(button('Lantern hound'))
})

test('settings mark house rules and are sent as a whole', async () => {
  const { bridge } = await openCampaign()
  await click(button('Settings'))
  const dialog = within(screen.getByRole('dialog', { name: 'Settings' }))
  await click(dialog.getByRole('tab', { name: 'This campaign' }))
  expect(dialog.getAllByText('house rule')).toHaveLength(1)
  await click(dialog.getByRole('checkbox', { name: /Doubles count/ }))
  await click(dialog.getByRole('button', { name: 'Save settings' }))
  expect(bridge.asked('campaign.configure')).toEqual([{ settings: { doubles: false, limit: 3 } }])
})

test('a paused system says so and can be tried again', async () => {
  const { bridge } = await openCampaign()
  bridge.send('system.paused', 'It failed three times.')
  await settled()
  expect(screen.getByText(/It failed three times/)).toBeTruthy()
  await click(button('Try again'))
  expect(bridge.asked('system.resume')).toHaveLength(1)
  bridge.send('system.resumed', null)
  await settled()
  expect(screen.queryByText(/It failed three times/)).toBeNull()
})

test('hostile words of a plugin, a file or a GM are shown as text', async () => {
  const evil = '<img src=x onerror="globalThis.broken=true"><b>bold</b>{@html 1}'
  await openCampaign({
    name: evil,
    characters: [character(1, evil)],
    declarations: { ...declarations, checks: { test: { ...declarations.checks.test, label: evil, help: evil } } },
    rolls: [roll(1, { participants: [{ name: evil, kind: 'pc' }], outcome: { ...roll(1).outcome, headline: evil, explain: [evil] } })],
    history: { undo: evil },
  })
  await click(screen.getByRole('region', { name: 'Log' }).querySelector('summary') ?? document.body)
  expect(screen.getByText('Arithmetic')).toBeTruthy()
  expect(document.querySelector('img, b')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(evil)
  expect(screen.getByRole('radio', { name: evil })).toBeTruthy()
  expect('broken' in globalThis).toBe(false)
})

test('a check named like a property of every object is no check', async () => {
  await openCampaign({ rolls: [roll(1, { check: 'constructor' })] })
  expect(screen.getByRole('region', { name: 'Log' }).textContent).toContain('constructor')
})
