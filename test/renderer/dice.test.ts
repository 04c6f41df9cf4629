import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import type { DicePreview, Reply, Roll } from '../../preload/contract.ts'
import { createFakeBridge, dicePreview, done, failed, later, roll, rollId, view } from './fake-bridge.ts'
import type { FakeBridge } from './fake-bridge.ts'
import { button, click, closeWindow, descriptionOf, openWindow, press, settled, type } from './open-window.ts'

afterEach(closeWindow)

const rolled = (dice: string, rest: Partial<Roll> = {}): Roll =>
  roll(8, {
    check: '',
    inputs: [{ dice }],
    dice: [{ side: 0, die: '4d6!k3', faces: [6, 2, 1, 5, 4], shown: ['6', '2', '1', '5', '4'], typed: false, dropped: [1, 2] }],
    outcome: { success: null, total: 16, flags: [], grants: [], costs: [], facts: {}, explain: ['4d6!k3: 6!, dropped 2, dropped 1, 5, 4, together 15', '1'], headline: '16' },
    payments: [],
    ...rest,
  })

async function openDice(answers: Parameters<FakeBridge['answer']>[0] = {}) {
  const bridge = createFakeBridge({ 'campaign.current': () => done(view()), 'dice.roll': ({ text }) => done(rolled(text)), ...answers })
  await openWindow(bridge)
  await press('q')
  return bridge
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Dice in words' }))
const text = () => dialog().getByRole('textbox', { name: 'Dice' }) as HTMLInputElement
const result = () => dialog().getByRole('status', { name: 'Result' })

test('Q and a button open the dice, ready to be written, and the focus goes back', async () => {
  await openDice()
  expect(document.activeElement).toBe(text())
  await click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(screen.queryByRole('dialog')).toBeNull()
  button('Dice in words').focus()
  await click(button('Dice in words'))
  await click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(document.activeElement).toBe(button('Dice in words'))
})

test('Q is a letter while somebody types', async () => {
  await openDice()
  await click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await press('q', {}, screen.getByRole('searchbox', { name: 'Search the log' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what is written shows what it may come to', async () => {
  await openDice()
  await type(text(), '2d2')
  const chart = within(dialog().getByRole('figure', { name: 'Chance of each total' }))
  expect(chart.getAllByRole('listitem').map((item) => item.textContent?.replace(/\s/g, ' '))).toEqual(['2: 25 %', '3: 50 %', '4: 25 %'])
  expect(chart.getByText('mean 3')).toBeTruthy()
})

test('nothing is asked while nothing is written', async () => {
  const bridge = await openDice()
  await type(text(), '2d2')
  await type(text(), ' ')
  expect(bridge.asked('dice.preview')).toEqual([{ text: '2d2' }])
  expect(dialog().queryByRole('figure')).toBeNull()
})

test('of what is written while an answer is awaited only the last counts', async () => {
  const slow = later<Reply<DicePreview>>()
  const bridge = await openDice({ 'dice.preview': () => slow.promise })
  await type(text(), '2d')
  bridge.answer({ 'dice.preview': () => done(dicePreview()) })
  await type(text(), '2d2')
  slow.keep(done({ kind: 'problem', at: 2, length: 0, message: 'Sides are missing.' }))
  await settled()
  expect(dialog().queryByText('Sides are missing.')).toBeNull()
  expect(dialog().getByRole('figure')).toBeTruthy()
})

test.each([
  ['in the middle', '3d6+x2', 4, 1, 'x'],
  ['at the end', '3d6+', 4, 0, ''],
])('what can’t be read is marked %s and said beside the field', async (_, written, at, length, marked) => {
  await openDice({ 'dice.preview': () => done({ kind: 'problem', at, length, message: 'Expected dice or a number.' }) })
  await type(text(), written)
  expect(text().getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(text())).toContain('Expected dice or a number.')
  expect(screen.getByRole('dialog').querySelector('mark')?.textContent).toBe(marked)
})

test('dice whose odds would take too long say so', async () => {
  await openDice({ 'dice.preview': () => done(dicePreview({ bars: [], noOdds: 'Too many dice for exact odds. Roll them all the same.' })) })
  await type(text(), '900d900')
  expect(dialog().getByText(/Roll them all the same/)).toBeTruthy()
})

test('a roll shows its total and every face, dropped and exploded ones marked, and stays open for the next', async () => {
  const bridge = await openDice()
  await type(text(), '4d6!k3+1')
  await click(dialog().getByRole('button', { name: 'Roll' }))
  expect(bridge.asked('dice.roll')).toEqual([{ text: '4d6!k3+1', who: 1 }])
  expect(result().textContent).toContain('16')
  const faces = within(within(result()).getByRole('list', { name: 'Dice' })).getAllByRole('listitem')
  expect(faces.map((face) => face.textContent?.replace('4d6!k3', '').trim())).toEqual(['6!', '2, dropped', '1, dropped', '5', '4'])
  expect(faces.filter((face) => face.querySelector('s'))).toHaveLength(2)
  expect(result().textContent).toContain('4d6!k3: 6!, dropped 2, dropped 1, 5, 4, together 15; 1.')
  expect(document.activeElement).toBe(text())
})

test('dice may be rolled for somebody else or nobody', async () => {
  const bridge = await openDice()
  await type(text(), 'd6')
  await fireEvent.change(dialog().getByRole('combobox', { name: 'For' }), { target: { value: '' } })
  await settled()
  await click(dialog().getByRole('button', { name: 'Roll' }))
  expect(bridge.asked('dice.roll')).toEqual([{ text: 'd6' }])
})

test('what was rolled before is rolled again by one click, the last first and each once', async () => {
  const bridge = await openDice()
  for (const dice of ['d6', '2d8', 'd6']) {
    await type(text(), dice)
    await click(dialog().getByRole('button', { name: 'Roll' }))
  }
  const before = within(dialog().getByRole('list', { name: 'Rolled before' }))
  expect(before.getAllByRole('button').map((each) => each.textContent)).toEqual(['d6', '2d8'])
  await click(before.getByRole('button', { name: '2d8' }))
  expect(bridge.asked('dice.roll').at(-1)).toEqual({ text: '2d8', who: 1 })
  expect(text().value).toBe('2d8')
})

test('a refused roll says why, and nothing written is never sent', async () => {
  const bridge = await openDice({ 'dice.roll': () => failed('The disk is full. Nothing was rolled.') })
  await click(dialog().getByRole('button', { name: 'Roll' }))
  expect(bridge.asked('dice.roll')).toEqual([])
  expect(dialog().getByRole('alert').textContent).toContain('3d6+2')
  await type(text(), 'd6')
  await click(dialog().getByRole('button', { name: 'Roll' }))
  expect(dialog().getByRole('alert').textContent).toContain('The disk is full.')
})

test('a roll that is being made is not made twice', async () => {
  const slow = later<Reply<Roll>>()
  const bridge = await openDice({ 'dice.roll': () => slow.promise })
  await type(text(), 'd6')
  await click(dialog().getByRole('button', { name: 'Roll' }))
  await click(dialog().getByRole('button', { name: 'Roll' }))
  expect(bridge.asked('dice.roll')).toHaveLength(1)
  slow.keep(done(rolled('d6')))
})

test('dice in words stand in the log and the verdict by their words', async () => {
  const bridge = await openDice()
  await type(text(), '4d6!k3+1')
  await click(dialog().getByRole('button', { name: 'Roll' }))
  bridge.send('roll.changed', [rolled('4d6!k3+1', { id: rollId(8) })])
  await settled()
  await click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  expect(screen.getByRole('article', { name: 'Verdict' }).textContent).toContain('Dice 4d6!k3+1')
  const entry = within(screen.getByRole('region', { name: 'Log' })).getAllByRole('listitem').find((item) => item.querySelector('time'))
  expect(entry?.textContent?.replaceAll('\u00a0', ' ')).toContain('Dice 4d6!k3+1 · 4d6!k3 6!, 2 dropped, 1 dropped, 5, 4')
})
