import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActionResult, CampaignView, Reply } from '../../preload/contract.ts'
import { actionPreview, character, characterId, createFakeBridge, declarations, done, failed, later, preferences, roll, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

async function openCampaign(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), ...answers })
  await openWindow(bridge)
  return bridge
}

const items = () => within(screen.getByRole('menu')).getAllByRole('menuitem').map((item) => item.textContent)
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const last = <T>(all: readonly T[]): T | undefined => all.at(-1)
const news = () => screen.getByRole('status', { name: 'Done' })

async function begin(owner: string, action: string): Promise<void> {
  await click(button(`Actions of ${owner}`))
  await click(screen.getByRole('menuitem', { name: action }))
}

test('a character offers the actions for its kind, and the bar those of the GM and the table', async () => {
  await openCampaign()
  await click(button('Actions of Ysolde Marr'))
  expect(items()).toEqual(['Mend', 'Strike'])
  await press('Escape', {}, screen.getByRole('menu'))
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button('Actions of Ysolde Marr'))
  await click(button('Actions of Lantern hound'))
  expect(items()).toEqual(['Strike'])
  await press('Escape', {}, screen.getByRole('menu'))
  await click(button('Actions of the GM and the table'))
  expect(items()).toEqual(['Feast'])
})

test('a system without actions shows no menus', async () => {
  await openCampaign({}, { declarations: { ...declarations, actions: {} } })
  expect(screen.queryByRole('button', { name: /^Actions of/ })).toBeNull()
})

test('M opens the actions of whoever rolls, else those of the GM, and the keys move in them', async () => {
  await openCampaign()
  await press('m')
  expect(document.activeElement?.textContent).toBe('Mend')
  await press('ArrowDown', {}, document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Strike')
  await press('ArrowDown', {}, document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Mend')
  await press('s', {}, document.activeElement ?? document.body)
  expect(document.activeElement?.textContent).toBe('Strike')
  await press('Escape', {}, document.activeElement ?? document.body)
  await fireEvent.change(screen.getByRole('combobox', { name: 'Who rolls' }), { target: { value: '' } })
  await settled()
  await press('m')
  expect(items()).toEqual(['Feast'])
})

test('a letter in an open menu rolls nothing', async () => {
  const bridge = await openCampaign()
  await press('m')
  await press('r', {}, document.activeElement ?? document.body)
  expect(bridge.asked('roll.make')).toEqual([])
})

test('an action’s form is filled by its preview, and asks for it anew with every entry', async () => {
  const bridge = await openCampaign({ 'action.preview': () => done(actionPreview({ input: { amount: 2 }, limits: { amount: 2 } })) })
  await begin('Ysolde Marr', 'Mend')
  const amount = dialog('Mend: Ysolde Marr').getByRole('textbox', { name: 'Amount' }) as HTMLInputElement
  expect(amount.value).toBe('2')
  expect(dialog('Mend: Ysolde Marr').getByText('Takes a moment of rest.')).toBeTruthy()
  await type(amount, '1')
  expect(bridge.asked('action.preview')).toEqual([
    { action: 'mend', who: 1, picks: {}, input: {} },
    { action: 'mend', who: 1, picks: {}, input: { amount: 1 } },
  ])
})

test('a row of the sheet is picked for an action as for a check, and a second character chosen', async () => {
  const bridge = await openCampaign()
  await begin('Ysolde Marr', 'Strike')
  const form = dialog('Strike: Ysolde Marr')
  await click(form.getByRole('radio', { name: 'Will 40' }))
  const target = form.getByRole('combobox', { name: 'Target' })
  expect(within(target).queryByRole('option', { name: 'Ysolde Marr' })).toBeNull()
  await fireEvent.change(target, { target: { value: '2' } })
  await settled()
  expect(last(bridge.asked('action.preview'))).toEqual({ action: 'strike', who: 1, target: 2, picks: { scores: 1 }, input: {} })
})

test('an action that is done closes its dialog, tells what happened and how to take it back', async () => {
  const bridge = await openCampaign({ 'action.apply': () => done({ headline: 'Ysolde mends 2', explain: ['Grace 3 to 5'] }) })
  await begin('Ysolde Marr', 'Mend')
  await type(dialog('Mend: Ysolde Marr').getByRole('textbox', { name: 'Amount' }), '2')
  await click(dialog('Mend: Ysolde Marr').getByRole('button', { name: 'Mend' }))
  expect(bridge.asked('action.apply')).toEqual([{ action: 'mend', who: 1, picks: {}, input: { amount: 2 } }])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(button('Actions of Ysolde Marr'))
  for (const words of ['Ysolde mends 2', 'Grace 3 to 5', 'takes it back']) expect(news().textContent).toContain(words)
  await click(within(news()).getByRole('button', { name: 'Dismiss' }))
  expect(news().textContent).not.toContain('mends')
})

test('what was done names Undo itself where that has no key', async () => {
  await openCampaign({ 'preferences.get': () => done(preferences({ keys: { undo: '' } })), 'action.apply': () => done({ headline: 'a feast', explain: [] }) })
  await begin('the GM and the table', 'Feast')
  await click(dialog('Feast').getByRole('button', { name: 'Feast' }))
  expect(news().textContent).toContain('Undo takes it back')
})

test('what was done is told for a while, and longer while it is pointed at', async () => {
  await openCampaign({ 'action.apply': () => done({ headline: 'a feast', explain: [] }) })
  await begin('the GM and the table', 'Feast')
  vi.useFakeTimers()
  try {
    await fireEvent.click(dialog('Feast').getByRole('button', { name: 'Feast' }))
    await vi.advanceTimersByTimeAsync(10)
    await fireEvent.pointerEnter(news())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(news().textContent).toContain('a feast')
    await fireEvent.pointerLeave(news())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(news().textContent).not.toContain('a feast')
  } finally {
    vi.useRealTimers()
  }
})

test('a refused action stays open with the refusal beside its field, and forgets it with the next entry', async () => {
  const problems = [{ side: 0, field: 'amount', message: 'Ysolde is rested.' }]
  await openCampaign({ 'action.apply': () => failed('Ysolde is rested.', { problems }) })
  await begin('Ysolde Marr', 'Mend')
  const form = dialog('Mend: Ysolde Marr')
  await type(form.getByRole('textbox', { name: 'Amount' }), '2')
  await click(form.getByRole('button', { name: 'Mend' }))
  const amount = form.getByRole('textbox', { name: 'Amount' })
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(form.getAllByText('Ysolde is rested.')).toHaveLength(1)
  expect(document.activeElement).toBe(amount)
  await type(amount, '1')
  expect(form.queryByText('Ysolde is rested.')).toBeNull()
})

test('a refusal that is about no field stands in the dialog', async () => {
  await openCampaign({ 'action.apply': () => failed('Sample failed: it took too long. Nothing was changed.', { code: 'fault' }) })
  await begin('the GM and the table', 'Feast')
  await click(dialog('Feast').getByRole('button', { name: 'Feast' }))
  expect(dialog('Feast').getByRole('alert').textContent).toContain('it took too long')
})

test('a target that must be chosen is not called missing until the action is tried', async () => {
  const problems = [{ side: 0, field: 'target', message: 'Strike takes a second character: choose one.' }]
  await openCampaign({ 'action.preview': () => done(actionPreview({ problems })), 'action.apply': () => failed('Strike takes a second character: choose one.', { problems }) })
  await begin('Lantern hound', 'Strike')
  const target = dialog('Strike: Lantern hound').getByRole('combobox', { name: 'Target' })
  expect(target.getAttribute('aria-invalid')).toBeNull()
  await click(dialog('Strike: Lantern hound').getByRole('button', { name: 'Strike' }))
  expect(target.getAttribute('aria-invalid')).toBe('true')
  expect(dialog('Strike: Lantern hound').getAllByText(/choose one/)).toHaveLength(1)
})

test('an action that is being done is not done twice', async () => {
  const slow = later<Reply<ActionResult>>()
  const bridge = await openCampaign({ 'action.apply': () => slow.promise })
  await begin('the GM and the table', 'Feast')
  await click(dialog('Feast').getByRole('button', { name: 'Feast' }))
  await click(dialog('Feast').getByRole('button', { name: 'Feast' }))
  expect(bridge.asked('action.apply')).toHaveLength(1)
  slow.keep(done({ headline: 'a feast', explain: [] }))
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

async function rollWith(rest: Parameters<typeof roll>[1], answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = await openCampaign({ 'roll.make': () => done({ kind: 'rolled', roll: roll(7, rest) }), ...answers })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [roll(7, rest)])
  await settled()
  return bridge
}

const offering = { ...roll(7).outcome, offers: [{ label: 'Mend at once', action: 'mend', input: { amount: 2 } }, { label: 'Vanish', action: 'gone', input: {} }] }

test('what an outcome offers opens its action for whoever rolled, filled in, and is marked once done', async () => {
  const bridge = await rollWith({ outcome: offering }, { 'action.apply': () => done({ headline: 'Ysolde mends 2', explain: [] }) })
  await fireEvent.change(screen.getByRole('combobox', { name: 'Who rolls' }), { target: { value: '2' } })
  await settled()
  const card = within(screen.getByRole('article', { name: 'Verdict' }))
  expect(card.queryByRole('button', { name: 'Vanish' })).toBeNull()
  card.getByRole('button', { name: 'Mend at once' }).focus()
  await click(card.getByRole('button', { name: 'Mend at once' }))
  expect((dialog('Mend: Ysolde Marr').getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('2')
  await click(dialog('Mend: Ysolde Marr').getByRole('button', { name: 'Mend' }))
  expect(bridge.asked('action.apply')).toEqual([{ action: 'mend', who: 1, picks: {}, input: { amount: 2 } }])
  expect(card.getByRole('list', { name: 'What it offers' }).textContent).toContain('done')
  expect(document.activeElement).toBe(card.getByRole('button', { name: 'Mend at once' }))
})

test('an offer that was taken can be taken again only once its action is undone', async () => {
  const deed = { id: 4, at: 0, headline: 'Ysolde mends 2', explain: [], payments: [], undone: false }
  const bridge = await rollWith({ outcome: offering }, {})
  bridge.answer({
    'action.apply': () => {
      bridge.send('deed.changed', [deed])
      return done({ headline: deed.headline, explain: [] })
    },
  })
  const offer = () => within(screen.getByRole('article', { name: 'Verdict' })).getByRole('button', { name: 'Mend at once' })
  offer().focus()
  await click(offer())
  expect(document.activeElement?.textContent).toBe('Mend')
  await click(dialog('Mend: Ysolde Marr').getByRole('button', { name: 'Mend' }))
  expect(offer().getAttribute('aria-disabled')).toBe('true')
  await click(offer())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(offer())
  bridge.send('deed.changed', [{ ...deed, undone: true }])
  await settled()
  expect(offer().getAttribute('aria-disabled')).toBe('false')
  bridge.send('deed.changed', [deed])
  await settled()
  expect(offer().getAttribute('aria-disabled')).toBe('true')
})

test('what was done is no longer told once another step is done or it is taken back', async () => {
  const bridge = await openCampaign()
  bridge.answer({
    'action.apply': () => {
      bridge.send('history.changed', { undo: 'Mend' })
      return done({ headline: 'Ysolde mends 2', explain: [] })
    },
  })
  await begin('Ysolde Marr', 'Mend')
  await click(dialog('Mend: Ysolde Marr').getByRole('button', { name: 'Mend' }))
  expect(news().textContent).toContain('takes it back')
  bridge.send('history.changed', { undo: 'test by Ysolde Marr' })
  await settled()
  expect(news().textContent).not.toContain('takes it back')
})

test('an undone roll, and one by somebody who is gone, offer nothing', async () => {
  const bridge = await rollWith({ outcome: offering })
  bridge.send('roll.changed', [roll(7, { outcome: offering, undone: true })])
  await settled()
  expect(screen.queryByRole('list', { name: 'What it offers' })).toBeNull()
  bridge.send('roll.changed', [roll(7, { outcome: offering })])
  await settled()
  expect(screen.getByRole('list', { name: 'What it offers' })).toBeTruthy()
  bridge.send('character.removed', [characterId(1)])
  await settled()
  expect(screen.queryByRole('list', { name: 'What it offers' })).toBeNull()
})

test('an older roll offers the same from the log', async () => {
  await openCampaign({}, { rolls: [roll(3, { outcome: offering })] })
  await click(screen.getByRole('region', { name: 'Log' }).querySelector('summary') ?? document.body)
  await click(button('Mend at once'))
  expect(screen.getByRole('dialog', { name: 'Mend: Ysolde Marr' })).toBeTruthy()
})

const blow = { ...roll(7).outcome, offers: [{ label: 'Deal 2 harm', action: 'mend', to: 'target' as const, input: { amount: 2 } }] }
const whom = () => dialog('Mend').getByRole('combobox', { name: 'To whom' }) as HTMLSelectElement

test('what an outcome offers for a target asks whom it is for, and can be done again', async () => {
  const bridge = await rollWith({ outcome: blow }, { 'action.apply': () => done({ headline: 'Lantern hound takes 2', explain: [] }) })
  const card = within(screen.getByRole('article', { name: 'Verdict' }))
  await click(card.getByRole('button', { name: 'Deal 2 harm' }))
  expect(document.activeElement).toBe(whom())
  expect(whom().value).toBe('')
  await fireEvent.change(whom(), { target: { value: '2' } })
  await settled()
  expect((dialog('Mend').getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('2')
  await click(dialog('Mend').getByRole('button', { name: 'Mend' }))
  expect(bridge.asked('action.apply')).toEqual([{ action: 'mend', who: 2, picks: {}, input: { amount: 2 } }])
  expect(card.getByRole('list', { name: 'What it offers' }).textContent).toContain('done')
  await click(card.getByRole('button', { name: 'Deal 2 harm' }))
  expect(whom()).toBeTruthy()
})

test('without a target what is offered for one is refused where it is chosen', async () => {
  const message = 'Mend is for somebody: choose who.'
  const problems = [{ side: 0, field: 'who', message }]
  await rollWith({ outcome: blow }, { 'action.preview': () => done(actionPreview({ problems })), 'action.apply': () => failed(message, { problems }) })
  await click(button('Deal 2 harm'))
  expect(dialog('Mend').queryByText(message)).toBeNull()
  await click(dialog('Mend').getByRole('button', { name: 'Mend' }))
  expect(whom().getAttribute('aria-invalid')).toBe('true')
  expect(dialog('Mend').getAllByText(message)).toHaveLength(1)
  expect(document.activeElement).toBe(whom())
})

test('what an opposed roll offers for a target begins with the other side, and stays when the roller is gone', async () => {
  const [actor] = roll(7).participants
  const participants = actor ? [actor, { ...actor, id: characterId(2), name: 'Lantern hound' }] : []
  const bridge = await rollWith({ outcome: blow, participants })
  bridge.send('character.removed', [characterId(1)])
  await settled()
  await click(button('Deal 2 harm'))
  expect(whom().value).toBe('2')
})

test('hostile words of an action are shown as text', async () => {
  const evil = '<img src=x onerror="globalThis.broken=true">'
  const actions = { mend: { ...declarations.actions.mend, label: evil, help: evil } }
  await openCampaign({ 'action.apply': () => done({ headline: evil, explain: [evil] }) }, { declarations: { ...declarations, actions }, characters: [character(1, evil)] })
  await begin(evil, evil)
  await type(screen.getByRole('textbox', { name: 'Amount' }), '1')
  await click(within(screen.getByRole('dialog')).getByRole('button', { name: evil }))
  expect(news().textContent).toContain(evil)
  expect(document.querySelector('img')).toBeNull()
})
