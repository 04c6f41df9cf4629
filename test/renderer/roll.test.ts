import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { CampaignView, Preview, Problem, Reply } from '../../preload/contract.ts'
import { character, createFakeBridge, done, failed, later, odds, preview, previewOf, roll, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

async function openCampaign(answers: Parameters<FakeBridge['answer']>[0] = {}, rest: Partial<CampaignView> = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view(rest)), ...answers })
  await openWindow(bridge)
  return bridge
}

const field = (name: string) => screen.getByRole('textbox', { name }) as HTMLInputElement
const form = () => within(screen.getByRole('form', { name: 'Roll' }))
const last = <T>(items: readonly T[]): T | undefined => items.at(-1)

test('the form is filled from the preview and asks for it anew with every entry', async () => {
  const bridge = await openCampaign()
  expect(field('Score').value).toBe('62')
  await type(field('Push'), '1')
  expect(last(bridge.asked('check.preview'))).toEqual({ check: 'test', sides: [{ who: 1, picks: { scores: 0 }, input: { push: 1 } }] })
  expect(descriptionOf(field('Push'))).toContain('At most 2')
})

test('an emptied field goes back to the sheet, and stays empty while it is being typed in', async () => {
  const bridge = await openCampaign()
  await type(field('Score'), '7')
  await type(field('Score'), '')
  expect(last(bridge.asked('check.preview'))?.sides[0]?.input).toEqual({})
  expect(field('Score').value).toBe('')
  await fireEvent.blur(field('Score'))
  await settled()
  expect(field('Score').value).toBe('62')
})

test('what is no whole number is sent as it stands and refused beside the field', async () => {
  const problems: Problem[] = [{ side: 0, field: 'score', message: 'Score is a whole number.' }]
  const bridge = await openCampaign()
  bridge.answer({ 'check.preview': () => done(preview({ problems })) })
  await type(field('Score'), '1.5')
  expect(last(bridge.asked('check.preview'))?.sides[0]?.input).toEqual({ score: '1.5' })
  expect(field('Score').getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field('Score'))).toContain('Score is a whole number.')
})

test('the arrow keys step a number within its bounds and those of the sheet', async () => {
  const bridge = await openCampaign()
  await press('ArrowUp', {}, field('Score'))
  expect(last(bridge.asked('check.preview'))?.sides[0]?.input).toEqual({ score: 63 })
  await press('PageUp', {}, field('Push'))
  expect(last(bridge.asked('check.preview'))?.sides[0]?.input).toEqual({ score: 63, push: 2 })
})

test('a row of the sheet is picked by one click and takes typing over it back', async () => {
  const bridge = await openCampaign()
  const row = (name: string) => form().getByRole('radio', { name }) as HTMLInputElement
  expect(row('Melee 62').checked).toBe(true)
  await type(field('Score'), '5')
  expect(row('Melee 62').checked).toBe(false)
  await click(row('Will 40'))
  expect(last(bridge.asked('check.preview'))?.sides[0]).toEqual({ who: 1, picks: { scores: 1 }, input: {} })
})

test('another actor keeps what the GM set and drops what the sheet filled', async () => {
  const bridge = await openCampaign()
  await type(field('Score'), '5')
  await fireEvent.change(screen.getByRole('combobox', { name: 'Risk' }), { target: { value: 'high' } })
  await click(button('Lantern hound'))
  expect(last(bridge.asked('check.preview'))?.sides[0]).toEqual({ who: 2, picks: { scores: 0 }, input: { risk: 'high' } })
})

test('only checks for this kind of actor are offered', async () => {
  await openCampaign()
  const offered = () => within(form().getByRole('radiogroup', { name: 'Check' })).getAllByRole('radio').map((radio) => radio.parentElement?.textContent?.trim())
  expect(offered()).toEqual(['Test', 'Rest', 'Duel'])
  await fireEvent.change(screen.getByRole('combobox', { name: 'Who rolls' }), { target: { value: '' } })
  await settled()
  expect(offered()).toEqual(['Test'])
})

test('an opposed check has a form and dice for each side', async () => {
  const bridge = await openCampaign()
  await click(form().getByRole('radio', { name: 'Duel' }))
  await fireEvent.change(screen.getByRole('combobox', { name: 'Against' }), { target: { value: '2' } })
  await settled()
  expect(last(bridge.asked('check.preview'))).toEqual({
    check: 'duel',
    sides: [
      { who: 1, picks: { scores: 0 }, input: {} },
      { who: 2, picks: { scores: 0 }, input: {} },
    ],
  })
  expect(form().getByRole('group', { name: 'Lantern hound' })).toBeTruthy()
  await click(form().getByRole('checkbox', { name: 'Typed dice of Lantern hound' }))
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([null, []])
})

test('an answer that comes late is dropped', async () => {
  const slow = later<Reply<Preview>>()
  const bridge = await openCampaign()
  bridge.answer({ 'check.preview': () => slow.promise })
  await type(field('Score'), '10')
  bridge.answer({ 'check.preview': () => done(preview({ odds: odds({ success: 0.2 }) })) })
  await type(field('Score'), '20')
  slow.keep(done(preview({ odds: odds({ success: 0.1 }) })))
  await settled()
  expect(screen.getByRole('region', { name: 'Odds' }).textContent).toMatch(/^20\s%/)
})

test('a sample says so until the exact odds arrive', async () => {
  const bridge = await openCampaign({ 'check.preview': () => done(preview({ odds: odds({ exact: false, leaves: 4096, success: 0.61 }), refining: true })) })
  const region = screen.getByRole('region', { name: 'Odds' })
  expect(region.textContent).toContain('from 4,096 sample rolls')
  bridge.send('odds.refined', odds())
  await settled()
  expect(region.textContent).toMatch(/62\s%/)
  expect(region.textContent).toContain('exact')
})

test('the odds name success, flags, expected counters and every degree in words', async () => {
  await openCampaign()
  const region = screen.getByRole('region', { name: 'Odds' })
  for (const words of ['success', 'Spark', '0.49 Grace expected', '0.51 Debt expected', 'pays Grace', 'pays Debt']) expect(region.textContent).toContain(words)
  const chart = within(screen.getByRole('figure', { name: 'Chance of each margin' }))
  expect(chart.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s/g, ' '))).toEqual(['failure, margin 0: 38 %', 'success, margin 0: 13 %, 0 or better 62 %', 'success, margin 1: 49 %, 1 or better 49 %'])
})

test('a check without pass or fail says so instead of drawing a chart', async () => {
  const cells = [{ success: null, flags: [], grants: {}, chance: 1 }]
  await openCampaign({ 'check.preview': () => done(preview({ odds: odds({ success: null, flags: {}, grants: {}, cells }) })) })
  expect(screen.getByRole('region', { name: 'Odds' }).textContent).toContain('No pass or fail')
  expect(screen.queryByRole('figure')).toBeNull()
})

test('a system that fails is named where the odds would stand', async () => {
  await openCampaign({ 'check.preview': () => failed('Sample failed: it took too long. Nothing was rolled or changed.', { code: 'fault' }) })
  expect(screen.getByRole('region', { name: 'Odds' }).textContent).toContain('it took too long')
})

test('a roll shows its verdict with dice, payment, arithmetic and flags', async () => {
  const bridge = await openCampaign()
  bridge.answer({
    'roll.make': () => {
      bridge.send('roll.changed', [roll(7)])
      return done({ kind: 'rolled', roll: roll(7) })
    },
  })
  await click(button(/^Roll/))
  expect(bridge.asked('roll.make')).toEqual([{ check: 'test', sides: [{ who: 1, picks: { scores: 0 }, input: {} }], typed: [null] }])
  const card = within(screen.getByRole('article', { name: 'Verdict' }))
  expect(card.getByRole('heading').textContent).toBe('Triumph, by 2')
  expect(card.getByRole('list', { name: 'Dice' }).textContent).toContain('d100 33')
  expect(card.getByRole('list', { name: 'What it pays' }).textContent).toContain('+1 Grace')
  expect(card.getByText('33 against 62: success; difference 29, margin 2.')).toBeTruthy()
  expect(card.getByText('Spark')).toBeTruthy()
  expect(card.queryByText('typed dice')).toBeNull()
  expect(screen.getAllByRole('status').map((region) => region.textContent?.replaceAll('\u00a0', ' ')).join()).toContain('Ysolde Marr: Triumph, by 2. Rolled d100 33. +1 Grace to Ysolde Marr.')
})

test.each([
  ['name the two sides', 'Hob', 'Ysolde wins, by 3', 'Ysolde against Hob'],
  ['say of two called the same which is which', 'Ysolde', 'Ysolde (actor) wins, by 3', 'Ysolde (actor) against Ysolde (opponent)'],
])('the verdict and the log of a contest %s', async (_, other, headline, both) => {
  const bridge = await openCampaign()
  const sides = [{ name: 'Ysolde', kind: 'pc' }, { name: other, kind: 'npc' }] as const
  const made = roll(7, { check: 'duel', participants: sides, inputs: [{ score: 1 }, { score: 2 }], outcome: { ...roll(7).outcome, headline } })
  bridge.answer({ 'roll.make': () => done({ kind: 'rolled', roll: made }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [made])
  await settled()
  const spaced = (element: Element) => element.textContent?.replace(/\s+/g, ' ')
  expect(spaced(screen.getByRole('article', { name: 'Verdict' }))).toContain(`${both} · Duel`)
  expect(spaced(screen.getByRole('region', { name: 'Log' }))).toContain(`${both} ${headline}`)
})

test('a verdict marks typed dice, house rules in their own words, and being undone', async () => {
  const bridge = await openCampaign()
  const made = roll(7, { dice: roll(7).dice.map((dice) => ({ ...dice, typed: true })), outcome: { ...roll(7).outcome, houseRules: ['borrowed', 'unknown'] } })
  bridge.answer({ 'roll.make': () => done({ kind: 'rolled', roll: made }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [{ ...made, undone: true }])
  await settled()
  const card = within(screen.getByRole('article', { name: 'Verdict' }))
  expect(card.getByText('typed dice')).toBeTruthy()
  expect(card.getByText('undone')).toBeTruthy()
  expect(card.getAllByText('house rule')).toHaveLength(2)
  expect(card.getByText('The table settled this by a vote.')).toBeTruthy()
})

test('an offered grant is paid by one click, once', async () => {
  const bridge = await openCampaign()
  const offered = roll(7, { payments: [], outcome: { ...roll(7).outcome, grants: [{ counter: 'debt', to: 'gm', amount: 1, offered: true }] } })
  bridge.answer({ 'roll.make': () => done({ kind: 'rolled', roll: offered }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [offered])
  await settled()
  await click(button('Pay +1 Debt'))
  expect(bridge.asked('counter.change')).toEqual([{ counter: 'debt', amount: 1, reason: 'Triumph, by 2' }])
  expect(screen.queryByRole('button', { name: 'Pay +1 Debt' })).toBeNull()
})

test('an offered grant that the GM could not be paid stays on offer', async () => {
  const bridge = await openCampaign({ 'counter.change': () => failed('Debt is full.') })
  const offered = roll(7, { payments: [], outcome: { ...roll(7).outcome, grants: [{ counter: 'debt', to: 'gm', amount: 1, offered: true }] } })
  bridge.answer({ 'roll.make': () => done({ kind: 'rolled', roll: offered }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [offered])
  await settled()
  await click(button('Pay +1 Debt'))
  expect(button('Pay +1 Debt')).toBeTruthy()
})

test('a typed die is labelled with its die, refused beside it, and sent as it was typed', async () => {
  const problems = [{ side: 0, field: 'typed.0', message: 'A d100 shows 1 to 100, or 00.' }]
  const bridge = await openCampaign({ 'roll.make': () => failed('A d100 shows 1 to 100, or 00.', { problems }) })
  await press('t')
  expect(document.activeElement).toBe(field('d100'))
  await type(field('d100'), '777')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([['777']])
  expect(field('d100').getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field('d100'))).toBe('A d100 shows 1 to 100, or 00.')
  expect(form().getAllByText('A d100 shows 1 to 100, or 00.')).toHaveLength(1)
  await type(field('d100'), '77')
  expect(field('d100').getAttribute('aria-invalid')).toBeNull()
})

test('dice that a roll asks for later get their own fields and are sent together', async () => {
  const d6 = { die: { id: 'd6', from: 1, to: 6 }, count: 2 }
  const bridge = await openCampaign({ 'roll.make': () => done({ kind: 'needs', side: 0, dice: [d6] }) })
  await press('t')
  await type(field('d100'), '50')
  await click(button(/^Roll/))
  expect(document.activeElement).toBe(field('d6, 1 of 2'))
  await type(field('d6, 1 of 2'), '6')
  await type(field('d6, 2 of 2'), '1')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([['50', '6', '1']])
})

test('many dice are typed into one field', async () => {
  const dice = [{ die: { id: 'd10', from: 0, to: 9 }, count: 20 }]
  const bridge = await openCampaign({ 'check.preview': () => done(previewOf(dice)) })
  await press('t')
  await type(field('20 dice, separated by spaces'), '1 2, 3')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([['1', '2', '3']])
})

test('of a side that types, only the total may be typed, refused beside it, and sent as it was typed', async () => {
  const message = 'Dice that come to 12 may end differently here: type the dice.'
  const bridge = await openCampaign({ 'roll.make': () => failed(message, { problems: [{ side: 0, field: 'typed.total', message }] }) })
  await press('t')
  await click(form().getByRole('checkbox', { name: 'Total only' }))
  expect(document.activeElement).toBe(field('Final total'))
  expect(form().queryByRole('textbox', { name: 'd100' })).toBeNull()
  await type(field('Final total'), ' 12')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([{ total: '12' }])
  expect(descriptionOf(field('Final total'))).toContain(message)
  expect(form().getAllByText(message)).toHaveLength(1)
  expect(document.activeElement).toBe(field('Final total'))
  await click(form().getByRole('checkbox', { name: 'Total only' }))
  expect(form().queryByText(message)).toBeNull()
  await type(field('d100'), '12')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([['12']])
})

const d20 = [{ die: { id: 'd20', from: 1, to: 20 }, count: 1 }]

test('each side of an opposed check types its dice or its total', async () => {
  const bridge = await openCampaign({ 'check.preview': () => done(preview({ sides: [previewOf(d20).sides[0], previewOf(d20).sides[0]] as Preview['sides'] })) })
  await click(form().getByRole('radio', { name: 'Duel' }))
  await press('t')
  await click(form().getByRole('checkbox', { name: 'Total only of the opponent' }))
  await type(field('Final total of the opponent'), '17')
  await type(field('d20 of Ysolde Marr'), '4')
  await click(button(/^Roll/))
  expect(last(bridge.asked('roll.make'))?.typed).toEqual([['4'], { total: '17' }])
})

test('a verdict by its total alone shows the total and no faces', async () => {
  const made = roll(7, { dice: [{ side: 0, die: 'd6', faces: [1, 6], shown: [], typed: true, total: 9 }] })
  const bridge = await openCampaign({ 'roll.make': () => done({ kind: 'rolled', roll: made }) })
  await click(button(/^Roll/))
  bridge.send('roll.changed', [made])
  await settled()
  const card = within(screen.getByRole('article', { name: 'Verdict' }))
  expect(within(card.getByRole('list', { name: 'Dice' })).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['total of 2 × d6 9'])
  expect(card.getByText('total typed')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Log' }).querySelector('[role="status"]')?.textContent).toContain('Rolled 2 × d6, total 9.')
})

test('the form keeps the focus when its dice come and go while typing', async () => {
  const bridge = await openCampaign()
  await press('t')
  field('Score').focus()
  bridge.answer({ 'check.preview': () => done(previewOf([], { problems: [{ side: 0, field: 'score', message: 'No.' }] })) })
  await type(field('Score'), '0')
  bridge.answer({ 'check.preview': () => done(preview()) })
  await type(field('Score'), '7')
  expect(field('d100')).toBeTruthy()
  expect(document.activeElement).toBe(field('Score'))
})

test('R rolls, but not while typing, in a list of choices, or with a modifier', async () => {
  const bridge = await openCampaign({ 'roll.make': () => failed('No.') })
  await press('r', {}, screen.getByRole('searchbox', { name: 'Search the log' }))
  await press('r', {}, screen.getByRole('combobox', { name: 'Risk' }))
  await press('r', { ctrlKey: true })
  await press('r', { altKey: true })
  expect(bridge.asked('roll.make')).toHaveLength(0)
  await press('r')
  await press('R', {}, button('Ysolde Marr'))
  expect(bridge.asked('roll.make')).toHaveLength(2)
})

test('a letter in a field for a number is a key, and what belongs to a number is not', async () => {
  const bridge = await openCampaign({ 'roll.make': () => failed('No.') })
  for (const key of ['5', '-', '/', 'Backspace']) await press(key, {}, field('Score'))
  await press('z', { ctrlKey: true }, field('Score'))
  expect(bridge.asked('roll.make')).toHaveLength(0)
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('r', {}, field('Score'))
  expect(bridge.asked('roll.make')).toHaveLength(1)
})

test('Escape lets go of a field, and the letters are keys', async () => {
  const bridge = await openCampaign({ 'roll.make': () => failed('No.') })
  const risk = screen.getByRole('combobox', { name: 'Risk' })
  risk.focus()
  await press('Escape', {}, risk)
  expect(document.activeElement).toBe(screen.getByRole('form', { name: 'Roll' }))
  await press('r', {}, document.activeElement ?? document.body)
  expect(bridge.asked('roll.make')).toHaveLength(1)
})

test('a roll that is being made is not made twice', async () => {
  const slow = later<Reply<never>>()
  const bridge = await openCampaign({ 'roll.make': () => slow.promise })
  await press('r')
  await press('r')
  await click(button(/^Roll/))
  expect(bridge.asked('roll.make')).toHaveLength(1)
  slow.keep(failed('No.'))
})

test('a cost that cannot be paid is said before any die', async () => {
  const message = 'This costs 3 Grace and Ysolde Marr has 1: 2 short.'
  const bridge = await openCampaign({ 'check.preview': () => done(preview({ problems: [{ side: 0, message }] })), 'roll.make': () => failed(message, { problems: [{ side: 0, message }] }) })
  expect(screen.getByText(new RegExp(message))).toBeTruthy()
  await press('r')
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toContain(message)
  expect(bridge.asked('roll.make')).toHaveLength(1)
})

test('a needed field that nobody touched is not called wrong until a roll is tried', async () => {
  const problems = [{ side: 0, field: 'score', message: 'Score is needed.' }]
  const empty = preview({ problems, sides: [{ input: {}, picks: {}, limits: {}, dice: [], costs: [] }] })
  await openCampaign({ 'check.preview': () => done(empty), 'roll.make': () => failed('Score is needed.', { problems }) }, { characters: [character(1, 'Hob', { stats: {} })] })
  expect(field('Score').getAttribute('aria-invalid')).toBeNull()
  await press('r')
  expect(field('Score').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Score'))
})
